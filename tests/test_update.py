"""make update: it writes what the code gives, touches nothing else, and leaves alone a page whose code is wrong."""

import subprocess
import sys

import pytest

from tests.page_forms import NUMBER_PLACES, PLACES, page
from tools.chapter import parse
from tools.course import ROOT
from tools.update import update


@pytest.fixture
def updated(tmp_path, monkeypatch):
    """A function that updates a page; it gives the new text and what is wrong with it."""
    monkeypatch.chdir(tmp_path)

    def run(text):
        path = tmp_path / "page.md"
        path.write_bytes(text.encode())
        wrong = update(path)
        return path.read_bytes().decode(), wrong

    return run


RIGHT = {
    **PLACES,
    **{f"number, {place}": text for place, text in NUMBER_PLACES.items()},
    "two words": "It is <data value=\"'42 ' * 2\">42 42</data>.",
    "entity": """It is <data value="'42 &lt; 43 ' + '&amp;c'">42 &lt; 43 &amp;c</data>.""",
    "minus": 'It is <data value="-6 * 7">−42</data>, not <data value="-6 * 7">-42</data>.',
    "table": page("""
        <!-- table: [("a", 42), ("**b**", 1)] -->
        | name | x |
        |---|---|
        | a | 42 |
        | *`b`* | 1 |
        """).replace("**b**", "b"),
    "columns in line": page("""
        <!-- table: {"name": ["a", "bee"], "n": [42, 5], "x": [0, -0.25]} -->
        | name |  n |     x |  |
        |------|---:|------:|--|
        | a    | 42 |     0 |  |
        | bee  |  5 | -0.25 |  |
        """)
    .replace(" |  |", " |")
    .replace("|--|", "|"),
    "number in a table": page("""
        <!-- table: [("a", 42)] -->
        | name | x |
        |---|---|
        | a | <data value="6 * 7">42</data> |
        """),
    "table in a list": page("""
        - item

            <!-- table: [("a", 42), ("b", 1)] -->

            | name | x |
            |---|---|
            | a | 42 |
            | b | 1 |
        """),
    "display": "$$\n\\frac{42}{-1} + x_{12} = 0\n$$\n\n<!-- values: 42, -1, 0 -->\n",
    "formula": "Here $42.0 + 1$, and so on.\n\n<!-- values: 42:.1f, 1 -->\n",
    "image": "![There are 42 of 1,000.\n](x.svg)\n<!-- values: 42, f'{1000:,}' -->\n",
}
RIGHT["CRLF everywhere"] = "\n\n".join(RIGHT.values()).replace("\r\n", "\n").replace("\n", "\r\n")
WRONG = [("42", "43"), ("42", "9"), ("42", "12345.678"), ("−42", "−9")]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_left_alone(updated, text, capsys):
    assert updated(text) == (text, [])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("change", WRONG, ids="->".join)
@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_is_stale_is_written_anew_and_nothing_else(updated, text, change):
    stale = page_with(text, *change)
    new, wrong = updated(stale)
    assert wrong == []
    if change[1] == "12345.678":
        assert new.replace(" ", "").replace("-", "") == text.replace(" ", "").replace("-", "")
    else:
        assert new == text
    assert updated(new) == (new, [])


def page_with(text, said, instead):
    """The page with something else in each place that is checked, and in no other."""
    for start, end in reversed(checked(parse(text))):
        text = text[:start] + text[start:end].replace(said, instead) + text[end:]
    return text


def checked(chapter):
    """Where what the page says of its code stands."""
    places = set()
    for block in chapter.blocks:
        if block.output:
            places.add((block.output.code_start, block.output.code_end))
    for binding in chapter.bindings:
        if hasattr(binding, "text"):
            places.add((binding.text_start, binding.text_end))
        if hasattr(binding, "numbers"):
            places |= {(number.start, number.end) for number in binding.numbers}
        if hasattr(binding, "grid") and "<data" not in chapter.text[binding.end : binding.grid.end]:
            places |= {(cell.start, cell.end) for row in binding.grid.rows for cell in row.cells}
    return sorted(places)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES)
