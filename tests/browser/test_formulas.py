"""The font of formulas is fetched when one is near. That it draws them, test_pages.py sees."""

import pytest

from tests.browser.conftest import tab
from tests.site_build import SITE_URL

FONT = f"{SITE_URL}assets/fonts/noto-sans-math.woff2"
PAGE = "notebooks/workshop/"  # its first formula is far down
WITHOUT = "network/corrections/"
SHIFTS = """() => {
  window.shifts = []
  new PerformanceObserver(list => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift" })
}"""


@pytest.fixture
def page(chromium):
    with tab(chromium) as page:
        page.fonts = []
        page.on("request", lambda request: request.resource_type == "font" and page.fonts.append(request.url))
        yield page


def test_font_is_fetched_when_a_formula_is_near(page):
    page.goto(PAGE)
    page.wait_for_load_state("networkidle")
    assert page.fonts == []
    top = page.locator("article math").first.evaluate("formula => formula.getBoundingClientRect().top")
    height = page.evaluate("innerHeight")
    page.evaluate("y => scrollTo(0, y)", top - height - 1200)
    page.wait_for_timeout(300)
    assert page.fonts == []
    with page.expect_request(FONT):
        page.evaluate("y => scrollTo(0, y)", top - height - 600)  # it is not seen yet


def test_nothing_moves_for_who_scrolls(page):
    page.goto(PAGE)
    page.evaluate(SHIFTS)
    page.mouse.move(400, 400)
    end = page.locator("article math").nth(10).evaluate("formula => formula.getBoundingClientRect().bottom")
    while page.evaluate("scrollY") < end:
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(20)
    assert page.fonts == [FONT]
    assert page.evaluate("shifts") == []


def test_font_is_fetched_when_a_page_with_formulas_is_opened_in_place(page):
    page.goto(WITHOUT)
    page.wait_for_load_state("networkidle")
    assert not page.locator("math").count()
    page.evaluate("window.stays = true")
    with page.expect_request(FONT):
        page.locator(".md-footer__link--next").click()
        page.locator("article math").first.scroll_into_view_if_needed()
    assert page.evaluate("window.stays"), "the page was loaded afresh"


def test_font_is_fetched_at_once_where_no_script_runs(chromium):
    with tab(chromium, java_script_enabled=False) as page, page.expect_request(FONT):
        page.goto(PAGE)


def test_font_is_fetched_at_once_for_paper(page):
    page.goto(PAGE)
    with page.expect_request(FONT):
        page.emulate_media(media="print")
