"""A real Chromium, and the built site served as its host serves it."""

import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.site_build import SITE_URL

NOT_RUN = "no Chromium or Chrome is here: apt-get install chromium, or set CHROMIUM to the path of one"
RAN = Counter()  # what test_run_all.py did, to be said at the end
WEIGHTS = {}  # what test_weight.py weighed, likewise
NO_SERVICE_WORKER = "Service Worker registration blocked by Playwright"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def find_executable() -> str | None:
    """Return the path of the browser that the tests use, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not find_executable():
        terminalreporter.write_line(f"tests/browser did not run: {NOT_RUN}", yellow=True)
    if RAN:
        terminalreporter.write_line(
            f"In Chromium {RAN['run']} blocks ran on {RAN['pages']} pages: {RAN['compared']} showed what the page "
            f"prints, and {RAN['run'] - RAN['compared']}, as there, nothing. {RAN['torch']} more need PyTorch. "
            f"{RAN['wrong answers']} wrong answers were told so."
        )
    if WEIGHTS:
        weights = ", ".join(f"{page} {size / 1000:.1f} kB" for page, size in WEIGHTS.items())
        terminalreporter.write_line(f"A first visit loads, compressed: {weights}.")


def no_python() -> None:
    """Where Python could not be had, its tests are skipped on a developer's machine and fail in CI."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)("this build of the site has no Python")


class _Host(SimpleHTTPRequestHandler):
    """Serves a folder, and the site's own page for what is not there, as GitHub Pages does.

    Of what that compresses only Python's WebAssembly comes compressed: load.js looks at that.
    """

    protocol_version = "HTTP/1.1"  # connections are kept, which is faster

    def send_head(self) -> BinaryIO | None:
        path = Path(self.translate_path(self.path))
        compressed = path.with_name(f"{path.name}.gz")
        if path.suffix != ".wasm" or not compressed.is_file():
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", "application/wasm")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(compressed.stat().st_size))
        self.end_headers()
        return compressed.open("rb")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = next(Path(self.directory).glob("*/404.html")).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serve(folder: Path) -> Iterator[int]:
    """Serve a folder, which holds the site's own; gives the port of this machine at which it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture(scope="package")
def executable() -> str:
    """The path of the browser. Where there is none, its tests are skipped on a developer's machine and fail in CI."""
    found = find_executable()
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NOT_RUN)
    return found


@pytest.fixture(scope="package")
def launch(executable: str) -> Iterator[Callable[[int], Browser]]:
    """Starts a browser for which there is no host but the site's, at a port of this machine."""
    with sync_playwright() as playwright, ExitStack() as browsers:

        def launch(port: int) -> Browser:
            # The real name and port matter: the theme opens a page in place only at the address of the site's build.
            hosts = f"--host-resolver-rules=MAP {urlsplit(SITE_URL).hostname} 127.0.0.1:{port}, MAP * ~NOTFOUND"
            browser = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, hosts])
            return browsers.enter_context(browser)

        yield launch


@pytest.fixture(scope="package")
def chromium(launch: Callable[[int], Browser], site: Path) -> Iterator[Browser]:
    """The browser, and the site on its host."""
    with serve(site.parent) as port:
        yield launch(port)


@contextmanager
def tab(chromium: Browser, **settings: Any) -> Iterator[Page]:
    """A tab with no past. Closing it fails if a page complained in the console, or asked another site for anything.

    It has no service worker, which would answer before Playwright's route can; test_offline.py has.
    """
    complaints = []
    settings.setdefault("service_workers", "block")
    with chromium.new_context(base_url=SITE_URL, **settings) as context:
        context.set_default_timeout(5000)
        context.on("weberror", lambda error: complaints.append(f"{error.page.url}: {error.error}"))
        context.on(
            "console",
            lambda message: (
                message.type in ("error", "warning")
                and message.text != NO_SERVICE_WORKER
                and complaints.append(f"{message.page.url}: {message.text}")
            ),
        )
        context.on(
            "request",
            lambda request: (
                request.url.startswith((SITE_URL, "data:", "blob:"))
                or complaints.append(f"{request.frame.url}: asks for {request.url}")
            ),
        )
        yield context.new_page()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def open_tab(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site, by its path, in a tab of its own."""
    with ExitStack() as tabs:

        def open_tab(path: str = "", **settings: Any) -> Page:
            page = tabs.enter_context(tab(chromium, **settings))
            page.goto(path)
            return page

        yield open_tab


def wait_until(condition: Callable[[], Any], seconds: float = 20) -> None:
    """Wait until something holds. Playwright's own wait_for_function needs eval, which the pages' policy forbids."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come to hold"
        time.sleep(0.02)
