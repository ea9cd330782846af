"""The notebooks on the site: where each chapter links to its own, and the one that is a page."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup

from tests.prose.compare import stripped
from tests.site_build import REPO_URL, ROOT, SITE_URL, build_site, built
from tests.test_colours import variables
from tools.course import parts
from tools.notebooks.links import colab_address
from tools.notebooks.notebook import FOLDER, WORKSHOP, notebook_of
from tools.notebooks.page import converted
from tools.notebooks.project import REPOSITORY, SITE
from tools.search_index import PAGES

DOCS = ROOT / "docs"
CHAPTERS = [path for part in parts().values() for path in part]
PAGE = "notebooks/workshop/index.html"
COLAB = "https://colab.research.google.com/github"


def links(page):
    """What the links to a page's notebook say, and where they lead."""
    return {link.get_text(strip=True): link["href"] for link in page.select(".notebook-links a")}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_chapter_links_to_its_notebook(pages, site, path):
    name = built(path.relative_to(DOCS).as_posix())
    notebook = notebook_of(path)
    found = links(pages[name])
    assert list(found) == ["Open in Colab", "Download notebook"]
    assert found["Open in Colab"] == (
        f"{COLAB}/learner/superhero-transformer/blob/main/docs/notebooks/{path.parent.name}/{path.stem}.ipynb"
    )
    assert (site / name / ".." / found["Download notebook"]).resolve().read_bytes() == notebook.read_bytes()
    assert pages[name].select_one(".notebook-links a[download]")["href"] == found["Download notebook"]


def test_only_what_is_a_notebook_links_to_one(pages):
    with_links = {name for name, page in pages.items() if links(page)}
    assert with_links == {PAGE, *(built(path.relative_to(DOCS).as_posix()) for path in CHAPTERS)}


@pytest.mark.parametrize(
    ("repository", "name"),
    [
        ("https://github.com/learner/attention", "learner/attention"),
        ("https://github.com/learner/attention/", "learner/attention"),
        ("https://github.com/learner/attention.git", "learner/attention"),
        ("https://gitlab.com/learner/attention", None),
        ("https://example.org/github.com/learner/attention", None),
        ("https://github.com/learner", None),
    ],
)
def test_colab_opens_what_is_on_github(repository, name):
    address = f"{COLAB}/{name}/blob/main/docs/notebooks/workshop.ipynb" if name else None
    assert colab_address(repository, "notebooks/workshop.ipynb") == address


@pytest.mark.parametrize(
    ("repository", "colab"),
    [
        (None, colab_address(REPOSITORY, "notebooks/attention/tokens.ipynb")),
        ("https://git.example.org/learner/attention", None),
    ],
)
def test_links_follow_the_repository_that_builds_the_site(tmp_path, repository, colab):
    assert build_site(tmp_path, REPO_URL=repository).returncode == 0
    text = (tmp_path / "attention" / "tokens" / "index.html").read_text(encoding="utf-8")
    assert re.findall(rf'"({COLAB}[^"]*)"', text) == ([colab] if colab else [])
    assert "Download notebook" in text


# The course as one notebook, as a page.


def test_no_other_notebook_is_a_page(pages):
    assert [name for name in pages if name.startswith("notebooks/")] == [PAGE]


