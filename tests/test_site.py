"""The built site: its pages, what each of them must have, and what none may have."""

import filecmp
import re

import pytest
from mkdocs.config import load_config
from mkdocs.structure.files import get_files

from tests.site_build import REPO_URL, ROOT, SITE_URL, SOURCES, build_site, built
from tools import offline

# How the theme's own inline scripts begin.
SCRIPTS_OF_THEME = (
    "__md_scope=",
    "var palette=__md_get(",
    "var target=document.getElementById(location.hash",
)
# Where an address elsewhere is no more than a name or a link: nothing is fetched from it.
NOT_LOADED = ("a[href]", "link[rel~=canonical][href]", "meta[content]", "svg[xmlns]", "math[xmlns]")


def test_build_warns_of_nothing(site_process):
    assert site_process.returncode == 0, site_process.stdout
    assert [line for line in site_process.stdout.splitlines() if not line.startswith("INFO ")] == []


def test_pages_are_those_of_docs(pages):
    assert set(pages) == {built(source) for source in SOURCES} | {"notebooks/workshop/index.html", "404.html"}


def test_two_builds_are_the_same_bytes(site, tmp_path):
    assert build_site(tmp_path, PYTHONHASHSEED="1").returncode == 0
    files, again = ({p.relative_to(root) for p in root.rglob("*") if p.is_file()} for root in (site, tmp_path))
    assert files == again
    same, different, unread = filecmp.cmpfiles(site, tmp_path, files, shallow=False)
    assert (different, unread) == ([], [])
    assert len(same) == len(files)


def test_footer_gives_credit(pages):
    for name, page in pages.items():
        link = page.select_one('footer a[href="https://www.techaarvam.com"]')
        assert link, name
        assert link.get_text() == "TechAarvam", name


def test_every_page_has_title_and_description_of_its_own(pages):
    titles = {name: page.title.get_text(strip=True) for name, page in pages.items()}
    assert all("Superhero Transformer" in title for title in titles.values()), titles
    assert len(set(titles.values())) == len(titles), titles
    for name, page in pages.items():
        description = page.select_one("meta[name=description]")
        assert description, name
        assert len(description["content"]) > 40, name


def test_every_page_has_one_top_heading(pages):
    assert {name: len(page.select("h1")) for name, page in pages.items()} == dict.fromkeys(pages, 1)


def test_no_id_stands_twice(pages):
    for name, page in pages.items():
        ids = [element["id"] for element in page.select("[id]")]
        assert sorted(ids) == sorted(set(ids)), name


def test_figures_are_inline_and_named(pages):
    for source in SOURCES:
        text = (ROOT / "docs" / source).read_text(encoding="utf-8")
        alts = re.findall(r"^!\[([^\]]+)\]\([^)]*figures/[\w-]+\.svg\)", text, re.MULTILINE)
        figures = pages[built(source)].select("article svg[role=img]")
        assert [figure["aria-label"] for figure in figures] == alts, source
        assert pages[built(source)].select("article img") == [], source


# What a strict Content-Security-Policy would refuse, and what would tell a third party who reads the course.


def test_nothing_is_loaded_from_elsewhere(pages):
    for name, page in pages.items():
        for element in page.select(":not(a, meta)"):
            elsewhere = [
                f"{element.name}[{attribute}]: {value}"
                for attribute, value in element.attrs.items()
                if re.match(r"\s*(https?:)?//", str(value)) and not element.css.match(", ".join(NOT_LOADED))
            ]
            assert elsewhere == [], name


def test_stylesheets_load_only_what_the_site_has(site):
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert "@import" not in text, sheet
        for url in re.findall(r"url\(\s*[\"']?([^\"')]+)", text):
            assert url.startswith("data:") or (sheet.parent / url).resolve().is_relative_to(site), (sheet, url)
            assert url.startswith("data:") or (sheet.parent / url).is_file(), (sheet, url)


def test_no_inline_script_of_ours(pages):
    for name, page in pages.items():
        for script in page.select("script:not([src], [type='application/json'])"):
            assert script.string.startswith(SCRIPTS_OF_THEME), name
        handlers = [attribute for element in page.select("*") for attribute in element.attrs if attribute[:2] == "on"]
        assert handlers == [], name


def test_no_inline_style(pages):
    for name, page in pages.items():
        assert page.select("[style], style") == [], name


# A fork publishes itself: addresses follow from the environment.


def test_addresses_are_those_of_the_publisher(pages):
    for source in SOURCES:
        page = pages[built(source)]
        assert page.select_one("link[rel=canonical]")["href"] == SITE_URL + built(source).removesuffix("index.html")
        assert page.select_one("a[rel~=edit]")["href"] == f"{REPO_URL}/edit/main/docs/{source}"
        assert page.select_one(f"header a[href='{REPO_URL}']"), source


def test_site_of_no_publisher_offers_no_repository(tmp_path):
    process = build_site(tmp_path, SITE_URL=None, REPO_URL=None)
    assert process.returncode == 0, process.stdout
    for path in tmp_path.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert 'rel="edit"' not in text, path
        assert "md-source" not in text, path


# While an author writes, nothing is kept for reading without network: it would be old at once.


@pytest.mark.parametrize(("command", "has_worker"), [("build", True), ("serve", False)])
def test_service_worker_is_for_published_sites_only(command, has_worker):
    config = load_config(str(ROOT / "mkdocs.yml"))
    offline.on_startup(command=command, dirty=False)
    try:
        offline.on_config(config)
        files = offline.on_files(get_files(config), config)
        assert (offline.SCRIPT in map(str, config.extra_javascript)) == has_worker
        assert [bool(files.get_file_from_path(path)) for path in (offline.SCRIPT, offline.WORKER)] == [has_worker] * 2
    finally:
        offline.on_startup(command="build", dirty=False)
