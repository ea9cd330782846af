"""The package by itself: what its wheel holds, and that it works far from the repository, with NumPy alone."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, **options) -> str:
    process = subprocess.run(command, text=True, capture_output=True, **options)
    assert process.returncode == 0, process.stderr
    return process.stdout


def elsewhere(installed: Path, code: str) -> str:
    """Run code with the installed package, outside the repository and in a process that has seen nothing of it."""
    # -I: neither the working folder nor PYTHONPATH. The packages of this environment, NumPy among them, come last.
    return run(sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(installed)!r})\n{code}", cwd=installed)


def test_wheel_holds_the_package_and_its_licence(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    metadata = {name for name in names if ".dist-info/" in name}
    sources = {p.relative_to(ROOT).as_posix() for p in (ROOT / "superhero").rglob("*") if p.is_file()}
    sources = {name for name in sources if "__pycache__" not in name}
    assert names - metadata == sources
    assert all(name.endswith(".py") or name.startswith("superhero/data/") for name in sources)
    assert {name.partition("/")[2] for name in metadata} == {"METADATA", "RECORD", "WHEEL", "licenses/LICENSE"}
    (licence,) = (name for name in metadata if name.endswith("/LICENSE"))
    text = zipfile.ZipFile(wheel).read(licence).decode()
    assert "MIT License" in text
    assert "https://www.techaarvam.com" in text


def test_installed_package_answers(installed):
    code = "import superhero as s; print(s.__file__); print(s.answer('Crow keep-flight swap-speech he-is?'))"
    file, word = elsewhere(installed, code).splitlines()
    assert Path(file).is_relative_to(installed)
    assert word == "Flying Superhero"


def test_import_loads_numpy_and_nothing_else(installed):
    code = "import numpy; before = set(sys.modules); import superhero; print(*set(sys.modules) - before)"
    loaded = elsewhere(installed, code).split()
    assert "superhero.model" in loaded
    assert [name for name in loaded if name.partition(".")[0] != "superhero"] == []


def test_training_alone_imports_torch():
    sources = (ROOT / "superhero").rglob("*.py")
    importing = [p.name for p in sources if re.search(r"^\s*(import|from) torch\b", p.read_text("utf-8"), re.MULTILINE)]
    assert importing == ["training.py"]
