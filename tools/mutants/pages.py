"""Runs pages of the course, as the tests do but without pytest, and says the first thing that is wrong with one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path

from tests.prose.judge import verdict
from tests.prose.page import Page
from tools.chapter import Binding, Block, Chapter, ChapterError, parse
from tools.course import ROOT
from tools.mutants.change import Change
from tools.mutants.child import OutOfTimeError, in_child
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
    page = page_at(path)
    chapter = page.chapter
    unreadable, mutants = [], []
    for change in changes:
        try:
            mutant = parse(change.apply(chapter.text), chapter.path)
        except ChapterError as error:
            unreadable.append(Result(change, str(error)))
        else:
            mutants.append((first_difference(chapter, mutant), change, mutant))
    found = []
    for first, change, mutant in sorted(mutants, key=lambda entry: entry[0]):
        run_up_to(page, first + runs_alike(chapter.steps[first : first + 1], mutant.steps[first : first + 1]))
        found.append((change, *attempt(partial(carry_on, page, mutant, first))))
    run_up_to(page, len(page.steps))
    as_it_is = state(page)
    return unreadable + [Result(change, failure, not failure and seen == as_it_is) for change, failure, seen in found]


def page_at(path: Path) -> Page:
    """The page at this path, ready to run."""
    return Page(parse(path.read_bytes().decode(), path.relative_to(ROOT).as_posix()), str(path))


def first_difference(chapter: Chapter, mutant: Chapter) -> int:
    """The first step in which two chapters differ; if they do not, the one after the last."""
    pairs = zip_longest(chapter.steps, mutant.steps)
    return next((number for number, (step, other) in enumerate(pairs) if step != other), len(chapter.steps))


def runs_alike(steps: list[Block | Binding], others: list[Block | Binding]) -> bool:
    """Whether this is the same code, only that the page says something else of it."""
    return all(isinstance(step, Block) for step in steps + others) and [
        (block.fence, block.raises, block.not_run) for block in steps
    ] == [(block.fence, block.raises, block.not_run) for block in others]


def run_up_to(page: Page, end: int) -> None:
    """Run the steps before this one."""
    for step in page.steps[:end]:
        page.outcome(step)


def attempt(action: Callable) -> tuple[str | None, str | None]:
    """Run a page in a child process; not to come to an end is a failure as well."""
    try:
        return in_child(action)
    except OutOfTimeError as error:
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
