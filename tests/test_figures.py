"""The figures are up to date, show the course's numbers, and can be read on a phone and in both colour schemes."""

import json
import math
import re
from xml.etree import ElementTree

import pytest

from tools.figures import __main__ as command
from tools.figures.all import DRAW, FOLDER

SVG = "{http://www.w3.org/2000/svg}"
PHONE = 328  # pixels that a figure has on a phone of 360
WIDEST, WIDEST_BOLD = (
    0.6,
    0.66,
)  # mean width of a character in its size, in DejaVu Sans, the widest font that may be used
E = math.exp(8 / math.sqrt(2))  # what softmax makes of a match, before it shares out
WORDS = {
    "Rock": "0 0 0", "Human": "0 0 1", "Car": "0 1 0", "Talking Tow Truck": "0 1 1",
    "Crow": "1 0 0", "Flying Superhero": "1 0 1", "Plane": "1 1 0", "Talking Planes": "1 1 1",
}  # fmt: skip


@pytest.fixture(params=DRAW)
def figure(request):
    """The root element of each committed figure."""
    return ElementTree.parse(FOLDER / f"{request.param}.svg").getroot()


def texts(name):
    """Return all texts of a committed figure, in the order in which they are drawn."""
    return ["".join(text.itertext()) for text in ElementTree.parse(FOLDER / f"{name}.svg").iter(f"{SVG}text")]


def description(name):
    return ElementTree.parse(FOLDER / f"{name}.svg").findtext(f"{SVG}desc")


def stroke_widths(name, role):
    """Return the widths of the lines of a role, thickest first."""
    paths = ElementTree.parse(FOLDER / f"{name}.svg").iter(f"{SVG}path")
    return sorted((float(path.get("stroke-width")) for path in paths if role in path.get("stroke")), reverse=True)


@pytest.mark.parametrize("name", DRAW)
def test_committed_figure_is_up_to_date(name):
    committed = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert committed == DRAW[name]().svg(), (
        f"docs/figures/{name}.svg is stale: run `make figures` and commit the result"
    )


def test_no_figure_is_left_over():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.svg" for name in DRAW}