def test_a_missing_output_block_is_added(updated, text, line_end):
    text = text.replace("\r\n", "\n").replace("\n", line_end)
    (block,) = parse(text).blocks
    without = text[: block.end] + text[block.output.end :]
    new, wrong = updated(without)
    assert wrong == []
    assert len(parse(new).blocks) == 1
    assert parse(new).blocks[0].output.code.strip() == block.output.code.strip()
    assert new.startswith(text[: block.end])
    assert new.endswith(text[block.output.end :])
    assert new.count("\n") == new.count(line_end)
    assert updated(new) == (new, [])


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("below", ["", "\nText.\n", "\n```python\na = 1\n```\n"])
@pytest.mark.parametrize("text", [text for text in PLACES.values() if "\n\n```text" in text.replace("> ", "")])
def test_an_output_block_whose_lines_were_deleted_comes_back_as_it_was(updated, text, below, line_end):
    text = (text + below).replace("\r\n", "\n").replace("\n", line_end)
    output = parse(text).blocks[0].output
    start = text.rfind("\n", 0, output.start) + 1
    end = text.index("\n", output.end) + 1
    without = text[:start] + text[end:]
    assert updated(without) == (text.replace('text title="Output"', "text"), [])


TABLE = page("""
    <!-- table: [("a", 1), ("b", 2), ("c", 3), ("d", 4)] -->
    | name | x |
    |:-----|--:|
    | a    | 1 |
    | b    | 2 |
    | c    | 3 |
    | d    | 4 |

    Text.
    """)
ROWS = TABLE.splitlines()[3:7]


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[:3],
        ROWS[1:],
        ROWS[:1],
        [],
        [ROWS[0], ROWS[3]],
        [*ROWS, ROWS[0]],
        [ROWS[2], *ROWS],
        ROWS[::-1],
        [ROWS[0], ROWS[2], ROWS[1], ROWS[3]],
        [*ROWS[:2], "| x | 9 |", *ROWS[2:]],
        [ROWS[0], "| c    | 9 |", ROWS[3], ROWS[3], ROWS[3]],
    ],
)
@pytest.mark.parametrize(("line_end", "prefix"), [("\n", ""), ("\r\n", ""), ("\n", "> "), ("\n", "    ")])
def test_rows_are_added_and_removed(updated, rows, line_end, prefix):
    lines = TABLE.splitlines()
    written = [*lines[:3], *rows, *lines[7:]]
    head = "- item\n\n" if prefix == "    " else ""
    new, wrong = updated(
        (head + "".join(f"{prefix}{line}".rstrip() + "\n" for line in written)).replace("\n", line_end)
    )
    assert wrong == []
    expected = (head + "".join(f"{prefix}{line}".rstrip() + "\n" for line in lines)).replace("\n", line_end)
    assert new.replace(" ", "") == expected.replace(" ", "")
    assert updated(new) == (new, [])


def test_the_header_is_written_anew(updated):
    text = '<!-- table: {"name": ["a"], "x": [1]} -->\n| name | y |\n|---|---|\n| a | 2 |\n'
    assert updated(text) == (text.replace("y", "x").replace("2", "1"), [])


def test_a_minus_stays_as_it_is_set(updated):
    bound = '<data value="3 - 10">{}</data>'
    text = f"{bound.format('−8')} {bound.format('-8')} {bound.format('8')} $-8$ <!-- values: -7 -->"
    assert updated(text) == (text.replace(">8<", ">-8<").replace("8", "7"), [])


def test_the_diff_is_shown(updated, capsys):
    updated(PLACES["second line"].replace("42", "43"))
    shown = capsys.readouterr().out.splitlines()
    assert shown == [
        "--- page.md\tas it was",
        "+++ page.md\tupdated",
        "@@ -7,3 +7,3 @@",
        " first",
        "-43",
        "+42",
        " ```",
        "",
    ]


