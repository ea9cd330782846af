"""Runs the pages, and writes into them what their code gives: ``make update``.

Output blocks, bound numbers, table cells and the numbers of formulas and alternative texts are rewritten where they are
stale; a missing output block is added. Nothing else is touched. A page whose code is wrong is left as it is. What does
not hold after that is said, and the exit code is 1.

    python -m tools.update [PAGE ...]
"""

import os
import re
import sys
from contextlib import suppress
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

from tests.prose.corrections import Correction, Misfit, corrections
from tests.prose.judge import failure, is_wrong_code, problems
from tests.prose.page import Page
from tools.chapter import Block, ChapterError, parse
from tools.course import ROOT

GAP = re.compile(r"[ \t]*\r?\n[ \t>]*(?=\r?\n[ \t>]*(?:\r?\n|\Z))")  # a line end before two blank lines, and the first


def update(path: Path) -> list[str]:
    """Update one page. Return what is wrong with it all the same."""
    name = Path(os.path.relpath(path)).as_posix()
    try:
        text = path.read_bytes().decode()
        page = Page(parse(text, name), str(path.resolve()))
        wrong = failures(page)
        if page.broken or any(is_wrong_code(*each) for each in zip(page.steps, page.outcomes, strict=True) if each[1]):
            return [*wrong, f"{name} is left as it is: mend its code first."]
        new = corrected(text, stale(page))
        if new == text:
            return wrong
        wrong = failures(Page(parse(new, name), page.path))
    except ChapterError as error:
        return [str(error)]
    path.write_bytes(new.encode())
    print(diff(text, new, name))
    return wrong


def failures(page: Page) -> list[str]:
    """Run a page, and say all that is wrong with it."""
    found = [message for step in page.steps if (message := failure(page, step))]
    return found + [f"{page.chapter.path}:{problem.line}: {problem.message}" for problem in problems(page.chapter)]


def stale(page: Page) -> list[Correction]:
    """Find all that has to be written into a page that has run."""
    found = []
    for step, outcome in zip(page.steps, page.outcomes, strict=True):
        with suppress(Misfit):  # ``failures`` says it
            wanted = corrections(step, outcome) if outcome else []
            adds_output = isinstance(step, Block) and not step.output
            found += [in_place_of_a_blank_line(each, page.chapter.text) for each in wanted] if adds_output else wanted
    return found


def in_place_of_a_blank_line(added: Correction, text: str) -> Correction:
    """Where two blank lines are below what is added, let it take the place of one: that is left of what was deleted."""
    gap = GAP.match(text, added.end)
    return replace(added, end=gap.end()) if gap else added


def corrected(text: str, found: list[Correction]) -> str:
    """Make the corrections. A number that is bound twice, by itself and as a cell, is corrected once."""
    newline = "\r\n" if "\r\n" in text else "\n"
    parts, end = [], 0
    edits = dict.fromkeys((correction.start, correction.end, correction.text) for correction in found)
    for start, stop, new in sorted(edits, key=lambda edit: edit[:2]):
        if start >= end:
            parts += [text[end:start], new.replace("\n", newline)]
            end = stop
    return "".join([*parts, text[end:]])


def diff(old: str, new: str, name: str) -> str:
    """What has changed in a page, line by line."""
    lines = unified_diff(old.splitlines(), new.splitlines(), name, name, "as it was", "updated", lineterm="", n=1)
    return "\n".join(lines) + "\n"


def main(paths: list[str]) -> int:
    """Update these pages, or all."""
    pages = [Path(path) for path in paths] or sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    missing = [
        f"{page}: there is no such page. Name a file, like docs/index.md" for page in pages if not page.is_file()
    ]
    wrong = missing or [message for page in pages for message in update(page)]
    right = "1 page says what its code gives." if len(pages) == 1 else f"{len(pages)} pages say what their code gives."
    print("\n\n".join(wrong) or right)
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # before a page loads NumPy or PyTorch; conftest.py tells why
    sys.exit(main(sys.argv[1:]))
