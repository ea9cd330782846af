"""Runs the blocks of a page in the reader's browser, as the tests run them: see ``tests/prose/run.py``.

The worker makes one ``Session`` and gives it each block: what it shows is posted while it runs. It is a module of its
own in the page's Python, so it imports nothing of ours. It runs outside of Pyodide too, from Python 3.11 on, though
without the time limit where there is no ``sys.monitoring``.
"""

import __future__

import ast
import asyncio
import contextlib
import contextvars
import importlib
import inspect
import io
import json
import linecache
import sys
import time
import traceback
import types
import warnings
from collections.abc import Awaitable, Callable, Iterator
from itertools import dropwhile

MOST_CHARACTERS, MOST_LINES = 200_000, 2_000  # that a run shows
LEFT_OUT = f"The rest is left out: a run shows {MOST_LINES:,} lines and {MOST_CHARACTERS:,} characters at most.\n"
MOST_OF_ERROR = 10_000  # characters of a traceback
RESERVE = 2**23  # bytes that are given up when there are no others: enough to say so, and to delete something
INTERVAL, BATCH = 0.05, 8192  # seconds between two posts, or characters in one
MOST_UNCHECKED = 32  # jumps between two looks at the clock: few enough for a fast loop that becomes a slow one
AT_ONCE = 10  # lines of a run that are posted without waiting, so that what comes before a long computation is seen

NO_KEYBOARD = "there is no keyboard here: write what would be typed into the code, as in name = 'Crow'"
NO_TORCH = "PyTorch does not run in a page. It does in the notebook of this page, and on your own computer."
NO_MODULE = "This page has NumPy, superhero and Python's standard library."
NO_BROWSER = "This part of Python's standard library does not work in a browser."
NO_MEMORY = "That is more memory than a page's Python can have. Delete what is large, or restart."
NO_THREADS = "There are no threads in a page's Python."
EXITED = "This ended the block. The names of the page are still there."


class Output:
    """What a run shows: posted in batches, so that the page keeps up, and up to a limit."""

    def __init__(self, post: Callable[[str], None]):
        self.post = post
        self.begin()
        self.is_open = False  # what goes on after its run shows nothing

    def begin(self) -> None:
        self.is_open = True
        self.pending: list[list[str]] = []  # pairs of a text and its stream
        self.size = 0
        self.posted = time.perf_counter()
        self.at_once = AT_ONCE
        self.has_room = True
        self.characters, self.lines = MOST_CHARACTERS, MOST_LINES  # that there is still room for
        self.last = "\n"  # what stdout ended with

    def write(self, text: str, stream: str) -> None:
        if not (self.is_open and self.has_room and text):
            return
        fitting = self.cut(text)
        self.characters -= len(fitting)
        self.lines -= fitting.count("\n")
        self.append(fitting, stream)
        if stream == "out" and fitting:
            self.last = fitting[-1]
        if fitting != text:
            self.has_room = False
            self.append(LEFT_OUT if self.last == "\n" else f"\n{LEFT_OUT}", "err")
            self.flush()
        elif self.size >= BATCH or time.perf_counter() - self.posted > INTERVAL:
            self.flush()
        elif self.at_once and text.endswith("\n"):
            self.at_once -= 1
            self.flush()

    def cut(self, text: str) -> str:
        """As much of the text as there is room for."""
        text = text[: self.characters if self.lines else 0]
        if text.count("\n") <= self.lines:
            return text
        return "".join(f"{line}\n" for line in text.split("\n", self.lines)[: self.lines])

    def append(self, text: str, stream: str) -> None:
        if self.pending and self.pending[-1][1] == stream:
            self.pending[-1][0] += text
        else:
            self.pending.append([text, stream])
        self.size += len(text)

    def flush(self) -> None:
        if self.pending:
            self.post(json.dumps(self.pending))  # its escapes carry any character, halves of surrogate pairs too
            self.pending, self.size, self.posted = [], 0, time.perf_counter()


