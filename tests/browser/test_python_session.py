"""Python in the page, in a real Chromium: what a run gives, and how each kind of run is ended.

The blocks of the chapters themselves, and how a page shows all this, are tested elsewhere; here it is session.js alone.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.conftest import no_python, tab, wait_until
from tests.site_build import ROOT, SITE_URL
from tests.test_page_session import VALUES
from tools.pyodide import page_session
from tools.pyodide.bundle import make_bundle
from tools.pyodide.fetch import CACHE, fetch, read_lock
from tools.pyodide.library import library

# Puts into the page what the tests call. A run notes each piece of its output, with the time since it began.
DRIVER = """async () => {
  const { Session } = await import(new URL("assets/js/python/session.js", location.href))
  const base = document.querySelector("meta[name=python]")?.content
  if (!base) return false
  window.states = []
  window.session = new Session(new URL(base, location.href).href)
  session.addEventListener("state", ({ detail }) => states.push(detail))
  session.addEventListener("progress", ({ detail }) => window.progress = detail)
  window.start = (code, options) => {
    const began = performance.now()
    const pieces = []
    const onOutput = ({ text, stream }) => pieces.push({ text, stream, at: performance.now() - began })
    return session.run(code, { ...options, onOutput }).then((result) => ({ ...result, pieces }))
  }
  return true
}"""

NAMES = """async (kind) => {
  const module = await WebAssembly.compileStreaming(fetch("module.wasm", { cache: "no-store" }))
  return WebAssembly.Module[kind](module).map(({ name }) => name)
}"""

# A thing that holds itself goes although nobody asks for it.
GARBAGE = """
import weakref

class Thing: pass

thing = Thing()
thing.itself = thing
gone = weakref.ref(thing)
del thing
kept = [[] for _ in range(100_000)]
gone() is None
"""


class Python:
    """The session of a page."""

    def __init__(self, page: Page):
        self.page = page

    def run(self, code: str, **options: object) -> dict:
        return self.page.evaluate("([code, options]) => start(code, options)", [code, options])

    def shown(self, code: str, **options: object) -> str:
        """All that it prints, and nothing else may have happened."""
        result = self.run(code, **options)
        assert result["ok"], result
        assert all(piece["stream"] == "out" for piece in result["pieces"]), result
        return text_of(result)

    def error(self, code: str, **options: object) -> dict:
        result = self.run(code, **options)
        assert not result["ok"], result
        return result["error"]

    def start_and_stop(self, code: str, wait: int) -> dict:
        """Start a run, and stop it after some milliseconds."""
        return self.page.evaluate(
            """([code, wait]) => new Promise((resolve) => {
              start(code).then(resolve)
              setTimeout(() => session.stop(), wait)
            })""",
            [code, wait],
        )


def text_of(result: dict, stream: str = "out") -> str:
    return "".join(piece["text"] for piece in result["pieces"] if piece["stream"] == stream)


def open_python(page: Page) -> Python:
    page.goto(SITE_URL)
    if not page.evaluate(DRIVER):
        no_python()
    return Python(page)


@pytest.fixture(scope="module")
def python(chromium: Browser) -> Iterator[Python]:
    """A page whose console stays silent. Its session is every test's; what a test needs of it, it defines."""
    with tab(chromium) as page:
        yield open_python(page)


SNAPSHOT = """async () => {
  const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  return keys.flat().find(({ url }) => url.includes("/snapshot?"))?.url
}"""


@contextmanager
def snapped(chromium: Browser) -> Iterator[Python]:
    """A page on a device that keeps a snapshot of Python, from which it starts."""
    with tab(chromium, service_workers="allow") as page:
        page.goto(SITE_URL)
        wait_until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
        python = open_python(page)
        python.run("1")
        wait_until(lambda: page.evaluate(SNAPSHOT))
        page.reload()
        page.evaluate(DRIVER)
        yield python


@pytest.fixture
def fresh(chromium: Browser) -> Iterator[Python]:
    """A page of its own, in which nothing has been loaded."""
    with tab(chromium) as page:
        yield open_python(page)


@contextmanager
def broken(chromium: Browser) -> Iterator[Python]:
    """A page in which Python may break down, of which Pyodide complains in the console."""
    with chromium.new_context(service_workers="block") as context:
        yield open_python(context.new_page())


