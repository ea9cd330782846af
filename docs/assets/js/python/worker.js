// Python's own thread: starts Python from what the page has loaded, then runs one block after another.
// Whatever happens here, session.js can end this worker and make another one.

import { boot } from "./boot.js"

let session = null

const start = async (loaded) => {
  const pyodide = await boot(loaded)
  // What comes of code that goes around Python's own streams is not shown.
  for (const set of ["setStdout", "setStderr"]) pyodide[set]({ write: (bytes) => bytes.length })
  const { Session } = pyodide.pyimport("page_session")
  session = Session((output) => postMessage({ type: "output", output: JSON.parse(output) }))
  session.install()
  postMessage({ type: "ready" })
}

const run = async ({ code, name, limit }) => {
  const result = await session.run(code, name, limit)
  postMessage({ type: "result", result: JSON.parse(result) })
}

onmessage = async ({ data }) => {
  try {
    if (data.loaded) await start(data.loaded)
    else await run(data.run)
  } catch (error) {
    // A block's own errors are results. This is Python itself: out of memory or stack, or ended by os.abort().
    postMessage({ type: "crash", message: String(error) })
  }
}
