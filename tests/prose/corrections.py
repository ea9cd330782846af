"""Where a page does not say what the code gives, and what should stand there."""

from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from html import escape
from itertools import zip_longest

from tests.prose.compare import stripped
from tests.prose.run import Outcome
from tests.prose.value import Rows
from tools.bindings import Binding, Data, Table
from tools.chapter import Block
from tools.tables import TAG, Cell, Grid, Row
from tools.unbound import results


class Misfit(Exception):
    """What the page says and what the code gives are of different shapes."""


@dataclass(frozen=True)
class Correction:
    """One thing to change in a page. Offsets count the characters of the chapter's text."""

    start: int
    end: int
    text: str
    reason: str  # "the page says 'x', the code gives 'y'"
    line: int | None = None  # if it is not that of the binding


def corrections(step: Block | Binding, outcome: Outcome) -> list[Correction]:
    """Compare what the page says with what the code gives.

    Raises:
        Misfit: They cannot be compared.
    """
    if isinstance(step, Block):
        return correct_output(step, stripped(outcome.shown))
    if isinstance(step, Data):
        found = correct(step.text, outcome.value, step.text_start, step.text_end)
        return [replace(correction, text=escape(correction.text, quote=False)) for correction in found]
    if isinstance(step, Table):
        return correct_table(step.grid, outcome.value)
    if len(step.numbers) != len(outcome.value):
        numbers = ", ".join(number.text for number in step.numbers)
        values = ", ".join(outcome.value)
        raise Misfit(
            f"the page states {len(step.numbers)} numbers, the code gives {len(outcome.value)}:\n\n"
            f"    {numbers}\n    {values}"
        )
    return [
        replace(correction, line=line)
        for number, line, text in zip(step.numbers, step.lines, outcome.value, strict=True)
        for correction in correct(number.text, text, number.start, number.end)
    ]


def correct_output(block: Block, shown: list[str]) -> list[Correction]:
    """Compare an output block with what the code shows; write one where it is missing."""
    prefix = block.fence.prefix
    lines = [f"{prefix}{line}".rstrip() for line in shown]
    if block.output is None:
        fence = f"{prefix}```"
        text = "\n".join(["", prefix.rstrip(), f"{fence}text", *lines, fence])
        return [Correction(block.end, block.end, text, "this block shows something")] if shown else []
    if stripped(block.output.code) == shown:
        return []
    if not shown:
        raise Misfit(f"here is an output block, but the code of line {block.line} shows nothing")
    written = block.output.code.splitlines()
    blank_above = next((number for number, line in enumerate(written) if line.strip()), 0)
    blank_below = next((number for number, line in enumerate(reversed(written)) if line.strip()), 0)
    lines = [prefix.rstrip()] * blank_above + lines + [prefix.rstrip()] * blank_below
    text = "".join(f"{line}\n" for line in lines)
    return [Correction(block.output.code_start, block.output.code_end, text, "this output block is stale")]


def correct(said: str, given: str, start: int, end: int) -> list[Correction]:
    """A correction, if what is said is not what is given; a minus may be typed or be set as one."""
    if said.replace("−", "-") == given.replace("−", "-"):
        return []
    text = given.replace("-", "−") if "−" in said else given
    return [Correction(start, end, text, f"the page says {said!r}, the code gives {given!r}")]


def correct_table(grid: Grid, given: Rows) -> list[Correction]:
    """Compare a table cell by cell, and see which rows are too many or missing."""
    columns = len(grid.header.cells)
    for row in (given.header, *given.rows):
        if row is not None and len(row) != columns:
            raise Misfit(f"{columns} cells to a row of the table, {len(row)} in what the code gives: {row}")
    header = given.header or (None,) * columns
    for text, name in zip(grid.header.texts, header, strict=True):
        if name is None and results(text):
            raise Misfit(f"the header says {text!r}, and the expression gives no header: make it a dict of columns")
    found = correct_row(grid, grid.header, header)
    above = grid.rule
    for row, wanted in pairs(grid.rows, given.rows):
        if row is None:
            line = f"| {' | '.join(wanted)} |"
            reason = f"a row is missing below this line: {line}"
            found.append(Correction(above.end, above.end, f"\n{grid.prefix}{line}", reason, above.line))
            continue
        if wanted is None:
            reason = f"the code gives no such row: | {' | '.join(row.texts)} |"
            found.append(Correction(above.end, row.end, "", reason, row.line))
        else:
            found += correct_row(grid, row, wanted)
        above = row
    return found


def pairs(
    rows: tuple[Row, ...], wanted: tuple[tuple[str, ...], ...]
) -> list[tuple[Row | None, tuple[str, ...] | None]]:
    """Put the rows of the page beside those that the code gives; None beside those that are too many or missing."""
    if len(rows) == len(wanted):
        return list(zip(rows, wanted, strict=True))
    matcher = SequenceMatcher(None, [row.texts for row in rows], wanted, autojunk=False)
    return [
        pair
        for _, start, end, from_, to in matcher.get_opcodes()
        for pair in zip_longest(rows[start:end], wanted[from_:to])
    ]


def correct_row(grid: Grid, row: Row, wanted: tuple[str | None, ...]) -> list[Correction]:
    """Compare a row cell by cell; None is as well as any text."""
    found = []
    for cell, name, width, text in zip(row.cells, grid.header.texts, grid.widths, wanted, strict=True):
        for correction in correct(cell.text, cell.text if text is None else text, cell.start, cell.end):
            place = "the header" if row is grid.header else f"row {row.texts[0]!r}, column {name!r}"
            start, end, text = within(cell, correction.text, width)
            found.append(Correction(start, end, text, f"{place}: {correction.reason}", row.line))
    return found


def within(cell: Cell, text: str, width: int | None) -> tuple[int, int, str]:
    """Where to write a text into a cell, and what: markup stays, and so does the width of a column written in line."""
    text = text.replace("|", "\\|")
    if cell.raw != cell.text:
        shown = TAG.sub(lambda tag: "~" * len(tag[0]), cell.raw)
        if shown.count(cell.text) == 1:
            start = cell.start + shown.index(cell.text)
            return start, start + len(cell.text), text
    left, right = cell.start - cell.outer_start, cell.outer_end - cell.end
    room = cell.width - len(text)
    if width is None or room < min(left, 1) + min(right, 1):
        return cell.start, cell.end, text
    left = room - right if left > right else min(left, 1)
    return cell.outer_start, cell.outer_end, " " * left + text + " " * (room - left)