def test_progress_is_counted_to_the_end_where_the_network_is_slow(fresh: Python) -> None:
    fresh.page.evaluate("session.addEventListener('progress', ({ detail }) => (window.seen ??= []).push(detail))")
    slow = {"offline": False, "latency": 50, "downloadThroughput": 2_000_000, "uploadThroughput": 2_000_000}
    fresh.page.context.new_cdp_session(fresh.page).send("Network.emulateNetworkConditions", slow)
    assert fresh.shown("1 + 1") == "2"
    seen = fresh.page.evaluate("seen")
    total = seen[-1]["total"]
    loaded = [0] + [progress["loaded"] for progress in seen if progress["total"] == total]
    assert loaded == sorted(loaded)
    assert loaded[-1] == total
    assert max(after - before for before, after in pairwise(loaded)) < total / 10


def test_nothing_is_loaded_before_it_is_asked_for(fresh: Python) -> None:
    asked = []
    fresh.page.on("request", lambda request: asked.append(request.url))
    assert fresh.page.evaluate("session.state") == "none"
    assert not asked
    assert fresh.shown("1 + 1") == "2"
    assert fresh.page.evaluate("states") == ["loading", "starting", "running", "ready"]
    progress = fresh.page.evaluate("progress")
    # With 0.3 MB of scripts, which are not counted, that is at most 7 MB.
    assert 6_000_000 < progress["loaded"] == progress["total"] < 6_700_000
    assert not any(url.endswith("more.gz") for url in asked)


SHOWN = [
    *VALUES,
    ("x = 1", ""),
    ("print('no line end', end='')", "no line end"),
    ("print('no line end', end='')\n1", "no line end\n1"),
    ("print('<img src=x onerror=alert(1)></script>')", "<img src=x onerror=alert(1)></script>\n"),
    ("print('\\x1b[31mred\\x1b[0m\\a')", "\x1b[31mred\x1b[0m\a\n"),
    ("import asyncio\nx = await asyncio.sleep(0.01, 5)\nx", "5"),
    ("import numpy as np\nnp.random.default_rng(0).integers(9, size=3).tolist()", "[7, 5, 4]"),
    ("__name__", "'__main__'"),
]


@pytest.mark.parametrize(("code", "shown"), SHOWN)
def test_what_is_shown(python: Python, code: str, shown: str) -> None:
    assert python.shown(code) == shown


def test_runs_wait_for_each_other(python: Python) -> None:
    results = python.page.evaluate("Promise.all(['a = 1', 'a += 1', 'a'].map((code) => start(code)))")
    assert text_of(results[-1]) == "2"


def test_print_options_stay(python: Python) -> None:
    python.run("import numpy as np\nnp.set_printoptions(precision=2)")
    assert python.shown("np.array([1 / 3])") == "array([0.33])"
    python.run("np.set_printoptions(precision=8)")


def test_help(python: Python) -> None:
    assert "Sum of array elements over a given axis." in python.shown("import numpy as np\nhelp(np.sum)")


def test_output_comes_while_the_code_runs(python: Python) -> None:
    result = python.run("import time\nfor i in range(3):\n    print(i)\n    time.sleep(0.3)")
    times = [piece["at"] for piece in result["pieces"] if piece["text"].strip()]
    assert len(times) == 3
    assert times[2] - times[0] > 500


def test_a_line_before_a_long_loop_is_seen(python: Python) -> None:
    code = "for i in range(20): print(i)\nfor i in range(10 ** 9): pass"
    result = python.run(code, limit=4)
    assert text_of(result) == "".join(f"{i}\n" for i in range(20))
    assert result["pieces"][-1]["at"] < 3000  # of the 4000 that the loop is given


