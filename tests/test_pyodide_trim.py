"""What is left out of Pyodide, on modules that are written by hand; tests/browser has Chromium read the real one."""

import pytest

from tools.pyodide.trim import UnknownScript, trim
from tools.pyodide.webassembly import MAGIC, NotWebAssembly, exports, imports, without_exports

FUNCTION, TABLE, MEMORY, GLOBAL, TAG = b"\0", b"\1", b"\2", b"\3", b"\4"
TYPES = b"\1\4\1\x60\0\0"  # a section with the type of a function that takes and gives nothing


def name(text):
    return bytes([len(text)]) + text.encode()


def section(number, *entries):
    content = bytes([len(entries)]) + b"".join(entries)
    low, high = len(content) & 0x7F, len(content) >> 7
    return bytes([number, low | 0x80, high]) + content


def module(imported=(), exported=()):
    taken = [name("env") + name(text) + FUNCTION + b"\0" for text in imported]
    given = [name(text) + FUNCTION + bytes([i]) for i, text in enumerate(exported)]
    return MAGIC + TYPES + section(2, *taken) + section(7, *given)


def script(*names, uses=""):
    variables = "".join(f"_{text}," for text in names)
    assigns = ";".join(f'_{text}=Module["_{text}"]=wasmExports["{text}"]' for text in names)
    declared = f"var {variables}memory,wasmTable,wasmMemory;"
    memory = 'memory=Module["memory"]=wasmMemory=wasmExports["memory"]'
    return f"{declared}function assignWasmExports(wasmExports){{{assigns};{memory}}}{uses};memory"


def test_imports_of_all_kinds_are_read():
    env = name("env")
    entries = (
        env + name("f") + FUNCTION + b"\x80\1",  # a number of two bytes
        env + name("t") + TABLE + b"\x70\1\1\2",  # with a maximum
        env + name("m") + MEMORY + b"\0\1",  # without
        name("GOT.mem") + name("g") + GLOBAL + b"\x7f\1",
        env + name("x") + TAG + b"\0\0",
    )
    assert imports(MAGIC + section(2, *entries)) == {"f", "t", "m", "g", "x"}


def test_only_what_is_kept_is_exported():
    whole = module(exported=("a", "b", "c"))
    kept = without_exports(whole, {"a", "c"}.__contains__)
    assert kept == MAGIC + TYPES + b"\2\1\0" + b"\7\x09\2" + b"\1a\0\0" + b"\1c\0\2"
    assert exports(kept) == {"a", "c"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<html>", "a module begins with"),
        (MAGIC + b"\2\x7f\1", "127 bytes are wanted at 10, and there are 11"),
        (MAGIC + section(2, name("env") + name("?") + b"\x7e"), "an import of kind 126"),
    ],
)
def test_what_cannot_be_read_is_told(data, says):
    with pytest.raises(NotWebAssembly, match=says):
        imports(data)


def test_what_neither_library_nor_script_uses_is_left_out():
    names = ("malloc", "dlopen", "sin", "GL_draw", "needed")
    webassembly = module(imported=("needed",), exported=(*names, "memory", "_ZdlPv"))
    library = module(imported=("sin", "_ZdlPv", "of_another_library"))
    trimmed, shorter = trim(webassembly, script(*names, uses="_malloc(1);Module._dlopen"), [library])
    assert exports(trimmed) == {"malloc", "dlopen", "sin", "needed", "memory", "_ZdlPv"}
    assert shorter == script("malloc", "dlopen", "sin", "needed", uses="_malloc(1);Module._dlopen")


def test_other_scripts_are_not_trimmed():
    webassembly = module(exported=("a",))
    with pytest.raises(UnknownScript, match="is there 0 times"):
        trim(webassembly, "export default 1", [])
    with pytest.raises(UnknownScript, match="another kind: steal"):
        trim(webassembly, script("a").replace("_a=Module", "steal();_a=Module"), [])
