"""Makes the bundle: what a page loads to run Python.

``pyodide.asm.wasm`` is Python itself, and ``pyodide.asm.mjs`` belongs to it: both without what no library here uses.
``pyodide.mjs`` starts them. ``core.gz`` holds this tree's superhero, and of the libraries what a page's Python opens;
the build runs Python to see. ``more.gz`` holds all the rest of the libraries. ``pyodide.asm.wasm.gz`` is for hosts that
do not compress.

Most of the time in which Python starts goes into compiling, so the libraries are compiled here, by Pyodide in Node.
Without Node, pages get sources, all of them in the core: that works as well, and is slower.
"""

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tools.course import ROOT
from tools.pyodide.fetch import CACHE, fetch, read_lock, store
from tools.pyodide.library import PACKAGES, library
from tools.pyodide.pack import compress, pack, unpack
from tools.pyodide.trim import trim

HERE = Path(__file__).parent
SCRIPTS = ROOT / "docs/assets/js/python"
STARTS = ("boot.js", "bundle.js", "kept.js", "sparse.js")  # of our scripts, what starts Python
IN_PAGE = ("page_session.py", "sitecustomize.py")  # what Python in a page has beside superhero
OURS = tuple(
    PACKAGES + name for name in ("superhero", *IN_PAGE, *(f"__pycache__/{name.removesuffix('py')}" for name in IN_PAGE))
)
OLDEST_NODE = 20
LOADER, SCRIPT, WEBASSEMBLY = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"


@dataclass(frozen=True)
class Bundle:
    """The files that a page loads, in a folder of their own."""

    folder: Path

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.iterdir())

    @cached_property
    def digest(self) -> str:
        """Of all files: an address that has it never gives two versions mixed."""
        return digest_of({path.name: path.read_bytes() for path in self.files})


def make_bundle(folder: Path = CACHE, node: str | None = "node") -> Bundle | None:
    """Make the bundle, or take it from the cache when nothing that it is made from has changed.

    Args:
        folder: the cache.
        node: the program that runs Pyodide, if there is one; None makes a bundle of sources.

    Returns:
        The bundle, or None if there is no Pyodide and no source to get it from.

    Raises:
        WrongFile: a source has given another file than the one in the lock.
    """
    lock = read_lock()
    pyodide = fetch(lock, folder)
    if pyodide is None:
        return None
    node = usable(node) if node else None
    made_from = digest_of({**sources(), "with": b"node" if node else b"sources"})
    bundle = Bundle(folder / "bundles" / made_from)
    if not bundle.folder.is_dir():
        course = course_files()
        libraries = compiled_library(pyodide, folder, node) if node else library(pyodide)
        later = (HERE / "_later.py").read_bytes()
        course = {**course, f"{PACKAGES}_later.py": later, f"{PACKAGES}_later.txt": module_names(libraries)}
        start = {"lock": {"info": lock["info"], "packages": {}}}  # what Pyodide's own pyodide-lock.json says
        program = trimmed(pyodide, libraries)
        core = libraries
        if node:
            course = compile_files(course, pyodide, node, keep=True)
            core = {
                path: libraries[path]
                for path in opened(pack({**libraries, **course}, **start), program, node)
                if path in libraries
            }
        more = {path: content for path, content in libraries.items() if path not in core}
        files = {
            **program,
            f"{WEBASSEMBLY}.gz": compressed(program[WEBASSEMBLY], folder),
            "core.gz": compress(pack({**core, **course}, **start)),
            "more.gz": compressed(pack(more), folder),
        }
        put(bundle.folder, files)
    return bundle


def renew(bundle: Bundle, folder: Path = CACHE) -> Bundle:
    """The bundle with superhero as it is now, in sources: quick enough for each save while the site is served."""
    header, files = unpack(gzip.decompress((bundle.folder / "core.gz").read_bytes()))
    kept = {path: content for path, content in files.items() if not path.startswith(OURS)}
    core = pack({**kept, **course_files()}, lock=header["lock"])
    unchanged = {path.name: path.read_bytes() for path in bundle.files if path.name != "core.gz"}
    renewed = Bundle(folder / "bundles" / f"served-{digest_of({'core': core, **unchanged})}")
    if not renewed.folder.is_dir():
        put(renewed.folder, {**unchanged, "core.gz": compress(core, level=1)})
    return renewed


def usable(node: str) -> str | None:
    """The path of Node, if it is there and new enough for Pyodide."""
    path = shutil.which(node)
    if path is None:
        return None
    version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    major = version.removeprefix("v").partition(".")[0]
    return path if major.isdecimal() and int(major) >= OLDEST_NODE else None


