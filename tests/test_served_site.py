"""`mkdocs serve`: whatever is edited, the site is the one that a fresh start makes, and as much is said of it."""

import logging
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tests.served_site import Served, served
from tests.site_build import copy_sources
from tools import unchanged_pages

# A file; what in it becomes what (None: this is added); the page that shows it, and what that shows then.
EDITS = {
    "a setting": ("mkdocs.yml", "Link to this section", "Link to here", "glossary/", "Link to here"),
    "the package": ("superhero/words.py", '"""The eight words', '"""Of the eight words', "api/", "Of the eight words"),
    "how the API looks": (
        "overrides/.mkdocstrings/python/material/docstring/returns.html.jinja",
        'lang.t("Returns:")',
        '"Gives back:"',
        "api/",
        "Gives back:",
    ),
    "how pages look": ("overrides/main.html", "{{ super() }}", '{{ super() }}<meta name="edited">', "", '"edited"'),
    "a broken link": ("docs/attention/sentence.md", None, "\n[Lost](lost.md)\n", "attention/sentence/", "Lost"),
    "another page": ("docs/index.md", None, "\nAnother page.\n", "", "Another page."),
    "the page it leads to": ("docs/attention/lost.md", None, "# Found\n", "attention/sentence/", 'href="../lost/"'),
    "a link to a heading": (
        "docs/glossary.md",
        None,
        "\n[A place](attention/tokens.md#tokens-as-vectors)\n",
        "glossary/",
        "A place",
    ),
    "that heading": ("docs/attention/tokens.md", "# Tokens as vectors", "# Renamed", "attention/sentence/", "Renamed"),
    "a block": ("docs/index.md", None, "\n```python\nimport torch\n```\n", "", 'data-cell="torch"'),
}


def edit(path: Path, old: str | None, new: str) -> None:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old is None or old in text, path
    path.write_text(text + new if old is None else text.replace(old, new), encoding="utf-8")


def files_of(site: Served) -> dict[str, bytes]:
    paths = [path for path in site.folder.rglob("*") if path.is_file()]
    return {path.relative_to(site.folder).as_posix(): path.read_bytes() for path in paths}


def said_of(site: Served) -> list[str]:
    """What the last build warned of."""
    return re.findall(r"^WARNING .*", site.log.read_text().rpartition("Building documentation...")[2], re.MULTILINE)


def test_after_any_edit_the_site_is_as_from_a_fresh_start(tmp_path):
    copy_sources(tmp_path)
    # Python for the browser is not made as by a fresh start: see tools/pyodide/hook.py.
    edit(tmp_path / "mkdocs.yml", "  - tools/pyodide/hook.py\n", "")
    said = {}
    with served(tmp_path) as site:
        assert said_of(site) == []
        for name, (path, old, new, page, shown) in EDITS.items():
            assert shown not in site.page(page), name
            edit(tmp_path / path, old, new)
            site.wait_for(shown, page)
            said[name] = said_of(site)
        files = files_of(site)
    with served(tmp_path, site.port) as fresh:
        assert said_of(fresh) == said["a block"]
        fresh_files = files_of(fresh)
    assert [name for name in {**files, **fresh_files} if files.get(name) != fresh_files.get(name)] == []
    links = {name: re.findall("a link '([^']+)'", "".join(lines)) for name, lines in said.items()}
    assert {name: found for name, found in links.items() if found} == {
        "a broken link": ["lost.md"],
        "another page": ["lost.md"],
        "that heading": ["attention/tokens.md#tokens-as-vectors"],
        "a block": ["attention/tokens.md#tokens-as-vectors"],
    }


# What is not made again.


