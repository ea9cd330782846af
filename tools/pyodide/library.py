"""The library as Python in the browser has it: the standard library and NumPy, without what a page has no use for."""

import re
import zipfile
from pathlib import Path

PYTHON = "lib/python3.14/"
PACKAGES = f"{PYTHON}site-packages/"
NUMPY = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
# Tests, stubs and headers; what wants a terminal, a screen, a compiler or an installer.
LEFT_OUT = re.compile(
    r"(^|/)(tests?|idlelib|tkinter|turtledemo|turtle\.py|ensurepip|lib2to3|venv|__phello__|f2py|include|_pyinstaller|README\S*)(/|$)"
    r"|\.(pyi|typed|h|a|pxd|pyx|c|in|ini|toml|build)$|(^|/)conftest\.py$"
)


def library(folder: Path) -> dict[str, bytes]:
    """The files of the standard library and of NumPy, by where Python in the browser looks for them.

    Args:
        folder: has the files of the lock.
    """
    archives = {PYTHON: folder / "python_stdlib.zip", PACKAGES: folder / NUMPY}
    return {
        prefix + name: archive.read(name)
        for prefix, path in archives.items()
        for archive in [zipfile.ZipFile(path)]
        for name in archive.namelist()
        if not name.endswith("/") and not LEFT_OUT.search(name)
    }
