"""Leaves out of Pyodide what it offers to packages that no page has.

By its name, each function of Python and of all that it is linked with can be used by a package that is loaded later.
These are 8,556 names; what the libraries of a page import, and Pyodide's own scripts use, are a tenth of them. To go
through the others takes a tenth of the time in which Python starts.
"""

import re
from collections.abc import Iterable

from tools.pyodide.webassembly import exports, imports, without_exports

# In pyodide.asm.mjs: a function with one statement a name, and where the variables to which it assigns are declared.
ASSIGNS = re.compile(r"(?<=function assignWasmExports\(wasmExports\)\{)[^}]*(?=\})")
ASSIGN = re.compile(r'(\w+)=(?:\w+=|Module\["\w+"\]=)*wasmExports\["(\w+)"\](?:\.value>>>0)?')
DECLARES = re.compile(r"(?<=var )\w+(?:,\w+)*(?=,wasmTable,wasmMemory;)")
WORD = re.compile(r"[A-Za-z_$][\w$]*")


class UnknownScript(Exception):
    """This is not the script that can be trimmed."""


def trim(webassembly: bytes, script: str, libraries: Iterable[bytes]) -> tuple[bytes, str]:
    """Trim ``pyodide.asm.wasm`` and ``pyodide.asm.mjs``.

    Args:
        webassembly: offers functions.
        script: uses some of them, and gives each a name.
        libraries: the WebAssembly of those that may be loaded later, as files with the suffix ``.so``.

    Returns:
        Both without what neither the script nor a library uses.

    Raises:
        NotWebAssembly: a library is of a kind that cannot be read.
        UnknownScript: the script is not written as that of Pyodide 314.
    """
    declares, assigns = only(DECLARES, script), only(ASSIGNS, script)
    statements = {}  # by the names of what they assign: their own variable, and what is exported
    for statement in assigns[0].split(";"):
        found = ASSIGN.fullmatch(statement)
        if not found:
            raise UnknownScript(f"assignWasmExports has a statement of another kind: {statement[:80]}")
        statements[found[1], found[2]] = statement
    before, between = script[: declares.start()], script[declares.end() : assigns.start()]
    after = script[assigns.end() :]
    words = set(WORD.findall(f"{before};{between};{after}"))
    used = words | {exported for variable, exported in statements if variable in words}
    wanted = imports(webassembly).union(*map(imports, libraries))
    kept = exports(webassembly) & (used | wanted)
    gone = {variable for variable, exported in statements if exported not in kept}
    declared = ",".join(name for name in declares[0].split(",") if name not in gone)
    assigned = ";".join(text for (variable, _), text in statements.items() if variable not in gone)
    return without_exports(webassembly, kept.__contains__), before + declared + between + assigned + after


def only(pattern: re.Pattern, script: str) -> re.Match:
    found = list(pattern.finditer(script))
    if len(found) != 1:
        raise UnknownScript(f"{pattern.pattern} is there {len(found)} times, and not once")
    return found[0]
