"""Formulas: every one becomes MathML, none is left as LaTeX, and one that cannot be turned stops the build."""

import json
import re

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown
from mkdocs.exceptions import BuildError

from tests.site_build import ROOT, SOURCES, build_site, built, copy_sources
from tools.mathml import Formulas
from tools.search_index import PAGES

LEFT_OVER = re.compile(r"\$|\\[a-zA-Z]+|\\\\")  # a dollar, a command, the end of a row


def html(markdown):
    """Return what a text in Markdown becomes."""
    return BeautifulSoup(Markdown(extensions=[Formulas()]).convert(markdown), "html5lib").body


def formulas_of(source):
    """Return the formulas of a page: a reading of its own, cruder than that of the build."""
    text = (ROOT / "docs" / source).read_text(encoding="utf-8")
    text = re.sub(r"^( *)(```+).*?^\1\2 *$", "", text, flags=re.MULTILINE | re.DOTALL)  # fences
    text = re.sub(r"`[^`\n]+`|<!--.*?-->", "", text, flags=re.DOTALL)
    return re.findall(r"\$\$[^$]+\$\$|\$[^$\n]+\$", text)


def text_of(element):
    """Return the text that a reader sees, without code and formulas."""
    copy = BeautifulSoup(str(element), "html5lib")
    for other in copy.select("code, pre, math, script, style"):
        other.decompose()
    return copy.get_text()


def test_every_formula_of_the_pages_is_mathml(pages):
    found = {source: len(pages[built(source)].select("article math")) for source in SOURCES if source != "api.md"}
    assert found == {source: len(formulas_of(source)) for source in found}
    assert sum(found.values()) > 50


def test_no_page_has_latex_left_over(pages):
    for name, page in pages.items():
        assert LEFT_OVER.findall(text_of(page)) == [], name
        for formula in page.select("math"):
            assert LEFT_OVER.findall(formula.get_text()) == [], name
            assert formula.select("merror, annotation, script") == [], name
        shown = [element[name] for name in ("alt", "aria-label", "title") for element in page.select(f"[{name}]")]
        assert [text for text in shown if LEFT_OVER.search(text)] == [], name


def test_search_reads_no_latex(site):
    for entry in json.loads((site / PAGES).read_text(encoding="utf-8")):
        assert LEFT_OVER.findall(text_of(BeautifulSoup(entry["title"] + entry["text"], "html5lib"))) == [], entry


@pytest.mark.parametrize(
    ("markdown", "formulas", "text"),
    [
        ("Let $d_h = 2$ be.", 1, "Let  be."),
        ("$a$, $b$ and $c$.", 3, ",  and ."),
        ("$$\nQ K^T\n$$", 1, ""),
        ("It costs $5 or $6.", 0, "It costs $5 or $6."),
        (r"Not \$a\$ but $a$.", 1, "Not $a$ but ."),
        ("`$a$` is code.", 0, "is code."),
        ("    $a$\n", 0, ""),
        ("| $a_1$ | b |\n", 1, "|  | b |"),
        ("**$a * b * c$**", 1, ""),
    ],
)
def test_dollars(markdown, formulas, text):
    body = html(markdown)
    assert len(body.select("math")) == formulas
    assert text_of(body).strip() == text


@pytest.mark.parametrize("formula", ["$99% of it$", "$%$", "$x + `code`$", "$$\n1 % + 2\n$$"])
def test_formula_of_which_a_part_would_vanish_is_refused(formula):
    with pytest.raises(BuildError, match="cannot be turned into MathML"):
        html(formula)


def test_percent_sign_with_a_backslash_is_one():
    assert "99%" in html(r"$99\%$").get_text()


@pytest.mark.parametrize(
    "formula", [r"$\frac{1}$", r"$\nosuchcommand x$", r"$\left( x$", "$$\n\\begin{bmatrix} 1\n$$", "$$\nx"]
)
def test_formula_that_cannot_be_turned_stops_the_build(formula, tmp_path):
    copy_sources(tmp_path)
    page = tmp_path / "docs/attention/tokens.md"
    page.write_text(page.read_text(encoding="utf-8") + f"\n{formula}\n", encoding="utf-8")
    process = build_site(tmp_path / "site", tmp_path)
    assert process.returncode != 0
    assert "attention/tokens.md" in process.stdout
    assert formula.strip("$\n") in process.stdout
