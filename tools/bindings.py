"""Numbers in a chapter's prose that are bound to its code: ``<data value="EXPRESSION:FORMAT">text</data>``."""

import ast
import re
from dataclasses import dataclass
from html import unescape

from tools.fences import MarkdownError, Scan, line_at
from tools.inline import masked, spans

DATA_FORM = '<data value="EXPRESSION:FORMAT">text</data>'
MANGLED = ("](", "`", "$")  # in a tag, by Python-Markdown


@dataclass(frozen=True)
class Expression:
    """What a number is bound to, as in an f-string."""

    code: str
    format: str | None

    def __str__(self) -> str:
        return self.code if self.format is None else f"{self.code}:{self.format}"


@dataclass(frozen=True)
class Data:
    """A ``<data>`` element. Offsets count the characters of the chapter's text."""

    expression: Expression
    text: str  # what the page says, white space collapsed
    line: int
    start: int
    end: int
    text_start: int
    text_end: int


Binding = Data


def find_bindings(found: Scan) -> tuple[list[Binding], list[MarkdownError]]:
    """Find all ``<data>`` elements, and those that cannot be read."""
    prose = found.prose
    matches = spans(prose)
    elements, problems = [], []
    for match in matches:
        if match.lastgroup == "data":
            line = line_at(prose, match.start())
            try:
                elements.append(
                    Data(
                        expression=read_expression(unescape(unmangled(match["value"], line)), line),
                        text=" ".join(unescape(match["data_text"]).split()),
                        line=line,
                        start=match.start(),
                        end=match.end(),
                        text_start=match.start("data_text"),
                        text_end=match.end("data_text"),
                    )
                )
            except MarkdownError as problem:
                problems.append(problem)
    rest = masked(prose, [match for match in matches if match.lastgroup in ("escape", "code", "data")])
    for match in re.finditer(r"<\s*data\b", rest, re.IGNORECASE):
        message = f"cannot read this: write {DATA_FORM}, the tag on one line, plain text in it, and not in a formula"
        problems.append(MarkdownError(line_at(prose, match.start()), message))
    return elements, problems


def unmangled(value: str, line: int) -> str:
    """Return an attribute as it is, unless a reader of Markdown would change it."""
    for mangled in MANGLED:
        if mangled in value:
            remedy = "give what it stands for a name in a block above, and use that"
            raise MarkdownError(line, f"Markdown would mangle the {mangled} in {value!r}: {remedy}")
    return value


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
