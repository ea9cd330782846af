"""Changes to the package, and whether the pages alone notice them."""

import functools
import importlib
import importlib.util
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path

from tests.prose.page import taken_out
from tools.course import ROOT
from tools.mutants.calls import all_calls
from tools.mutants.change import Change
from tools.mutants.child import StoppedError, in_child
from tools.mutants.code import code_changes
from tools.mutants.pages import Result, attempt, first_failure, load_torch_for, page_at
from tools.mutants.reach import lines_reached

PACKAGE = ROOT / "superhero"
EXERCISES = PACKAGE / "exercises"


def package_changes(path: Path) -> Iterator[Change]:
    """All small changes to a module of the package. The checks of exercises are a kind of their own."""
    code = path.read_text(encoding="utf-8")
    group = "exercises" if EXERCISES in path.parents else "package"
    for made in code_changes(code):
        yield Change(
            f"{group}: {made.kind}", path, made.line, made.was, made.now, 0, len(code), made.code, made.statement
        )


class Altered(SourceFileLoader):
    """Loads a module with other code than its file has. As a finder, it finds only this module."""

    def __init__(self, name: str, path: Path, code: str):
        super().__init__(name, str(path))
        self.code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """As sys.meta_path wants it."""
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, name: str) -> object:
        """Compile the other code, and leave the bytecode of the file alone."""
        return compile(self.code, self.path, "exec", dont_inherit=True)


def alter(change: Change) -> None:
    """Have the changed module imported from now on, instead of the one that is there."""
    parts = change.path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    code = change.apply(change.path.read_text(encoding="utf-8"))
    taken_out()
    sys.meta_path.insert(0, Altered(name, change.path, code))


@dataclass(frozen=True)
class Visit:
    """What running a page as it is has shown."""

    path: Path
    failure: str | None
    seconds: float  # of work
    lines: set[tuple[str, int]]  # of the package, that it reaches

    def reaches(self, change: Change) -> bool:
        """Whether the page runs any of the statement that is changed."""
        return any((str(change.path), line) in self.lines for line in change.statement)


def visit(path: Path) -> Visit:
    """Run a page as it is."""
    load_torch_for(path)
    return in_child(lambda: visited(path))


def visited(path: Path) -> Visit:
    """The same, in a child process."""
    start = time.process_time()
    failure, lines = lines_reached(lambda: first_failure(page_at(path)), PACKAGE)
    return Visit(path, failure, time.process_time() - start, lines)


def try_on_pages(change: Change, visits: list[Visit]) -> Result:
    """Run the pages with the package changed, one after the other, until one notices."""
    paths = [page.path for page in visits if page.reaches(change)]
    for path in paths:
        load_torch_for(path)
    attempts = [partial(run_altered, path, change) for path in paths]
    if change.group == "exercises":  # of which a page shows little: the wrong answers stand in the tests
        attempts = [partial(wrong_answers, change), *attempts]
    for action in attempts:
        failure, _ = attempt(action)
        if failure:
            return Result(change, failure)
    return Result(change, None, alters_nothing(change))


def run_altered(path: Path, change: Change) -> tuple[str | None, None]:
    """Run a page with the package changed; return what is wrong first."""
    alter(change)
    return first_failure(page_at(path)), None


def wrong_answers(change: Change) -> tuple[str | None, None]:
    """Try the exercises' wrong answers: a page shows a stub and the solution, and these stand in the tests."""
    alter(change)
    sys.modules.pop("tests.test_exercises", None)  # pytest may have loaded it, with the package as it is
    try:
        tests = importlib.import_module("tests.test_exercises")
        for name, wrong in tests.WRONG.items():
            for says in wrong:
                tests.test_a_typical_wrong_answer_is_told_what_is_wrong_with_it(name, says)
    except Exception as error:
        return f"tests/test_exercises.py: {type(error).__name__}: {error}", None
    return None, None


def alters_nothing(change: Change) -> bool:
    """Whether all calls give the same with the package changed and as it is."""
    group = "training" if change.path.stem == "training" else change.group
    try:
        return in_child(partial(calls_altered, change, group)) == calls_as_they_are(group)
    except (StoppedError, RuntimeError):
        return False


@functools.cache
def calls_as_they_are(group: str) -> str:
    """What all calls give with the package as it is."""
    return in_child(partial(calls_unaltered, group))


def calls_unaltered(group: str) -> str:
    """The same, in a child process, and of a package as new as the changed one is."""
    taken_out()
    return all_calls(group)


def calls_altered(change: Change, group: str) -> str:
    """What all calls give with the package changed."""
    alter(change)
    return all_calls(group)
