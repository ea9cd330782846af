"""What a reader does with notebooks on the site. That they look right, test_pages.py sees."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import THEME
from tests.browser.conftest import wait_until
from tools.notebooks.notebook import FOLDER

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


def test_formulas_are_mathml_and_solutions_fold(open_tab):
    page = open_tab("notebooks/workshop/")
    assert page.locator("article .formula math").first.evaluate("formula => formula instanceof MathMLElement")
    fold = page.locator("article details", has_text="Solution").first
    expect(fold.locator("pre")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("pre")).to_be_visible()
