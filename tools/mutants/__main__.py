"""Change the course in one small place at a time, run its pages, and count what they notice.

    python -m tools.mutants                   # some changes of each kind, always the same ones: about two minutes
    python -m tools.mutants --all             # every change
    python -m tools.mutants --all FILE ...    # every change to these pages or modules

It fails if a page does not notice a change to what it says, and with --all also if too much else goes unnoticed.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before NumPy is loaded; conftest.py says why

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tools.chapter import read
from tools.course import ROOT
from tools.mutants.blocks import block_changes
from tools.mutants.change import Change
from tools.mutants.package import PACKAGE, Visit, package_changes, try_on_pages, visit
from tools.mutants.pages import Result, try_on_page
from tools.mutants.prose import prose_changes
from tools.mutants.report import GOALS, report, tallies

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.stem != "spelling"]  # that makes messages only
SAMPLE = {"prose": 30, "code": 15, "package": 8, "exercises": 4}  # of each kind


def main(arguments: list[str]) -> int:
    """Run it, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="make every change, not a sample of each kind")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="pages or modules of the package to change")
    options = parser.parse_args(arguments)
    files = [path.resolve() for path in options.files] or [*PAGES, *MODULES]
    for path in files:
        if path not in [*PAGES, *MODULES]:
            parser.error(f"{path} is neither a page of the course nor a module of superhero")
    changes = [change for path in files for change in changes_to(path)]
    if not options.all:
        changes = sample(changes)
    print(f"{len(changes)} changes to make ...", file=sys.stderr)
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        visits = sorted(pool.map(visit, PAGES), key=lambda visit: visit.seconds)
        for page in visits:
            if page.failure:
                print(f"Mend this first:\n\n{page.failure}", file=sys.stderr)
                return 2
        results = try_all(changes, visits, pool)
    print(report(results))
    return failed(results, GOALS if options.all else ["prose"])


def changes_to(path: Path) -> list[Change]:
    """All changes to a page or to a module of the package."""
    if path.suffix == ".py":
        return list(package_changes(path))
    chapter = read(path)
    return [*prose_changes(chapter, path), *block_changes(chapter, path)]


def sample(changes: list[Change]) -> list[Change]:
    """Some of each kind, the same ones each time."""
    by_kind = defaultdict(list)
    for change in changes:
        by_kind[change.kind].append(change)
    draw = random.Random(0)
    drawn = [draw.sample(made, min(len(made), SAMPLE[made[0].group])) for made in by_kind.values()]
    return [change for made in drawn for change in made]


def try_all(changes: list[Change], visits: list[Visit], pool: Executor) -> list[Result]:
    """Try all changes; those to a page go to one process together, as they share its run."""
    by_page, to_package = defaultdict(list), []
    for change in changes:
        if change.path.suffix == ".md":
            by_page[change.path].append(change)
        else:
            to_package.append(change)
    slowest_first = [page.path for page in reversed(visits) if page.path in by_page]
    of_pages = [pool.submit(try_on_page, path, by_page[path]) for path in slowest_first]
    of_package = [pool.submit(try_on_pages, change, visits) for change in to_package]
    return [result for task in of_pages for result in task.result()] + [task.result() for task in of_package]


def failed(results: list[Result], groups: Iterable[str]) -> bool:
    """Whether too little was noticed in one of these groups."""
    found = tallies(results)
    return any(found[name].percent < GOALS[name] for name in groups if name in found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