@pytest.fixture
def build(monkeypatch):
    """A function that renders pages as a build does, given their Markdown and what all depend on; it returns those that
    it had to render, and the pages themselves. A page of "wrong" is warned of; the others name each other."""

    def render(page, config, files):
        rendered.append(page.file.src_uri)
        page.content = f"<p>{page.markdown}</p>"
        page.present_anchor_ids = {page.markdown}
        page.links_to_anchors = {other: {"#place": "other.md#place"} for other in files if other is not page.file}
        config.plugins["autorefs"].register_anchor(page, page.markdown, primary=True)
        config.plugins["mkdocstrings"].handlers.inventory.register(name=page.markdown)
        if page.markdown == "wrong":
            logging.getLogger("mkdocs.structure.pages").warning("wrong")

    class Register(list):
        def register(self, *args, **kwargs):
            self.append((args[1:], kwargs))

        register_anchor = register

    def build(markdown, shared):
        rendered.clear()
        monkeypatch.setattr(unchanged_pages, "SHARED", shared)
        anchors, objects = Register(), Register()
        plugins = {"autorefs": anchors, "mkdocstrings": SimpleNamespace(handlers=SimpleNamespace(inventory=objects))}
        files = Files([File(name, "docs", "site", use_directory_urls=True) for name in markdown])
        pages = [Page(None, file, {}) for file in files]
        for page in pages:
            page.markdown = markdown[page.file.src_uri]
            unchanged_pages.on_pre_page(page, None, files).render(SimpleNamespace(plugins=plugins), files)
            assert page.content == f"<p>{page.markdown}</p>"
            assert page.present_anchor_ids == {page.markdown}
            assert [id(file) for file in page.links_to_anchors] == [id(file) for file in files if file is not page.file]
        assert anchors == [((text,), {"primary": True}) for text in markdown.values()]
        assert objects == [((), {"name": text}) for text in markdown.values()]
        return list(rendered)

    rendered = []
    monkeypatch.setattr(unchanged_pages, "RENDERED", {})
    monkeypatch.setattr(Page, "render", render)
    return build


@pytest.mark.parametrize(
    ("markdown", "shared", "rendered"),
    [
        ({"a.md": "a", "b.md": "b"}, "shared", []),
        ({"a.md": "a", "b.md": "new"}, "shared", ["b.md"]),
        ({"a.md": "a", "b.md": "b"}, "new", ["a.md", "b.md"]),
        ({"a.md": "a"}, "shared", ["a.md"]),
        ({"a.md": "a", "new.md": "b"}, "shared", ["a.md", "new.md"]),
    ],
)
def test_page_is_rendered_again_if_what_it_is_made_from_has_changed(build, markdown, shared, rendered):
    assert build({"a.md": "a", "b.md": "b"}, "shared") == ["a.md", "b.md"]
    assert build(markdown, shared) == rendered
    assert build(markdown, shared) == []


def test_what_was_said_of_a_page_is_said_again(build):
    for _ in range(3):
        assert build({"wrong.md": "wrong"}, "shared") == ["wrong.md"]
    assert build({"wrong.md": "right"}, "shared") == ["wrong.md"]
    assert build({"wrong.md": "right"}, "shared") == []


def test_code_that_has_changed_since_it_was_loaded_is_said(tmp_path, monkeypatch, caplog):
    def said():
        caplog.clear()
        unchanged_pages.look(config)
        unchanged_pages.say_what_still_runs()
        return [record.getMessage().partition(" ")[0] for record in caplog.records]

    loaded, other, settings = (tmp_path / name for name in ("loaded.py", "other.py", "mkdocs.yml"))
    for path in (loaded, other, settings):
        path.write_text("old")
    config = SimpleNamespace(config_file_path=str(settings), watch=[str(tmp_path)])
    monkeypatch.setattr(unchanged_pages, "SHARED", None)
    monkeypatch.setattr(unchanged_pages, "AT_START", {})
    monkeypatch.setitem(sys.modules, "loaded", SimpleNamespace(__file__=str(loaded)))
    assert said() == []
    other.write_text("new")
    assert said() == []
    loaded.write_text("new")
    assert said() == said() == [str(loaded)]
    loaded.write_text("old")
    assert said() == []


class Index:
    """A stand-in for the index of the search."""

    def __init__(self):
        self.entries, self.read = [], []

    def add_entry_from_context(self, page):
        self.read.append(page.content)
        about = {"location": page.url, "title": page.title, **page.meta}
        self.entries += [{**about, "text": text} for text in page.content.split()]


@pytest.mark.parametrize(
    ("change", "is_read"),
    [
        ({}, False),
        ({"content": "one"}, True),
        ({"title": "New"}, True),
        ({"meta": {"tags": ["b"]}}, True),
        ({"url": "a.html"}, True),
    ],
)
def test_page_is_read_for_the_search_again_if_what_is_read_has_changed(monkeypatch, change, is_read):
    monkeypatch.setattr(unchanged_pages, "INDEXED", {})
    for more, read in (({}, True), (change, is_read), (change, False)):
        attributes = {"content": "one two", "title": "Old", "meta": {"tags": ["a"]}, "url": "a/", **more}
        index, page = Index(), SimpleNamespace(file=SimpleNamespace(src_uri="a.md"), **attributes)
        unchanged_pages.add_to_index(index, page)
        assert bool(index.read) == read
        expected = Index()
        expected.add_entry_from_context(page)
        assert index.entries == expected.entries