def test_page_shows_every_cell_and_runs_none(pages, site_process):
    notebook = nbformat.read(WORKSHOP, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    article = pages[PAGE].select_one("article")
    shown = [block for block in article.select(".highlight") if not block.find_parent("details")]
    sources = [block.get_text().strip("\n") for block in shown if "language-python" in block["class"]]
    outputs = [stripped(block.get_text()) for block in shown if "language-text" in block["class"]]
    assert sources == [cell.source.strip("\n") for cell in cells]
    said = [output.get("text") or output.get("data", {}).get("text/plain") for cell in cells for output in cell.outputs]
    errors = ["\n".join(output.get("traceback", [])) for cell in cells for output in cell.outputs]
    assert outputs == [stripped(text or error) for text, error in zip(said, errors, strict=True)]
    assert "execute=True" not in site_process.stdout


def test_page_has_the_formulas_of_the_chapters(pages):
    chapters = [pages[built(path.relative_to(DOCS).as_posix())] for path in CHAPTERS]
    for kind in ("article math", "article .formula > math", "article table", "article details"):
        assert len(pages[PAGE].select(kind)) == sum(len(chapter.select(kind)) for chapter in chapters), kind
    for text in pages[PAGE].select_one("article").find_all(string=re.compile(r"\$|\\frac")):
        assert text.find_parent(["code", "pre"]), text


def test_page_has_the_figures_of_the_chapters_as_images(pages, site):
    chapters = [pages[built(path.relative_to(DOCS).as_posix())] for path in CHAPTERS]
    drawn = [figure for chapter in chapters for figure in chapter.select("article svg[role=img]")]
    assert len(drawn) > 8
    assert not pages[PAGE].select("article svg[role=img]")
    for scheme in ("light", "dark"):
        images = pages[PAGE].select(f"article img[src$='#only-{scheme}']")
        said = [[image["alt"], image["width"], image["height"], image["loading"]] for image in images]
        assert said == [[svg["aria-label"], svg["width"], svg["height"], "lazy"] for svg in drawn]
        for image, svg in zip(images, drawn, strict=True):
            file = (site / PAGE / ".." / image["src"].partition("#")[0]).resolve()
            in_the_file = BeautifulSoup(file.read_bytes(), "html.parser").svg
            assert colours_of(in_the_file) == [coloured(value, scheme) for value in colours_of(svg)]


def colours_of(svg):
    """Return what each part of a figure is filled and drawn with."""
    parts = [svg, *(part for part in svg.find_all() if part.name not in ("title", "desc"))]
    return [part.get(name) for part in parts for name in ("fill", "stroke")]


def coloured(value, scheme):
    """Return the colour that a figure's value has on a page of a scheme: as text, if not as the file itself says it."""
    name = re.fullmatch(r"var\(--([\w-]+)\)", value or "")
    if not name:
        return value
    colour = variables(scheme)[name[1]]
    return colour if scheme == "dark" else f"var(--{name[1]}, {colour})"


def test_page_is_found_by_its_chapters(site):
    found = json.loads((site / PAGES).read_text(encoding="utf-8"))
    assert [entry for entry in found if entry["location"].startswith("notebooks/")] == []


def test_page_offers_the_notebook_and_no_edit(pages, site):
    found = links(pages[PAGE])
    assert found["Open in Colab"] == f"{COLAB}/learner/superhero-transformer/blob/main/docs/notebooks/workshop.ipynb"
    assert (site / PAGE / ".." / found["Download notebook"]).resolve().read_bytes() == WORKSHOP.read_bytes()
    assert not pages[PAGE].select("a[rel~=edit]")


def test_table_of_contents_has_parts_and_chapters(pages):
    contents = pages[PAGE].select(".md-sidebar--secondary a[href^='#']")
    titles = [title for part, paths in parts().items() for title in [part, *(chapter_title(path) for path in paths)]]
    assert [link.get_text(" ", strip=True) for link in contents] == titles


def chapter_title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def test_every_notebook_is_a_file_of_the_site(site):
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.ipynb")}
    on_site = {path.relative_to(site / "notebooks").as_posix() for path in (site / "notebooks").rglob("*.ipynb")}
    assert on_site == {*files - {"workshop.ipynb"}, "workshop/workshop.ipynb"}


PLUGIN = """<style>p {{ color: red }}</style><script>ran = true</script>
<div class="jp-MarkdownOutput"><h3 id="x">Rows<a class="anchor-link" href="#x">¶</a></h3>
<p>See <a href="{site}network/logits/#loss">loss</a>, which costs $5 or $x &lt; 1$.</p><p>$$
\\frac{{1}}{{2}}
$$</p><table><tr><td style="text-align: right">1</td></tr></table></div>
<div class="jp-MarkdownOutput"><h4>Recap</h4><h4>Recap</h4></div>
<div class="jp-InputPrompt">In [ ]:</div><div class="highlight-ipynb hl-python"><pre><span></span>\
<span class="n">price</span><span class="w"> </span><span class="o">=</span> <span class="s2">"$5$"</span></pre></div>
<div class="jp-OutputArea-output"><pre>1</pre></div>"""


def test_what_the_plugin_makes_becomes_a_page_of_ours():
    html, contents = converted(PLUGIN.format(site=SITE), "notebooks/workshop/")
    assert not re.search(r"<style|<script| style=|In \[ \]|¶", html)
    assert '<a href="../../network/logits/#loss">' in html
    assert "costs $5 or <math><mi>x</mi><mo>&lt;</mo><mn>1</mn></math>." in html
    assert '<div class="formula"><math display="block">' in html
    assert '<td align="right">1</td>' in html
    code = 'price <span class="o">=</span> <span class="s2">"$5$"</span>'  # only what has a colour is marked
    assert f'<pre class="cell">{code}</pre>' in html
    assert '<div class="language-text highlight"><pre class="cell">1</pre></div>' in html
    assert re.findall(r'id="([^"]*)"', html) == ["rows", "rows-recap", "rows-recap_1"]
    assert contents == [{"level": 3, "id": "rows", "name": "Rows", "children": []}]


def test_addresses_are_those_of_the_site_that_is_built(pages):
    article = pages[PAGE].select_one("article")
    assert SITE != SITE_URL
    assert REPO_URL != REPOSITORY
    assert [link["href"] for link in article.select("a[href]") if link["href"].startswith(SITE)] == []
