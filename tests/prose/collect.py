"""Hands the steps of pages to pytest, through Sybil."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil

from tests.prose.judge import failure, problems
from tests.prose.page import Page
from tools.chapter import Block, ChapterError, Problem, parse
from tools.fences import MarkdownError


class Pages(Sybil):
    """Collects README.md and the other pages at the root, and all pages under docs.

    Args:
        root: The root of the repository.
        blocks_only: Leave out what the prose says of the code, to see what checking it costs.
    """

    def __init__(self, root: Path, blocks_only: bool = False):
        super().__init__(parsers=[self.examples], path=str(root))
        self.blocks_only = blocks_only

    def should_parse(self, path: Path) -> bool:
        return path.suffix == ".md" and (path.parent == self.path or self.path / "docs" in path.parents)

    def identify(self, example: Example) -> str:
        """Name an example by its line, and its column if it shares the line with others."""
        text = example.document.text
        line_start = text.rfind("\n", 0, example.start) + 1
        line_end = text.find("\n", example.start) % (len(text) + 1)
        on_this_line = sum(line_start <= start <= line_end for start, _ in example.document.regions)
        # Sybil counts from the start of the file where an example is not the first on its line; failures show it.
        example.column = example.start - line_start + 1
        return f"line:{example.line}" + (f":{example.column}" if on_this_line > 1 else "")

    def examples(self, document: Document) -> Iterator[Region]:
        """Sybil's parser of one page: a region for each step, and for each problem."""
        name = Path(document.path).relative_to(self.path).as_posix()
        try:
            page = Page(parse(document.text, name), document.path, self.blocks_only)
        except ChapterError as error:
            for problem in error.problems:
                yield problem_region(line_start(document.text, problem.line), name, problem)
            return
        document.namespace = page.namespace
        for step in page.steps:
            yield Region(step.start, step.end, (page, step), evaluate)
        for problem in [] if self.blocks_only else problems(page.chapter):
            yield problem_region(problem.start, name, problem)


def evaluate(example: Example) -> None:
    """Sybil's evaluator: run the page up to this step, and fail with what is wrong with it."""
    page, step = example.parsed
    message = failure(page, step)
    if message:
        pytest.fail(message, pytrace=False)
    if isinstance(step, Block) and step.not_run:
        # For the reason that the page gives; tests/test_chapters.py sees to it that no page of the site has one.
        pytest.skip(step.not_run)


def problem_region(start: int, name: str, problem: MarkdownError | Problem) -> Region:
    """A region that fails, for something that is wrong with a page before anything of it has run."""
    message = f"{name}:{problem.line}: {problem.message}"
    return Region(start, start, None, lambda example: pytest.fail(message, pytrace=False))


def line_start(text: str, line: int) -> int:
    """The offset of a line's first character."""
    return sum(len(each) + 1 for each in text.split("\n")[: line - 1])


def collector(root: Path, blocks_only: bool = False) -> Callable:
    """Return what conftest.py is to call pytest_collect_file."""
    return Pages(root, blocks_only).pytest()
