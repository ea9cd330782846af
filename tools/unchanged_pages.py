"""A hook of MkDocs: while `mkdocs serve` runs, a page that a save has left as it was is not rendered again.

What rendering a page depends on is compared by content: its Markdown; the names of all files, where its links lead;
mkdocs.yml and what that has watched, such as superhero, which the API is made from. A page of which something had to be
said, that a link leads nowhere, is rendered again, so that it is said again. Likewise with what the search reads. All
else is made anew at each save: around the text of a page stand the titles of others.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

log = logging.getLogger("mkdocs.hooks.unchanged_pages")

Calls = list[tuple[tuple, dict[str, Any]]]


@dataclass(frozen=True)
class Rendered:
    """What came of rendering a page."""

    made_from: tuple
    attributes: dict[str, Any]  # that the page has got
    links: dict[str, dict[str, str]]  # to places on pages, by the path of that page's source
    entries: list[Calls]  # into each of the registers


RENDERED: dict[str, Rendered] = {}  # by the path of the page's source, as the next
INDEXED: dict[str, tuple[tuple, list[dict]]] = {}  # what the search was given to read, and its entries
SHARED: dict[Path, bytes | None] | None = None  # what every page depends on
AT_START: dict[Path, bytes | None] = {}  # the same, when the server started


def look(config: MkDocsConfig) -> None:
    """Read what every page depends on."""
    global SHARED, AT_START
    watched = [Path(path) for path in (config.config_file_path, *config.watch)]
    paths = [path for root in watched for path in (root, *root.rglob("*")) if path.suffix != ".pyc"]
    SHARED = {path: content(path) for path in paths}
    AT_START = AT_START or SHARED


def say_what_still_runs() -> None:
    """Warn of each file of code that has changed since it was loaded: MkDocs loads hooks once."""
    loaded = {Path(module.__file__) for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
    for path in sorted(loaded & AT_START.keys()):
        if SHARED.get(path) != AT_START[path]:
            log.warning("%s has changed. To see what it does now, stop the server and start it again.", path)


def content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:  # a folder, or the passing file of an editor
        return None


def on_config(config):
    if SHARED is None:
        look(config)


def on_serve(server, config, builder):
    def look_and_build():
        look(config)  # before anything is read: what changes later changes the next build
        say_what_still_runs()
        builder()

    server.builder = look_and_build


def on_pre_page(page, config, files):
    if "render" not in vars(page):  # as a notebook's page has
        page.render = partial(render, page)
    return page


def render(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Render a page, or give it what came of it before."""
    made_from = (page.markdown, list(files.src_uris), SHARED)
    before = RENDERED.pop(page.file.src_uri, None)
    if before and before.made_from == made_from:
        give(before, page, config, files)
        RENDERED[page.file.src_uri] = before
        return
    empty = dict(vars(page))
    anchors, objects = registers(config)
    with saying() as said, recording(*anchors) as anchor_entries, recording(*objects) as object_entries:
        Page.render(page, config, files)
    if not said.get_counts():
        attributes = {name: value for name, value in vars(page).items() if empty.get(name) is not value}
        links = {file.src_uri: places for file, places in (attributes.pop("links_to_anchors", None) or {}).items()}
        RENDERED[page.file.src_uri] = Rendered(made_from, attributes, links, [anchor_entries, object_entries])


def give(rendered: Rendered, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Do all that rendering the page would do."""
    vars(page).update(rendered.attributes)
    page.links_to_anchors = {files.get_file_from_path(path): places for path, places in rendered.links.items()}
    for (register, name), entries in zip(registers(config), rendered.entries, strict=True):
        for args, kwargs in entries:
            getattr(register, name)(*args, **kwargs)


def registers(config: MkDocsConfig) -> tuple[tuple[Any, str], ...]:
    """Where mkdocstrings enters what it describes on a page, and by which method: for links to it, and objects.inv."""
    inventory = config.plugins["mkdocstrings"].handlers.inventory
    return (config.plugins["autorefs"], "register_anchor"), (inventory, "register")


@contextmanager
def recording(register: Any, name: str) -> Iterator[Calls]:
    """Give a list of the calls of a method, to which each is added."""
    method, calls = getattr(register, name), []

    def record(*args, **kwargs):
        calls.append((args, kwargs))
        return method(*args, **kwargs)

    setattr(register, name, record)
    try:
        yield calls
    finally:
        delattr(register, name)


@contextmanager
def saying() -> Iterator[CountHandler]:
    """Give the count of what MkDocs and its plugins say meanwhile."""
    counter = CountHandler(level=logging.INFO)
    log = logging.getLogger("mkdocs")
    log.addHandler(counter)
    try:
        yield counter
    finally:
        log.removeHandler(counter)


def on_env(env, config, files):
    index = config.plugins["material/search"].search_index
    index.add_entry_from_context = partial(add_to_index, index)


def add_to_index(index, page: Page) -> None:
    """Add what the search finds on a page to its index, read now or before."""
    made_from = (page.content, page.title, page.meta, page.url)
    before, entries = INDEXED.get(page.file.src_uri, (None, []))
    if before == made_from:
        index.entries += entries
        return
    count = len(index.entries)
    type(index).add_entry_from_context(index, page)
    INDEXED[page.file.src_uri] = made_from, index.entries[count:]
