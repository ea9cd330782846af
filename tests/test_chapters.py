"""The chapters themselves: how each is built, and that no block of theirs is missed.

What their blocks show is compared by tests/prose, when pytest collects the pages.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Comment
from markdown import Markdown
from mkdocs.utils.yaml import yaml_load

from tests.page_forms import NUMBER_PLACES, PLACES
from tests.prose import script
from tests.site_build import built
from tools.chapter import ChapterError, parse, read
from tools.course import ROOT, pages, parts
from tools.mathml import Formulas
from tools.unbound import results

PAGES = sorted((ROOT / "docs").rglob("*.md"))
ALL_PAGES = [*sorted(ROOT.glob("*.md")), *PAGES]
CHAPTERS = [chapter for part in parts().values() for chapter in part]
MOST_RECAP_LINES = 5


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_chapter_opens_with_what_you_will_be_able_to_do(path):
    chapter = read(path)
    title, opening = re.split(r"\n\s*\n", chapter.prose.text.strip())[:2]
    assert title == f"# {chapter.title}"
    assert opening.startswith("**You will be able to** ")


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_chapter_closes_with_a_recap_and_the_next_chapter(path):
    heading, *recap = re.split(r"^## ", read(path).text, flags=re.MULTILINE)[-1].strip().split("\n")
    *recap, link = [line for line in recap if line.strip()]
    assert heading == "Recap"
    assert 1 <= len(recap) <= MOST_RECAP_LINES, "a recap has at most five lines"
    assert all(line.startswith("- ") for line in recap)

    following = dict(zip(pages(), pages()[1:], strict=False))[path]
    target = Path(os.path.relpath(following, path.parent)).as_posix()
    assert link == f"Next: [{read(following).title}]({target})"


def test_every_point_of_the_errata_has_a_bound_value():
    errata = read(ROOT / "docs" / "errata.md")
    points = re.split(r"^### (\d+)\. ", errata.text, flags=re.MULTILINE)[1:]
    numbers, texts = points[::2], points[1::2]
    assert numbers == [str(number) for number in range(1, 16)]
    assert [number for number, text in zip(numbers, texts, strict=True) if '<data value="' not in text] == []


@pytest.mark.parametrize("path", [path for path in ALL_PAGES if read(path).blocks], ids=name)
def test_code_of_a_page_is_a_script(path, tmp_path):
    assert script.failures(read(path), tmp_path) == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.md")), ids=name)
def test_links_beside_the_readme_lead_somewhere(path):
    prose = read(path).prose
    links = [re.search(r"\(([^()\s]*)", span[0])[1] for span in prose.spans if span.lastgroup in ("target", "image")]
    for link in links:
        target, _, place = link.partition("#")
        if "://" not in link:
            there = path if not target else path.parent / target
            assert there.exists(), f"{name(path)}: {link}: no such file"
            assert not place or place in anchors(there), f"{name(path)}: {link}: no such place"


def anchors(path):
    """The anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", read(path).prose.text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_block_is_run():
    not_run = [f"{name(path)}:{block.fence.line}" for path in ALL_PAGES for block in read(path).blocks if block.not_run]
    assert not_run == []


def test_no_number_is_exempt():
    exempt = [
        f"{name(path)}:{directive.line}: {directive.value}"
        for path in ALL_PAGES
        for directive in read(path).directives
        if directive.name == "unbound"
    ]
    assert exempt == []


@pytest.fixture(scope="session")
def collected():
    """How many blocks and bound numbers of each page pytest is handed."""
    command = [sys.executable, "-m", "pytest", "docs", "--collect-only", "--quiet"]
    env = {**os.environ, "PYTEST_ADDOPTS": ""}
    listed = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    return Counter(re.findall(r"^(docs/.+\.md)::", listed, re.MULTILINE))


def built_page(path, site):
    """A page as the site has it."""
    html = site / built(path.relative_to(ROOT / "docs").as_posix())
    return BeautifulSoup(html.read_bytes(), "html5lib")


def highlighted(html):
    """How many blocks of code a reader of the site sees, how many of them are Python, and how many bindings there are.

    Who wrote this HTML is Python-Markdown: another reader of Markdown than tools.chapter. The API page
    is left out: what stands there is tested in the docstrings.
    """
    page = BeautifulSoup(html, "html5lib")
    blocks = page.select("div.highlight:not(.doc *)")
    directives = page.find_all(string=lambda text: isinstance(text, Comment) and re.match(r"\s*(table|values):", text))
    bound = len(page.select("data")) + len(directives)
    return len(blocks), sum("language-python" in block["class"] for block in blocks), bound


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_no_block_of_the_site_is_missed(path, site, collected):
    blocks, python_blocks, bound = highlighted(str(built_page(path, site)))
    assert python_blocks + bound == collected[name(path)], "the site shows what pytest does not run, or the reverse"
    assert blocks == len(read(path).fences), "the site shows code that tools.chapter does not see, or the reverse"


