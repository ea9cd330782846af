"""Compares an output block with what the code shows, and shows where they differ."""

from difflib import SequenceMatcher
from itertools import zip_longest

from tools.chapter import Fence


def stripped(text: str) -> list[str]:
    """The lines that count: without spaces at line ends, and without blank lines at both ends."""
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        del lines[0]
    return lines


def differences(output: Fence, shown: list[str], name: str) -> str | None:
    """Say line by line where an output block differs from what the code shows; None if it does not."""
    written = stripped(output.code)
    if written == shown:
        return None
    blank_above = next((number for number, line in enumerate(output.code.split("\n")) if line.strip()), 0)
    places = [f"{name}:{output.code_line + blank_above + number}" for number in range(len(written))]
    margin = max(map(len, places), default=0)
    report = ["  - the page says, + the code gives", ""]
    for kind, start, end, from_, to in SequenceMatcher(None, written, shown, autojunk=False).get_opcodes():
        pairs = zip_longest(places[start:end], written[start:end], shown[from_:to])
        for place, said, given in pairs:
            if kind == "equal":
                report.append(f"{place:{margin}}    {said}")
                continue
            if said is not None:
                report.append(f"{place:{margin}}  - {said}")
            if given is not None:
                report.append(f"{'':{margin}}  + {given}")
            if said is not None and given is not None:
                report.append(f"{'':{margin}}    {marks(said, given)}")
    return "\n".join(report)


def marks(said: str, given: str) -> str:
    """A ^ under each character that differs."""
    return "".join(" " if a == b else "^" for a, b in zip_longest(said, given))
