// Compiles the Python files of a folder with Pyodide itself: node compile.mjs PYODIDE FOLDER keep|replace

import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [pyodideFolder, folder, whatOfSources] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`))
const env = {
  HOME: "/",
  PYTHONHASHSEED: "0", // otherwise sets in the bytecode are in another order each time
  PYTHONNODEBUGRANGES: "1", // no columns, a fifth of the bytecode: a page shows tracebacks of its own code only
}
const { info } = JSON.parse(readFileSync(new URL("lock.json", import.meta.url), "utf8"))
const lockFileContents = JSON.stringify({ info, packages: {} }) // no package of Pyodide's own is asked for
const pyodide = await loadPyodide({ indexURL: pyodideFolder, lockFileContents, env })
pyodide.mountNodeFS("/folder", folder)
pyodide.globals.set("keep", whatOfSources === "keep")
pyodide.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"))
pyodide.runPython(`
from pathlib import Path

root = Path("/folder")
paths = sorted(path for path in root.rglob("*.py"))
sources = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
files = compile_all(sources, keep)
for path in sources.keys() - files.keys():
    (root / path).unlink()
for path, content in files.items():
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_bytes(content)
`)
