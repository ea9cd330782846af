"""Tables of Markdown: their rows and cells, each with its place."""

import re
from dataclasses import dataclass
from html import unescape

from tools.prose import Paragraph

RULE = re.compile(r"[ \t>]*(?=.*\|)\|?(?:[ \t]*:?-+:?[ \t]*\|)*(?:[ \t]*:?-+:?[ \t]*)?\r?")
BAR = re.compile(r"(?<!\\)\|")
TAG = re.compile(r'<data value="[^"]*">|</?[a-zA-Z][^<>]*>')
MARKUP = re.compile(r"(\*\*|__|\*|_|`+)(?=\S)(.+?)(?<=\S)\1(?!\w)")


@dataclass(frozen=True)
class Cell:
    """What stands between two bars. Offsets count the characters of the chapter's text."""

    text: str  # as a reader sees it, without markup
    raw: str  # as it is written
    start: int  # of its text, without the spaces around it
    end: int
    outer_start: int  # with them
    outer_end: int

    @property
    def width(self) -> int:
        """How much room it has."""
        return self.outer_end - self.outer_start


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    cells: tuple[Cell, ...]
    line: int
    start: int  # of the line, its indent included
    end: int  # of the line, without its end

    @property
    def texts(self) -> tuple[str, ...]:
        """What its cells say."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True)
class Grid:
    """A table."""

    header: Row
    rule: Row  # the line below the header
    rows: tuple[Row, ...]
    prefix: str  # what stands before each of its lines: an indent, or "> "
    widths: tuple[int | None, ...]  # of each column; None where its cells are not written equally wide

    @property
    def end(self) -> int:
        """Where its last line ends."""
        return (self.rows or (self.rule,))[-1].end


def read_grid(paragraph: Paragraph) -> Grid | None:
    """Read a table; None if the paragraph is none."""
    lines = paragraph.text.split("\n")
    if len(lines) < 2 or not RULE.fullmatch(lines[1]):
        return None
    rows, offset = [], paragraph.start
    for number, line in enumerate(lines):
        rows.append(read_row(line.rstrip("\r"), offset, paragraph.line + number))
        offset += len(line) + 1
    columns = zip(*(row.cells for row in rows), strict=False)
    widths = tuple(column[0].width if len({cell.width for cell in column}) == 1 else None for column in columns)
    prefix = lines[0][: len(lines[0]) - len(lines[0].lstrip(" \t>"))]
    return Grid(rows[0], rows[1], tuple(rows[2:]), prefix, widths)


def read_row(line: str, offset: int, number: int) -> Row:
    """Read one line of a table, whose first character has this offset."""
    indent = len(line) - len(line.lstrip(" \t>"))
    bars = [match.start() for match in BAR.finditer(line, indent)]
    starts = [bar + 1 for bar in bars] if bars[:1] == [indent] else [indent, *(bar + 1 for bar in bars)]
    ends = bars[1:] if bars[:1] == [indent] else bars
    if line[starts[-1] :].strip():
        ends = [*ends, len(line)]
    cells = []
    for start, end in zip(starts, ends, strict=False):
        raw = line[start:end]
        inner = start + len(raw) - len(raw.lstrip()) if raw.strip() else start + len(raw) // 2
        cells.append(
            Cell(
                text=plain(raw.strip()),
                raw=raw.strip(),
                start=offset + inner,
                end=offset + inner + len(raw.strip()),
                outer_start=offset + start,
                outer_end=offset + end,
            )
        )
    return Row(tuple(cells), number, offset, offset + len(line))


def plain(markdown: str) -> str:
    """What a reader sees of a cell: without tags, emphasis, links and escapes."""
    text = re.sub(r"!?\[([^\]]*)\]\([^()]*\)", r"\1", TAG.sub("", markdown))
    while MARKUP.search(text):
        text = MARKUP.sub(r"\2", text)
    return " ".join(unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)).split())
