"""The one style sheet of the published pages: all that styles something is in it, in its order."""

import re
from functools import cache
from pathlib import Path

import material
import pytest

from tests.site_build import ROOT
from tools.style_sheets import Words, with_one_sheet, without_unused

PAGE = '<div class="card is-open" data-state="done"><a href="#" hidden>tabs</a></div>'
SCRIPT = 'box.className = `button--${kind}`; if (box.matches("[lang]")) style.getPropertyValue("--told"); "md-version"'
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")


@cache
def styled():
    """Return the classes that our style sheets and the theme's know."""
    originals = [
        *(ROOT / "docs/assets/css").glob("*.css"),
        *(Path(material.__file__).parent / "templates/assets/stylesheets").glob("[mp]*.css"),
    ]
    return {name for sheet in originals for name in CLASS.findall(sheet.read_text(encoding="utf-8"))}


def slim(css):
    return without_unused(css, Words([PAGE], [SCRIPT]))


@pytest.mark.parametrize(
    "css",
    [
        "a{color:red}",
        ".card.is-open>a:hover::before{color:red}",
        ".card:not(.tabs) :is(a,.tabs){color:red}",
        ".button--stop{color:red}",
        "[hidden][lang],[data-state=done]{color:red!important}",
        "@media print{a{color:red}}",
        "@keyframes turn{to{rotate:1turn}}",
        "a{--x:red;color:var(--x,blue)}",
        "a{--told:red}",
        "a{color:red}.card{color:blue}a{color:green}",
    ],
)
def test_what_is_used_stays_as_it_is(css):
    assert slim(css) == css


@pytest.mark.parametrize(
    ("css", "left"),
    [
        (".tabs{color:red}", ""),  # a word on the page, but no class
        (".card .tabs,a{color:red}", "a{color:red}"),
        (".md-version{color:red}", ""),  # which the script would make on another site
        ("[align]{color:red}", ""),
        ("[data-state=waiting]{color:red}", ""),
        (".button{color:red}", ""),
        ("@media print{.tabs{color:red}}", ""),
        ("a{--x:red;color:blue}", "a{color:blue}"),
        (".card{--x:red}.tabs{color:var(--x)}", ""),
        ("/* why */ a {\n  color: red; /* red */\n}\n", "a{color:red}"),
    ],
)
def test_what_is_not_used_goes(css, left):
    assert slim(css) == left


def test_one_sheet_stands_where_the_first_stood():
    links = [f'<link rel="stylesheet" href="../{sheet}.css">' for sheet in "abc"]
    page = f"<title>T</title>\n{links[0]}\n{links[1]}<script></script>\n{links[2]}\n</head>"
    one = '<title>T</title>\n<link rel="stylesheet" href="../one.css">\n<script></script>\n</head>'
    assert with_one_sheet(page, ["a.css", "b.css", "c.css"], "one.css") == one
    with pytest.raises(ValueError, match="other style sheets"):
        with_one_sheet(page, ["a.css", "b.css"], "one.css")


def test_pages_have_one_sheet_with_each_of_their_classes(pages, site):
    links = {link["href"].lstrip("./") for page in pages.values() for link in page.select("link[rel=stylesheet]")}
    sheets = list(site.rglob("*.css"))
    assert {link.removeprefix("superhero-transformer/") for link in links} == {
        sheet.relative_to(site).as_posix() for sheet in sheets
    }
    assert [len(page.select("link[rel=stylesheet]")) for page in pages.values()] == [1] * len(pages)
    on_pages = {name for page in pages.values() for element in page.select("[class]") for name in element["class"]}
    (sheet,) = sheets
    assert len(styled() & on_pages) > 100
    assert (styled() & on_pages) - set(CLASS.findall(sheet.read_text(encoding="utf-8"))) == set()
