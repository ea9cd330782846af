"""Search: it finds, and nothing of it is fetched before something is searched for."""

import re
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import check, settle, show
from tests.browser.conftest import wait_until
from tests.site_build import SITE_URL

PARTS = {"pages.json", "search.min.js"}  # the text of all pages, and the theme's worker that looks into it
RESULT = ".md-search-result__link[href*='network/logits/']"
FOUND = "cross-entropy"


def fetched(page):
    """Return a set that names what a page fetches of search, from now on."""
    names = set()

    def note(request):
        name = PurePosixPath(urlsplit(request.url).path).name
        names.add(re.sub(r"^search\.\w+\.min\.js$", "search.min.js", name))

    page.context.on("request", note)
    return names


def field(page):
    return page.get_by_role("textbox", name="Search")


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search_finds_a_chapter(open_tab, scheme, width):
    page = open_tab(viewport={"width": width, "height": 800})
    show(page, scheme, width)
    page.keyboard.press("/")
    field(page).press_sequentially(FOUND)
    result = page.locator(RESULT).first
    expect(result).to_be_visible()
    settle(page)
    check(page, ".md-search")
    result.click()
    expect(page).to_have_url(re.compile("/network/logits/"))
    expect(page.locator("main article")).to_contain_text(FOUND)


def test_nothing_is_fetched_before_something_is_searched_for(open_tab):
    page = open_tab()
    names = fetched(page)
    page.goto("attention/tokens/")
    page.locator(".md-footer__link--next").click()
    page.wait_for_url("**/sentence/")
    page.wait_for_timeout(500)  # the theme closes search a moment after it has opened a page
    page.keyboard.press("s")
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    page.wait_for_load_state("networkidle")
    assert "search.js" in names
    assert names.isdisjoint(PARTS)

    field(page).press("c")  # the first letter finds
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    assert names >= PARTS


@pytest.mark.parametrize("key", ["f", "s", "/"])
def test_keys_open_search_also_for_a_hurried_reader(open_tab, key):
    page = open_tab()
    page.keyboard.press(key)
    page.keyboard.type(FOUND, delay=0)
    expect(page.locator(RESULT).first).to_be_visible()


def test_what_was_searched_for_is_marked_where_it_is_found(open_tab):
    page = open_tab()
    page.keyboard.press("/")
    field(page).press_sequentially("softmax")
    page.locator(RESULT).first.click()
    expect(page.locator("main article mark").first).to_have_text("softmax", ignore_case=True)


def test_address_can_ask(open_tab):
    page = open_tab(f"?q={FOUND}")
    expect(page.locator(RESULT).first).to_be_visible()
    expect(field(page)).to_have_value(FOUND)


def test_words_are_marked_without_the_text_of_the_pages(open_tab):
    page = open_tab()
    names = fetched(page)
    page.goto("attention/tokens/?h=crow")
    expect(page.locator("main article mark").first).to_have_text("crow", ignore_case=True)
    assert names.isdisjoint(PARTS)


def test_those_who_come_back_search_without_network(open_tab):
    page = open_tab(service_workers="allow")
    wait_until(lambda: page.evaluate("async url => Boolean(await caches.match(url))", SITE_URL + "index.html"))
    page.reload()
    wait_until(lambda: page.evaluate("async url => Boolean(await caches.match(url))", SITE_URL + "search/pages.json"))
    page.context.set_offline(True)
    page.reload()
    page.keyboard.press("/")
    field(page).press_sequentially(FOUND)
    expect(page.locator(RESULT).first).to_be_visible()


def test_search_that_found_no_network_works_once_there_is_one(chromium):
    with chromium.new_context(base_url=SITE_URL, service_workers="block") as context:  # the browser itself complains
        page = context.new_page()
        page.goto("")
        page.wait_for_load_state("networkidle")
        context.set_offline(True)
        page.keyboard.press("/")
        field(page).press("c")
        page.wait_for_timeout(300)
        context.set_offline(False)
        field(page).press_sequentially(FOUND[1:])
        expect(page.locator(RESULT).first).to_be_visible()
