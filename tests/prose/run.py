"""Runs one step of a page, a block or what a binding asks for, and records what became of it."""

import __future__

import ast
import contextlib
import io
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import dropwhile
from unittest import mock
from warnings import WarningMessage

from _pytest.assertion.rewrite import rewrite_asserts  # private; there is no public way to it
from sybil.evaluators.python import pad

from tests.prose.value import given
from tools.chapter import Binding, Block


@dataclass(frozen=True)
class Outcome:
    """What a step did when it ran."""

    printed: str
    complained: str  # what it wrote to stderr
    echo: str  # the repr of its last expression, or the end of its traceback
    value: object = None  # of its last expression; for a binding, what the page should say
    error: BaseException | None = None
    warnings: tuple[WarningMessage, ...] = ()
    threads: tuple[str, ...] = ()  # that it started and that still run

    @property
    def shown(self) -> str:
        """What a reader sees."""
        between = "\n" if self.printed and not self.printed.endswith("\n") else ""
        return f"{self.printed}{between}{self.echo}"


def run(step: Block | Binding, path: str, namespace: dict, filters: list) -> Outcome:
    """Run a step of the page at this path, in the page's namespace, with the page's filters of warnings."""
    if isinstance(step, Block):
        return record(lambda: execute(step, path, namespace), filters)
    return record(lambda: given(step, namespace), filters, echo=False)


def record(action: Callable[[], object], filters: list, echo: bool = True) -> Outcome:
    """Do it, and record what it shows and gives."""
    printed, complained = io.StringIO(), io.StringIO()
    value = error = None
    shown = ""
    threads = set(threading.enumerate())
    with streams(printed, complained), recorded_warnings(filters) as caught:
        try:
            value = action()
            shown = repr(value) if echo and value is not None else ""
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # SystemExit and pytest's own skip and exit are no way for a page to pass
            error = raised
            shown = message(error)
    left = tuple(thread.name for thread in threading.enumerate() if thread not in threads)
    return Outcome(printed.getvalue(), complained.getvalue(), shown, value, error, tuple(caught), left)


def message(error: BaseException) -> str:
    """What a traceback ends with: the exception and its notes; the place of a SyntaxError comes before it."""
    return "".join(dropwhile(lambda line: line.startswith("  "), traceback.format_exception_only(error)))


def execute(block: Block, path: str, namespace: dict) -> object:
    """Execute the code, with the page's own path and lines; give the value of the last expression."""
    tree = ast.parse(pad(block.fence.code, block.fence.code_line - 1), path)
    last = tree.body.pop().value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if not block.raises and any(isinstance(node, ast.Assert) for node in ast.walk(tree)):
        rewrite_asserts(tree, block.fence.code.encode())
    # A future import holds for the rest of its page, as in a script; it leaves its feature in the namespace.
    features = {value.compiler_flag for value in namespace.values() if isinstance(value, __future__._Feature)}
    compiled = partial(compile, filename=path, flags=sum(features), dont_inherit=True)
    exec(compiled(tree, mode="exec"), namespace)
    return None if last is None else eval(compiled(ast.Expression(last), mode="eval"), namespace)


@contextlib.contextmanager
def streams(out: io.StringIO, err: io.StringIO) -> Iterator[None]:
    """Redirect the standard streams, by both of their names."""
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.multiple(sys, __stdout__=out, __stderr__=err),
    ):
        yield


@contextlib.contextmanager
def recorded_warnings(filters: list) -> Iterator[list[WarningMessage]]:
    """Record warnings as these filters say; what is done to the filters meanwhile, is done to these."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        warnings.filters.extend(filters)
        yield caught
        filters[:] = warnings.filters


def first_filters() -> list:
    """Filters that let through the warnings that Python shows by default, each time they occur."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        warnings.filterwarnings("always", category=DeprecationWarning, module="__main__")
        return list(warnings.filters)
