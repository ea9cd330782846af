"""Bindings: what a chapter's prose says of its code, and the expressions that have to give just that.

A number in a sentence, ``<data value="EXPRESSION:FORMAT">text</data>``; a table, with ``<!-- table: EXPRESSION -->``
above it; the numbers in formulas and alternative texts, with ``<!-- values: EXPRESSION:FORMAT, ... -->`` below them.
"""

import ast
import re
from dataclasses import dataclass
from html import unescape

from tools.directives import Directive
from tools.fences import MarkdownError, line_at
from tools.numbers import Number, find_numbers, formula_numbers
from tools.prose import Prose
from tools.tables import Grid, read_grid

DATA_FORM = '<data value="EXPRESSION:FORMAT">text</data>'
STATES = ("display", "formula", "image")  # the spans that may state numbers
BETWEEN = re.compile(r"[\s.,;:!?)]*")  # what may stand between a formula and its directive on the same line
MANGLED = re.compile(r"\]\(|`|\$|<https?:|<[^<> ]+@[^<> ]+>")  # in a tag, by Python-Markdown
MANGLED_IN_A_TABLE = re.compile(rf"{MANGLED.pattern}|\|")
MARKUP = r"(?:[*_~`$]|<[^<>]*>)*"  # that may stand between a number and what touches it
BEFORE = re.compile(rf"(?:[-−+±.,\d]|\d[eE]){MARKUP}$")  # what would make another number of the one after it
AFTER = re.compile(rf"{MARKUP}(?:[.,]?\d|[eE][-+−]?\d)")


@dataclass(frozen=True)
class Expression:
    """What a number is bound to; the format is read as in an f-string."""

    code: str
    format: str | None

    def __str__(self) -> str:
        return self.code if self.format is None else f"{self.code}:{self.format}"


@dataclass(frozen=True)
class Binding:
    """A place of the page that is bound to expressions. Offsets count the characters of the chapter's text."""

    expressions: tuple[Expression, ...]
    line: int  # of the element or directive
    start: int
    end: int


@dataclass(frozen=True)
class Data(Binding):
    """A ``<data>`` element."""

    text: str  # what the page says, white space collapsed
    text_start: int
    text_end: int


@dataclass(frozen=True)
class Table(Binding):
    """A table with ``<!-- table: EXPRESSION -->`` above it."""

    grid: Grid


@dataclass(frozen=True)
class Values(Binding):
    """The numbers of the formulas and alternative texts that stand above ``<!-- values: ... -->``."""

    numbers: tuple[Number, ...]
    lines: tuple[int, ...]  # of the numbers


def find_bindings(prose: Prose, directives: list[Directive]) -> tuple[list[Binding], list[MarkdownError]]:
    """Find all bindings of a page, and what is wrong with them."""
    readers = {"data": read_data, "table": read_table, "values": read_values}
    places = [(readers["data"], span) for span in prose.spans if span.lastgroup == "data"]
    places += [(readers[directive.name], directive) for directive in directives if directive.name in readers]
    bindings, problems = [], unreadable_data(prose)
    for reader, place in places:
        try:
            bindings.append(reader(prose, place))
        except MarkdownError as problem:
            problems.append(problem)
    return bindings, problems


def read_data(prose: Prose, span: re.Match[str]) -> Data:
    """Read a ``<data>`` element, unless a reader of Markdown would change its expression."""
    line = line_at(prose.text, span.start())
    in_a_table = read_grid(prose.paragraph_at(span.start())) is not None
    mangled = (MANGLED_IN_A_TABLE if in_a_table else MANGLED).search(span["value"])
    if mangled:
        remedy = "give what it stands for a name in a block above, and use that"
        raise MarkdownError(line, f"Markdown would mangle the {mangled[0]} in {span['value']!r}: {remedy}")
    expression = read_expression(unescape(span["value"]), line)
    if is_literal(expression):
        raise MarkdownError(line, f"{expression} stands for itself, and proves nothing: write the code that gives it")
    text = span["data_text"]
    touching = touches(prose.text, span)
    if touching:
        raise MarkdownError(line, f"{touching!r} touches {text.strip()!r} and changes it: move it into the element")
    text_start = span.start("data_text") + len(text) - len(text.lstrip())
    return Data(
        expressions=(expression,),
        line=line,
        start=span.start(),
        end=span.end(),
        text=" ".join(unescape(text).split()),
        text_start=text_start,
        text_end=text_start + len(text.strip()),
    )