@pytest.mark.parametrize("code", ["print('a' * 10 ** 6)", "for i in range(10 ** 5): print(i)"])
def test_runaway_output_is_cut(python: Python, code: str) -> None:
    result = python.run(code)
    assert result["ok"]
    assert page_session.LEFT_OUT in text_of(result, "err")
    assert len(text_of(result)) <= page_session.MOST_CHARACTERS
    assert text_of(result).count("\n") <= page_session.MOST_LINES
    assert len(result["pieces"]) < 100
    assert python.shown("1") == "1"


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "while True: print('x')",
        "while True:\n    try:\n        while True: pass\n    except: pass",
        "def f(n): return f(n - 1) + f(n - 1) if n else 0\nf(60)",
        "import time\ntime.sleep(60)",
        "import asyncio\nawait asyncio.sleep(60)",
        "import asyncio\nwhile True: await asyncio.sleep(0)",
    ],
)
def test_the_limit_ends_a_run_and_the_session_lives_on(python: Python, code: str) -> None:
    python.run("kept = 5")
    error = python.error(code, limit=0.5)
    assert error["type"] == "TimeoutError"
    assert "longer than 0.5 s" in error["message"]
    assert "lost" not in error
    assert python.shown("kept") == "5"


@pytest.mark.parametrize("code", ["exec('while True: pass')", "import re\nre.match('(a*)*b', 'a' * 40)"])
def test_what_the_limit_cannot_end_is_ended_by_a_restart(python: Python, code: str) -> None:
    python.run("kept = 5")
    error = python.error(code, limit=0.2)
    assert error["type"] == "TimeoutError"
    assert error["lost"]
    assert python.error("kept")["type"] == "NameError"


def test_a_slow_network_does_not_count_against_the_limit(fresh: Python) -> None:
    fresh.run("1")

    def answer_late(route: Route) -> None:
        time.sleep(9)
        route.continue_()

    fresh.page.context.route("**/more.gz", answer_late)
    began = time.monotonic()
    assert fresh.shown("import numpy.fft\nnumpy.fft.fft([1]).real.tolist()", limit=6) == "[1.0]"
    assert time.monotonic() - began > 8
    assert fresh.error("while True: pass", limit=0.2)["type"] == "TimeoutError"


def test_stop_ends_an_endless_loop(python: Python) -> None:
    python.run("kept = 5")
    result = python.start_and_stop("while True: print('x')", 300)
    assert (result["stopped"], result["lost"]) == (True, True)
    assert python.error("kept")["type"] == "NameError"


def test_stop_drops_the_output_that_is_on_its_way(python: Python) -> None:
    python.run("1")
    pieces = python.page.evaluate(
        """async () => {
          const pieces = []
          const run = session.run("while True: print('x' * 1000)", { onOutput: (piece) => pieces.push(piece) })
          await new Promise((resolve) => setTimeout(resolve, 100))
          session.stop()
          await run
          const before = pieces.length
          await session.run("print('y')")
          return [before, pieces.length]
        }"""
    )
    assert pieces[0] == pieces[1]


def test_stop_drops_what_waits(python: Python) -> None:
    results = python.page.evaluate(
        """() => {
          const runs = ["while True: pass", "print('never')"].map((code) => start(code))
          setTimeout(() => session.stop(), 200)
          return Promise.all(runs)
        }"""
    )
    assert [result["stopped"] for result in results] == [True, True]
    assert not results[1]["pieces"]


@pytest.mark.parametrize("wait", [0, 100, 400])
def test_stop_while_python_loads(fresh: Python, wait: int) -> None:
    assert fresh.start_and_stop("while True: pass", wait)["stopped"]
    assert fresh.shown("1 + 1") == "2"


def test_stop_before_anything_runs_loses_nothing(fresh: Python) -> None:
    result = fresh.start_and_stop("while True: pass", 0)
    assert (result["stopped"], result["lost"]) == (True, False)


def test_stop_with_nothing_to_stop_loses_nothing(python: Python) -> None:
    python.run("kept = 5")
    python.page.evaluate("session.stop()")
    assert python.shown("kept") == "5"


def test_restart_begins_with_no_names(python: Python) -> None:
    python.run("kept = 5")
    python.page.evaluate("session.restart()")
    assert python.error("kept")["type"] == "NameError"


def test_a_page_that_is_left_stops_its_run(fresh: Python) -> None:
    result = fresh.page.evaluate(
        """async () => {
          const run = start("while True: pass")
          await new Promise((resolve) => setTimeout(resolve, 300))
          session.close()
          return [await run, session.state]
        }"""
    )
    assert result == [{"stopped": True, "lost": False, "pieces": []}, "none"]


