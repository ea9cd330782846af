"""Every page of the site, in a real Chromium: it can be used by everyone, fits a phone, and is drawn in full."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import check, show
from tests.browser.conftest import tab
from tests.site_build import SOURCES, built

PATHS = [*(built(source).removesuffix("index.html") for source in SOURCES), "404.html"]
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
def only_tab(chromium: Browser) -> Iterator[Page]:
    """A tab for all pages: another one for each would take twice the time."""
    with tab(chromium) as page:
        yield page


@pytest.fixture(scope="module", params=PATHS)
def page(request: pytest.FixtureRequest, only_tab: Page) -> Page:
    """Each page of the site, with its folds open."""
    only_tab.goto(request.param)
    only_tab.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    return only_tab


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme, width):
    show(page, scheme, width)
    check(page)


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_sticks_out(page, width):
    show(page, "light", width)
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_formulas_are_drawn(page):
    show(page, "light", 360)
    assert page.evaluate(NOT_DRAWN) == []


def test_figures_are_drawn_in_the_colours_of_the_scheme(page):
    for figure in page.locator("article svg[role=img]").all():
        show(page, "light", 360)
        light = figure.evaluate(COLOURS)
        assert figure.bounding_box()["width"] > 250
        show(page, "dark", 360)
        assert figure.evaluate(COLOURS) != light
