"""One attribute of the hand-written network: two ReLU units make |a - b|."""

from superhero.network import HANDMADE_FFN
from tools.figures.drawing import INK, MUTED, PAPER, SMALL, Drawing, colour

MINUS = "\N{MINUS SIGN}"
A, B = 0, 3  # the inputs fly and flip fly
UNITS = (0, 3)  # the hidden units that read them
OUT = 0  # the output they make: fly
COLUMNS = (36, 84, 148, 234, 318)


def draw():
    cases = [(a, b, *_run(a, b)) for a in (0, 1) for b in (0, 1)]
    table = "; ".join(f"{a} and {b} give {first} and {second}, sum {total}" for a, b, first, second, total in cases)
    drawing = Drawing(
        376,
        title="Flip a by b with two ReLU units",
        alt=f"Two inputs, a (the attribute) and b (flip it?), go to two hidden units, relu(a {MINUS} b) and "
        f"relu(b {MINUS} a), along lines of weight +1 and {MINUS}1. Their sum is |a {MINUS} b|. "
        f"The four cases: {table}.",
    )
    ffn = colour("role-ffn")
    inputs, hidden, out = ((50, 52), (50, 140)), ((182, 52), (182, 140)), (318, 96)
    for row, start in zip((A, B), inputs, strict=True):
        for unit, end in zip(UNITS, hidden, strict=True):
            _weight(drawing, start, end, HANDMADE_FFN.W_1[row, unit])
    for unit, start in zip(UNITS, hidden, strict=True):
        _weight(drawing, start, out, HANDMADE_FFN.W_2[unit, OUT])
    for (x, y), name, meaning in zip(inputs, "ab", ("the attribute", "flip it?"), strict=True):
        drawing.add("circle", cx=x, cy=y, r=19, fill=PAPER, stroke=INK, stroke_width=1.5)
        drawing.text(x, y, name, size=16, bold=True)
        drawing.text(x, y + (-30 if name == "a" else 30), meaning, size=SMALL, fill=MUTED)
    for (x, y), name in zip(hidden, (f"relu(a {MINUS} b)", f"relu(b {MINUS} a)"), strict=True):
        drawing.pill(x, y, name, width=100, height=38, fill=colour("role-ffn-soft"), stroke=ffn)
    drawing.pill(out[0], out[1], f"|a {MINUS} b|", width=72, height=38, stroke=INK, bold=True)

    header = ("a", "b", f"relu(a {MINUS} b)", f"relu(b {MINUS} a)", f"|a {MINUS} b|")
    for x, name in zip(COLUMNS, header, strict=True):
        drawing.text(x, 216, name, size=13, fill=MUTED)
    for i, case in enumerate(cases):
        y = 252 + 32 * i
        drawing.line((12, y - 17), (348, y - 17), width=1)
        for x, number, fill in zip(COLUMNS, case, (INK, INK, ffn, ffn, INK), strict=True):
            drawing.text(x, y, str(number), size=16, bold=x == COLUMNS[-1], fill=fill if number else MUTED)
    return drawing


def _run(a, b):
    """Return what the two units and the output make of a and b, as whole numbers."""
    x = [0] * 6
    x[A], x[B] = a, b
    hidden, output = HANDMADE_FFN.hidden(x), HANDMADE_FFN(x)
    return int(hidden[UNITS[0]]), int(hidden[UNITS[1]]), int(output[OUT])


def _weight(drawing, start, end, weight):
    """Draw a line with its weight on it: solid for +1, dashed for -1."""
    (x1, y1), (x2, y2) = start, end
    middle = 0.4 if x1 < 100 else 0.54  # clear of the crossing, and of the boxes

    def at(share):
        return x1 + share * (x2 - x1), y1 + share * (y2 - y1)

    for piece in ((start, at(middle - 0.11)), (at(middle + 0.11), end)):
        drawing.line(*piece, stroke=MUTED, dash=None if weight > 0 else "4 4")
    drawing.text(*at(middle), f"{weight:+.0f}".replace("-", MINUS), size=SMALL)
