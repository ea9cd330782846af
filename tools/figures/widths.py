"""How often training finds a network that gets everything right, by the width of its hidden layer."""

import numpy as np

from superhero.results import load
from tools.figures.drawing import INK, MUTED, SMALL, Drawing, colour

TOP, BOTTOM = 56, 216  # of a bar of 100
FIRST, STEP = 34, 42


def draw():
    runs = load("widths")
    widths = np.unique(runs["width"]).tolist()
    solved = [int((runs["right"][runs["width"] == width] == 64).sum()) for width in widths]
    seeds = len(runs["width"]) // len(widths)
    shares = ", ".join(f"{count} with {width}" for width, count in zip(widths, solved, strict=True))
    drawing = Drawing(
        272,
        title="How wide must the hidden layer be?",
        alt=f"A bar chart: how many of {seeds} training runs reach 64 of 64, by hidden units: {shares}.",
    )
    ffn = colour("role-ffn")
    drawing.text(180, 16, f"runs of {seeds} that reach 64 of 64", fill=INK)
    for i, (width, count) in enumerate(zip(widths, solved, strict=True)):
        x = FIRST + STEP * i
        height = count / seeds * (BOTTOM - TOP)
        if count:
            drawing.add("rect", x=x - 13, y=BOTTOM - height, width=26, height=height, rx=min(4, height / 2), fill=ffn)
        drawing.text(x, BOTTOM - height - 12, str(count), bold=True, fill=ffn)
        drawing.text(x, BOTTOM + 18, str(width))
    drawing.line((10, BOTTOM), (350, BOTTOM), stroke=MUTED)
    drawing.text(180, BOTTOM + 42, "hidden units", size=SMALL, fill=MUTED)
    return drawing
