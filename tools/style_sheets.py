"""A hook of MkDocs: a published page has one style sheet, without what styles nothing on this site.

Most of the theme's style is for what other sites have: tabs, blogs, banners, twenty colours. A rule goes if it asks for
a class, an attribute or a value that is in no page and in no script, and then each variable that nothing uses. While
`mkdocs serve` runs, the sheets stay as they are.
"""

import hashlib
import re
from collections.abc import Container, Iterator
from itertools import groupby, pairwise
from pathlib import Path

import tinycss2
from mkdocs.plugins import event_priority
from tinycss2.ast import Node, QualifiedRule

LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)">\s*')
TAG = re.compile(r"<[a-z][^>]*>")
WORD = re.compile(r"[\w-]+")
VARIABLE = re.compile(r"var\((--[\w-]+)")
FOLDER = "assets/css"  # as of our own sheets, which name files by relative addresses; the theme's name none
GROUPS = ("media", "supports")
# What the theme's scripts make on other sites only, of notes in code, tabs, versions, what GitHub counts; and what they
# ask of a page written from right to left. A page that has one of these keeps it.
NOT_MADE = ("footnote", "md-annotation", "md-source__", "md-tooltip", "md-version", "rtl", "tabbed-")

SERVING = False


def on_startup(command, dirty):
    global SERVING
    SERVING = command == "serve"


@event_priority(-100)  # before the service worker is told of every file
def on_post_build(config):
    if SERVING:
        return
    site = Path(config.site_dir)
    pages = {path: path.read_bytes().decode() for path in site.rglob("*.html")}
    # Those of lunr, which know other languages, are on no page.
    scripts = [path.read_bytes().decode() for path in site.rglob("*.js") if "lunr" not in path.parts]
    sheets = LINK.findall(pages[site / "index.html"])
    text = "".join((site / sheet).read_bytes().decode() for sheet in sheets)
    text = without_unused(text, Words(pages.values(), scripts))
    one = f"{FOLDER}/site.{hashlib.sha256(text.encode()).hexdigest()[:8]}.css"
    for sheet in sheets:
        (site / sheet).unlink()
    (site / one).write_bytes(text.encode())
    for path, page in pages.items():
        path.write_bytes(with_one_sheet(page, sheets, one).encode())


def with_one_sheet(page: str, sheets: list[str], one: str) -> str:
    """Return a page with one style sheet in the place of those that it has."""
    links = list(LINK.finditer(page))
    root = links[0][1].removesuffix(sheets[0])
    if [link[1] for link in links] != [root + sheet for sheet in sheets]:
        raise ValueError(f"a page has other style sheets than the home page: {[link[1] for link in links]}")
    first = links[0].start()
    return page[:first] + f'<link rel="stylesheet" href="{root}{one}">\n' + LINK.sub("", page[first:])


class Words(Container[str]):
    """All words that may be a class, an attribute or its value: those of tags and of scripts."""

    def __init__(self, pages, scripts):
        self.words = {word for page in pages for tag in TAG.findall(page) for word in WORD.findall(tag)}
        in_scripts = {word for script in scripts for word in WORD.findall(script) if not word.startswith(NOT_MADE)}
        self.words |= in_scripts
        # Scripts make words such as `cell-button--${kind}`.
        self.beginnings = tuple(word for word in in_scripts if re.fullmatch(r"[a-z][\w-]+[-_]", word))

    def __contains__(self, word):
        return word in self.words or word.startswith(self.beginnings)


def without_unused(text: str, words: Words) -> str:
    """Return a style sheet without the rules and the variables that nothing uses, and without comments."""
    text = "".join(kept(parsed(text), words))
    return "".join(kept(parsed(text), words, variables={*VARIABLE.findall(text), *words.words}))


def parsed(text: str | list[Node]) -> list[Node]:
    return tinycss2.parse_rule_list(text, skip_comments=True, skip_whitespace=True)


def kept(rules: list[Node], words: Words, variables: Container[str] | None = None) -> Iterator[str]:
    """Yield the rules that are used, each with the variables that are used."""
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = ",".join(used(rule, words))
            style = ";".join(declarations(rule, variables))
            if selectors and style:
                yield f"{selectors}{{{style}}}"
        elif rule.type == "at-rule" and rule.at_keyword in GROUPS:
            inside = "".join(kept(parsed(rule.content), words, variables))
            if inside:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}"
        else:
            yield rule.serialize()


def used(rule: QualifiedRule, words: Words) -> Iterator[str]:
    """Yield those of a rule's selectors that ask for nothing but what there is."""
    for is_comma, tokens in groupby(rule.prelude, key=lambda token: token == ","):
        selector = list(tokens)
        if not is_comma and all(word in words for word in asked_for(selector)):
            yield tinycss2.serialize(selector).strip()


def asked_for(selector: list[Node]) -> Iterator[str]:
    """Yield the classes, attributes and values in a selector, but for those in brackets such as :not()."""
    for before, token in pairwise([None, *selector]):
        if token.type == "ident" and before == ".":
            yield token.value
        elif token.type == "[] block":
            for part in token.content:
                if part.type in ("ident", "string"):
                    yield from WORD.findall(part.value)


def declarations(rule: QualifiedRule, variables: Container[str] | None) -> Iterator[str]:
    for declaration in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        name = declaration.name
        if variables is None or not name.startswith("--") or name in variables:
            important = "!important" if declaration.important else ""
            yield f"{name}:{tinycss2.serialize(declaration.value).strip()}{important}"
