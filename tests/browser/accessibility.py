"""Brings a page into a state that a reader sees, and asks axe-core what is wrong with it."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

THEME = {"light": "default", "dark": "slate"}  # its names of the schemes


def show(page: Page, scheme: str, width: int) -> None:
    """Show a page in a colour scheme, light or dark, and a width in pixels, with nothing moving any more."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector(f"body[data-md-color-scheme={THEME[scheme]}]")
    settle(page)


def settle(page: Page) -> None:
    """Wait until nothing fades or moves any more: a colour that is halfway has the wrong contrast."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(animation => animation.finished))")


def start(page: Page, part: str = "html") -> None:
    """Let axe-core look at a part of a page, without waiting for what it finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate("part => { axeRun = axe.run(part, {resultTypes: ['violations'], preload: false}) }", part)


def findings(page: Page) -> list[str]:
    """Return all that axe-core found: the rule, the element, and what is wrong with it."""
    return [
        f"{violation['id']}: {node['target']}: {node['failureSummary'].splitlines()[-1].strip()}"
        for violation in page.evaluate("axeRun")["violations"]
        for node in violation["nodes"]
    ]


def check(page: Page, part: str = "html") -> None:
    """Fail with all that axe-core finds in a part of a page."""
    start(page, part)
    found = findings(page)
    assert not found, "\n".join(found)
