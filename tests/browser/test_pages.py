"""Every page of the site, in a real Chromium: it can be used by everyone, fits a phone, and is drawn in full."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import findings, show, start
from tests.browser.conftest import tab, wait_until
from tests.site_build import SOURCES, built
from tests.test_style_sheets import CLASS, styled
from tools.style_sheets import NOT_MADE

PATHS = [*(built(source).removesuffix("index.html") for source in SOURCES), "notebooks/workshop/", "404.html"]
# The innermost elements that stick out of the window, apart from those in a box that can be scrolled.
STICKING_OUT = """() => {
  const scrolls = element =>
    element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const sticksOut = element => {
    const box = element.getBoundingClientRect()
    return box.width && box.right > innerWidth + 1 && element.checkVisibility() && !scrolls(element.parentElement)
  }
  return [...document.querySelectorAll("[data-md-component=container] *, footer *")]
    .filter(element => sticksOut(element) && ![...element.children].some(sticksOut))
    .map(element => element.outerHTML.slice(0, 120))
}"""
NOT_DRAWN = """() => [...document.querySelectorAll("article math")]
  .filter(formula => {
    const box = formula.getBoundingClientRect()
    return !(formula instanceof MathMLElement && box.width > 4 && box.height > 4)
  })
  .map(formula => formula.outerHTML.slice(0, 120))"""
COLOURS = """figure => [...figure.querySelectorAll("*")].map(part => {
  const style = getComputedStyle(part)
  return [style.fill, style.stroke].join()
})"""


@pytest.fixture(scope="module")
def tabs(chromium: Browser) -> Iterator[dict[str, Page]]:
    """A tab for each colour scheme. All pages are opened in these two: more of them would take twice the time."""
    with tab(chromium, color_scheme="light") as light, tab(chromium, color_scheme="dark") as dark:
        yield {"light": light, "dark": dark}


@pytest.fixture(scope="module", params=PATHS)
def views(request: pytest.FixtureRequest, tabs: dict[str, Page]) -> dict[str, Page]:
    """Each page of the site, by colour scheme, with its folds open."""
    for page in tabs.values():
        page.goto(request.param)
        if page.locator(".cells-top").count():
            page.locator(".cell-bar").first.wait_for()  # the scripts may close folds
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    return tabs


@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing(views, width):
    for scheme, page in views.items():
        show(page, scheme, width)
        start(page)  # both at once: there is more than one core
    found = [f"{scheme}: {finding}" for scheme, page in views.items() for finding in findings(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_sticks_out(views, width):
    show(views["light"], "light", width)
    assert views["light"].evaluate(STICKING_OUT) == []
    assert views["light"].evaluate("document.documentElement.scrollWidth") <= width


def test_formulas_are_drawn(views):
    assert views["light"].evaluate(NOT_DRAWN) == []


def test_symbols_of_formulas_are_drawn_by_their_own_font(views):
    page = views["light"]
    if page.locator("article math").count():
        page.locator("article math").first.scroll_into_view_if_needed()  # see test_formulas.py
        wait_until(lambda: page.evaluate("[...document.fonts].every(({ status }) => status === 'loaded')"))
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    document = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    symbols = session.send("DOM.querySelectorAll", {"nodeId": document, "selector": "article :is(mi, mn, mo, mtext)"})
    texts = page.locator("article").locator("mi, mn, mo, mtext").all_text_contents()
    used = [
        [font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]]
        for node in symbols["nodeIds"]
    ]
    session.detach()
    missing = {text for text, fonts in zip(texts, used, strict=True) if set(fonts) - {"Noto Sans Math"}}
    assert not missing, f"add {missing} to SYMBOLS in the Makefile, then: make math-font"


def test_what_scripts_have_made_is_styled(views, site):
    (sheet,) = site.glob("assets/css/*.css")
    kept = CLASS.findall(sheet.read_text(encoding="utf-8"))
    in_use = views["light"].evaluate(
        "[...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])"
    )
    left_out = {name for name in styled() & set(in_use) if name.startswith(NOT_MADE)} - set(kept)
    assert not left_out, "take them out of NOT_MADE"


def test_figures_are_drawn_in_the_colours_of_the_scheme(views):
    light, dark = (page.locator("article svg[role=img]").all() for page in views.values())
    for figure, same in zip(light, dark, strict=True):
        assert figure.bounding_box()["width"] > 250
        assert figure.evaluate(COLOURS) != same.evaluate(COLOURS)