def test_command_writes_the_figures_that_are_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    command.main(["cube", "by-hand"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["by-hand.svg", "cube.svg"]
    assert "2 figures" in capsys.readouterr().out


def test_command_refuses_an_unknown_figure(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    with pytest.raises(SystemExit, match="no figure is called 'cubes'; there are: home, cube"):
        command.main(["cube", "cubes"])
    assert not list(tmp_path.iterdir())


# How a figure is made


def test_figure_is_plain_svg(figure):
    drawn = {"svg", "title", "desc", "text", "tspan", "path", "rect", "circle"}
    assert {element.tag.removeprefix(SVG) for element in figure.iter()} <= drawn  # so no style, script, image or link
    attributes = {attribute for element in figure.iter() for attribute in element.attrib}
    assert not {attribute for attribute in attributes if attribute in {"style", "class", "id"} or attribute[:2] == "on"}


def test_figure_says_what_it_shows(figure):
    title, desc = figure[0], figure[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert len(desc.text) > 40


def test_colours_are_the_sites_own(figure):
    """Each colour is a variable of roles.css, with its value in the light scheme to fall back on."""
    css = (FOLDER.parent / "assets/css/roles.css").read_text(encoding="utf-8")
    for element in figure.iter():
        for name in ("fill", "stroke"):
            value = element.get(name, "none")
            if value == "none":
                continue
            match = re.fullmatch(r"var\((--(?:role|figure)-[\w-]+), (#[0-9a-f]{6})\)", value, re.IGNORECASE)
            assert match, f"{name}={value!r} is no variable of roles.css with a fallback"
            variable, fallback = match.groups()
            assert fallback == re.search(rf"{variable}:\s*(\S+?);", css)[1]


def test_text_is_large_enough_on_a_phone(figure):
    width = float(figure.get("viewBox").split()[2])
    for text in [*figure.iter(f"{SVG}text"), *figure.iter(f"{SVG}tspan")]:
        size = float(text.get("font-size", figure.get("font-size")))
        assert size * PHONE / width >= 10, f"{text.text!r} is too small"


def test_text_lies_within_the_figure(figure):
    _, _, width, height = map(float, figure.get("viewBox").split())
    for text in figure.iter(f"{SVG}text"):
        content = "".join(text.itertext())
        size, x, y = (float(text.get(name)) for name in ("font-size", "x", "y"))
        length = size * len(content) * (WIDEST_BOLD if text.get("font-weight") else WIDEST)
        left = x - length * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        assert 0 <= left <= width - length, f"{content!r} runs out at the side"
        assert size <= y <= height - 0.3 * size, f"{content!r} runs out at the top or bottom"


# What a figure shows; the expected numbers come from the definitions, not from `superhero`


def test_home_shows_the_sentence_its_attention_and_its_answer():
    tokens, weights = ["Crow", "keep-flight", "swap-speech", "he-is?"], ["0.99", "0.50", "0.50"]
    shown = texts("home")
    assert [text for text in shown if text in tokens] == tokens
    assert shown[:3] == weights
    assert [text for text in shown if re.fullmatch(r"[\d.]+", text)][3:] == [
        "0.99",
        "1",
        "0",
        "0",
        "0",
        "0",
        "1.00",
        "1",
    ]
    assert shown[-1] == "Flying Superhero"


def test_beams_are_as_thick_as_the_weights():
    assert stroke_widths("home", "object-head")[0] == pytest.approx(10 * E / (E + 3), abs=0.01)
    assert stroke_widths("home", "action-head")[:2] == pytest.approx([10 * E / (2 * E + 2)] * 2, abs=0.01)
    assert stroke_widths("object-head", "object-head")[0] == pytest.approx(26 * E / (E + 3), abs=0.01)
    assert stroke_widths("action-head", "action-head")[:2] == pytest.approx([26 * E / (2 * E + 2)] * 2, abs=0.01)


@pytest.mark.parametrize(
    ("name", "weights", "output"),
    [
        ("object-head", "Crow 0.99, keep-flight 0.00, swap-speech 0.00, he-is? 0.00", "can fly 0.99, can speak 0"),
        (
            "action-head",
            "Crow 0.00, keep-flight 0.50, swap-speech 0.50, he-is? 0.00",
            "swap flight 0, swap speech 0.50",
        ),
    ],
)
def test_head_shows_its_weights_and_output(name, weights, output):
    assert weights in description(name)
    assert output in description(name)
    shown = texts(name)
    assert [text for text in shown if re.fullmatch(r"\d\.\d\d", text)][:4] == re.findall(r"\d\.\d\d", weights)


def test_two_heads_shows_both_sides_of_W_O():
    numbers = [text for text in texts("two-heads") if re.fullmatch(r"[\d.]+", text)]
    assert numbers[:4] == ["0.99", "0", "0", "0.50"]
    assert numbers[4:20] == [*"1000", *"0100", *"0020", *"0002"]
    assert numbers[20:] == ["0.99", "0", "0", "1.00", "1", "0", "0", "1"]


def test_transformer_goes_from_the_embedding_to_the_answer():
    shown = texts("transformer")
    bits = [text for text in shown if text in ("0", "1")]
    assert "".join(bits[:32]) == "10001000" + "00000100" + "00010010" + "00000001"  # one token after another
    assert "fly 1, wheels 0, speak 0, flip fly 0, flip wheels 0, flip speak 1" in description("transformer")
    W_1, b_1, W_2, b_2 = json.loads((FOLDER.parents[1] / "superhero/data/ffn.json").read_text()).values()
    hidden = [max(0, fly + flip_speak + b) for fly, flip_speak, b in zip(W_1[0], W_1[5], b_1, strict=True)]
    for i, word in enumerate(WORDS):
        logit = sum(unit * row[i] for unit, row in zip(hidden, W_2, strict=True)) + b_2[i]
        beside = shown[shown.index(word, shown.index("logits")) + 1]
        assert float(beside.replace("\N{MINUS SIGN}", "-")) == pytest.approx(logit, abs=0.006), word
    assert shown[-1] == "Flying Superhero"


def test_cube_has_a_word_at_each_corner_and_twelve_edges():
    assert dict(zip(texts("cube")[3::2], texts("cube")[4::2], strict=True)) == WORDS
    assert len(stroke_widths("cube", "figure-muted")) == 12
    assert "edge from Rock to Crow" in description("cube")


def test_by_hand_shows_the_four_cases():
    digits = [text for text in texts("by-hand") if re.fullmatch(r"\d", text)]
    assert digits == [str(n) for a in (0, 1) for b in (0, 1) for n in (a, b, max(a - b, 0), max(b - a, 0), abs(a - b))]


def test_network_joins_every_unit():
    assert texts("network")[-6::2] == ["6", "16", "8"]
    assert len(stroke_widths("network", "role-ffn")) == 6 * 16 + 16 * 8


def test_widths_shows_the_share_of_each_width():
    rows = [line.split(",") for line in (FOLDER.parents[1] / "superhero/data/widths.csv").read_text().split()[1:]]
    solved = {
        width: sum(row[0] == width and row[3] == "64" for row in rows) for width in dict.fromkeys(r[0] for r in rows)
    }
    title, *pairs, _ = texts("widths")
    assert title == "runs of 100 that reach 64 of 64"
    assert dict(zip(pairs[1::2], map(int, pairs[::2]), strict=True)) == solved
