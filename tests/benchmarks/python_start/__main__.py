"""From the click on Run to the first output of NumPy, in Chromium: ``make bench-python``.

Cold is a browser that has never been here; a repeat visit is the same browser, closed and opened again. A visit lasts
some seconds, in which this site keeps a snapshot of Python for the next start, after Stop too.

It is measured in a chapter of the built site, and without all that is around it there: on a bare page with a button,
beside Pyodide's stock files, used as its documentation has it, and a fence of markdown-exec with the same files, which
knows no Stop. The host is this machine: the network's share is what the bytes say. It compresses and caches as GitHub
Pages does.
"""

import argparse
import gzip
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, Playwright, sync_playwright

from tests.browser.conftest import FLAGS, find_executable
from tests.site_build import build_site
from tools.course import ROOT
from tools.pyodide.bundle import make_bundle
from tools.pyodide.fetch import CACHE, fetch, read_lock

HERE = Path(__file__).parent
PAGE = """<!doctype html><title>Python</title><link rel="icon" href="data:,">
<body data-with="{kind}" data-base="/python/">
<button class="cell-button--run">Run</button><script type="module" src="/bench/page.js"></script>"""
SITE = "superhero-transformer"
CHAPTER = f"{SITE}/attention/tokens"
KINDS = {CHAPTER: "a chapter", "ours": "its session", "stock": "stock files", "markdown_exec": "markdown-exec"}
FENCE = "markdown-exec==1.12.6"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".html": "text/html",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
SERVICE_WORKER = b'addEventListener("activate", (event) => event.waitUntil(clients.claim()))'
LOOK = 2  # seconds: a reader reads before the first click, and a browser that has just started is busy
VISIT = 8  # seconds
RUN = ".cell-button--run"
MEASURES = ("cold", "repeat visit", "second run", "after Stop")


@cache
def read(path: str, compressed: bool) -> bytes:
    content = Path(path).read_bytes()
    return gzip.compress(content) if compressed else content


class Host(SimpleHTTPRequestHandler):
    """Serves the scripts of the site, the bundle and the stock files; counts the bytes that it sends."""

    protocol_version = "HTTP/1.1"
    sent = 0

    def __init__(self, *args, folders: dict[str, Path], **options):
        self.folders = folders
        super().__init__(*args, **options)

    def do_GET(self):
        if self.path == "/service-worker.js":
            return self.answer(SERVICE_WORKER, TYPES[".js"])
        folder, _, name = self.path[1:].partition("/")
        if folder in KINDS:
            return self.answer(PAGE.format(kind=folder).encode(), "text/html")
        path = self.folders.get(folder, HERE) / name
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        compressed = path.suffix in TYPES
        kind = TYPES.get(path.suffix, "application/octet-stream")
        return self.answer(read(str(path), compressed), kind, {"Content-Encoding": "gzip"} if compressed else {})

    def answer(self, content: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(200)
        for name, value in {"Content-Type": kind, "Cache-Control": "max-age=600", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        Host.sent += len(content)

    def log_message(self, format, *args):
        pass


@contextmanager
def visit(playwright: Playwright, profile: str, address: str) -> Iterator[Page]:
    """A page with its module script run, in a browser with a given past."""
    browser = playwright.chromium.launch_persistent_context(
        profile, executable_path=find_executable(), args=FLAGS, chromium_sandbox=False, bypass_csp=True
    )
    page = browser.new_page()
    page.on("console", lambda message: print(message.text, file=sys.stderr))
    page.on("pageerror", lambda error: print(error, file=sys.stderr))
    page.goto(address)
    if CHAPTER in address:
        page.locator(RUN).first.wait_for()
        page.add_script_tag(content=(HERE / "site.js").read_text(), type="module")
    page.wait_for_function("window.times")
    page.wait_for_timeout(1000 * LOOK)
    yield page
    browser.close()


def click(page: Page) -> float:
    before = page.evaluate("times.length")
    page.locator(RUN).first.click()
    page.wait_for_function("before => times.length > before", arg=before, timeout=60_000, polling=20)
    return page.evaluate("times.at(-1)")


def measure(playwright: Playwright, address: str) -> tuple[dict[str, float], int]:
    """One round: its seconds, and the bytes that the first visit fetches once Run is clicked."""
    times = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with visit(playwright, profile, address) as page:
            before = Host.sent
            times["cold"] = click(page)
            sent = Host.sent - before
            times["second run"] = click(page)
            page.wait_for_timeout(1000 * VISIT)
            times["after Stop"] = page.evaluate("recover()")
        with visit(playwright, profile, address) as page:
            times["repeat visit"] = click(page)
    return times, sent


def install_fence(folder: str) -> Path:
    """Bring markdown-exec, and return the folder of its own script."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--target", folder, FENCE], check=True)
    return Path(folder) / "markdown_exec/assets"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    options.add_argument("--rounds", type=int, default=7)
    rounds = options.parse_args().rounds
    lock = read_lock()
    bundle, stock = make_bundle(), fetch({**lock, "files": {**lock["files"], **lock["for comparison"]}}, CACHE)
    if not bundle or not stock or not find_executable():
        sys.exit("This needs Chromium, and Pyodide: see `python -m tools.pyodide`.")
    folders = {"assets": ROOT / "docs/assets", "python": bundle.folder, "pyodide": stock}
    host = partial(Host, folders=folders)
    with (
        tempfile.TemporaryDirectory() as fence,
        tempfile.TemporaryDirectory() as site,
        ThreadingHTTPServer(("127.0.0.1", 0), host) as server,
        sync_playwright() as playwright,
    ):
        folders["fence"] = install_fence(fence)
        folders[SITE] = Path(site)
        build = build_site(folders[SITE])
        if build.returncode:
            sys.exit(build.stdout)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for path in (*stock.iterdir(), *bundle.files, *Path(site).rglob("assets/python/*/*")):  # not while it is timed
            read(str(path), path.suffix in TYPES)
        results = {kind: [] for kind in KINDS}
        for _ in range(rounds):  # in turn, so that whatever else the machine does hits all
            for kind, found in results.items():
                found.append(measure(playwright, f"http://127.0.0.1:{server.server_port}/{kind}/"))
        server.shutdown()
    print(f"Seconds from click to output: min / median / max of {rounds}")
    print(f"{'':14}", *(f"{name:>22}" for name in KINDS.values()))
    for name in MEASURES:
        rows = [[times[name] for times, _ in found] for found in results.values()]
        print(f"{name:14}", *(f"{min(row):8.3f} {median(row):6.3f} {max(row):6.3f}" for row in rows))
    print(f"{'megabytes':14}", *(f"{median(sent for _, sent in found) / 1e6:22.2f}" for found in results.values()))


if __name__ == "__main__":
    main()
