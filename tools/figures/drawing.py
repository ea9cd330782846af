"""What every figure is drawn with: an SVG document, its colours, and the few parts that recur.

The drawings follow the reader's colour scheme when a page holds them inline, since their colours are CSS variables of
docs/assets/css/roles.css; anywhere else (on GitHub, say) the colours of the light scheme stand in. That works without
a <style> element, which would leak into the page, and without style attributes, which a strict
Content-Security-Policy forbids. There are no ids either, so that two figures can share a page.
"""

import re
from xml.etree import ElementTree

from tools.figures.colours import ROLES_CSS, light

WIDTH = 360  # units: about one pixel each on a phone, so that text is as large there as it says here
SHOWN = 440  # pixels where there is room, so that text is about as large as the prose beside it
SUBSCRIPT, SMALL, NORMAL, LARGE = 11, 12, 14, 18  # sizes of text; nothing is smaller
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
DASHED = "7 5"  # the action head's lines; the object head's are solid

_LIGHT = light()


def colour(name):
    """Return the colour of a role, such as ``"role-query"``, as an attribute's value."""
    if name not in _LIGHT:
        raise ValueError(f"no colour is called {name!r}; {ROLES_CSS} has: {', '.join(_LIGHT)}")
    return f"var(--{name}, {_LIGHT[name]})"


INK, MUTED, LINE, PAPER = (colour(f"figure-{name}") for name in ("ink", "muted", "line", "paper"))


def shown(number):
    """Return a number as the figures show it: two decimals, but a plain 0 where it is exactly 0."""
    return "0" if number == 0 else f"{number:.2f}".replace("-", "\N{MINUS SIGN}")


class Drawing:
    """An SVG document of ``WIDTH`` by ``height`` units; what is drawn later lies on top.

    Args:
        height: Height in units.
        title: A few words.
        alt: What the picture shows, with its numbers, for someone who does not see it.
    """

    def __init__(self, height, title, alt):
        self.alt = alt
        self.root = ElementTree.Element("svg", {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height}",
            "width": str(SHOWN),
            "height": str(round(height * SHOWN / WIDTH)),
            "role": "img",
            "font-family": FONT,
            "font-size": str(NORMAL),
            "font-variant": "tabular-nums",
            "fill": INK,
        })  # fmt: skip
        self.add("title", title)
        self.add("desc", alt)

    def add(self, tag, text=None, **attributes):
        """Add an element; ``stroke_width=2`` becomes ``stroke-width="2"``, and an attribute of None is left out."""
        attributes = {
            name.replace("_", "-"): f"{value:g}" if isinstance(value, float) else str(value)
            for name, value in attributes.items()
            if value is not None
        }
        element = ElementTree.SubElement(self.root, tag, attributes)
        element.text = text
        return element

    def text(self, x, y, text, size=NORMAL, fill=None, bold=False, anchor="middle"):
        """Write text with its middle at height y. ``W_Q`` and ``K^T`` get a subscript and a superscript."""
        baseline = y + 0.35 * size
        weight = 600 if bold else None
        plain, *raised = re.split(r"([_^])(\w)", text)
        element = self.add(
            "text", plain, x=x, y=baseline, font_size=size, fill=fill, font_weight=weight, text_anchor=anchor
        )
        for mark, letter, rest in zip(raised[::3], raised[1::3], raised[2::3], strict=True):
            dy = 0.25 * size if mark == "_" else -0.4 * size
            attributes = {"dy": f"{dy:g}", "font-size": str(SUBSCRIPT)}
            ElementTree.SubElement(element, "tspan", attributes).text = letter
            if rest:
                ElementTree.SubElement(element, "tspan", {"dy": f"{-dy:g}"}).text = rest
        return element

    def line(self, *points, stroke=LINE, width=1.5, dash=None, **attributes):
        """Draw straight lines through points (x, y)."""
        d = "M" + " L".join(f"{x:g},{y:g}" for x, y in points)
        self.curve(d, stroke=stroke, width=width, dash=dash, **attributes)

    def curve(self, d, stroke=LINE, width=1.5, dash=None, **attributes):
        """Draw the path d."""
        self.add("path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_dasharray=dash, **attributes)

    def arrow(self, start, end, stroke=MUTED, width=1.5):
        """Draw a straight arrow down, up, to the left or to the right."""
        (x, y), (dx, dy) = end, (sign(end[0] - start[0]), sign(end[1] - start[1]))
        self.line(start, end, stroke=stroke, width=width, stroke_linecap="round")
        wings = [(x - 4 * dx + 4 * dy, y - 4 * dy + 4 * dx), end, (x - 4 * dx - 4 * dy, y - 4 * dy - 4 * dx)]
        self.line(*wings, stroke=stroke, width=width, stroke_linecap="round", stroke_linejoin="round")

    def box(self, x, y, width, height, fill=PAPER, stroke=LINE, radius=8, dash=None, stroke_width=1.5):
        """Draw a box with round corners; x is its middle and y its top."""
        self.add(
            "rect", x=x - width / 2, y=y, width=width, height=height, rx=radius,
            fill=fill, stroke=stroke, stroke_width=stroke_width, stroke_dasharray=dash,
        )  # fmt: skip

    def pill(self, x, y, text, size=NORMAL, height=30, width=None, ink=None, bold=False, **looks):
        """Draw text in a box whose middle is (x, y)."""
        self.box(x, y - height / 2, width or pill_width(text, size), height, **looks)
        self.text(x, y, text, size=size, fill=ink, bold=bold)

    def svg(self):
        """Return the document as text."""
        self.root.text = "\n"
        for element in self.root:
            element.tail = "\n"  # an element a line; white space inside a text would be drawn
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"


def pill_width(text, size=NORMAL):
    """Return a width that holds the text in any of the system fonts, DejaVu Sans being the widest."""
    return round(0.6 * size * len(text)) + 16


def sign(number):
    return (number > 0) - (number < 0)
