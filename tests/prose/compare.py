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
    first = output.code_line + blank_above
    margin = " " * len(f"{name}:{first + len(written) - 1}")
    report = ["  - the page says, + the code gives", ""]
    for kind, start, end, from_, to in SequenceMatcher(None, written, shown, autojunk=False).get_opcodes():
        for number, given in zip_longest(range(start, end), shown[from_:to]):
            said = None if number is None else written[number]
            if said is not None:
                place = f"{name}:{first + number}".ljust(len(margin))
                report.append(f"{place}  {' ' if kind == 'equal' else '-'} {said}")
            if given is not None and kind != "equal":
                report.append(f"{margin}  + {given}")
            if kind == "replace" and None not in (said, given):
                report.append(f"{margin}    " + "".join(" " if a == b else "^" for a, b in zip_longest(said, given)))
    return "\n".join(report)