def touches(text: str, span: re.Match[str]) -> str | None:
    """The digits, point or sign that stand right beside a ``<data>`` element, so that readers see another number."""
    before, after = text[: span.start()].rpartition("\n")[2], text[span.end() :].partition("\n")[0]
    found = BEFORE.search(unescape(before)) or AFTER.match(unescape(after))
    return found and found[0]


def unreadable_data(prose: Prose) -> list[MarkdownError]:
    """Find what is meant as a ``<data>`` element, and is not written as one."""
    text = prose.masked(span for span in prose.spans if span.lastgroup in ("escape", "code", "data"))
    message = f"cannot read this: write {DATA_FORM}, the tag on one line, plain text in it, and not in a formula"
    return [
        MarkdownError(line_at(text, match.start()), message)
        for match in re.finditer(r"<\s*data\b", text, re.IGNORECASE)
    ]


def read_table(prose: Prose, directive: Directive) -> Table:
    """Read a ``table`` directive, with the table below it."""
    below = prose.below(directive.end)
    grid = read_grid(below) if below else None
    if grid is None:
        raise MarkdownError(directive.line, "<!-- table: ... --> must stand straight above a table")
    for row in grid.rows:
        if len(row.cells) != len(grid.header.cells):
            counts = f"{len(row.cells)} cells, and the header has {len(grid.header.cells)}"
            raise MarkdownError(row.line, f"this row has {counts}")
    expression = read_expression(directive.value, directive.line)
    return Table((expression,), directive.line, directive.start, directive.end, grid)


def read_values(prose: Prose, directive: Directive) -> Values:
    """Read a ``values`` directive: in a line, it is about what stands straight before it; else about all above it."""
    above = prose.above(directive.start)
    spans = [span for span in prose.spans_in(above) if span.lastgroup in STATES] if above else []
    if above and "\n" not in prose.text[above.end : directive.start]:
        spans = [span for span in spans if BETWEEN.fullmatch(prose.text, span.end(), directive.start)]
    numbers = [number for span in spans for number in stated(span)]
    if not numbers:
        raise MarkdownError(
            directive.line, "<!-- values: ... --> must stand straight after a formula or an image that states numbers"
        )
    lines = tuple(line_at(prose.text, number.start) for number in numbers)
    expressions = read_expressions(directive.value, directive.line)
    return Values(expressions, directive.line, directive.start, directive.end, tuple(numbers), lines)


def stated(span: re.Match[str]) -> list[Number]:
    """The numbers that a formula or an alternative text states."""
    find = find_numbers if span.lastgroup == "image" else formula_numbers
    text = f"{span.lastgroup}_text"
    return find(span[text], span.start(text))


def read_expressions(text: str, line: int) -> tuple[Expression, ...]:
    """Read expressions with commas between them."""
    ends = [*outside(text, ",", line), len(text)]
    starts = [0, *(end + 1 for end in ends)]
    return tuple(read_expression(text[start:end], line) for start, end in zip(starts, ends, strict=False))


def read_expression(text: str, line: int) -> Expression:
    """Read ``EXPRESSION:FORMAT``; the format is what follows the last colon outside brackets and quotes."""
    colons = outside(text, ":", line)
    at = colons[-1] if colons else len(text)
    code, format = text[:at].strip(), text[at + 1 :].strip() if colons else None
    try:
        ast.parse(code, mode="eval")
    except SyntaxError as error:
        raise MarkdownError(line, f"cannot read the expression {code!r}: {error.msg}") from None
    return Expression(code, format)


def is_literal(expression: Expression) -> bool:
    """Whether an expression is nothing but a number or a text."""
    try:
        return isinstance(ast.literal_eval(expression.code), int | float | complex | str)
    except (ValueError, TypeError):
        return False


def outside(text: str, wanted: str, line: int) -> list[int]:
    """Where a character stands outside brackets and quotes."""
    places, depth, quote, escaped = [], 0, "", False
    for place, character in enumerate(text):
        if quote:
            if not escaped and character == quote:
                quote = ""
            escaped = character == "\\" and not escaped
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == wanted and depth == 0:
            places.append(place)
    if quote or depth:
        raise MarkdownError(line, f"cannot read {text!r}: a bracket or a quote is not closed")
    return places
