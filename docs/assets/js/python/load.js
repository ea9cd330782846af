// Fetches Python, in the page: what is fetched and compiled here serves every worker that the page ever starts.

const WEBASSEMBLY = "pyodide.asm.wasm.gz"
const CORE = "core.gz"

/**
 * Fetch and unpack what Python needs to start; `boot` starts it, in a worker.
 *
 * base: the absolute address of the folder that the build made, with a slash at its end.
 * onProgress: is called with {loaded, total}, in bytes of what is transferred.
 */
export async function load(base, onProgress = () => {}) {
  const responses = await Promise.all([WEBASSEMBLY, CORE].map((name) => request(base + name)))
  const progress = {
    loaded: 0,
    total: responses.reduce((sum, each) => sum + Number(each.headers.get("Content-Length")), 0),
  }
  const count = (bytes) => onProgress({ ...progress, loaded: progress.loaded += bytes })
  const [webassembly, core] = await Promise.all(responses.map((response) => unpacked(response, count)))
  const type = { headers: { "Content-Type": "application/wasm" } }
  const [module, buffer] = await Promise.all([
    WebAssembly.compileStreaming(new Response(webassembly, type)), // compiled while it comes in
    new Response(core).arrayBuffer(),
  ])
  return { base, module, core: buffer }
}

async function request(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`Python could not be loaded: ${url} gives status ${response.status}`)
  return response
}

/** The decompressed body. Some hosts say of a .gz that it is compressed, and the browser has already decompressed it. */
async function unpacked(response, count) {
  const reader = response.body.getReader()
  let next = await reader.read()
  const compressed = next.value?.[0] === 0x1f // nothing of ours starts with that byte
  const body = new ReadableStream({
    async pull(controller) {
      if (next.done) return controller.close()
      count(next.value.length)
      controller.enqueue(next.value)
      next = await reader.read()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return compressed ? body.pipeThrough(new DecompressionStream("gzip")) : body
}
