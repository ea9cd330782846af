"""Where Python for the browser comes from: whatever the source, only the files that the lock names are taken."""

import hashlib
import json
import zipfile

import pytest

from tools.pyodide import fetch as fetching
from tools.pyodide.fetch import CACHE, LOCK, Unreachable, WrongFile, fetch, read_lock

CONTENTS = {"python": b"the interpreter", "numpy": b"the arrays"}
LOCKED = {
    "version": "1.0",
    "files": {name: hashlib.sha256(content).hexdigest() for name, content in CONTENTS.items()},
}
NUMPY = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


def source(*has, asked=None, **instead):
    """A source that has some of the files, or others under their names."""

    def get(lock, names):
        if asked is not None:
            asked.append(names)
        return {name: instead.get(name, CONTENTS[name]) for name in names if name in has or name in instead}

    return get


def unreachable(lock, names):
    raise Unreachable


def not_asked(lock, names):
    raise AssertionError("all is there already")


def test_files_come_from_the_first_source_that_has_them(tmp_path):
    asked = []
    sources = {"a": unreachable, "b": source("python", asked=asked), "c": source("numpy", asked=asked), "d": not_asked}
    folder = fetch(LOCKED, tmp_path, sources)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENTS
    assert asked == [["python", "numpy"], ["numpy"]]


def test_cache_comes_first(tmp_path):
    folder = fetch(LOCKED, tmp_path, {"a": source("python", "numpy")})
    assert fetch(LOCKED, tmp_path, {"a": not_asked}) == folder


def test_without_a_source_there_is_nothing(tmp_path):
    assert fetch(LOCKED, tmp_path, {"a": unreachable}) is None
    assert fetch(LOCKED, tmp_path, {"a": source("python")}) is None


@pytest.mark.parametrize("name", CONTENTS)
def test_wrong_file_is_refused(tmp_path, name):
    wrong = hashlib.sha256(b"evil").hexdigest()
    with pytest.raises(WrongFile) as refused:
        fetch(LOCKED, tmp_path, {"a mirror": source("python", "numpy", **{name: b"evil"})})
    assert str(refused.value) == f"{name}: the lock expects sha256 {LOCKED['files'][name]}, got {wrong} from a mirror"
    assert not (tmp_path / "pyodide-1.0" / name).exists()


def test_file_that_was_changed_in_the_cache_is_refused(tmp_path):
    folder = fetch(LOCKED, tmp_path, {"a": source("python", "numpy")})
    (folder / "numpy").write_bytes(b"evil")
    with pytest.raises(WrongFile, match=r"^numpy: .* from the cache, .*numpy; remove that file$"):
        fetch(LOCKED, tmp_path, {"a": not_asked})


def test_official_distribution_comes_before_the_package_indexes():
    first, *others = fetching.SOURCES.values()
    assert first is fetching.from_distribution
    assert others == [fetching.from_npm, fetching.from_carrier]


def test_source_that_cannot_be_run_or_fails_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(fetching.shutil, "which", lambda program: None)
    for get in (fetching.from_npm, fetching.from_carrier):
        with pytest.raises(Unreachable):
            get(LOCKED, ["python"])
    with pytest.raises(Unreachable):
        fetching.download((tmp_path / "nothing").as_uri())


def test_lock_names_numpy_as_pyodide_itself_does():
    lock = read_lock()
    assert lock["files"][NUMPY] == "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e"
    assert json.loads(LOCK.read_text("utf-8")) == lock
    own = CACHE / f"pyodide-{lock['version']}" / "pyodide-lock.json"
    if own.is_file():  # the benchmark brings it
        said = json.loads(own.read_bytes())
        assert said["info"] == lock["info"]
        assert said["packages"]["numpy"]["file_name"] == NUMPY
        assert said["packages"]["numpy"]["sha256"] == lock["files"][NUMPY]


def test_carrier_wheel_is_read_where_it_has_the_files(monkeypatch):
    def download(command, folder):
        with zipfile.ZipFile(f"{folder}/carrier.whl", "w") as wheel:
            wheel.writestr("open_webui/frontend/pyodide/numpy", CONTENTS["numpy"])

    monkeypatch.setattr(fetching, "run", download)
    assert fetching.from_carrier(LOCKED, ["python", "numpy"]) == {"numpy": CONTENTS["numpy"]}
