"""The two heads' outputs at he-is?, side by side, through W_O, rounded to four bits."""

from superhero import W_O
from tools.figures.drawing import INK, MUTED, Drawing, colour
from tools.figures.example import SENTENCE, TRACE
from tools.figures.four_numbers import COLUMNS, bit_row, label, listed, meanings, number_row


def draw():
    concat, after = TRACE.concat[-1], TRACE.after_W_O[-1]
    diagonal = ", ".join(f"{number:.0f}" for number in W_O.diagonal())
    drawing = Drawing(
        386,
        title="Two heads and W_O",
        alt=f"At he-is? in “{SENTENCE}” the object head gives {listed(concat[:2])} and the action head "
        f"{listed(concat[2:])}. Side by side they are {listed(concat)}. Times W_O, whose diagonal is {diagonal} and "
        f"all else 0, they become {listed(after)}, which round to four bits: {meanings(TRACE.bits)}.",
    )
    for pair, name in ((COLUMNS[:2], "object"), (COLUMNS[2:], "action")):
        drawing.text(sum(pair) / 2, 16, f"{name} head", fill=colour(f"role-{name}-head"), bold=True)
    number_row(drawing, 63, "at he-is?", concat)
    label(drawing, 166, "times W_O")
    drawing.box(sum(COLUMNS) / 4, 110, 250, 112, fill="none", stroke=MUTED)
    for i, row in enumerate(W_O):
        for x, number in zip(COLUMNS, row, strict=True):
            fill = INK if number else MUTED
            drawing.text(x, 127 + 26 * i, f"{number:.0f}", size=16, fill=fill, bold=bool(number))
    number_row(drawing, 269, "after W_O", after)
    bit_row(drawing, 329, TRACE.bits)
    for x in COLUMNS:
        for y in (88, 228, 294):
            drawing.arrow((x, y), (x, y + 16))
    return drawing
