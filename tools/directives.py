"""Directives: HTML comments that say something to the tests, like ``<!-- raises: ValueError -->``."""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from tools.fences import Comment, MarkdownError

DIRECTIVES = {  # each with the pattern of what follows its colon, and what to put there
    "raises": (r"[^\W\d]\w*", "NAME_OF_AN_EXCEPTION"),
    "not run": (r"(?s).+", "REASON"),
    "table": (r"(?s).+", "EXPRESSION"),
    "values": (r"(?s).+", "EXPRESSION:FORMAT, EXPRESSION:FORMAT"),
    "unbound": (r"(?s)\S*\d, .+", "NUMBER, REASON"),
}


@dataclass(frozen=True)
class Directive:
    """A directive and where its comment stands."""

    name: str
    value: str
    line: int
    start: int
    end: int


def read_directives(comments: list[Comment]) -> tuple[list[Directive], list[MarkdownError]]:
    """Read the directives among comments; any other comment is left alone."""
    directives, problems = [], []
    for comment in comments:
        try:
            directive = read_directive(comment)
        except MarkdownError as problem:
            problems.append(problem)
        else:
            directives += [directive] if directive else []
    return directives, problems


def read_directive(comment: Comment) -> Directive | None:
    """Read a directive; None if the comment is none."""
    name, colon, value = (part.strip() for part in comment.text.partition(":"))
    if not colon or name not in DIRECTIVES:
        refuse_misspelt(comment, name, colon)
        return None
    pattern, meaning = DIRECTIVES[name]
    if not re.fullmatch(pattern, value):
        raise MarkdownError(comment.line, f"write <!-- {name}: {meaning} -->, not {value!r}")
    return Directive(name, value, comment.line, comment.start, comment.end)


def refuse_misspelt(comment: Comment, name: str, colon: str) -> None:
    """Refuse a comment that looks like a directive and is none, rather than pass over it."""
    if not name[:1].isalpha():
        return
    first_words = " ".join(re.findall(r"\w+", name)[:2]).lower()
    close = [
        known for known in DIRECTIVES if get_close_matches(known, [first_words, *first_words.split()], cutoff=0.75)
    ]
    if close:
        raise MarkdownError(comment.line, f"did you mean <!-- {close[0]}: {DIRECTIVES[close[0]][1]} -->?")
    if colon and re.fullmatch(r"\w+", name):
        raise MarkdownError(
            comment.line,
            f"unknown directive {name!r}; there are {', '.join(DIRECTIVES)}. Start a plain note otherwise.",
        )
