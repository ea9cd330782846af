"""Small changes to what a page says of its code: a digit, a sign, a word, a row.

Not changed, as authors may write them freely: numbers in words, the numbers of a formula that states no result, and of
a table that is bound to nothing its words and the addresses in it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tools.bindings import Data, Table, Values
from tools.chapter import Chapter
from tools.fences import line_at
from tools.mutants.change import Change
from tools.numbers import Number, find_numbers, formula_numbers
from tools.tables import Grid, read_grid

WORD = re.compile(r"[^\W\d_]{2,}")


def prose_changes(chapter: Chapter, path: Path) -> Iterator[Change]:
    """All small changes to what a page says of its code."""
    page = Prose(chapter, path)
    for fence in chapter.fences:
        if fence.language == "text":
            yield from page.output(fence.code_start, fence.code_end)
    for binding in chapter.bindings:
        if isinstance(binding, Data):
            yield from page.inside("bound number", binding.text_start, binding.text_end)
    for paragraph in chapter.prose.paragraphs:
        grid = read_grid(paragraph)
        if grid:
            yield from page.table(grid)
    for span in chapter.prose.spans:
        yield from page.formula_or_image(span)


class Prose:
    """Makes the changes to the parts of one page."""

    def __init__(self, chapter: Chapter, path: Path):
        self.text = chapter.text
        self.path = path
        self.grids = [binding.grid for binding in chapter.bindings if isinstance(binding, Table)]
        self.data = [binding for binding in chapter.bindings if isinstance(binding, Data)]
        addresses = [span for span in chapter.prose.spans if span.lastgroup in ("target", "address")]
        self.without_addresses = chapter.prose.masked(addresses)
        self.stated = {
            number for binding in chapter.bindings if isinstance(binding, Values) for number in binding.numbers
        }

    def change(self, kind: str, start: int, end: int, new: str) -> Change:
        """One change; its whole line is shown to people."""
        line_start = self.text.rfind("\n", 0, start) + 1
        line_end = self.text.find("\n", max(end - 1, start)) % (len(self.text) + 1)
        was = self.text[line_start:line_end]
        now = self.text[line_start:start] + new + self.text[end:line_end]
        return Change(f"prose: {kind}", self.path, line_at(self.text, start), was.strip(), now.strip(), start, end, new)

    def output(self, start: int, end: int) -> Iterator[Change]:
        """What stands in an output block, and its lines."""
        yield from self.inside("output", start, end)
        lines = re.compile(r"[^\n]*\n").finditer(self.text, start, end)
        rows = [line.span() for line in lines if line[0].strip(" \t\r\n>")]
        yield from self.left_out("output, row", rows)
        yield from self.swapped("output, rows", rows)

    def table(self, grid: Grid) -> Iterator[Change]:
        """The cells of a table, apart from numbers bound by themselves, its rows, and the order of its headings."""
        bound = grid in self.grids
        text = self.text if bound else self.without_addresses
        for row in grid.rows:
            for cell in row.cells:
                if not any(cell.start <= data.start < cell.end for data in self.data):
                    yield from self.numbers("table", find_numbers(text[cell.start : cell.end], cell.start))
                    yield from self.words("table", cell.start, cell.end) if bound else ()
        if bound:
            yield from self.left_out("table, row", [(row.start, row.end + 1) for row in grid.rows])
            yield from self.swapped("table, rows", [(row.start, row.end) for row in grid.rows])
            yield from self.swapped("table, headings", [(cell.start, cell.end) for cell in grid.header.cells])

    def formula_or_image(self, span: re.Match[str]) -> Iterator[Change]:
        """The numbers that a picture's alternative text or a formula states."""
        match span.lastgroup:
            case "image":
                yield from self.numbers("alternative text", find_numbers(span["image_text"], span.start("image_text")))
            case "formula" | "display":
                text = f"{span.lastgroup}_text"
                numbers = formula_numbers(span[text], span.start(text))
                stated = [number for number in numbers if number.is_decimal or number in self.stated]
                yield from self.numbers("formula", stated)

    def inside(self, what: str, start: int, end: int) -> Iterator[Change]:
        """Every number and every word between two offsets."""
        yield from self.numbers(what, find_numbers(self.text[start:end], start))
        yield from self.words(what, start, end)

    def numbers(self, what: str, numbers: list[Number]) -> Iterator[Change]:
        """Each digit of these numbers, and each sign."""
        for number in numbers:
            for place, character in enumerate(number.text, start=number.start):
                if character.isdecimal():
                    yield self.change(f"{what}, digit", place, place + 1, str((int(character) + 1) % 10))
            signed = number.text[0] in "-−"
            yield self.change(f"{what}, sign", number.start, number.start + signed, "" if signed else "-")

    def words(self, what: str, start: int, end: int) -> Iterator[Change]:
        """Each word, replaced by the next other word here; if there is none, a letter is left out."""
        words = list(WORD.finditer(self.text, start, end))
        for number, word in enumerate(words):
            others = [other[0] for other in words[number:] + words[:number] if other[0] != word[0]]
            yield self.change(f"{what}, word", *word.span(), others[0] if others else word[0][:-1])

    def left_out(self, what: str, parts: list[tuple[int, int]]) -> Iterator[Change]:
        """Each part left out."""
        for start, end in parts:
            yield self.change(f"{what} left out", start, end, "")

    def swapped(self, what: str, parts: list[tuple[int, int]]) -> Iterator[Change]:
        """Each part in the place of the next one, unless they are equal."""
        for (start, middle), (other, end) in pairwise(parts):
            first, second = self.text[start:middle], self.text[other:end]
            if first != second:
                yield self.change(f"{what} swapped", start, end, second + self.text[middle:other] + first)