def test_another_page_s_session_loads_nothing_again(fresh: Python) -> None:
    fresh.run("1")
    asked = []
    fresh.page.on("request", lambda request: asked.append(request.url))
    fresh.page.evaluate("session.close()")
    assert fresh.page.evaluate(DRIVER)
    assert fresh.shown("1") == "1"
    assert not [url for url in asked if url.endswith(".gz")]


def test_a_traceback_has_the_reader_s_lines_alone(python: Python) -> None:
    python.run("import superhero\n\n\ndef f(word): return superhero.correct(word, (1, 0, 0))", name="block 1")
    error = python.error("a = 1\nf('Rok')", name="block 2")
    assert error["type"] == "ValueError"
    assert error["lines"] == [2]
    assert error["traceback"].startswith('Traceback (most recent call last):\n  File "block 2", line 2, in <module>')
    assert error["traceback"].count("File") == 2
    assert error["traceback"].endswith(error["end"])


@pytest.mark.parametrize(
    ("code", "type", "says"),
    [
        ("input('Name: ')", "EOFError", "there is no keyboard here"),
        ("open(0).read()", "OSError", ""),
        ("import torch", "ModuleNotFoundError", page_session.NO_TORCH),
        ("from superhero import training", "ModuleNotFoundError", page_session.NO_TORCH),
        ("import pandas", "ModuleNotFoundError", page_session.NO_MODULE),
        ("import tkinter", "ModuleNotFoundError", page_session.NO_BROWSER),
        ("import threading\nthreading.Thread(target=print).start()", "RuntimeError", page_session.NO_THREADS),
        ("import numpy as np\nnp.ones(10 ** 10)", "ValueError", "Maximum allowed dimension exceeded"),
        ("import numpy as np\nnp.ones(2 * 10 ** 8)", "MemoryError", page_session.NO_MEMORY),
        ("large = [0]\nwhile True: large += large", "MemoryError", page_session.NO_MEMORY),
        ("def f(): return f()\nf()", "RecursionError", "maximum recursion depth exceeded"),
        ("import sys\nsys.exit()", "SystemExit", page_session.EXITED),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("import asyncio\nawait asyncio.sleep(0)\nraise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("a = = 1", "SyntaxError", "invalid syntax"),
        ("1 / 0", "ZeroDivisionError", "division by zero"),
    ],
)
def test_errors_leave_the_session_alive(python: Python, code: str, type: str, says: str) -> None:
    python.run("kept = 5")
    error = python.error(code)
    assert error["type"] == type.rpartition(".")[2] or (type, error["type"]) == ("MemoryError", "_ArrayMemoryError")
    assert says in error["message"]
    assert error["lines"]
    assert python.shown("kept\n") == "5"
    python.run("large = None")


def test_memory_full_of_small_things_can_be_emptied(fresh: Python) -> None:
    assert fresh.error("large = []\nwhile True: large.append(bytes(3000))", limit=120)["type"] == "MemoryError"
    assert fresh.shown("del large\n1") == "1"
    assert fresh.error("large = []\nwhile True: large.append(bytes(3000))", limit=120)["type"] == "MemoryError"
    assert fresh.shown("len(large) > 100_000") == "True"


def test_warnings_have_no_paths(python: Python) -> None:
    result = python.run("import warnings\nwarnings.warn('careful')", name="block 3")
    assert text_of(result, "err") == "block 3, line 2: UserWarning: careful\n"


@pytest.mark.parametrize(
    ("code", "type"),
    [
        ("class A:\n    def __repr__(self): return repr(self)\nA()", "RecursionError"),
        ("import os\nos.abort()", "Crash"),
        ("import asyncio, os\nawait asyncio.sleep(0)\nos.abort()", "Crash"),
        ("import ctypes\nctypes.memset(0, 1, 10 ** 8)", "Crash"),
    ],
)
def test_a_breakdown_of_python_is_told_at_once_and_followed_by_a_fresh_session(
    chromium: Browser, code: str, type: str
) -> None:
    with broken(chromium) as python:
        python.run("kept = 5")
        began = time.monotonic()
        error = python.error(code)
        assert time.monotonic() - began < 5  # not by the limit
        assert error["type"] == type
        assert error["lost"]
        assert python.error("kept")["type"] == "NameError"


def test_python_comes_from_hosts_that_do_not_compress_too(fresh: Python, site: Path) -> None:
    (webassembly,) = site.glob("assets/python/*/*.wasm")
    asked = []
    fresh.page.route("**/*.wasm", lambda route: route.fulfill(path=webassembly, content_type="application/wasm"))
    fresh.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    assert fresh.shown("1 + 1") == "2"
    assert asked.count("pyodide.asm.wasm.gz") == 1
    progress = fresh.page.evaluate("progress")
    assert progress["loaded"] == progress["total"] < webassembly.stat().st_size


def test_python_starts_where_only_its_compressed_webassembly_has_been_kept(chromium: Browser) -> None:
    with broken(chromium) as python:
        python.page.route("**/*.wasm", lambda route: route.abort())
        assert python.shown("1 + 1") == "2"


def test_modules_that_do_not_load_are_told_and_tried_again(chromium: Browser) -> None:
    with broken(chromium) as python:
        python.page.context.route("**/more.gz*", lambda route: route.abort())
        error = python.error("import wave")
        assert error["end"] == "ImportError: 'wave' could not be loaded: is there a network?"
        assert error["traceback"].count("Error") == 1  # nothing of what is behind it
        python.page.context.unroute("**/more.gz*")
        assert python.shown("import wave\nwave.__name__") == "'wave'"


def test_all_that_libraries_import_is_still_exported(fresh: Python) -> None:
    bundle, pyodide = make_bundle(), fetch(read_lock(), CACHE)
    trimmed, whole = (folder / "pyodide.asm.wasm" for folder in (bundle.folder, pyodide))
    libraries = {path: content for path, content in library(pyodide).items() if path.endswith(".so")}
    assert any("_multiarray_umath" in path for path in libraries)

    def names(kind: str, content: bytes) -> set[str]:
        fresh.page.unroute("**/module.wasm")
        fresh.page.route("**/module.wasm", lambda route: route.fulfill(body=content, content_type="application/wasm"))
        return set(fresh.page.evaluate(NAMES, kind))

    offered = names("exports", whole.read_bytes())
    wanted = set().union(*(names("imports", content) for content in libraries.values()))
    exported = names("exports", trimmed.read_bytes())
    assert wanted & offered <= exported < offered
    assert len(wanted & offered) > 500
    said = re.search(r"WEBASSEMBLY_BYTES = ([\d_]+)", (ROOT / "docs/assets/js/python/load.js").read_text())
    assert int(said[1]) == trimmed.stat().st_size


def test_python_that_was_made_without_node_runs_too(fresh: Python) -> None:
    bundle = make_bundle(node=None)
    for name in ("core.gz", "more.gz"):
        path = bundle.folder / name
        fresh.page.context.route(f"**/{name}", lambda route, _, path=path: route.fulfill(path=path))
    code = "import numpy as np\nimport superhero\nnp.round(superhero.softmax(np.array([0.0, np.log(3)])), 2).tolist()"
    assert fresh.shown(code) == "[0.25, 0.75]"
    assert "def softmax" in fresh.shown("import inspect\nprint(inspect.getsource(superhero.softmax))")
    assert fresh.shown("import numpy.fft\nnumpy.fft.fft([1]).real.tolist()") == "[1.0]"


def test_python_starts_from_a_snapshot(chromium: Browser) -> None:
    with snapped(chromium) as python:
        seeds, drawn = set(), set()
        for _ in range(3):
            seeds.add(python.shown("hash('superhero')"))  # its secret is drawn when Python starts, and not otherwise
            drawn.add(python.shown("import random\nrandom.random()"))
            python.page.evaluate("session.restart()")
        assert len(seeds) == 1
        assert len(drawn) == 3
        python.page.evaluate(
            """async (url) => {
              for (const name of await caches.keys()) {
                const cache = await caches.open(name)
                if (await cache.match(url)) await cache.put(url, new Response(new Uint8Array(1000)))
              }
            }""",
            python.page.evaluate(SNAPSHOT),
        )
        python.page.reload()
        python.page.evaluate(DRIVER)
        assert python.shown("hash('superhero')") not in seeds
        size = "async (url) => (await (await caches.match(url)).arrayBuffer()).byteLength"  # none: it is not made again
        wait_until(lambda: python.page.evaluate(size, python.page.evaluate(SNAPSHOT)) == 0)


def test_after_a_start_from_a_snapshot_all_is_as_usual(chromium: Browser) -> None:
    with snapped(chromium) as python:
        for code, shown in (*SHOWN, (GARBAGE, "True")):
            assert python.shown(code) == shown
        assert python.error("1\n1 / 0", name="block 2")["lines"] == [2]
        assert python.error("def f(): return f() + 1\nf()")["type"] == "RecursionError"
        assert python.error("bytearray(2 ** 30)")["type"] == "MemoryError"
        assert python.error("while True: pass", limit=0.5)["type"] == "TimeoutError"
        assert python.shown("import superhero\nsuperhero.answer('Crow keep-flight swap-speech he-is?')")
        assert python.start_and_stop("while True: pass", 300)["lost"]
        assert python.shown("1 + 1") == "2"


def test_python_starts_where_the_browser_s_storage_is_stuck(chromium: Browser) -> None:
    script = (ROOT / "docs/assets/js/python/kept.js").read_text()
    stuck = f"CacheStorage.prototype.match = () => new Promise(() => {{}})\n{script}"  # in the page and in the worker
    given = []

    def give(route: Route) -> None:
        given.append(route)
        route.fulfill(body=stuck, content_type="text/javascript")

    with broken(chromium) as python:
        python.page.route("**/python/kept.js", give)
        assert python.shown("1 + 1") == "2"
    assert given


@pytest.mark.parametrize("part", ["core.gz", "pyodide.asm.wasm", "pyodide.asm.mjs"])
def test_python_that_does_not_load_is_told_and_tried_again(chromium: Browser, part: str) -> None:
    with broken(chromium) as python:
        python.page.context.route(f"**/{part}*", lambda route: route.abort())
        error = python.error("1")
        assert error["type"] == "LoadError"
        assert "could not be loaded" in error["message"]
        assert not error["lost"]
        assert python.page.evaluate("session.state") == "failed"
        python.page.context.unroute(f"**/{part}*")
        assert python.shown("1") == "1"


def test_numbers_differ_here_as_the_note_for_readers_says(fresh: Python) -> None:
    assert fresh.shown("import numpy as np\nint(np.arange(1, 100001).sum()) == 5000050000") == "False"
    assert fresh.shown("np.arange(2, dtype=np.int64)") == "array([0, 1], dtype=int64)"
    assert fresh.shown("np.ones(1) / 0") == "array([inf])"
    assert fresh.shown("bool(np.isnan(np.linalg.inv(np.array([[1.0, 2.0], [2.0, 4.0]]))).any())") == "True"


def test_garbage_is_collected_once_python_has_started(fresh: Python) -> None:
    assert fresh.shown(GARBAGE) == "True"
    assert fresh.start_and_stop("while True: pass", 300)["lost"]
    assert fresh.shown(GARBAGE) == "True"


def test_what_the_host_says_instead_is_told(chromium: Browser) -> None:
    with broken(chromium) as python:
        python.page.context.route("**/core.gz", lambda route: route.fulfill(status=500))
        message = re.sub(r"http:\S+/", "", python.error("1")["message"])
        assert message == "Python could not be loaded: core.gz gives status 500. Run tries it again."


def test_html_is_made_of_tables_alone(chromium: Browser) -> None:
    with broken(chromium) as python:  # the console speaks of what the page's policy forbids besides
        html = python.page.evaluate(
            """async () => {
              const { grid } = await import(new URL("assets/js/python/grid.js", location.href))
              const box = document.createElement("div")
              box.append(grid(`<style>p{}</style><script>ran = 1</script><table class="grid" onclick="ran = 1">
                <tr><th scope="row">a<td style="color: red"><img src=x onerror="ran = 1"><b>1 &lt; 2</b></table>
                <a href="javascript:ran = 1">a</a><svg><td onload="ran = 1"></svg>`))
              return box.innerHTML.replace(/\\s*\\n\\s*/g, "").trim()
            }"""
        )
        row = '<tr><th scope="row">a</th><td><b>1 &lt; 2</b></td></tr>'
        assert html == f'<table class="grid"><tbody>{row}</tbody></table>'
        assert not python.page.evaluate("'ran' in window")
