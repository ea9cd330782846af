"""Bound numbers: a faint line under them, and the expression that gives them on hover, focus and tap."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import check, show

PAGE = "attention/object-head/"
NEXT = "attention/action-head/"


@pytest.fixture
def page(open_tab):
    return open_tab(PAGE)


@pytest.fixture
def number(page):
    return page.locator("article p data").first


@pytest.fixture
def tip(page):
    return page.get_by_role("tooltip", include_hidden=True)


def test_the_expression_is_shown_on_hover(page, number, tip):
    expect(tip).to_be_hidden()
    number.hover()
    expect(tip).to_have_text(number.get_attribute("value"))
    expect(tip).to_be_visible()
    tip.hover()  # to copy it, say
    expect(tip).to_be_visible()
    page.locator("h1").hover()
    expect(tip).to_be_hidden()


def test_the_expression_is_shown_on_focus_and_described_by_it(page, number, tip):
    numbers = page.locator("article data[tabindex='0']")
    assert numbers.count() == page.locator("article data").count() > 5
    number.focus()
    expect(tip).to_be_visible()
    expect(number).to_have_accessible_description(number.get_attribute("value"))
    page.keyboard.press("Tab")
    expect(tip).to_have_text(numbers.nth(1).get_attribute("value"))
    assert number.get_attribute("aria-describedby") is None
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_the_expression_is_shown_on_a_tap(open_tab):
    page = open_tab(PAGE, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 700})
    number, tip = page.locator("article p data").first, page.get_by_role("tooltip", include_hidden=True)
    number.tap()
    expect(tip).to_be_visible()
    page.locator("article h2").first.tap()
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_every_expression_fits_the_window_and_can_be_read(page, tip, width, scheme):
    show(page, scheme, width)
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    for number in page.locator("article data").all():
        number.focus()
        expect(tip).to_have_text(number.get_attribute("value"))
        inside = tip.evaluate(
            """tip => {
              const { left, top, right, bottom } = tip.getBoundingClientRect()
              return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
            }"""
        )
        assert inside, number.get_attribute("value")
    check(page)


def test_the_expression_is_shown_on_a_page_opened_in_place(page, tip):
    page.evaluate("window.isSame = true")
    page.locator("data").first.focus()
    page.locator(".md-footer__link--next").click()
    page.wait_for_url(f"**/{NEXT}")
    assert page.evaluate("window.isSame")
    expect(tip).to_be_hidden()
    number = page.locator("article p data").first
    number.focus()
    expect(tip).to_have_text(number.get_attribute("value"))


def test_nothing_of_it_is_printed(page, number, tip):
    line = "number => getComputedStyle(number).textDecorationLine"
    number.focus()
    assert number.evaluate(line) == "underline"
    page.emulate_media(media="print")
    assert number.evaluate(line) == "none"
    expect(tip).to_be_hidden()
