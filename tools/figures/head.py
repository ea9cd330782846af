"""One head at he-is?: the weight of its look at each token, the value it meets there, and what it brings back."""

from superhero.tokens import FEATURES
from tools.figures.drawing import INK, MUTED, PAPER, SMALL, Drawing, colour, shown
from tools.figures.example import SENTENCE, TRACE

BEAM = 26  # units of width for a weight of 1
ASKS = 36  # the x of he-is?, which asks
ROWS = (64, 112, 160, 208)  # the y of each token
BEAM_END, TOKENS, WEIGHTS, VALUES = 117, 166, 240, (284, 334)  # the x of what is right of it


def draw_object_head():
    return _draw("object head", TRACE.heads[0], FEATURES[:2], dash=None)


def draw_action_head():
    return _draw("action head", TRACE.heads[1], FEATURES[2:4], dash="11 5")


def _draw(name, head, features, dash):
    weights, output = head.weights[-1], head.output[-1]
    looks = ", ".join(f"{token} {shown(weight)}" for token, weight in zip(TRACE.tokens, weights, strict=True))
    brings = ", ".join(f"{feature} {shown(number)}" for feature, number in zip(features, output, strict=True))
    drawing = Drawing(
        308,
        title=f"The {name} at he-is?",
        alt=f"The {name} in the sentence “{SENTENCE}”. The weights with which he-is? looks at each token: {looks}. "
        f"The values there, shared out by these weights, add up to what the head brings back: {brings}.",
    )
    role = f"role-{name.replace(' ', '-')}"
    stroke, value = colour(role), colour("role-value")
    middle = sum(ROWS) / len(ROWS)
    start = middle - BEAM / 2  # the beams leave he-is? side by side
    for y, weight in zip(ROWS, weights, strict=True):
        start += BEAM * weight / 2
        drawing.curve(
            f"M{ASKS},{start:.2f} C{ASKS + 60},{start:.2f} {BEAM_END - 46},{y} {BEAM_END},{y}",
            stroke=stroke, width=max(0.75, round(BEAM * weight, 2)), dash=dash if weight > 0.1 else None,
        )  # fmt: skip
        start += BEAM * weight / 2
    drawing.pill(ASKS, middle, "he-is?", size=13, fill=INK, ink=PAPER, stroke="none", width=60)

    drawing.text(WEIGHTS, 20, "weight", size=SMALL, fill=stroke, bold=True)
    drawing.text(sum(VALUES) / 2, 20, "value", size=SMALL, fill=value, bold=True)
    for y, token, weight, values in zip(ROWS, TRACE.tokens, weights, head.V, strict=True):
        looked_at = weight > 0.1
        drawing.pill(
            TOKENS, y, token, size=13, width=98,
            stroke=stroke if looked_at else MUTED, dash=dash and "4 3" if looked_at else None,
        )  # fmt: skip
        drawing.text(WEIGHTS, y, shown(weight), size=15, fill=stroke, bold=looked_at)
        for x, number in zip(VALUES, values, strict=True):
            drawing.text(x, y, f"{number:.0f}", size=15, fill=value if number else MUTED, bold=bool(number))
    drawing.line((WEIGHTS - 24, 236), (356, 236), stroke=MUTED)
    drawing.text(WEIGHTS - 24, 258, "output", size=SMALL, fill=stroke, bold=True, anchor="end")
    for x, number, feature in zip(VALUES, output, features, strict=True):
        drawing.text(x, 258, shown(number), size=15, fill=stroke, bold=True)
        for y, word in zip((280, 294), feature.split(), strict=True):
            drawing.text(x, y, word, size=SMALL, fill=MUTED)
    return drawing
