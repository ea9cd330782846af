// Fetches Python, in the page: what is fetched and compiled here serves every worker that the page ever starts.

const SCRIPTS = ["pyodide.mjs", "pyodide.asm.mjs"]
const CORE = "core.gz"
const WEBASSEMBLY = "pyodide.asm.wasm"
const WEBASSEMBLY_BYTES = 9_596_462

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
  // The worker imports these, but not before it has started itself. The browser keeps only what is read to its end.
  for (const name of SCRIPTS) request(base + name).then((response) => response.arrayBuffer()).catch(() => {})
  return { core: loadCore(base, transfers[0]), module: loadModule(base, transfers[1]) }
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

  reach(bytes) {
    this.loaded = bytes
    this.tell()
  }
}

async function loadCore(base, transfer) {
  const body = await unpacked(await request(base + CORE), transfer)
  return new Response(body).arrayBuffer()
}

// As it comes from the host, and not otherwise, the browser keeps what it has compiled for the next visit. But not every
// host compresses it; and what has been kept of one that does not, for a visit without network, is the other file.
async function loadModule(base, transfer) {
  const response = await request(base + WEBASSEMBLY).catch(() => null)
  if (response?.headers.has("Content-Encoding")) {
    countUnpacked(response.clone(), transfer).catch(() => {}) // the other half of it tells
    return WebAssembly.compileStreaming(response)
  }
  response?.body.cancel()
  const body = await unpacked(await request(`${base}${WEBASSEMBLY}.gz`), transfer)
  const type = { headers: { "Content-Type": "application/wasm" } }
  return WebAssembly.compileStreaming(new Response(body, type)) // compiled while it comes in
}

async function request(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} gives status ${response.status}`)
  return response
}

/** The decompressed body. Some hosts say of a .gz that it is compressed, and the browser has already decompressed it. */
async function unpacked(response, transfer) {
  transfer.begin(response)
  const reader = response.body.getReader()
  let next = await reader.read()
  const compressed = next.value?.[0] === 0x1f // nothing of ours starts with that byte
  const body = new ReadableStream({
    async pull(controller) {
      if (next.done) return controller.close()
      transfer.reach(transfer.loaded + next.value.length)
      controller.enqueue(next.value)
      next = await reader.read()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return compressed ? body.pipeThrough(new DecompressionStream("gzip")) : body
}

async function countUnpacked(response, transfer) {
  transfer.begin(response)
  const reader = response.body.getReader()
  let bytes = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length
    transfer.reach(transfer.total * bytes / WEBASSEMBLY_BYTES)
  }
}
