"""Fences and HTML comments of a Markdown text, each with its place: the lowest layer of ``tools.chapter``.

Markdown has several readers (GitHub, the site, Sybil), and they differ on fences that are written carelessly. Such a
fence is refused here, so that no reader sees a block that another one misses.
"""

import re
from dataclasses import dataclass, field

from sybil import Document, Region
from sybil.parsers.markdown.lexers import FENCE, RawFencedCodeBlockLexer

LEXER = RawFencedCodeBlockLexer(re.compile(r"(?P<info>[^\n]*)(?:\n|\Z)"))
COMMENT_START = re.compile(r"(?<!`)(`+)(?!`)[^\n]+?(?<!`)\1(?!`)|(?P<comment><!--)")  # but not in `code`
ATTRIBUTE = re.compile(r"""([\w-]+)=("[^"]*"|'[^']*')""")


class MarkdownError(Exception):
    """What is wrong with a chapter, at one of its lines."""

    def __init__(self, line, message):
        super().__init__(line, message)
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Fence:
    """A fenced block. Offsets count the characters of the chapter's text, lines count from 1."""

    language: str
    attributes: dict[str, str]  # {"title": "x"}
    code: str  # without the prefix; ends with a newline unless empty
    prefix: str  # what stands before each of its lines: an indent, or "> "
    line: int  # of the opening backticks
    start: int
    end: int  # of the closing backticks
    code_start: int  # of the raw lines between the backticks, prefix and all
    code_end: int

    @property
    def code_line(self) -> int:
        """The line on which its code starts."""
        return self.line + 1


@dataclass(frozen=True)
class Comment:
    """An HTML comment: ``<!-- text -->``."""

    text: str
    line: int
    start: int
    end: int


@dataclass
class Scan:
    """What ``scan`` finds."""

    prose: str  # the text with all fences and comments blanked out, every offset kept
    fences: list[Fence] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    problems: list[MarkdownError] = field(default_factory=list)


def scan(text: str) -> Scan:
    """Find all fences and comments. What lies inside either is text: a fence in a comment, or in a longer fence."""
    found = Scan(prose=text)
    while True:
        regions = outermost(LEXER(Document(found.prose, "")))
        start = first_comment(found.prose, regions)
        if start is None:
            break
        close = text.find("-->", start + len("<!--"))
        if close < 0:
            close = len(text)
            found.problems.append(MarkdownError(line_at(text, start), "this comment is never closed: end it with -->"))
        end = min(close + len("-->"), len(text))
        found.comments.append(Comment(text[start + len("<!--") : close].strip(), line_at(text, start), start, end))
        found.prose = blank(found.prose, start, end)
    for region in regions:
        try:
            found.fences.append(read_fence(text, region))
        except MarkdownError as problem:
            found.problems.append(problem)
        found.prose = blank(found.prose, region.start, region.end)
    return found


def outermost(regions) -> list[Region]:
    """Drop what lies inside another region; Sybil's lexer gives the inner ones first."""
    kept: list[Region] = []
    for region in sorted(regions, key=lambda region: region.start):
        if not kept or region.start >= kept[-1].end:
            kept.append(region)
    return kept


def first_comment(text: str, fences: list[Region]) -> int | None:
    """The offset of the first comment that starts outside the fences."""
    gap_starts = [0, *(fence.end for fence in fences)]
    gap_ends = [*(fence.start for fence in fences), len(text)]
    for gap_start, gap_end in zip(gap_starts, gap_ends, strict=True):
        for match in COMMENT_START.finditer(text, gap_start, gap_end):
            if match["comment"]:
                return match.start()
    return None


def read_fence(text: str, region: Region) -> Fence:
    """Read one fence, or say what is wrong with it."""
    line = line_at(text, region.start)
    opening, *lines = text[region.start : region.end].split("\n")
    match = FENCE.match(opening)
    prefix, fence = match["prefix"], match["fence"]
    if prefix.strip(" \t>"):
        raise MarkdownError(line, "start a fence on a line of its own, indented to the text of its list item")

    closing = lines.pop() if lines else ""
    if not closing.startswith(prefix) or not closing[len(prefix) :].startswith(fence):
        raise MarkdownError(line, f"this fence is never closed: end it with {fence}, indented as here")
    if closing[len(prefix) :].strip() != fence:
        raise MarkdownError(
            line + len(lines) + 1, f"close the fence of line {line} with {fence}, no longer and no shorter"
        )

    for number, content in enumerate(lines, start=line + 1):
        inner = FENCE.match(content)
        if inner and inner["fence"].startswith(fence):
            raise MarkdownError(
                number,
                f"a fence starts inside the fence of line {line}: close that one first (with the same indent), "
                "or give it more backticks than the one inside",
            )
    code = [without_prefix(content, prefix, number) for number, content in enumerate(lines, start=line + 1)]
    language, attributes = read_info(match["trailing"].strip(), line)
    code_start = region.start + len(opening) + 1
    return Fence(
        language=language,
        attributes=attributes,
        code="".join(f"{row}\n" for row in code),
        prefix=prefix,
        line=line,
        start=region.start,
        end=region.start + len(text[region.start : region.end].rstrip()),
        code_start=code_start,
        code_end=code_start + sum(len(content) + 1 for content in lines),
    )


def without_prefix(content: str, prefix: str, line: int) -> str:
    """Strip the fence's prefix from one line of its content."""
    content = content.removesuffix("\r")
    if content.startswith(prefix):
        return content[len(prefix) :]
    if content.rstrip() == prefix.rstrip() or not (content.strip() or prefix.strip()):  # editors strip blank lines
        return ""
    raise MarkdownError(line, f"this line must start as its fence does, with {prefix!r}")


def read_info(info: str, line: int) -> tuple[str, dict[str, str]]:
    """Read what follows the opening backticks: ``python title="x"`` or ``{ .python .annotate title="x" }``."""
    braced = info.startswith("{") and info.endswith("}")
    inner = info[1:-1] if braced else info
    attributes = {name: value[1:-1] for name, value in ATTRIBUTE.findall(inner)}
    words = ATTRIBUTE.sub(" ", inner).split()
    wrong = [word for word in words if not word.startswith(".")] if braced else words[1:]
    if wrong:
        raise MarkdownError(
            line, f'cannot read {wrong[0]!r} here: write python title="x" or {{ .python .annotate title="x" }}'
        )
    language = words[0] if words else ""
    return (language.removeprefix(".") if braced else language), attributes


def line_at(text: str, offset: int) -> int:
    """The line of a character, from 1."""
    return text.count("\n", 0, offset) + 1


def blank(text: str, start: int, end: int) -> str:
    """Replace all from start to end by spaces, but keep the lines."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
