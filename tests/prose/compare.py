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
    written = [line.rstrip() for line in output.code.split("\n")]
    first = next((number for number, line in enumerate(written) if line), 0)  # blank lines above it do not count
    written = stripped(output.code)
    if written == shown:
        return None
    places = [f"{name}:{output.code_line + first + number}" for number in range(len(written) + 1)]
    margin = " " * len(places[-1])
    report = []
    for kind, start, end, from_, to in SequenceMatcher(None, written, shown, autojunk=False).get_opcodes():
        if kind == "equal":
            report += [f"{place}    {line}" for place, line in zip(places[start:end], written[start:end])]
            continue
        pairs = zip_longest(zip(places[start:end], written[start:end]), shown[from_:to])
        for said, given in pairs:
            if said is not None:
                report.append(f"{said[0]}  - {said[1]}")
            if given is not None:
                report.append(f"{margin}  + {given}")
            if said is not None and given is not None:
                marks = "".join(" " if a == b else "^" for a, b in zip_longest(said[1], given))
                report.append(f"{margin}    {marks}")
    return "\n".join(["  - the page says, + the code gives", "", *report])
