// Which files of a bundle a page's Python opens: node measure.mjs FOLDER BUNDLE PROGRAM prints their paths in JSON.
// FOLDER has Pyodide, boot.js and what that imports, so that Python starts just as it does in a page.

import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [folder, bundleFile, program] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(`${folder}/${name}`))
const { loadPyodide } = await load("pyodide.mjs")
const { default: createPyodideModule } = await load("pyodide.asm.mjs")
const { findLater, start } = await load("boot.js")
const { read } = await load("bundle.js")

const ACCESS = 0b11, READ_ONLY = 0 // of a file's flags

const content = readFileSync(bundleFile)
const bundle = read(content.buffer.slice(content.byteOffset, content.byteOffset + content.length))
const opened = new Set()

function watched(settings) {
  settings.preRun.push(({ FS }) => {
    const { open } = FS
    FS.open = (...args) => {
      const stream = open(...args)
      const isRead = (stream.flags & ACCESS) === READ_ONLY
      if (isRead && bundle.files.has(stream.path?.slice(1))) opened.add(stream.path.slice(1))
      return stream
    }
  })
  return createPyodideModule(settings)
}

const pyodide = await start({
  loadPyodide,
  createPyodideModule: watched,
  module: await WebAssembly.compile(readFileSync(`${folder}/pyodide.asm.wasm`)),
  bundle,
  indexURL: folder,
  env: { PYTHONHASHSEED: "0" },
  stdLibURL: `${folder}/empty.zip`,
  stdout: () => {},
})
findLater(pyodide, () => {
  throw new Error("all is here")
})
await pyodide.runPythonAsync(readFileSync(program, "utf8"))
process.stdout.write(JSON.stringify([...opened].sort()))