# What is wrong with the code of a page, whose output block is stale too.
WRONG_CODE = {
    "a block that fails": ("```python\n1 / 0\n```\n", "ZeroDivisionError: division by zero"),
    "a block that raises another": ("<!-- raises: KeyError -->\n```python\n1 / 0\n```\n", "raises KeyError"),
    "a block that raises nothing": ("<!-- raises: KeyError -->\n```python\na = 1\n```\n", "it raises nothing"),
    "a block that warns": ("```python\nimport numpy as np\n\na = np.ones(1) / 0\n```\n", "this block warns"),
    "an expression that fails": ('<data value="nothing">5</data>\n', "NameError"),
    "an expression that prints": ('<data value="print(5)">5</data>\n', "should only give a value"),
    "an expression that cannot be read": ('<data value="two words">5</data>\n', "cannot read the expression"),
    "a misspelt language": ("```pyton\n1\n```\n", "did you mean python"),
    "a misspelt directive": ("<!-- tabel: x -->\n", "did you mean <!-- table"),
}


@pytest.mark.parametrize(("text", "message"), WRONG_CODE.values(), ids=WRONG_CODE)
@pytest.mark.parametrize("where", ["above", "below"])
def test_a_page_whose_code_is_wrong_is_left_alone(updated, text, message, where):
    stale = PLACES["plain"].replace("42", "43")
    text = f"{text}\n{stale}" if where == "above" else f"{stale}\n{text}"
    new, wrong = updated(text)
    assert new == text
    assert message in "\n".join(wrong)
    assert "page.md" in wrong[0]


# What update cannot mend, in a page whose output block it does.
BY_HAND = {
    "an unbound number": ("There are 64.\n", "page.md:9: 64 is bound to nothing"),
    "an output block too many": ("```python\na = 1\n```\n\n```text\n1\n```\n", "page.md:13: here is an output block"),
    "a table of another width": (
        "<!-- table: [(1, 2)] -->\n| a |\n|---|\n| 1 |\n",
        "page.md:9: 1 cells to a row of the table, 2 in",
    ),
    "a formula with more numbers": ("$5 + 6$\n<!-- values: 5 -->\n", "page.md:10: the page states 2 numbers"),
    "what is never the same": ("<data value=\"__import__('time').time_ns()\">5</data>\n", "page.md:9: the page says"),
}


@pytest.mark.parametrize(("text", "message"), BY_HAND.values(), ids=BY_HAND)
def test_what_cannot_be_mended_is_said(updated, text, message):
    stale = PLACES["plain"].replace("42", "43")
    new, wrong = updated(f"{stale}\n{text}")
    assert new.startswith(PLACES["plain"])
    assert len(wrong) == 1
    assert wrong[0].startswith(message)


def test_output_that_would_break_the_page_is_not_written(updated):
    text = "```python\nprint('```')\n```\n\n```text\nx\n```\n"
    new, wrong = updated(text)
    assert new == text
    assert "page.md:7: this fence is never closed" in wrong[0]


def test_the_command_takes_pages_and_says_in_its_exit_code_whether_anything_is_wrong(tmp_path):
    pages = {"stale.md": PLACES["plain"].replace("42", "43"), "right.md": PLACES["list"], "wrong.md": "There are 64.\n"}
    for name, text in pages.items():
        (tmp_path / name).write_text(text)

    def run(*names):
        command = [sys.executable, "-m", "tools.update", *(str(tmp_path / name) for name in names)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    done = run("stale.md", "right.md")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n-43\n+42\n" in done.stdout
    assert done.stdout.endswith("\n2 pages say what their code gives.\n")
    assert (tmp_path / "stale.md").read_text() == PLACES["plain"]
    assert run("right.md").stdout == "1 page says what its code gives.\n"
    done = run("right.md", "nope.md", ".")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{tmp_path / 'nope.md'}: there is no such page.")
    done = run("right.md", "wrong.md")
    assert (done.returncode, done.stderr) == (1, "")
    assert "wrong.md:1: 64 is bound to nothing" in done.stdout
