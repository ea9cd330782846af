"""`mkdocs serve` in a process of its own, for what looks at a site while its sources are edited."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SECONDS_AT_MOST = 120  # more than any build takes


@dataclass(frozen=True)
class Served:
    """A site that is being served."""

    port: int  # of this machine
    log: Path  # what the server says
    folder: Path  # of the built site

    def page(self, path: str) -> str:
        """Return a page as the server gives it, which it does after the build that is under way, if one is."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=SECONDS_AT_MOST) as answer:
            return answer.read().decode()

    def wait_for(self, text: str, on: str, seconds_between_looks: float = 0.1) -> None:
        """Wait until the server gives a page with a text."""
        wait_until(lambda: text in self.page(on), seconds_between_looks)


@contextmanager
def served(root: Path, port: int | None = None) -> Iterator[Served]:
    """Serve the site whose sources a folder has.

    Args:
        root: the folder that holds mkdocs.yml.
        port: of this machine; by default any that is free.
    """
    port = port or free_port()
    with tempfile.TemporaryDirectory() as temporary:
        log = Path(temporary) / "log"
        # The sitemap names the day of the build.
        environment = {**os.environ, "TMPDIR": temporary, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "1"}
        command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"]
        with log.open("w") as output:
            process = subprocess.Popen(command, cwd=root, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_until(lambda: "Serving on" in log.read_text() or process.poll() is not None)
            if process.poll() is not None:
                raise RuntimeError(log.read_text())
            (folder,) = Path(temporary).glob("mkdocs_*")
            yield Served(port, log, folder)
        finally:
            process.terminate()
            process.wait()


def wait_until(condition: Callable[[], bool], seconds_between_looks: float = 0.1) -> None:
    end = time.monotonic() + SECONDS_AT_MOST
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"nothing has come in {SECONDS_AT_MOST} seconds")
        time.sleep(seconds_between_looks)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]
