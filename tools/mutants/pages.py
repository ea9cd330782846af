"""Runs pages of the course, as the tests do but without pytest, and says the first thing that is wrong with one."""

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from tests.prose.judge import verdict
from tests.prose.page import Page
from tools.chapter import Binding, Block, Chapter, ChapterError, parse
from tools.course import ROOT
from tools.mutants.change import Change
from tools.mutants.child import StoppedError, in_child
from tools.mutants.same import digest


@dataclass(frozen=True)
class Result:
    """What became of a change."""

    change: Change
    failure: str | None  # how a page noticed; None if none did
    same: bool = False  # not noticed, and rightly so: it alters nothing that can be seen

    @property
    def survived(self) -> bool:
        """Whether something is wrong and no page noticed."""
        return not (self.failure or self.same)


def try_on_page(path: Path, changes: list[Change]) -> list[Result]:
    """Make each of these changes to the page at this path, one at a time, and run it.

    The page runs once as it is. Where a change sets in, a child process takes the page over, with the change made: what
    stands above it is the same, and not run again.
    """
    load_torch_for(path)
    page = page_at(path)
    chapter = page.chapter
    results, mutants = [], []
    for change in changes:
        try:
            mutant = parse(change.apply(chapter.text), chapter.path)
        except ChapterError as error:
            results.append(Result(change, str(error)))
        else:
            mutants.append((*parting(chapter, mutant), change, mutant))
    _, as_it_is = in_child(partial(carry_on, page_at(path), chapter, 0))
    for common, first, change, mutant in sorted(mutants, key=lambda entry: entry[0]):
        run_up_to(page, common)
        failure, seen = attempt(partial(carry_on, page, mutant, first))
        results.append(Result(change, failure, seen == as_it_is and change.group != "prose"))
    return results


def page_at(path: Path) -> Page:
    """The page at this path, ready to run."""
    return Page(parse(path.read_bytes().decode(), os.path.relpath(path, ROOT)), str(path))


def load_torch_for(path: Path) -> None:
    """Load PyTorch if the page wants it: once, and not in each child process."""
    if "import torch" in path.read_text(encoding="utf-8"):
        importlib.import_module("torch")


def parting(chapter: Chapter, mutant: Chapter) -> tuple[int, int]:
    """How many steps of two chapters run alike, and how many are alike altogether.

    The one after the latter runs alike too if it is a block of the same code of which the page says something else.
    """
    pairs = list(zip_longest(chapter.steps, mutant.steps))
    alike = next((number for number, (step, other) in enumerate(pairs) if step != other), len(pairs))
    codes = [replace(step, output=None) for step in pairs[alike] if isinstance(step, Block)] if pairs[alike:] else []
    return alike + (len(codes) == 2 and codes[0] == codes[1]), alike


def run_up_to(page: Page, end: int) -> None:
    """Run the steps before this one."""
    for step in page.steps[:end]:
        page.outcome(step)


def attempt(action: Callable) -> tuple[str | None, str | None]:
    """Run a page in a child process; not to come to an end is a failure as well."""
    try:
        return in_child(action)
    except StoppedError as error:
        return str(error), None


def carry_on(page: Page, chapter: Chapter, first: int) -> tuple[str | None, str | None]:
    """Go on from a step with another chapter. Return what is wrong first, and if nothing is, what the page came to."""
    page.chapter, page.steps = chapter, chapter.steps
    failure = first_failure(page, first)
    return failure, None if failure else state(page)


def first_failure(page: Page, first: int = 0) -> str | None:
    """Say what is wrong first, from this step of a page on."""
    for step in page.steps[first:]:
        outcome = page.outcome(step)
        failure = verdict(step, outcome, page.path, page.chapter.path) if outcome else None
        if failure or (failure := unsolved(page, step)):
            return failure
    return None


def unsolved(page: Page, step: Block | Binding) -> str | None:
    """Say what the exercise's check has against its solution, as tests/test_exercises.py does."""
    if not isinstance(step, Block) or step.fence.attributes.get("title") != "Solution":
        return None
    check = next(block for block in page.chapter.blocks if block.fence.attributes.get("title") == "Check")
    shown = page.run(check).shown
    return None if shown == "Passed.\n" else f"{page.chapter.path}:{step.line}: this solution does not pass: {shown}"


def state(page: Page) -> str:
    """All that can be seen of a page that has run: what each step did, and what is left in memory."""
    outcomes = [(outcome.printed, outcome.echo, outcome.value, outcome.error) for outcome in page.outcomes if outcome]
    modules = {name: module for name, module in page.modules.items() if name != "__main__"}
    names = {name: value for name, value in page.namespace.items() if not name.startswith("__")}
    return digest([outcomes, names, modules])
