"""What a reader does with notebooks on the site. That they look right, test_pages.py sees."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import THEME
from tests.browser.conftest import tab, wait_until
from tests.site_build import SITE_URL
from tools.notebooks.notebook import FOLDER

CHAPTER = "attention/object-head/"
FIGURES = f"{SITE_URL}figures/"
# Of each block of code: its text, and how each of its characters looks.
LOOKS = """blocks => Object.fromEntries(blocks.map(block => {
  const looks = []
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { color, fontWeight, fontStyle } = getComputedStyle(texts.currentNode.parentElement)
    const look = [color, fontWeight, fontStyle].join()
    looks.push(...texts.currentNode.data.replace(/\\s/g, "").split("").map(letter => [letter, look]))
  }
  return [block.textContent.trim(), looks]
}))"""
BACKGROUND = "getComputedStyle(document.querySelector('article .language-python pre')).backgroundColor"


@pytest.mark.parametrize(
    ("page", "notebook"),
    [("attention/object-head/", "attention/object-head.ipynb"), ("notebooks/workshop/", "workshop.ipynb")],
)
def test_notebook_is_downloaded(open_tab, page, notebook):
    page = open_tab(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download notebook").click()
    assert download.value.suggested_filename == notebook.rpartition("/")[2]
    assert json.loads(download.value.path().read_bytes()) == json.loads((FOLDER / notebook).read_bytes())


def test_link_to_the_notebook_follows_when_a_chapter_opens_in_place(open_tab):
    page = open_tab("attention/object-head/")
    page.evaluate("window.stays = true")
    page.locator(".md-footer__link--next").click()
    page.wait_for_url("**/action-head/")
    link = page.get_by_role("link", name="Download notebook")
    wait_until(lambda: link.evaluate("link => link.href").endswith("/notebooks/attention/action-head.ipynb"))
    assert page.evaluate("window.stays"), "the page was loaded afresh"


def test_links_are_not_printed(open_tab):
    page = open_tab("attention/object-head/")
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="Open in Colab")).to_be_hidden()


def test_colours_of_the_page_follow_the_sites(open_tab):
    page = open_tab("notebooks/workshop/", color_scheme="light")
    light = page.evaluate(BACKGROUND)
    for label in ("Switch to light", "Switch to dark"):
        page.locator(f"label[title='{label}']").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", THEME["dark"])
    assert page.evaluate(BACKGROUND) != light


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_has_the_colours_of_the_chapters(open_tab, scheme):
    page = open_tab(CHAPTER, color_scheme=scheme)
    in_chapter = page.locator("article .language-python code").evaluate_all(LOOKS)
    page.goto("notebooks/workshop/")
    in_notebook = page.locator("article .language-python pre").evaluate_all(LOOKS)
    in_both = in_chapter.keys() & in_notebook.keys()  # an exercise's blocks say in the notebook what they are
    assert len(in_both) > 10
    assert {code: in_notebook[code] for code in in_both} == {code: in_chapter[code] for code in in_both}
    assert len({look for code in in_both for _, look in in_chapter[code]}) > 5


def test_code_can_be_copied(open_tab):
    page = open_tab("notebooks/workshop/", permissions=["clipboard-read", "clipboard-write"])
    for block in (page.locator(".language-python").nth(3), page.locator("details .language-python").last):
        block.evaluate("block => block.closest('details')?.setAttribute('open', '')")
        block.get_by_role("button", name="Copy to clipboard").click()
        code = block.locator("pre").text_content().strip()
        wait_until(lambda code=code: page.evaluate("navigator.clipboard.readText()").strip() == code)


def test_formulas_are_mathml_and_solutions_fold(open_tab):
    page = open_tab("notebooks/workshop/")
    assert page.locator("article .formula math").first.evaluate("formula => formula instanceof MathMLElement")
    fold = page.locator("article details", has_text="Solution").first
    expect(fold.locator("pre")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("pre")).to_be_visible()


@pytest.mark.parametrize(("scheme", "name"), [("light", "transformer.svg"), ("dark", "transformer-dark.svg")])
def test_figure_is_fetched_when_it_is_near_and_moves_nothing(chromium, scheme, name):
    with tab(chromium, color_scheme=scheme) as page:
        fetched = []
        page.on("request", lambda request: request.url.startswith(FIGURES) and fetched.append(request.url))
        page.goto("notebooks/workshop/")
        page.wait_for_load_state("networkidle")
        assert fetched == []
        figure = page.locator("article img:visible[src*='figures/transformer']")
        place = "figure => [figure.offsetTop, figure.width, figure.height]"
        empty = figure.evaluate(place)
        figure.scroll_into_view_if_needed()
        wait_until(lambda: figure.evaluate("figure => figure.complete && figure.naturalWidth"))
        assert figure.evaluate(place) == empty
        assert FIGURES + name in fetched
        assert {url.endswith("-dark.svg") for url in fetched} == {scheme == "dark"}


def test_figures_are_printed_in_the_light_scheme(open_tab):
    page = open_tab("notebooks/workshop/", color_scheme="dark")
    light, dark = (page.locator(f"article img[src*='/cube'][src$='#only-{scheme}']") for scheme in ("light", "dark"))
    expect(light).to_be_hidden()
    page.emulate_media(media="print")
    expect(light).to_be_visible()
    expect(dark).to_be_hidden()
