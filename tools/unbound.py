"""The rule that keeps authors honest: *in prose, digits are results, words are speech*.

Every number in digits has to be bound to the code (``tools.bindings``), except

1. 0, 1 and −1 on their own, the bits of this course;
2. a number that is a name, straight after one of ``LABELS``; the number of an ordered list's item, and one that opens a
   heading;
3. what stands in code, in an address, or in a formula. But a decimal in a formula has to be bound.

``<!-- unbound: NUMBER, REASON -->`` straight above or below a paragraph exempts one more.
"""

import re

from tools.bindings import Table, Values, stated
from tools.chapter import Chapter, Problem
from tools.directives import Directive
from tools.fences import line_at
from tools.numbers import Number, find_numbers

# A number straight after one of these is its name: "row 3", "tokens 0 and 2", "units 3 to 5". Never a decimal.
LABELS = "rows?|columns?|features?|tokens?|units?|inputs?|words?|word number|parts?|seeds?"
WHOLE = r"\d+(?![^\W_]|[.,]\d)"
NAMED = re.compile(
    rf"\b(?:{LABELS})[*_]*\s+[*_]*(?:{WHOLE}(?:,\s+{WHOLE})*,?\s+(?:and|or|to)\s+)?{WHOLE}", re.IGNORECASE
)
VERSION = re.compile(r"\bPython\s+3\.\d+(?:\s+to\s+3\.\d+)?(?!\w|\.\d)")
ORDINAL = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)*(?:#+[ \t]+)?\d+[.)](?=[ \t])", re.MULTILINE)
BITS = ("0", "1", "-1", "−1")
HOW_TO_BIND = {
    "text": 'write <data value="EXPRESSION:FORMAT">{0}</data>, or say it in words',
    "image": "write <!-- values: EXPRESSION:FORMAT, ... --> below the image, with all numbers of its text",
    "formula": "write <!-- values: EXPRESSION:FORMAT, ... --> below it, with all numbers of the formula",
}


def unbound(chapter: Chapter) -> list[Problem]:
    """Find all numbers of a chapter that are bound to nothing, in order."""
    found = loose(chapter)
    problems = []
    for directive in chapter.directives:
        if directive.name == "unbound":
            exempt = exempted(chapter, directive, found)
            if exempt is None:
                message = "this exempts nothing: no such number stands unbound in the paragraph above or below"
                problems.append(Problem(directive.line, directive.start, message))
            found = [each for each in found if each != exempt]
    for number, place in found:
        message = f"{number.text} is bound to nothing: {HOW_TO_BIND[place].format(number.text)}"
        problems.append(Problem(line_at(chapter.text, number.start), number.start, message))
    return sorted(problems, key=lambda problem: problem.start)


def exempted(chapter: Chapter, directive: Directive, found: list[tuple[Number, str]]) -> tuple[Number, str] | None:
    """What a directive exempts: the first such number of the paragraph above it, else of the one below it."""
    text = directive.value.partition(", ")[0]
    for paragraph in (chapter.prose.above(directive.start), chapter.prose.below(directive.end)):
        for number, place in found:
            if paragraph and number.text == text and paragraph.start <= number.start < paragraph.end:
                return number, place
    return None


def loose(chapter: Chapter) -> list[tuple[Number, str]]:
    """All numbers that the rule wants bound and that are not, each with the kind of its place."""
    prose = chapter.prose
    tables = [binding.grid for binding in chapter.bindings if isinstance(binding, Table)]
    bound = {number.start for binding in chapter.bindings if isinstance(binding, Values) for number in binding.numbers}
    found = [
        (number, "text")
        for number in results(prose.masked(prose.spans))
        if not any(grid.header.start <= number.start < grid.end for grid in tables)
    ]
    for span in prose.spans:
        if span.lastgroup == "image":
            found += [(number, "image") for number in results(span["image_text"], span.start("image_text"))]
        elif span.lastgroup in ("formula", "display"):
            found += [(number, "formula") for number in stated(span) if number.is_decimal]
    return [(number, place) for number, place in found if number.start not in bound]


def results(text: str, offset: int = 0) -> list[Number]:
    """The numbers that state a result, neither bits nor names, in a text whose first character has this offset."""
    names = [match.span() for pattern in (NAMED, VERSION, ORDINAL) for match in pattern.finditer(text)]
    return [
        Number(number.text, offset + number.start, offset + number.end)
        for number in find_numbers(text)
        if not is_bit(number, text) and not any(start <= number.start < end for start, end in names)
    ]


def is_bit(number: Number, text: str) -> bool:
    """Whether this is a 0, a 1 or a −1 on its own, and no part of 1%, 1/2, 1st or 1D."""
    touched = re.compile(r"_?[^\W_]|[%/^]").match(text, number.end) or text[: number.start].endswith(("/", "^"))
    return number.text in BITS and not touched