class Stream(io.TextIOBase):
    """The reader's stdout or stderr."""

    encoding = "utf-8"

    def __init__(self, output: Output, name: str):
        self.output, self.stream = output, name

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.output.write(text, self.stream)
        return len(text)


class Keyboard(io.TextIOBase):
    """The reader's stdin, which ``input`` reads."""

    def readable(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:
        raise EOFError(NO_KEYBOARD)

    read = readline


class Guard:
    """Ends the reader's code at a deadline, from within, so that the names of the page stay."""

    TOOL = 4  # of sys.monitoring; the numbers below and above have names of their own

    def __init__(self, output: Output):
        self.output = output
        self.begin(None)
        self.sleep = time.sleep
        if hasattr(sys, "monitoring"):
            events = sys.monitoring.events
            # Whatever goes on for long jumps back, or calls, again and again.
            self.events = events.JUMP | events.PY_START
            if sys.monitoring.get_tool(self.TOOL) is None:
                sys.monitoring.use_tool_id(self.TOOL, "page_session")
            sys.monitoring.register_callback(self.TOOL, events.JUMP, self.check)
            sys.monitoring.register_callback(self.TOOL, events.PY_START, self.check)

    def begin(self, limit: float | None) -> None:
        self.limit = limit
        self.stride, self.unchecked, self.looked = 1, 0, 0.0
        self.deadline = float("inf") if limit is None else time.perf_counter() + limit

    @property
    def left(self) -> float | None:
        """The seconds until the deadline."""
        return None if self.limit is None else max(0.0, self.deadline - time.perf_counter())

    def watch(self, code: types.CodeType) -> None:
        if hasattr(sys, "monitoring"):
            sys.monitoring.set_local_events(self.TOOL, code, self.events)

    def check(self, *_: object) -> None:
        unchecked = self.unchecked = self.unchecked - 1
        if unchecked <= 0:
            self.look_at_the_clock()

    def look_at_the_clock(self) -> None:
        now = time.perf_counter()
        # The clock takes longer than all the rest, so a fast loop looks at it less often than a slow one.
        self.stride = min(2 * self.stride, MOST_UNCHECKED) if now - self.looked < 0.001 else 1
        self.unchecked, self.looked = self.stride, now
        if now > self.deadline:
            self.unchecked = 0  # what swallows the error gets it again at once
            raise self.error()
        if self.output.pending and now - self.output.posted > INTERVAL:
            self.output.flush()

    def error(self) -> TimeoutError:
        return TimeoutError(
            f"this took longer than {self.limit:g} s, the limit of a run. The names of the page are still there. "
            "If it needs more time, run it with a longer limit."
        )

    def pause(self, seconds: float, /) -> None:
        """Stand in for time.sleep, which is one long call that nothing else here could end."""
        left = self.left
        if left is None or seconds <= left:
            return self.sleep(seconds)
        self.output.flush()
        self.sleep(left)
        raise self.error()


class Session:
    """The namespace of a page, and all that a run of one of its blocks needs.

    Args:
        post: is given what a run shows, as JSON: a list of pairs of a text and its stream, ``"out"`` or ``"err"``.
        tell: is told ``"fetching"`` and ``"fetched"`` around what a run has to wait for.
    """

    def __init__(self, post: Callable[[str], None], tell: Callable[[str], None] = lambda event: None):
        self.tell = tell
        self.main = types.ModuleType("__main__")
        self.namespace = self.main.__dict__
        self.context = contextvars.copy_context()  # NumPy keeps its print options in context variables
        self.codes: dict[str, set[types.CodeType]] = {}  # what the newest version of each block was compiled to
        self.output = Output(post)
        self.guard = Guard(self.output)
        self.reserve: bytes | None = bytes(RESERVE)

    def install(self) -> None:
        """Take the places that Python has for all this, for good."""
        sys.modules["__main__"] = self.main
        time.sleep = self.guard.pause
        warnings.showwarning = self.show_warning
        for finder in sys.meta_path:
            if hasattr(finder, "fetch"):  # the modules that Python starts without: see _later.py
                finder.fetch = self.untimed(finder.fetch)

    def untimed(self, fetch: Callable[[], object]) -> Callable[[], object]:
        """Return it so that its time does not count: a slow network is not the code's fault."""

        def fetch_untimed() -> object:
            began = time.perf_counter()
            self.tell("fetching")
            try:
                return fetch()
            finally:
                self.tell("fetched")
                self.guard.deadline += time.perf_counter() - began

        return fetch_untimed

    def run(self, code: str, name: str, limit: float | None = None) -> str | Awaitable[str]:
        """Run a block, and say what became of it, as JSON: see docs/assets/js/python/session.js.

        Code that awaits something gives an awaitable of that. Other code runs here and now, and not in a task, so that
        the worker hears of it when Python itself breaks down.
        """
        self.namespace.pop("__warningregistry__", None)  # or a second run would not warn again
        sys.stdin = Keyboard()
        sys.stdout = sys.__stdout__ = Stream(self.output, "out")
        sys.stderr = sys.__stderr__ = Stream(self.output, "err")
        self.output.begin()
        self.guard.begin(limit)
        try:
            parts = self.compile(code, name)
            if any(is_coroutine(part) for part in parts):
                return self.run_awaiting(parts, name)
            for part in parts:
                value = self.context.run(eval, part, self.namespace)
            return self.end(value)
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: the session goes on
            return self.fail(error, name)

    async def run_awaiting(self, parts: list[types.CodeType], name: str) -> str:
        try:
            for part in parts:
                value = self.context.run(eval, part, self.namespace)
                if is_coroutine(part):
                    value = await self.wait(value)
            return self.end(value)
        except BaseException as error:
            return self.fail(error, name)

    def compile(self, code: str, name: str) -> list[types.CodeType]:
        """Compile a block: all but its last expression, and that."""
        linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
        tree = ast.parse(code, name)
        last = [ast.Expression(tree.body.pop().value)] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
        # A future import holds for the rest of its page, as in a script; it leaves its feature in the namespace.
        features = {value.compiler_flag for value in self.namespace.values() if isinstance(value, __future__._Feature)}
        flags = sum(features) | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        parts = [
            compile(part, name, mode, flags, dont_inherit=True)
            for mode, part in zip(("exec", "eval"), (tree, *last), strict=False)
        ]
        self.codes[name] = {inner for part in parts for inner in codes(part)}
        for inner in self.codes[name]:
            self.guard.watch(inner)
        return parts

    async def wait(self, coroutine: types.CoroutineType) -> object:
        """Wait for a coroutine until the deadline."""
        task = asyncio.get_running_loop().create_task(outcome(coroutine), context=self.context)
        done, _ = await asyncio.wait({task}, timeout=self.guard.left)
        if not done:
            task.cancel()
        value, error = await task
        if isinstance(error, asyncio.CancelledError) and not done:
            raise self.guard.error().with_traceback(error.__traceback__) from None
        if error:
            raise error
        return value

    def end(self, value: object) -> str:
        html = None if value is None else self.context.run(self.show, value)
        if self.reserve is None:
            with contextlib.suppress(MemoryError):
                self.reserve = bytes(RESERVE)
        return self.close({"ok": True, "html": html})

    def fail(self, error: BaseException, name: str) -> str:
        if isinstance(error, MemoryError):
            self.reserve = None
        return self.close({"ok": False, "error": self.describe(error, name)})

    def close(self, result: dict) -> str:
        self.output.flush()
        self.output.is_open = False
        return json.dumps(result)

    def show(self, value: object) -> str | None:
        text = repr(value)
        self.output.write(text if self.output.last == "\n" else f"\n{text}", "out")
        # Only of the course's own: what else comes as HTML is not made for this page.
        ours = type(value).__module__.partition(".")[0] == "superhero"
        return value._repr_html_() if ours and hasattr(value, "_repr_html_") else None

    def show_warning(self, message, category, filename, lineno, file=None, line=None) -> None:
        where = f"{filename}, line {lineno}: " if filename in self.codes else ""
        (file or sys.stderr).write(f"{where}{category.__name__}: {message}\n")

    def describe(self, error: BaseException, name: str) -> dict:
        """Say what went wrong, and where in the reader's own lines."""
        if note := advice(error):
            error.add_note(note)
        trace = traceback.TracebackException.from_exception(error)
        frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
        lines = [line for code, line in frames if code in self.codes.get(name, ())]
        if isinstance(error, SyntaxError) and error.filename == name and error.lineno:
            lines.append(error.lineno)
        self.keep_own(trace, error)
        last = list(trace.format_exception_only())
        return {
            "type": type(error).__name__,
            "message": bounded("\n".join(filter(None, [str(trace), note]))),
            "traceback": bounded("".join(trace.format() if trace.stack else last)),
            "end": bounded("".join(dropwhile(lambda line: line.startswith("  "), last))),  # as the pages print it
            "lines": list(dict.fromkeys(lines)),
        }

    def keep_own(self, trace: traceback.TracebackException, error: BaseException) -> None:
        """Leave only the reader's lines in a traceback, and only those errors behind it that happened in them."""
        found = [(trace, error)]
        for outer, raised in found:  # which grows
            walked = traceback.walk_tb(raised.__traceback__)
            outer.stack[:] = [
                self.as_it_was(summary, frame.f_code)
                for summary, (frame, _) in zip(outer.stack, walked, strict=False)
                if frame.f_code.co_filename in self.codes
            ]
            behind = [(outer.__cause__, raised.__cause__), (outer.__context__, raised.__context__)]
            within = zip(outer.exceptions or (), getattr(raised, "exceptions", ()), strict=False)
            found += [pair for pair in (*behind, *within) if pair[0]]
        for outer, _ in reversed(found):
            for behind in ("__cause__", "__context__"):
                inner = getattr(outer, behind)
                if inner and not (inner.stack or inner.__cause__ or inner.__context__):
                    setattr(outer, behind, None)

    def as_it_was(self, summary: traceback.FrameSummary, code: types.CodeType) -> traceback.FrameSummary:
        """The place of a frame, without the text of its line if its block has been changed since."""
        if code in self.codes[summary.filename]:
            return summary
        return traceback.FrameSummary(summary.filename, summary.lineno, summary.name, line="")


def standard_library() -> str:
    """The names of those of its modules that are imported, as JSON."""
    return json.dumps([name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names])


def import_all(*names: str) -> None:
    """Import modules as far as they are at hand."""
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def is_coroutine(code: types.CodeType) -> bool:
    return bool(code.co_flags & inspect.CO_COROUTINE)


async def outcome(coroutine: types.CoroutineType) -> tuple[object, BaseException | None]:
    """Give what it returns and what it raises: SystemExit and KeyboardInterrupt would go from its task to the loop."""
    try:
        return await coroutine, None
    except BaseException as error:
        return None, error


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code object and all within it: functions, classes, lambdas."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def bounded(text: str) -> str:
    """The text without its last line end, and without its middle if it is long."""
    text = text.removesuffix("\n")
    half = MOST_OF_ERROR // 2
    return text if len(text) <= MOST_OF_ERROR else f"{text[:half]}\n[...]\n{text[-half:]}"


def advice(error: BaseException) -> str | None:
    """What helps here, and an error's own words do not say."""
    match error:
        case ModuleNotFoundError(name=str(name)):
            root = name.partition(".")[0]
            error.msg = f"No module named {name!r}"  # Pyodide's own words are about installing
            if root == "torch":
                return NO_TORCH
            if root in sys.stdlib_module_names:
                return NO_BROWSER
            return None if root in sys.modules else NO_MODULE
        case MemoryError() if "too complex" not in str(error):  # to compile
            return NO_MEMORY
        case SystemExit():
            return EXITED
        case RuntimeError() if "can't start new thread" in str(error):
            return NO_THREADS
    return None
