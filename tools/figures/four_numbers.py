"""The four numbers that the two heads bring back to he-is?, as rows that stand under one another."""

from superhero.tokens import FEATURES
from tools.figures.drawing import MUTED, SMALL, colour, shown

COLUMNS = (132, 196, 260, 324)  # the x of each
ROLES = ("role-object-head", "role-object-head", "role-action-head", "role-action-head")


def label(drawing, y, text):
    """Write what a row is, left of it."""
    drawing.text(8, y, text, size=13, fill=MUTED, anchor="start")


def number_row(drawing, y, name, row):
    """Draw four numbers in boxes: the object head's with a solid outline, the action head's with a dashed one."""
    label(drawing, y, name)
    for x, number, role in zip(COLUMNS, row, ROLES, strict=True):
        dash = "4 3" if role == "role-action-head" else None
        drawing.box(x, y - 19, 58, 38, fill=colour(f"{role}-soft"), stroke=colour(role), dash=dash)
        drawing.text(x, y, shown(number), size=16, fill=colour(role), bold=True)


def bit_row(drawing, y, row):
    """Write four bits, and what each means."""
    label(drawing, y, "rounded")
    for x, bit, feature in zip(COLUMNS, row, FEATURES[:4], strict=True):
        drawing.text(x, y, str(bit), size=20, bold=True)
        for below, word in zip((24, 38), feature.split(), strict=True):
            drawing.text(x, y + below, word, size=SMALL, fill=MUTED)


def listed(row):
    """Return numbers as text: [0.99, 0]."""
    return f"[{', '.join(map(shown, row))}]"


def meanings(row):
    """Return four bits with what each means, as text."""
    return ", ".join(f"{feature} {bit}" for feature, bit in zip(FEATURES[:4], row, strict=True))
