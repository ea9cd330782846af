"""The network of one hidden layer, each line as thick as its trained weight."""

from superhero import WORDS
from superhero.network import trained_ffn
from superhero.words import ATTRIBUTES
from tools.figures.drawing import INK, LARGE, MUTED, PAPER, SMALL, Drawing, colour

INPUTS = (*ATTRIBUTES, *(f"flip {attribute}" for attribute in ATTRIBUTES))
LEFT, MIDDLE, RIGHT = 93, 158, 223  # the x of each layer
TOP, BOTTOM = 60, 348


def draw():
    ffn = trained_ffn()
    units = len(ffn.b_1)
    drawing = Drawing(
        360,
        title="Six inputs, one hidden layer, eight logits",
        alt=f"A network in three layers. On the left {len(INPUTS)} inputs: {', '.join(INPUTS)}. In the middle "
        f"{units} hidden units. On the right {len(WORDS)} logits, one for each word: {', '.join(WORDS)}. "
        "Every input is joined to every hidden unit, and every hidden unit to every logit, by a line as thick as its "
        "trained weight.",
    )
    ffn_colour = colour("role-ffn")
    inputs = [(LEFT, y) for y in (84, 120, 156, 252, 288, 324)]
    hidden = _spread(MIDDLE, units)
    outputs = _spread(RIGHT, len(WORDS), margin=10)
    for W, starts, ends in ((ffn.W_1, inputs, hidden), (ffn.W_2, hidden, outputs)):
        for row, start in zip(W, starts, strict=True):
            for weight, end in zip(row, ends, strict=True):
                thickness = round(0.25 + abs(weight), 2)
                drawing.line(start, end, stroke=ffn_colour, width=thickness, stroke_opacity=0.35)
    for x, y in inputs:
        drawing.add("circle", cx=x, cy=y, r=6, fill=PAPER, stroke=INK, stroke_width=1.5)
    for x, y in hidden:
        drawing.add("circle", cx=x, cy=y, r=5.5, fill=colour("role-ffn-soft"), stroke=ffn_colour, stroke_width=1.5)
    for x, y in outputs:
        drawing.add("circle", cx=x, cy=y, r=6, fill=PAPER, stroke=INK, stroke_width=1.5)
    for (x, y), name in zip(inputs, INPUTS, strict=True):
        drawing.text(x - 12, y, name, size=SMALL, anchor="end")
    for (x, y), word in zip(outputs, WORDS, strict=True):
        drawing.text(x + 12, y, word, size=SMALL, anchor="start")
    layers = ((LEFT - 44, len(INPUTS), "inputs"), (MIDDLE, units, "hidden units"), (RIGHT + 60, len(WORDS), "logits"))
    for x, count, name in layers:
        drawing.text(x, 16, str(count), size=LARGE, bold=True)
        drawing.text(x, 34, name, size=SMALL, fill=MUTED)
    return drawing


def _spread(x, count, margin=0):
    step = (BOTTOM - TOP - 2 * margin) / (count - 1)
    return [(x, TOP + margin + step * i) for i in range(count)]