def compressed(content: bytes, folder: Path) -> bytes:
    """Compress what seldom changes; from the cache if it has not changed."""
    path = folder / "compressed" / f"{hashlib.sha256(content).hexdigest()[:16]}.gz"
    if not path.is_file():
        store(path, compress(content))
    return path.read_bytes()


def compiled_library(pyodide: Path, folder: Path, node: str) -> dict[str, bytes]:
    """The libraries, compiled; from the cache if they have not changed."""
    uncompiled = library(pyodide)
    made_by = {path.name: path.read_bytes() for path in HERE.glob("compile.*")}
    compiled = folder / "compiled" / digest_of({**uncompiled, **made_by})
    if not compiled.is_dir():
        put(compiled, compile_files(uncompiled, pyodide, node, keep=False))
    return files_in(compiled)


def compile_files(files: dict[str, bytes], pyodide: Path, node: str, keep: bool) -> dict[str, bytes]:
    """Compile the Python files among files; keep their sources or not."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder), files)
        run_node(node, HERE / "compile.mjs", pyodide, folder, "keep" if keep else "replace")
        return files_in(Path(folder))


def trimmed(pyodide: Path, libraries: dict[str, bytes]) -> dict[str, bytes]:
    """Pyodide's own files, without what no library uses."""
    loader, script, webassembly = ((pyodide / name).read_bytes() for name in (LOADER, SCRIPT, WEBASSEMBLY))
    modules = [content for path, content in libraries.items() if path.endswith(".so")]
    webassembly, trimmed_script = trim(webassembly, script.decode(), modules)
    return {LOADER: loader, SCRIPT: trimmed_script.encode(), WEBASSEMBLY: webassembly}


def opened(bundle: bytes, program: dict[str, bytes], node: str) -> list[str]:
    """Which files of a bundle a page's Python opens."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder, program)
        for script in STARTS:
            shutil.copy(SCRIPTS / script, folder)
        (folder / "package.json").write_text('{"type": "module"}')
        zipfile.ZipFile(folder / "empty.zip", "w").close()
        (folder / "bundle").write_bytes(bundle)
        return json.loads(run_node(node, HERE / "measure.mjs", folder, folder / "bundle", HERE / "typical.py"))


def run_node(node: str, *command: object) -> str:
    process = subprocess.run([node, *map(str, command)], capture_output=True, text=True)
    if process.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{process.stdout}{process.stderr}")
    return process.stdout


def course_files() -> dict[str, bytes]:
    """superhero, as its wheel installs it, and the session of a page; by where Python in the browser looks for them."""
    with tempfile.TemporaryDirectory() as folder:
        build = "import sys; from flit_core.buildapi import build_wheel; build_wheel(sys.argv[1])"
        subprocess.run([sys.executable, "-c", build, folder], cwd=ROOT, check=True, capture_output=True)
        (wheel,) = Path(folder).glob("*.whl")
        archive = zipfile.ZipFile(io.BytesIO(wheel.read_bytes()))
    files = {PACKAGES + name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    ours = {f"{PACKAGES}{name}": (HERE / name).read_bytes() for name in IN_PAGE}
    return {**files, **ours}


def sources() -> dict[str, bytes]:
    """What decides how a bundle looks, by path: this tree's superhero, and what makes bundles."""
    paths = [path for path in (ROOT / "superhero").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    paths += [ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE")]  # which go into the wheel
    paths += [path for path in HERE.iterdir() if path.is_file()]
    paths += [SCRIPTS / name for name in STARTS]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def module_names(files: dict[str, bytes]) -> bytes:
    """The modules that files hold, a line each."""
    names = set()
    for path in files:
        name = path.removeprefix(PACKAGES).removeprefix("lib/python3.14/")
        stem, _, suffix = name.rpartition("/")[2].partition(".")
        if suffix.rpartition(".")[2] in ("py", "pyc", "so"):
            names.add(".".join([*name.split("/")[:-1], *([] if stem == "__init__" else [stem])]))
    return "\n".join(sorted(names)).encode()


def digest_of(files: dict[str, bytes]) -> str:
    """A short digest of files and their names."""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(f"{name} {hashlib.sha256(files[name]).hexdigest()}\n".encode())
    return total.hexdigest()[:16]


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder so that it is there with all of them, or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".making-"))
    temporary.chmod(0o755)
    write_files(temporary, files)
    try:
        temporary.rename(folder)
    except OSError:  # another build was faster
        shutil.rmtree(temporary)
