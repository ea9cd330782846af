"""Text in the colours of the site can be read by everyone: WCAG's AA, in both schemes."""

import re

import pytest

from tests.site_build import ROOT

ROLES = ("query", "key", "value", "object-head", "action-head", "ffn")
LEAST = 4.5  # https://www.w3.org/TR/WCAG22/#contrast-minimum


def variables(scheme):
    """Return the colours that the style sheets define for a scheme, light or dark, by name."""
    found = {}
    for sheet in ("colours.css", "roles.css"):
        text = (ROOT / "docs/assets/css" / sheet).read_text(encoding="utf-8")
        for selector, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            if scheme == "dark" or "slate" not in selector:
                found |= re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rules)
    return found


def luminance(colour):
    """Return a colour's relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance"""
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour, other):
    """Return the contrast of two colours, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio"""
    darker, lighter = sorted(map(luminance, (colour, other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_others():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # as in many tables
    assert contrast("#ff0000", "#0000ff") == pytest.approx(2.15, abs=0.005)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(scheme):
    colour = variables(scheme)
    softs = [f"role-{role}-soft" for role in ROLES]
    pages, figures = ["paper", "card"], ["figure-paper", *softs]
    texts = {f"role-{role}": [*pages, "figure-paper", f"role-{role}-soft"] for role in ROLES}
    texts |= {"figure-ink": figures, "figure-muted": figures}
    texts |= dict.fromkeys(("ink", "muted", "cape", "code-word", "code-text", "code-name"), pages)
    texts |= {verdict: [*pages, f"{verdict}-soft"] for verdict in ("right", "hint", "wrong")}
    texts["ink"] = [*pages, "mark", "right-soft", "hint-soft", "wrong-soft"]
    faint = {
        f"{text} on {ground}": round(ratio, 2)
        for text, grounds in texts.items()
        for ground in grounds
        if (ratio := contrast(colour[text], colour[ground])) < LEAST
    }
    assert faint == {}


def test_schemes_differ_in_every_colour():
    light, dark = variables("light"), variables("dark")
    assert [name for name in light if light[name] == dark[name]] == []