@pytest.fixture(scope="session")
def to_html():
    """Markdown to HTML as the site does it."""
    with (ROOT / "mkdocs.yml").open(encoding="utf-8") as file:
        listed = yaml_load(file)["markdown_extensions"]
    settings = {}
    for extension in listed:
        settings.update(extension if isinstance(extension, dict) else {extension: {}})
    return Markdown(extensions=[*settings, Formulas()], extension_configs=settings).convert


@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES)
def test_the_site_sees_a_block_wherever_we_see_it(text, to_html):
    chapter = parse(text)
    assert highlighted(to_html(text)) == (len(chapter.fences), len(chapter.blocks), 0) == (2, 1, 0)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_the_site_shows_the_formulas_and_images_that_we_see(path, site):
    page = built_page(path, site)
    kinds = Counter(span.lastgroup for span in read(path).prose.spans)
    assert len(page.select("article math")) == kinds["formula"] + kinds["display"]
    assert len(page.select("article img, article svg[role=img]")) == kinds["image"]


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_no_number_of_the_site_is_bound_to_nothing(path, site):
    page = built_page(path, site)
    for comment in page.find_all(string=lambda text: isinstance(text, Comment) and text.strip().startswith("table:")):
        comment.find_next("table").decompose()
    for element in page.select("article :is(pre, code, data, math, svg, .doc, .headerlink)"):
        element.replace_with("~")
    texts = [element.get_text() for element in page.select("article :is(p, li, h1, h2, h3, h4, td, th, summary)")]
    assert [number.text for text in texts for number in results(text)] == []


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("Text.\n\n    print('indented, without a fence')\n", 1),
        ("<!--\n```python\nprint('in a comment')\n```\n-->\n", 0),
        ("````text\n```python\nprint('in a longer fence')\n```\n````\n", 0),
    ],
)
def test_the_count_tells_what_we_miss(text, missed, to_html):
    blocks, python_blocks, _ = highlighted(to_html(text))
    chapter = parse(text)
    assert blocks - len(chapter.fences) == missed
    assert python_blocks == len(chapter.blocks) == 0


def bound_numbers(html):
    """What each bound number of the site is bound to, and what it says."""
    return [(data["value"], " ".join(data.text.split())) for data in BeautifulSoup(html, "html5lib").select("data")]


@pytest.mark.parametrize("text", NUMBER_PLACES.values(), ids=NUMBER_PLACES)
def test_the_site_sees_a_bound_number_wherever_we_see_it(text, to_html):
    assert bound_numbers(to_html(text)) == [("6 * 7:.1f", "42.0")]


EXPRESSIONS = r"""
    a > b · a < b · a & b · a &lt; b · a @ b · a * b * c · a ** b · _a_ · x_1_y · ~~a~~ · a^b^ · a != b · ==a== · {a: 1}
    [a][0] · [a]: b · { .a } · {#a} · # a · {x} · &quot;a&quot; · a  b · a--b · ... · a\b · a\*b · https://a.b · ++a++
    <http://a.b> · <b>a</b> · :smile: · (c) · 1. a · - a · @a · (a)[b] · [^1]
    a | b · x[1](2) · ![a](b) · `a` · $a$ · <a@b>
    """
EXPRESSIONS = [part.strip() for line in EXPRESSIONS.strip().split("\n") for part in line.split("·")]


@pytest.mark.parametrize("text", NUMBER_PLACES.values(), ids=NUMBER_PLACES)
def test_an_expression_comes_through_to_the_site_or_is_refused(text, to_html):
    refused = set()
    for part in EXPRESSIONS:
        expression = f"len(r'''{part}''')"
        page = text.replace("6 * 7", expression)
        try:
            parse(page)
        except ChapterError:
            refused.add(part)
        else:
            assert bound_numbers(to_html(page)) == [(unescape(expression) + ":.1f", "42.0")]
    assert refused - {"a | b"} == {"x[1](2)", "![a](b)", "`a`", "$a$", "<a@b>", "<http://a.b>"}
