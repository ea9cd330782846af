// Starts Python in a worker from what load.js brings: no package manager, nothing to unzip, nothing to compile.

import { read } from "./bundle.js"
import { findKept } from "./kept.js"
import { pack, unpack } from "./sparse.js"

const MEMORY = 2 ** 30 // bytes; Python raises a MemoryError where the tab would run out of memory
const PAGE = 2 ** 16
const SMALL = 100 // bytes
const LATE = 1000 // milliseconds
const KEPT = "?kept" // after an address, asks docs/service-worker.js for what it has; it stays out of the way otherwise
const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])

/**
 * Start Python; returns Pyodide's own object, with numpy, superhero and page_session at hand.
 *
 * base: as for load.js. core, module: promises of what that gives, as much is done before they are there.
 * snapshot: a promise of what makeSnapshot has given, or of nothing.
 * onUseless: is called if Python does not start from that. It is started without.
 */
export async function boot({ snapshot, onUseless, ...parts }) {
  const more = `${parts.base}more.gz`
  const isMoreKept = findKept(more).then(Boolean)
  const begin = await prepare(parts)
  const found = await snapshot
  let pyodide = null
  if (found?.byteLength) {
    try {
      pyodide = await begin({ _loadSnapshot: unpack(found) })
      sow(pyodide)
    } catch {
      pyodide = null
      onUseless()
    }
  }
  pyodide ??= await begin({})
  const addresses = [more, more + KEPT]
  if (await isMoreKept) addresses.reverse()
  findLater(pyodide, () => fetchNow(...addresses))
  return pyodide
}

/** A snapshot holds the state of Python's own random numbers: each start from it would draw the same ones. */
function sow(pyodide) {
  const random = pyodide.pyimport("random")
  random.seed()
  random.destroy()
}

/** Start Python, import modules, and return its whole memory, for starts that need not do all that again: see snapshot.js. */
export async function makeSnapshot({ modules, ...parts }) {
  const begin = await prepare(parts)
  const pyodide = await begin({ _makeSnapshot: true })
  const { import_all } = pyodide.pyimport("page_session")
  import_all(...modules)
  return pack(pyodide.makeMemorySnapshot().buffer)
}

/** Returns a function that starts Python, with Pyodide's options. */
async function prepare({ base: indexURL, core, module }) {
  limitMemory()
  compileOnce()
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => importScript(indexURL + name)),
  )
  const bundle = Promise.resolve(core).then(read)
  const fetched = globalThis.fetch
  // Pyodide would fetch its WebAssembly and a standard library; both are here.
  return async (options) => {
    globalThis.fetch = () => Promise.resolve(new Response(EMPTY_ZIP))
    try {
      return await start({ loadPyodide, createPyodideModule, module, bundle, indexURL, ...options })
    } finally {
      globalThis.fetch = fetched
    }
  }
}

/** Start Python from a bundle and a module, or promises of them. By itself for the build, which runs it in Node. */
export async function start({ loadPyodide, createPyodideModule, module, bundle, ...options }) {
  const isDescription = ([path]) => path.includes(".dist-info/")
  const files = async (isWanted) => [...(await bundle).files].filter(isWanted)
  const pyodide = await loadPyodide({
    lockFileContents: Promise.resolve(bundle).then(({ lock }) => lock),
    createPyodideModule: (settings) =>
      createPyodideModule({ ...settings, instantiateWasm: instantiate(module), preRun: settings.preRun }),
    fsInit: async (FS) => writeFiles(FS, await files((file) => !isDescription(file))),
    ...options,
  })
  writeFiles(pyodide.FS, await files(isDescription)) // later, as Pyodide makes no snapshot where it has seen packages
  return pyodide
}

/** Let what is not in the core bundle be found in the other one, which is fetched when the first import asks for it. */
export function findLater(pyodide, fetchBundle) {
  const later = pyodide.pyimport("_later")
  later.install(fetchBundle)
  later.destroy()
}

function writeFiles(FS, files) {
  const folders = new Set()
  for (const [path, contents] of files) {
    if (!path.startsWith("lib/")) continue
    const folder = `/${path.slice(0, path.lastIndexOf("/"))}`
    if (!folders.has(folder)) FS.mkdirTree(folder)
    folders.add(folder)
    FS.writeFile(`/${path}`, contents, { canOwn: true }) // not copied
  }
}

function instantiate(module) {
  return (imports, done) => {
    // What Pyodide's own hook adds: a mark that JavaScript failed, and its test.
    const failed = Symbol("failed")
    imports.env.Jsv_GetError_import = () => failed
    imports.env.JsvError_Check = (value) => Number(value === failed)
    Promise.resolve(module).then(async (module) => done(await WebAssembly.instantiate(module, imports), module))
    return {}
  }
}

/** Pyodide makes over two hundred modules of a few bytes each, of which most are the same. */
function compileOnce() {
  const compiled = new Map()
  const construct = (Module, [bytes]) => {
    if (!(bytes instanceof Uint8Array) || bytes.length > SMALL) return new Module(bytes)
    const key = String(bytes)
    if (!compiled.has(key)) compiled.set(key, new Module(bytes))
    return compiled.get(key)
  }
  WebAssembly.Module = new Proxy(WebAssembly.Module, { construct })
}

function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MEMORY) throw new RangeError(`more than ${MEMORY} bytes`)
    return grow.call(this, pages)
  }
}

/**
 * Import a script of Python's folder: from what is kept if the host does not answer as it should, as when a newer build has
 * been published. What is kept comes last, as the browser does not keep what it compiles of that.
 */
async function importScript(url) {
  const isKept = async () => Boolean(await findKept(url))
  if (!navigator.onLine && await isKept()) return import(url + KEPT)
  const own = import(url)
  if (await isOnTime(own)) return own
  return await isKept() ? import(url + KEPT) : own
}

function isOnTime(promise) {
  const late = new Promise((resolve) => setTimeout(() => resolve(false), LATE))
  return Promise.race([promise.then(() => true, () => false), late])
}

/** Synchronous, as Python's import is: only a worker may do that. Asks at one address after the other. */
function fetchNow(...urls) {
  const [url, ...others] = urls
  const request = new XMLHttpRequest()
  try {
    request.open("GET", url, false)
    request.responseType = "arraybuffer"
    request.send()
    if (request.status !== 200) throw new Error(`${url} gives status ${request.status}`)
  } catch (error) {
    if (others.length > 0) return fetchNow(...others)
    throw error
  }
  return new Uint8Array(request.response)
}
