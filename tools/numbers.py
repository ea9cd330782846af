r"""Numbers as they are written: in a sentence, in an alternative text, in a formula.

Digits that belong to a word are none, like those of ``W_1`` and ``x86``.
"""

import re
from dataclasses import dataclass

NUMBER = re.compile(
    r"""
    (?: (?<![\w.)\]}]) [-−] )?  # a sign, unless it takes something from what stands before it
    (?<![^\W_]) (?<![^\W_]_) (?<![^\W_]__) (?<![)\]}]_) (?<!\.)
    (?: (?: \d{1,3} (?:,\d{3})+ (?!\d) | \d+ ) (?:\.\d+)* | (?:\.\d+)+ | [¼-¾⅐-⅞] )
    (?: [eE] [-+−]? \d+ )?
    """,
    re.VERBOSE,
)
COMMAND = re.compile(r"\\[a-zA-Z]+|_\d|_\{[\d,\s]+\}")  # a digit may touch a command, and an index is a name


@dataclass(frozen=True)
class Number:
    """A number. Offsets count the characters of the chapter's text."""

    text: str
    start: int
    end: int

    @property
    def is_decimal(self) -> bool:
        """Whether it has a decimal point, or is written as a power of ten."""
        return not self.text.lstrip("-−").replace(",", "").isdecimal()


def find_numbers(text: str, offset: int = 0) -> list[Number]:
    """Find all numbers of a text whose first character has this offset."""
    return [Number(match[0], offset + match.start(), offset + match.end()) for match in NUMBER.finditer(text)]


def formula_numbers(latex: str, offset: int = 0) -> list[Number]:
    r"""Find all numbers of a formula: ``\frac12`` is 12, and the index of ``w_{12}`` or ``w_1`` is none."""
    return find_numbers(COMMAND.sub(lambda match: " " * len(match[0]), latex), offset)
