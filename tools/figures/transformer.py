"""The whole transformer, top to bottom, with every number of one sentence that matters to its answer."""

from superhero import W_O, WORDS
from superhero.network import trained_ffn
from tools.figures.drawing import INK, LARGE, MUTED, PAPER, SMALL, Drawing, colour, shown
from tools.figures.example import SENTENCE, TRACE
from tools.figures.four_numbers import COLUMNS, bit_row, label, listed, meanings, number_row
from tools.figures.network import INPUTS

INPUT_COLUMNS = tuple(35 + 58 * i for i in range(6))
BITS_GO_TO = (0, 2, 3, 5)  # the inputs of the FFN that the four bits become; the others are the two wheels
OBJECT, ACTION, FFN = (colour(f"role-{name}") for name in ("object-head", "action-head", "ffn"))


def draw():
    heads = " and ".join(
        f"the {name} head weighs the tokens {listed(head.weights[-1])} and gives {listed(head.output[-1])}"
        for name, head in zip(("object", "action"), TRACE.heads, strict=True)
    )
    logits = ", ".join(f"{word} {shown(logit)}" for word, logit in zip(WORDS, TRACE.logits, strict=True))
    inputs = ", ".join(f"{name} {number:.0f}" for name, number in zip(INPUTS, TRACE.ffn_input, strict=True))
    drawing = Drawing(
        1084,
        title="The whole transformer",
        alt=f"From top to bottom: the sentence “{SENTENCE}” becomes the embedding X, {TRACE.X.shape}. At he-is? "
        f"{heads}. Side by side they are {listed(TRACE.concat[-1])}, after W_O {listed(TRACE.after_W_O[-1])}, which "
        f"round to four bits: {meanings(TRACE.bits)}. With the two wheels set to 0 by hand the network's inputs "
        f"are {inputs}. Its eight logits: {logits}. The largest is that of {TRACE.word}.",
    )
    _embedding(drawing, 14)
    _heads(drawing, 196)
    _bits(drawing, 392)
    _inputs(drawing, 622)
    _logits(drawing, 764)
    drawing.arrow((180, 1026), (180, 1042))
    drawing.text(180, 1064, TRACE.word, size=22, bold=True)
    return drawing


def _embedding(drawing, y):
    drawing.text(180, y, SENTENCE, bold=True)
    drawing.arrow((180, y + 16), (180, y + 32))
    drawing.text(232, y + 50, f"embedding X, {TRACE.X.shape}", size=13, fill=MUTED)
    drawing.box(232, y + 64, 196, 100)
    for i, (token, row) in enumerate(zip(TRACE.tokens, TRACE.X, strict=True)):
        at = y + 78 + 24 * i
        drawing.text(124, at, token, size=13, anchor="end")
        for j, number in enumerate(row):
            drawing.text(150 + 23.5 * j, at, f"{number:.0f}", fill=INK if number else MUTED, bold=bool(number))


def _heads(drawing, y):
    for x, name, head, stroke, dash in (
        (91, "object", TRACE.heads[0], OBJECT, None),
        (269, "action", TRACE.heads[1], ACTION, "4 3"),
    ):
        drawing.arrow((x, y - 12), (x, y + 4))
        drawing.box(x, y + 10, 172, 150, fill=colour(f"role-{name}-head-soft"), stroke=stroke, dash=dash)
        drawing.text(x, y + 28, f"{name} head", fill=stroke, bold=True)
        drawing.text(x, y + 46, "he-is? looks at", size=SMALL, fill=MUTED)
        for i, (token, weight) in enumerate(zip(TRACE.tokens, head.weights[-1], strict=True)):
            at = y + 70 + 24 * i
            looked_at = weight > 0.1
            drawing.text(x - 76, at, token, size=SMALL, anchor="start")
            drawing.text(x + 44, at, shown(weight), size=13, fill=stroke, bold=looked_at, anchor="end")
            length = max(1, round(26 * float(weight), 1))
            drawing.add("rect", x=x + 50, y=at - 5, width=length, height=10, rx=2 if looked_at else 0, fill=stroke)


def _bits(drawing, y):
    for pair in (COLUMNS[:2], COLUMNS[2:]):
        drawing.arrow((sum(pair) / 2, y - 26), (sum(pair) / 2, y - 10))
    number_row(drawing, y + 19, "side by side", TRACE.concat[-1])
    label(drawing, y + 58, "times W_O")
    for x, factor in zip(COLUMNS, W_O.diagonal(), strict=True):
        drawing.text(x, y + 58, f"× {factor:.0f}")
    number_row(drawing, y + 97, "after W_O", TRACE.after_W_O[-1])
    bit_row(drawing, y + 138, TRACE.bits)


def _inputs(drawing, y):
    for x, to in zip(COLUMNS, BITS_GO_TO, strict=True):
        end = INPUT_COLUMNS[to]
        drawing.curve(f"M{x},{y - 44} C{x},{y - 20} {end},{y - 26} {end},{y}", stroke=MUTED)
    for i, (x, name, number) in enumerate(zip(INPUT_COLUMNS, INPUTS, TRACE.ffn_input, strict=True)):
        by_hand = i not in BITS_GO_TO
        fill, ink, dash = ("none", MUTED, "2 4") if by_hand else (PAPER, INK, None)
        drawing.box(x, y, 48, 34, fill=fill, stroke=ink, dash=dash)
        drawing.text(x, y + 17, f"{number:.0f}", size=LARGE, bold=not by_hand, fill=ink)
        for at, word in zip((y + 46, y + 60), name.split(), strict=False):
            drawing.text(x, at, word, size=SMALL, fill=MUTED)
    drawing.text(180, y + 84, "dotted: set to 0 by hand", size=SMALL, fill=MUTED)


def _logits(drawing, y):
    ffn = trained_ffn()
    sizes = f"{len(ffn.W_1)} \N{RIGHTWARDS ARROW} {len(ffn.b_1)} \N{RIGHTWARDS ARROW} {len(ffn.b_2)}"
    drawing.arrow((180, y - 38), (180, y - 22))
    drawing.pill(
        180, y, f"feed-forward network, {sizes}",
        width=340, height=34, fill=colour("role-ffn-soft"), stroke=FFN, ink=FFN,
    )  # fmt: skip
    drawing.arrow((180, y + 22), (180, y + 38))
    drawing.text(352, y + 50, "logits", size=SMALL, fill=MUTED, anchor="end")
    zero, top = 226, y + 62
    drawing.line((zero, top), (zero, top + 188), stroke=MUTED, width=1)
    for i, (word, logit) in enumerate(zip(WORDS, TRACE.logits, strict=True)):
        at = top + 14 + 23 * i
        best = word == TRACE.word
        length = round(20 * float(logit), 1)
        drawing.text(8, at, word, size=13, bold=best, anchor="start")
        drawing.add(
            "rect", x=zero + min(0, length), y=at - 6, width=abs(length), height=12, rx=3,
            fill=FFN, fill_opacity=None if best else 0.4,
        )  # fmt: skip
        drawing.text(352, at, shown(logit), size=13, bold=best, anchor="end")
