"""The Python that runs a page's blocks in the browser, run in this Python; tests/browser runs it in the other one.

Where sys.monitoring is missing (before Python 3.12) the time limit is tested in the browser alone.
"""

import asyncio
import json
import linecache
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.site_build import ROOT, SOURCES
from tools import chapter
from tools.pyodide import page_session

needs_monitoring = pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="sys.monitoring came with Python 3.12")


@dataclass
class Run:
    """What became of a run, and what it showed."""

    result: dict
    posts: list[list[list[str]]] = field(default_factory=list)

    @property
    def pieces(self) -> list[list[str]]:
        return [piece for post in self.posts for piece in post]

    @property
    def out(self) -> str:
        return "".join(text for text, stream in self.pieces if stream == "out")

    @property
    def err(self) -> str:
        return "".join(text for text, stream in self.pieces if stream == "err")

    @property
    def error(self) -> dict:
        assert not self.result["ok"], self.out
        return self.result["error"]

    @property
    def shown(self) -> str:
        """What a reader sees."""
        end = "" if self.result["ok"] else self.error["end"]
        between = "\n" if end and self.out and not self.out.endswith("\n") else ""
        return f"{self.out}{between}{end}"


async def ended(session: page_session.Session, *arguments: object) -> str:
    result = session.run(*arguments)
    return result if isinstance(result, str) else await result


