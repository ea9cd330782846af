"""The data flow of one head, each array drawn as a grid of its own shape, shaded by its numbers."""

from tools.figures.drawing import INK, MUTED, SMALL, Drawing, colour, sign
from tools.figures.example import SENTENCE, TRACE

CELL = 13
LEFT, MIDDLE, RIGHT = 62, 180, 298
SCORES, WEIGHTS = (LEFT + MIDDLE) / 2, 240
QUERY, KEY, VALUE = (colour(f"role-{name}") for name in ("query", "key", "value"))


def draw():
    head = TRACE.heads[0]
    drawing = Drawing(
        532,
        title="One attention head",
        alt="The data flow of one head. X, of shape (n, 8), times W_Q, W_K and W_V gives the queries Q, the keys K and "
        "the values V, each of shape (n, 2). Q times K transposed, divided by the square root of d_h, plus the mask M, "
        "gives the scores, (n, n). Softmax makes them the weights, (n, n). The weights times V give the output, "
        f"(n, 2). The cells are shaded by the object head's numbers for “{SENTENCE}”, n = {len(TRACE.tokens)}.",
    )
    _array(drawing, MIDDLE, 34, TRACE.X, INK, "X", "(n, 8)")

    for x in (LEFT, MIDDLE, RIGHT):
        _bend(drawing, (MIDDLE, 107), (x, 146))
    for x, A, stroke, letter, name in (
        (LEFT, head.Q, QUERY, "Q", "queries"),
        (MIDDLE, head.K, KEY, "K", "keys"),
        (RIGHT, head.V, VALUE, "V", "values"),
    ):
        drawing.text(x + 8, 139, f"W_{letter}", fill=stroke, anchor="start")
        _array(drawing, x, 178, A, stroke, f"{letter}, {name}", "(n, 2)")

    for x in (LEFT, MIDDLE):
        _bend(drawing, (x, 252), (SCORES, 286))
    _array(drawing, SCORES, 318, head.scores, INK, "Q K^T / √d_h + M", "(n, n)")
    drawing.arrow((SCORES + 36, 344), (WEIGHTS - 36, 344))
    drawing.text((SCORES + WEIGHTS) / 2, 358, "softmax", size=SMALL)
    _array(drawing, WEIGHTS, 318, head.weights, INK, "weights", "(n, n)")

    output = (WEIGHTS + RIGHT) / 2
    drawing.line((RIGHT, 252), (RIGHT, 392), stroke=MUTED)
    for x in (WEIGHTS, RIGHT):
        _bend(drawing, (x, 392), (output, 426))
    _array(drawing, output, 458, head.output, VALUE, "output = weights V", "(n, 2)")
    drawing.text(130, 484, "softmax(Q K^T / √d_h + M) V", bold=True)
    return drawing


def _array(drawing, x, y, array, stroke, name, shape):
    """Draw an array with its top at y, its name above and its shape beneath."""
    rows, columns = array.shape
    left = x - columns * CELL / 2
    drawing.text(x, y - 16, name, fill=stroke, bold=True)
    for i, row in enumerate(array / array.max()):
        for j, share in enumerate(row):
            drawing.add(
                "rect", x=left + j * CELL, y=y + i * CELL, width=CELL, height=CELL, fill=stroke,
                fill_opacity=round(0.8 * float(share), 2), stroke=stroke, stroke_opacity=0.5,
            )  # fmt: skip
    drawing.text(x, y + rows * CELL + 13, shape, size=SMALL, fill=MUTED)


def _bend(drawing, start, end):
    """Draw an arrow down that goes sideways on its way, with round corners."""
    (x1, y1), (x2, y2) = start, end
    turn, level = 8 * sign(x2 - x1), y1 + 14
    sideways = f"V{level - 8} Q{x1},{level} {x1 + turn},{level} H{x2 - turn} Q{x2},{level} {x2},{level + 8}"
    drawing.curve(f"M{x1},{y1} {sideways if turn else ''} V{y2}", stroke=MUTED)
    drawing.arrow((x2, y2 - 6), (x2, y2))
