// Fetches Python, in the page: what is fetched and compiled here serves every worker that the page ever starts.

import { askFor } from "./ahead.js"
import { findKept } from "./kept.js"

const SCRIPTS = ["pyodide.mjs", "pyodide.asm.mjs"]
const CORE = "core.gz"
const WEBASSEMBLY = "pyodide.asm.wasm"
const WEBASSEMBLY_BYTES = 9_262_722 // unpacked
const SOON = 500 // milliseconds

/**
 * Begin to fetch what Python needs to start; `boot` starts it, in a worker.
 *
 * base: the absolute address of the folder that the build made, with a slash at its end.
 * onProgress: is called with {loaded, total}, in bytes of what is transferred.
 *
 * Returns two promises, core: of the core bundle's bytes, unpacked; module: of Python's WebAssembly, compiled.
 */
export function load(base, onProgress = () => {}) {
  const transfers = [new Transfer(tell), new Transfer(tell)]
  const sum = (name) => transfers.reduce((total, transfer) => total + transfer[name], 0)
  function tell() {
    const total = sum("total")
    if (total) onProgress({ loaded: sum("loaded"), total })
  }
  askFor(SCRIPTS.map((name) => base + name)) // which the worker imports once it has started itself
  const packed = receive(base + CORE, transfers[0])
  const module = loadModule(base, transfers[1], isSlow(packed))
  // Python needs the files after its WebAssembly, so to unpack them may wait.
  const core = Promise.all([packed, module]).then(([bytes]) => new Response(unpack(bytes)).arrayBuffer())
  return { core, module }
}

/** How much of a file has come. */
class Transfer {
  loaded = 0
  total = NaN // until the host has said it

  constructor(tell) {
    this.tell = tell
  }

  begin(response) {
    this.total = Number(response.headers.get("Content-Length"))
    this.tell()
  }

  // Of a file that the host has compressed, and the browser has unpacked, more comes than was said.
  reach(bytes) {
    this.loaded = Math.min(bytes, this.total || Infinity)
    this.tell()
  }
}

/** Whether something takes so long that its progress is worth showing. */
function isSlow(promise) {
  const soon = promise.then(() => false, () => false)
  return Promise.race([soon, new Promise((resolve) => setTimeout(() => resolve(true), SOON))])
}

// As it comes from the host, and not otherwise, the browser keeps what it has compiled for the next visit. But not every
// host compresses it; and what has been kept of one that does not, for a visit without network, is the other file.
async function loadModule(base, transfer, isSlow) {
  const response = await request(base + WEBASSEMBLY).catch(() => null)
  if (response?.headers.has("Content-Encoding")) {
    transfer.begin(response)
    // To count it takes a tenth of the time in which Python starts, so that is left where it is not worth it.
    if (await isSlow) countUnpacked(response.clone(), transfer).catch(() => {}) // the other half of it tells
    const module = await WebAssembly.compileStreaming(response)
    transfer.reach(transfer.total)
    return module
  }
  response?.body.cancel()
  const bytes = await receive(`${base}${WEBASSEMBLY}.gz`, transfer)
  const type = { headers: { "Content-Type": "application/wasm" } }
  return WebAssembly.compileStreaming(new Response(unpack(bytes), type)) // compiled while it is unpacked
}

// Python's files never change, as the name of their folder is made from what they hold: no host is asked whether they have.
async function request(url) {
  const kept = await findKept(url)
  // The browser's own cache has what the browser has compiled of a file, too, but forgets sooner.
  const own = kept && await fetch(url, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null)
  const response = [own, kept].find((found) => found?.ok) ?? await fetch(url, { cache: "force-cache" })
  if (!response.ok) throw new Error(`${url} gives status ${response.status}`)
  return response
}

/** The bytes of a file. */
async function receive(url, transfer) {
  const response = await request(url)
  transfer.begin(response)
  const count = (chunk, controller) => {
    transfer.reach(transfer.loaded + chunk.length)
    controller.enqueue(chunk)
  }
  const body = response.body.pipeThrough(new TransformStream({ transform: count }))
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** A stream of what was compressed. Some hosts say of a .gz that it is compressed, and the browser has unpacked it. */
function unpack(bytes) {
  const { body } = new Response(bytes)
  const isPacked = bytes[0] === 0x1f // nothing of ours starts with that byte
  return isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body
}

async function countUnpacked(response, transfer) {
  const reader = response.body.getReader()
  let bytes = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length
    transfer.reach(transfer.total * bytes / WEBASSEMBLY_BYTES)
  }
}
