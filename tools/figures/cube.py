"""The eight words as the corners of a cube: a correction walks along its edges."""

from itertools import combinations

from superhero import WORDS, correct
from tools.figures.drawing import LINE, MUTED, SMALL, Drawing, colour

ORIGIN = (46, 302)
STEPS = {"fly": (158, 0), "wheels": (78, -86), "speak": (0, -180)}  # how far one step goes, in units
START, FLIPS = "Rock", (1, 0, 0)


def draw():
    end = correct(START, FLIPS)
    corners = ", ".join(f"{word} {_bits(bits)}" for word, bits in WORDS.items())
    drawing = Drawing(
        340,
        title="Eight words on a cube",
        alt=f"A cube with a word at each corner and its three bits, fly, wheels and speak: {corners}. Each of the "
        f"cube's three directions is one attribute. The edge from {START} to {end} stands out: "
        "to flip fly is to walk along it.",
    )
    strong = colour("role-ffn")
    for a, b in combinations(WORDS, 2):
        differ = [attribute for attribute, x, y in zip(STEPS, WORDS[a], WORDS[b], strict=True) if x != y]
        if len(differ) == 1:
            hidden = "Car" in (a, b)  # the corner at the back
            drawing.line(_corner(a), _corner(b), stroke=MUTED, dash="2 5" if hidden else None)
    (x1, y), (x2, _) = _corner(START), _corner(end)
    drawing.line((x1, y), (x2, y), stroke=strong, width=4)
    tip = x2 - 34
    drawing.line(
        (tip - 8, y - 7), (tip, y), (tip - 8, y + 7),
        stroke=strong, width=4, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    drawing.text((x1 + x2) / 2, y + 18, "flip fly", fill=strong, bold=True)
    drawing.text(54, 166, "flip speak", size=SMALL, fill=MUTED, anchor="start")
    drawing.text(256, 262, "flip wheels", size=SMALL, fill=MUTED, anchor="start")
    for word, bits in WORDS.items():
        x, y = _corner(word)
        picked = word in (START, end)
        width = max(62, 8 * len(word) + 12)
        drawing.box(x, y - 20, width, 40, stroke=strong if picked else LINE, stroke_width=2 if picked else 1.5)
        drawing.text(x, y - 8, word, size=13, bold=picked)
        drawing.text(x, y + 9, _bits(bits), size=SMALL, fill=MUTED)
    return drawing


def _bits(bits):
    return " ".join(map(str, bits))


def _corner(word):
    x, y = ORIGIN
    for bit, (dx, dy) in zip(WORDS[word], STEPS.values(), strict=True):
        x, y = x + bit * dx, y + bit * dy
    return x, y
