"""The whole transformer in one look: a sentence, what he-is? looks at, what that brings back, the answer."""

from superhero.tokens import FEATURES
from tools.figures.drawing import DASHED, INK, LARGE, PAPER, SMALL, Drawing, colour, pill_width, shown
from tools.figures.example import ACTION_WEIGHTS, OBJECT_WEIGHTS, SENTENCE, TRACE
from tools.figures.four_numbers import ROLES, listed, meanings

OBJECT, ACTION = colour("role-object-head"), colour("role-action-head")
BEAM = 10  # units of width for a weight of 1
CELLS = (48, 136, 224, 312)  # the middles of the four numbers


def draw():
    at_question = TRACE.after_W_O[-1]
    drawing = Drawing(
        452,
        title="A sentence, its attention, its answer",
        alt=f"The sentence “{SENTENCE}”. From he-is? the object head looks at {TRACE.tokens[0]} with weight "
        f"{shown(OBJECT_WEIGHTS[0])}, and the action head at {TRACE.tokens[1]} and {TRACE.tokens[2]} with "
        f"{shown(ACTION_WEIGHTS[1])} and {shown(ACTION_WEIGHTS[2])}. They bring back {listed(at_question)}, "
        f"which round to four bits: {meanings(TRACE.bits)}. From these the feed-forward network makes the answer, "
        f"{TRACE.word}.",
    )
    middles = _sentence_middles()
    top, bottom = 150, 182  # of the sentence

    # The beams: a head's weight is their thickness.
    ends = [middles[-1] + shift for shift in (15, 0, -14)]
    looks = [
        (OBJECT, None, OBJECT_WEIGHTS[0], 150),
        (ACTION, DASHED, ACTION_WEIGHTS[1], 92),
        (ACTION, DASHED, ACTION_WEIGHTS[2], 62),
    ]
    for x, end, (stroke, dash, weight, height) in zip(middles, ends, looks, strict=False):
        apex = top - height
        drawing.curve(
            f"M{end},{top} C{end},{apex} {x},{apex} {x},{top}", stroke=stroke, width=round(BEAM * weight, 2), dash=dash
        )
        drawing.text(x + 11, top - 15, shown(weight), fill=stroke, bold=True, anchor="start")
    drawing.text((middles[0] + ends[0]) / 2, 18, "object head", fill=OBJECT, bold=True)
    drawing.text((middles[1] + ends[1]) / 2, 65, "action head", fill=ACTION, bold=True)

    looks += [(INK, None, None, None)]
    for x, token, (stroke, dash, *_) in zip(middles, TRACE.tokens, looks, strict=True):
        fill, ink = (INK, PAPER) if token == "he-is?" else (PAPER, INK)
        drawing.pill(
            x, (top + bottom) / 2, token, size=13, height=bottom - top, width=_width(token),
            fill=fill, ink=ink, stroke=stroke, dash=dash and "4 3",
        )  # fmt: skip

    # What they bring back, one strand a number.
    cells = 238
    starts = [middles[-1] + shift for shift in (-15, -5, 5, 15)]
    for x, start, number, role in zip(CELLS, starts, at_question, ROLES, strict=True):
        drawing.curve(
            f"M{start},{bottom} C{start},{bottom + 40} {x},{cells - 44} {x},{cells}",
            stroke=colour(role), dash=DASHED if "action" in role else None,
            width=max(0.75, round(BEAM / 2 * number, 2)),
        )  # fmt: skip
    for x, number, role, name, bit in zip(CELLS, at_question, ROLES, FEATURES[:4], TRACE.bits, strict=True):
        drawing.box(x, cells, 84, 52, fill=colour(f"{role}-soft"), stroke="none")
        drawing.text(x, cells + 17, shown(number), size=16, fill=colour(role), bold=True)
        drawing.text(x, cells + 37, name, size=SMALL)
        drawing.arrow((x, cells + 58), (x, cells + 72))
        drawing.text(x, cells + 87, str(bit), size=LARGE, bold=True)
        drawing.line((x, cells + 100), (x, cells + 118))

    drawing.pill(
        180, cells + 134, "feed-forward network",
        width=348, height=32, fill=colour("role-ffn-soft"), stroke="none", ink=colour("role-ffn"),
    )  # fmt: skip
    drawing.arrow((180, cells + 153), (180, cells + 168))
    drawing.text(180, cells + 188, TRACE.word, size=22, bold=True)
    return drawing


def _width(token):
    return pill_width(token, 13) - 4


def _sentence_middles():
    """Return the x of each token's middle, with the sentence spread over the width."""
    widths = [_width(token) for token in TRACE.tokens]
    gap = (352 - sum(widths)) / (len(widths) - 1)
    middles, left = [], 4
    for width in widths:
        middles.append(round(left + width / 2))
        left += width + gap
    return middles
