"""The bundle that a page loads, made of small stand-ins for Pyodide and NumPy; tests/browser runs the real one."""

import gzip
import io
import logging
import zipfile
from types import SimpleNamespace

import pytest
from mkdocs.exceptions import BuildError

from tools.pyodide import bundle as bundling
from tools.pyodide import hook
from tools.pyodide.bundle import Bundle, make_bundle, renew
from tools.pyodide.fetch import WrongFile
from tools.pyodide.library import NUMPY, PACKAGES, library
from tools.pyodide.pack import compress, pack, unpack
from tools.pyodide.webassembly import MAGIC

# Stand-ins for Pyodide: what offers a memory, and what uses it.
ASSIGN = 'memory=Module["memory"]=wasmMemory=wasmExports["memory"]'
SCRIPT = f"var memory,wasmTable,wasmMemory;function assignWasmExports(wasmExports){{{ASSIGN}}}memory"
PYODIDE = {
    "pyodide.mjs": b"export {}",
    "pyodide.asm.mjs": SCRIPT.encode(),
    "pyodide.asm.wasm": MAGIC + b"\7\x0a\1\6memory\2\0",
}


def read(bundle: Bundle, name: str) -> tuple[dict, dict[str, bytes]]:
    return unpack(gzip.decompress((bundle.folder / name).read_bytes()))


def archive(**files: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        for name, text in files.items():
            written.writestr(name, text)
    return buffer.getvalue()


@pytest.fixture
def pyodide(tmp_path, monkeypatch):
    """A folder with the files of the lock, small ones; what makes bundles takes them for the real ones."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name, content in PYODIDE.items():
        (folder / name).write_bytes(content)
    library = {"os.py": "os", "json/__init__.py": "json", "idlelib/idle.py": "idle", "turtle.py": "turtle"}
    (folder / "python_stdlib.zip").write_bytes(archive(**library))
    numpy = {
        "numpy/__init__.py": "np",
        "numpy/tests/test_a.py": "",
        "numpy/a.pyi": "",
        "numpy/_c.cpython-314.so": MAGIC.decode(),
    }
    (folder / NUMPY).write_bytes(archive(**numpy, **{"numpy-2.dist-info/licenses/LICENSE.md": "free"}))
    monkeypatch.setattr(bundling, "fetch", lambda lock, cache: folder)
    return folder


def test_packed_files_are_unpacked_as_they_were():
    files = {"lib/b.py": b"b = 1\n", "lib/a.so": b"\0\1", "empty": b""}
    header, unpacked = unpack(gzip.decompress(compress(pack(files, more=[1]))))
    assert unpacked == files
    assert header["more"] == [1]
    assert pack(files) == pack(dict(reversed(files.items())))


def test_library_has_what_a_page_can_use(pyodide):
    assert set(library(pyodide)) == {
        "lib/python3.14/os.py",
        "lib/python3.14/json/__init__.py",
        f"{PACKAGES}numpy/__init__.py",
        f"{PACKAGES}numpy/_c.cpython-314.so",
        f"{PACKAGES}numpy-2.dist-info/licenses/LICENSE.md",
    }


def test_without_node_sources_are_shipped(pyodide, tmp_path):
    bundle = make_bundle(tmp_path, node=None)
    header, core = read(bundle, "core.gz")
    assert header["lock"]["info"]["abi_version"] == "2026_0"
    assert core["lib/python3.14/os.py"] == b"os"
    assert core[f"{PACKAGES}superhero/__init__.py"] == (bundling.ROOT / "superhero/__init__.py").read_bytes()
    assert not [path for path in core if path.endswith(".pyc")]
    assert core[f"{PACKAGES}_later.txt"].split() == [b"json", b"numpy", b"numpy._c", b"os"]
    assert read(bundle, "more.gz")[1] == {}
    for name, content in PYODIDE.items():
        assert (bundle.folder / name).read_bytes() == content
    assert gzip.decompress((bundle.folder / "pyodide.asm.wasm.gz").read_bytes()) == PYODIDE["pyodide.asm.wasm"]


def test_node_that_is_not_there_is_none(pyodide, tmp_path):
    assert make_bundle(tmp_path, node="no-such-program") == make_bundle(tmp_path, node=None)


def test_bundle_is_made_once(pyodide, tmp_path, monkeypatch):
    made = make_bundle(tmp_path, node=None)
    monkeypatch.setattr(bundling, "library", lambda folder: pytest.fail("it is made again"))
    assert make_bundle(tmp_path, node=None) == made


def test_saved_superhero_takes_the_place_of_the_old_one(pyodide, tmp_path, monkeypatch):
    old = make_bundle(tmp_path, node=None)
    header, files = read(old, "core.gz")
    new = {f"{PACKAGES}superhero/__init__.py": b"new"}
    monkeypatch.setattr(bundling, "course_files", lambda: new)
    renewed = renew(old, tmp_path)
    renewed_header, renewed_files = read(renewed, "core.gz")
    assert renewed.digest != old.digest
    assert renewed_header["lock"] == header["lock"]
    assert new.items() <= renewed_files.items()
    rest = {path: content for path, content in files.items() if not path.startswith(bundling.OURS)}
    assert {path: content for path, content in renewed_files.items() if path not in new} == rest


def test_served_site_makes_the_bundle_anew_for_what_is_in_it_only(config, monkeypatch):
    made = []
    monkeypatch.setattr(hook, "make_bundle", lambda: made.append("made") or "bundle")
    monkeypatch.setattr(hook, "renew", lambda bundle: made.append("renewed") or bundle)
    for state in ("a", "a", "b", "b"):
        monkeypatch.setattr(hook, "sources", lambda state=state: {"superhero": state})
        hook.PYTHON.get()
    assert made == ["made", "renewed"]


def test_digest_is_of_all_files(tmp_path):
    digests = set()
    for content in (b"", b"a", b"b"):
        for name in ("core.gz", "more.gz"):
            (tmp_path / name).write_bytes(content)
            digests.add(Bundle(tmp_path).digest)
    assert len(digests) == 6


def test_without_pyodide_there_is_no_bundle(monkeypatch, tmp_path):
    monkeypatch.setattr(bundling, "fetch", lambda lock, cache: None)
    assert make_bundle(tmp_path) is None


@pytest.fixture
def config(monkeypatch):
    monkeypatch.setattr(hook, "PYTHON", hook.Python())
    return SimpleNamespace(extra={})


def test_site_without_python_says_so_once(config, monkeypatch, caplog):
    monkeypatch.setattr(hook, "make_bundle", lambda: None)
    caplog.set_level(logging.INFO)
    for _ in range(2):
        assert hook.on_files([], hook.on_config(config)) == []
    assert config.extra == {}
    assert [(record.levelname, record.message) for record in caplog.records] == [("INFO", hook.NONE)]


def test_wrong_file_stops_the_build(config, monkeypatch):
    def refuse():
        raise WrongFile("numpy: the lock expects ...")

    monkeypatch.setattr(hook, "make_bundle", refuse)
    with pytest.raises(BuildError, match="numpy: the lock expects"):
        hook.on_config(config)


def test_pages_learn_where_python_is(config, monkeypatch, pyodide, tmp_path):
    bundle = make_bundle(tmp_path, node=None)
    monkeypatch.setattr(hook, "make_bundle", lambda: bundle)
    assert hook.on_config(config).extra == {"python": f"assets/python/{bundle.digest}/"}
