"""What a reader does on the site: go on to the next chapter, choose colours, copy code, mistype an address."""

from playwright.sync_api import expect

from tests.browser.accessibility import THEME, check, settle
from tests.browser.conftest import wait_until
from tests.site_build import ROOT, SITE_URL
from tools.chapter import read

LOOK = "getComputedStyle(document.querySelector('h1')).font + getComputedStyle(document.body).backgroundColor"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def test_next_chapter_opens_in_place_and_whole(open_tab):
    page = open_tab("attention/sentence/")
    page.evaluate("window.stays = true")
    page.locator("footer a[rel=next], .md-footer__link--next").click()
    page.wait_for_url(SITE_URL + "attention/queries-keys-values/")
    heading = read(ROOT / "docs/attention/queries-keys-values.md").title
    expect(page.locator("h1")).to_contain_text(heading)
    assert page.evaluate("window.stays"), "the page was loaded afresh"
    assert page.title().startswith(heading)
    assert page.locator("link[rel=canonical]").get_attribute("href").endswith("/attention/queries-keys-values/")
    settle(page)
    check(page)
    page.go_back()
    page.wait_for_url(SITE_URL + "attention/sentence/")
    expect(page.locator("h1")).to_contain_text(read(ROOT / "docs/attention/sentence.md").title)
    assert page.evaluate("window.stays"), "the page was loaded afresh"


def test_scheme_that_is_chosen_stays(open_tab):
    page = open_tab(color_scheme="light")
    light = page.evaluate(BACKGROUND)
    for label in ("Switch to light", "Switch to dark"):
        page.locator(f"label[title='{label}']").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", THEME["dark"])
    settle(page)
    dark = page.evaluate(BACKGROUND)
    assert dark != light
    page.reload()
    assert page.evaluate(BACKGROUND) == dark
    page.goto("attention/tokens/")
    assert page.evaluate(BACKGROUND) == dark


def test_menu_of_a_phone(open_tab):
    page = open_tab("attention/tokens/", viewport={"width": 360, "height": 800})
    page.locator("header label[for=__drawer]").click()
    chapter = page.locator("nav.md-nav--primary").get_by_role("link", name="The object head")
    expect(chapter).to_be_in_viewport()
    settle(page)
    check(page, ".md-sidebar--primary")
    chapter.click()
    expect(page.locator("h1")).to_contain_text("The object head")


def test_copy_button_copies_the_code_and_nothing_else(open_tab):
    block = read(ROOT / "docs/index.md").blocks[0]
    page = open_tab(permissions=["clipboard-read", "clipboard-write"])
    page.locator("article .language-python button").first.click()
    code = block.fence.code.strip()
    wait_until(lambda: page.evaluate("navigator.clipboard.readText()").strip() == code)


def test_address_that_is_not_there_leads_home(chromium):
    with chromium.new_context() as context:  # watched by nobody, as the browser itself complains of the 404
        page = context.new_page()
        page.goto(SITE_URL)
        look = page.evaluate(LOOK)
        assert page.goto(SITE_URL + "attention/nowhere/deep/").status == 404
        assert page.evaluate(LOOK) == look
        page.locator("article a").first.click()
        page.wait_for_url(SITE_URL)
        expect(page.locator("h1")).to_contain_text("Superhero Transformer")


def test_site_can_be_read_without_scripts(open_tab):
    page = open_tab("attention/queries-keys-values/", java_script_enabled=False)
    for part in ("h1", "article math[display=block]", "article svg[role=img]", "article pre", ".md-footer"):
        expect(page.locator(part).first).to_be_visible()
