"""The one parser of chapters: tests, notebooks and the site's tools all read a chapter through ``read``.

A chapter is Markdown. What it runs is a ``Block``: a python fence, the ``text`` fence straight after it that shows its
output, and the directives above it, ``<!-- raises: ValueError -->`` and ``<!-- not run: REASON -->``. What its prose
says of that code are its ``bindings``: see ``tools.bindings``.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from tools.bindings import Binding, find_bindings
from tools.directives import Directive, read_directives
from tools.fences import Fence, MarkdownError, Scan, line_at, scan
from tools.prose import Prose, is_blank

LANGUAGES = ("python", "text", "sh", "yaml", "toml")
HTML_CODE = re.compile(r"<(pre\b|code\b.*\bclass\b)", re.IGNORECASE | re.DOTALL)  # a block of code, in HTML
TITLE = re.compile(r"^# +(.+?)[ #\r]*$", re.MULTILINE)


class ChapterError(ValueError):
    """A chapter that cannot be read; ``problems`` says all that is wrong with it."""

    def __init__(self, path, problems):
        self.problems = sorted(problems, key=lambda problem: problem.line)
        super().__init__("\n".join(f"{path}:{problem.line}: {problem.message}" for problem in self.problems))


@dataclass(frozen=True)
class Problem:
    """Something that is wrong in a chapter that can be read."""

    line: int
    start: int  # in the chapter's text, in characters
    message: str


@dataclass(frozen=True)
class Block:
    """A python fence and all that belongs to it."""

    fence: Fence
    output: Fence | None
    raises: str | None  # the name of the exception that the page says it raises
    not_run: str | None  # the reason why it is not run

    @property
    def line(self) -> int:
        """The line of its code's opening backticks."""
        return self.fence.line

    @property
    def start(self) -> int:
        """Where its code's fence starts."""
        return self.fence.start

    @property
    def end(self) -> int:
        """Where its code's fence ends."""
        return self.fence.end


@dataclass(frozen=True)
class Chapter:
    """A chapter. Offsets in its parts count the characters of ``text``."""

    path: str
    text: str
    prose: Prose  # the text with all fences and comments blanked out, every offset kept
    title: str
    fences: tuple[Fence, ...]
    blocks: tuple[Block, ...]
    bindings: tuple[Binding, ...]
    directives: tuple[Directive, ...]

    @property
    def steps(self) -> list[Block | Binding]:
        """All that is run, blocks and bindings, in the order of the page."""
        return sorted([*self.blocks, *self.bindings], key=lambda step: step.start)

    @property
    def script(self) -> str:
        """All its code as one script, without the blocks that raise."""
        return "\n".join(block.fence.code for block in self.blocks if not (block.raises or block.not_run))


def read(path) -> Chapter:
    """Read the chapter at this path. Its line ends are kept as they are, so that offsets hold for the file.

    Raises:
        ChapterError: It is written in a way that readers of Markdown would understand differently, or names a
            language or a directive that there is not.
    """
    return parse(Path(path).read_bytes().decode(), path)


@lru_cache(maxsize=32)  # more than there are pages, which `mkdocs serve` reads again at each save
def parse(text: str, path="<text>") -> Chapter:
    """Read a chapter from its text; as ``read``."""
    found = scan(text)
    prose = Prose(found.prose)
    directives, misspelt = read_directives(found.comments)
    bindings, unreadable = find_bindings(prose, directives)
    problems = found.problems + misspelt + unreadable
    problems += [
        MarkdownError(line_at(text, span.start()), f"{span[0]} would show what nobody checks: write a fence")
        for span in prose.spans
        if span.lastgroup == "tag" and HTML_CODE.match(span[0])
    ]
    if text.startswith("\ufeff"):
        problems.append(MarkdownError(1, "a byte order mark (BOM) comes before this line: save the page without one"))
    problems += [unknown_language(fence) for fence in found.fences if fence.language not in LANGUAGES]
    said: dict[int, dict[str, str]] = {fence.start: {} for fence in found.fences}
    for directive in directives:
        try:
            attach(directive, found, said)
        except MarkdownError as problem:
            problems.append(problem)
    blocks = []
    for fence, following in zip_longest(found.fences, found.fences[1:]):
        if fence.language != "python":
            continue
        output = following if is_output(text, fence, following) else None
        if output and output.prefix != fence.prefix:
            problems.append(MarkdownError(output.line, f"indent this output block as the code of line {fence.line}"))
        blocks.append(Block(fence, output, said[fence.start].get("raises"), said[fence.start].get("not run")))
    if problems:
        raise ChapterError(path, problems)
    title = TITLE.search(found.prose)
    return Chapter(
        path=str(path),
        text=text,
        prose=prose,
        title=title[1] if title else "",
        fences=tuple(found.fences),
        blocks=tuple(blocks),
        bindings=tuple(bindings),
        directives=tuple(directives),
    )


def unknown_language(fence: Fence) -> MarkdownError:
    """Say that the fence's language is none of ours, and which may be meant."""
    known = f"It must be one of {', '.join(LANGUAGES)}"
    if not fence.language:
        return MarkdownError(fence.line, f"this fence names no language. {known}")
    close = get_close_matches(fence.language.lower(), LANGUAGES, n=1, cutoff=0.4)
    hint = f": did you mean {close[0]}?" if close else "."
    return MarkdownError(fence.line, f"unknown language {fence.language!r}{hint} {known}")


def is_output(text: str, fence: Fence, following: Fence | None) -> bool:
    """Whether a fence is the output block of the one before it: straight after, with blank lines at most between."""
    return following is not None and following.language == "text" and is_blank(text[fence.end : following.start])


def attach(directive: Directive, found: Scan, said: dict[int, dict[str, str]]) -> None:
    """Note what a directive says of the python fence below it; directives about the prose are left alone."""
    name = directive.name
    if name not in ("raises", "not run"):
        return
    fence = next((fence for fence in found.fences if fence.start >= directive.end), None)
    if fence is None or fence.language != "python" or not is_blank(found.prose[directive.end : fence.start]):
        raise MarkdownError(directive.line, f"<!-- {name}: ... --> must stand straight above a python fence")
    if name in said[fence.start]:
        raise MarkdownError(directive.line, f"the block of line {fence.line} has two directives {name!r}")
    said[fence.start][name] = directive.value