@pytest.fixture
def new_page(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Callable[..., Run]]:
    """Begins a page, and gives what runs its blocks. What a session sets up for good is undone after the test."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    for name in ("stdin", "stdout", "stderr", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setattr(time, "sleep", time.sleep)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(linecache, "cache", {})

    def new_page() -> Callable[..., Run]:
        posts = []
        session = page_session.Session(lambda post: posts.append(json.loads(post)))

        def run(code: str, name: str = "block 1", limit: float | None = None) -> Run:
            posts.clear()
            session.install()
            return Run(json.loads(asyncio.run(ended(session, code, name, limit))), list(posts))

        return run

    return new_page


@pytest.fixture
def run(new_page) -> Callable[..., Run]:
    """Runs blocks of one page."""
    return new_page()


@pytest.mark.parametrize("source", SOURCES)
def test_every_block_shows_what_its_page_says(source: str, new_page) -> None:
    run = new_page()
    for i, block in enumerate(chapter.read(ROOT / "docs" / source).blocks, start=1):
        if block.not_run:
            continue
        ran = run(block.fence.code, f"block {i}")
        assert ran.result["ok"] is not bool(block.raises), ran.shown
        assert not ran.err
        assert clean(ran.shown) == clean(block.output.code if block.output else "")
        if block.raises:
            assert ran.error["type"] == block.raises
            assert ran.error["lines"]


def clean(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


# Values that are easily lost, and the one that is not shown; in the browser too.
VALUES = [("0", "0"), ("False", "False"), ("''", "''"), ("[]", "[]"), ("None", "")]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        *VALUES,
        ("1;", "1"),
        ("x = 1", ""),
        ("", ""),
        ("# nothing", ""),
        ("print('a')\n1", "a\n1"),
        ("print('a', end='')\n1", "a\n1"),
        ("print('a', end='')", "a"),
        ("print('a')\nNone", "a\n"),
        ("import sys; print('a', file=sys.__stdout__)", "a\n"),
        ("print('\\x1b[31mred\\x1b[0m <img onerror=1>')", "\x1b[31mred\x1b[0m <img onerror=1>\n"),
        ("print('\\ud800')", "\ud800\n"),
        ("__name__", "'__main__'"),
    ],
)
def test_what_is_shown(run, code: str, shown: str) -> None:
    ran = run(code)
    assert ran.result == {"ok": True, "html": None}
    assert ran.shown == shown
    assert not ran.err


def test_names_stay(run) -> None:
    run("def f(): return a + 1\na = 1", "block 1")
    run("a = 2", "block 2")
    assert run("f()", "block 3").shown == "3"


def test_a_class_of_the_page_can_be_pickled(run) -> None:
    run("class A: pass")
    assert run("import pickle\npickle.loads(pickle.dumps(A())).__class__ is A").shown == "True"


def test_print_options_stay_and_so_do_settings_of_errors(run) -> None:
    run("import numpy as np\nnp.set_printoptions(precision=2)\nnp.seterr(divide='raise')", "block 1")
    assert run("np.array([1 / 3])", "block 2").shown == "array([0.33])"
    assert run("np.ones(1) / 0", "block 3").error["type"] == "FloatingPointError"


def test_a_future_import_holds_for_its_page(new_page) -> None:
    code = "def f(x: missing): pass\nf.__annotations__"
    run = new_page()
    run("from __future__ import annotations")
    assert run(code).shown == "{'x': 'missing'}"


def test_top_level_await(run) -> None:
    ran = run("import asyncio\nasync def f(): return 3\na = await f()\nprint(a)\nawait asyncio.sleep(0, 4)")
    assert ran.shown == "3\n4"
    assert run("import contextvars\nv = contextvars.ContextVar('v')\nv.set(5)\nawait asyncio.sleep(0)").result["ok"]
    assert run("v.get()").shown == "5"
    failed = run("a = 1\n\nawait asyncio.sleep('x')")
    assert failed.error["lines"] == [3]


def test_what_awaits_too_long_ends(run) -> None:
    ran = run("import asyncio\nprint('before')\nawait asyncio.sleep(60)", limit=0.1)
    assert ran.error["type"] == "TimeoutError"
    assert "longer than 0.1 s" in ran.error["message"]
    assert ran.error["lines"] == [3]
    assert ran.out == "before\n"


def test_what_sleeps_too_long_ends(run) -> None:
    ran = run("import time\nprint('before')\ntime.sleep(60)", limit=0.1)
    assert ran.error["type"] == "TimeoutError"
    assert ran.error["lines"] == [3]


@needs_monitoring
@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "while True:\n  try:\n    while True: pass\n  except Exception: pass",
        "def f(n): return f(n - 1) + f(n - 1) if n else 0\nf(60)",
        "import itertools\nsum(1 for _ in itertools.count())",
        "import itertools\nlist(map(lambda x: None, itertools.repeat(1, 10 ** 9)))",
        "import asyncio\nasync def f():\n  while True: await asyncio.sleep(0)\nawait f()",
        "class A:\n  def __repr__(self):\n    while True: pass\nA()",
    ],
)
def test_what_runs_too_long_ends(run, code: str) -> None:
    run("kept = 1")
    assert run(code, limit=0.1).error["type"] == "TimeoutError"
    assert run("kept").shown == "1"


def test_a_traceback_has_the_reader_s_lines_alone(run) -> None:
    run("import superhero\n\n\ndef f(word):\n    return superhero.correct(word, (1, 0, 0))", "block 1")
    ran = run("a = 1\nf('Rok')\nb = 2", "block 2")
    assert ran.error["lines"] == [2]
    assert ran.error["traceback"].startswith(
        "Traceback (most recent call last):\n  File \"block 2\", line 2, in <module>\n    f('Rok')\n"
    )
    assert 'File "block 1", line 5, in f\n    return superhero.correct(word, (1, 0, 0))\n' in ran.error["traceback"]
    assert ran.error["traceback"].count("File") == 2
    assert ran.error["traceback"].endswith(ran.error["end"])


def test_a_changed_block_does_not_lend_its_lines_to_what_it_was(run) -> None:
    run("\ndef f():\n    1 / 0", "block 1")
    run("g = f", "block 2")
    run("\n# changed\n# changed\ndef h(): pass", "block 1")
    trace = run("g()", "block 2").error["traceback"]
    assert 'File "block 1", line 3, in f\nZeroDivisionError' in trace


def test_errors_behind_an_error_are_shown_where_they_are_the_reader_s(run) -> None:
    ran = run("try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError('no') from error")
    assert ran.error["traceback"].count("Traceback") == 2
    assert ran.error["lines"] == [4]
    ran = run("import json\njson.loads('{')")  # json raises it from a StopIteration of its own, or from nothing
    assert ran.error["traceback"].count("Traceback") == 1


def test_a_group_of_errors(run) -> None:
    ran = run("try:\n    1 / 0\nexcept Exception as e:\n    raise ExceptionGroup('two', [e, ValueError('x')])")
    assert ran.error["type"] == "ExceptionGroup"
    assert "page_session" not in ran.error["traceback"]
    assert "line 2, in <module>" in ran.error["traceback"]


@pytest.mark.parametrize("code", ["a = 1\nb = = 2", "a = 1\nreturn", "def f():\n", "a = 1\n  b = 2", "a = '\nb"])
def test_a_syntax_error_has_its_line(run, code: str) -> None:
    ran = run(code)
    assert ran.error["type"] in ("SyntaxError", "IndentationError")
    assert ran.error["traceback"].startswith('  File "block 1", line ')
    assert len(ran.error["lines"]) == 1


def test_code_that_is_no_text(run) -> None:
    assert run("a = 1\0").error["type"] in ("SyntaxError", "ValueError")
    assert run("'\ud800'").error["type"] in ("UnicodeEncodeError", "SyntaxError")


def test_recursion(run) -> None:
    ran = run("def f(): return f()\nf()")
    assert ran.error["type"] == "RecursionError"
    assert ran.error["lines"] == [2, 1]
    assert "Previous line repeated" in ran.error["traceback"]
    ran = run("def f():\n  try: 1 / 0\n  except ZeroDivisionError: f()\nf()")
    assert ran.error["type"] == "RecursionError"


@pytest.mark.parametrize("code", ["import sys\nsys.exit()", "exit_code = 3\nraise SystemExit(exit_code)"])
def test_an_exit_ends_the_block_alone(run, code: str) -> None:
    ran = run(code)
    assert ran.error["type"] == "SystemExit"
    assert "names of the page are still there" in ran.error["message"]
    assert run("1").shown == "1"


def test_an_interrupt_is_an_error_like_others(run) -> None:
    assert run("raise KeyboardInterrupt").error["type"] == "KeyboardInterrupt"
    assert run("import asyncio\nawait asyncio.sleep(0)\nraise KeyboardInterrupt").error["lines"] == [3]
    assert run("import asyncio, sys\nawait asyncio.sleep(0)\nsys.exit()").error["type"] == "SystemExit"
    assert run("import asyncio\nraise asyncio.CancelledError").error["type"] == "CancelledError"


def test_each_block_has_the_streams_again(run) -> None:
    run("import io, sys\nsys.stdout = io.StringIO()")
    assert run("print('a')").out == "a\n"


@pytest.mark.parametrize("code", ["name = input('Name: ')", "import sys\nsys.stdin.readline()"])
def test_there_is_no_keyboard(run, code: str) -> None:
    ran = run(code)
    assert ran.error["type"] == "EOFError"
    assert "no keyboard" in ran.error["message"]
    assert ran.error["traceback"].count("File") == 1


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("torch", "PyTorch does not run in a page"),
        ("antigravitas", "This page has NumPy"),
        ("antigravitas.io", "This page has NumPy"),
        ("numpy.missing", "No module named 'numpy.missing'"),
        ("_winapi", "does not work in a browser"),
    ],
)
def test_an_import_that_is_not_there(run, monkeypatch: pytest.MonkeyPatch, module: str, says: str) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    ran = run(f"import numpy\nimport {module}")
    assert ran.error["type"] == "ModuleNotFoundError"
    assert ran.error["lines"] == [2]
    assert f"No module named '{module.partition('.')[0]}" in ran.error["message"]
    assert says in ran.error["message"]
    assert says in ran.error["traceback"]


def test_a_module_of_the_course_that_needs_torch(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "superhero.training", raising=False)
    ran = run("from superhero.training import train")
    assert "PyTorch does not run in a page" in ran.error["message"]


def test_too_much_memory(run) -> None:
    assert run("raise MemoryError").error["message"] == page_session.NO_MEMORY
    assert run("raise MemoryError('no')").error["message"] == f"no\n{page_session.NO_MEMORY}"
    assert page_session.NO_MEMORY not in run("raise MemoryError('Python source too complex to parse')").error["message"]


def test_an_error_of_any_length_is_shown_in_part(run) -> None:
    error = run("raise ValueError('a' * 10 ** 6)").error
    assert all(len(error[part]) < 2 * page_session.MOST_OF_ERROR for part in ("message", "traceback", "end"))
    assert run("class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd").error["type"] == "Odd"


def test_help_is_printed(run) -> None:
    ran = run("import numpy as np\nhelp(np.sum)")
    assert "Sum of array elements over a given axis." in ran.out
    assert ran.out.startswith("Help on ")


def test_stderr_and_warnings(run) -> None:
    ran = run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')")
    assert ran.pieces == [["a\n", "out"], ["b\n", "err"], ["c\n", "out"]]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        for _ in range(2):
            ran = run("import warnings\n\nwarnings.warn('careful')")
            assert ran.err == "block 1, line 3: UserWarning: careful\n"
        warnings.warn_explicit("inside", RuntimeWarning, "/lib/inside.py", 7)
    assert ran.result["ok"]


def test_a_run_shows_so_many_lines(run) -> None:
    ran = run("for i in range(5000): print(i)\n'last'")
    assert ran.out == "".join(f"{i}\n" for i in range(page_session.MOST_LINES))
    assert ran.err == page_session.LEFT_OUT
    assert len(ran.posts) < 100
    assert run("print(1)").out == "1\n"


@pytest.mark.parametrize("code", ["print('a' * 10 ** 6)", "'a' * 10 ** 6", "while n := n - 1: print('a', end='')"])
def test_a_run_shows_so_many_characters(run, code: str) -> None:
    run("n = 300_000")
    ran = run(code)
    assert set(ran.out) <= set("a'")
    assert ran.out.count("a") in (page_session.MOST_CHARACTERS, page_session.MOST_CHARACTERS - 1)  # or a quote
    assert ran.err == f"\n{page_session.LEFT_OUT}"


def test_output_is_posted_while_the_code_runs(run) -> None:
    ran = run("import time\nprint('a')\nprint('b')\ntime.sleep(0.1)\nprint('c', end='')\nprint('d', end='')")
    assert ran.posts == [[["a\n", "out"]], [["b\n", "out"]], [["c", "out"]], [["d", "out"]]]


def test_only_text_is_written(run) -> None:
    assert run("import sys\nsys.stdout.write(1)").error["type"] == "TypeError"


def test_only_grids_of_the_course_come_as_html(run) -> None:
    code = "class A:\n    def _repr_html_(self): return '<table></table>'\n    def __repr__(self): return 'A'\n"
    assert run(f"{code}A()").result["html"] is None
    ran = run(f"{code}A.__module__ = 'superhero.grids'\nA()")
    assert ran.result["html"] == "<table></table>"
    assert ran.out == "A"


def test_the_time_of_a_fetch_does_not_count(run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> None:
            if name == "missing_here":
                finder.fetch()

        def fetch(self) -> None:
            real_sleep(0.3)

    real_sleep, finder = time.sleep, Finder()
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    assert run("import missing_here", limit=0.2).error["type"] == "ModuleNotFoundError"
    assert run("import time\ntry: import missing_here\nexcept ImportError: time.sleep(0.05)", limit=0.2).result["ok"]


def test_what_goes_on_after_its_run_shows_nothing(run) -> None:
    ran = run("import asyncio\nasync def f():\n    print('late')\ntask = asyncio.ensure_future(f())")
    assert ran.out == ""


def test_it_imports_nothing_of_ours() -> None:
    source = Path(page_session.__file__).read_text()
    assert "from tools" not in source
    assert "from superhero" not in source


def test_standard_library_is_named_as_far_as_it_is_imported():
    names = set(json.loads(page_session.standard_library()))
    assert {"json", "sys", "importlib"} <= names <= sys.modules.keys()
    assert not names & {"numpy", "pytest", "tests"}


def test_modules_are_imported_as_far_as_they_are_there(monkeypatch):
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    page_session.import_all("no_such_module", "wave")
    assert "wave" in sys.modules
