// Python's own thread: starts Python from what the page has loaded, then runs one block after another.
// Whatever happens here, session.js can end this worker and make another one.

import { boot } from "./boot.js"
import { giveUp, kept } from "./snapshot.js"

const IDLE = 100 // milliseconds

let session = null

const base = self.name

// What the page sends of what Python starts from, each part once it has it.
const come = {}
const part = (name) => new Promise((resolve) => come[name] = resolve)
const parts = { base, core: part("core"), module: part("module"), snapshot: kept(base) }

const start = async () => {
  const pyodide = await boot({ ...parts, onUseless: () => giveUp(base) })
  // What comes of code that goes around Python's own streams is not shown.
  pyodide.setStdin({ error: true })
  for (const set of ["setStdout", "setStderr"]) pyodide[set]({ write: (bytes) => bytes.length })
  const { Session, standard_library } = pyodide.pyimport("page_session")
  const post = (output) => postMessage({ type: "output", output: JSON.parse(output) })
  const tell = (type) => postMessage({ type })
  session = Session(post, tell)
  session.install()
  pyodide.pyimport("numpy").destroy() // while the reader reaches for the button
  const gc = pyodide.pyimport("gc")
  gc.freeze() // of what is imported nothing is garbage; sitecustomize.py has turned it off until now
  gc.enable()
  gc.destroy()
  postMessage({ type: "ready", modules: JSON.parse(standard_library()) })
  // A block that is run at once imports this if it needs it.
  setTimeout(() => importAhead(pyodide, "superhero"), IDLE)
}

const importAhead = (pyodide, name) => {
  try {
    pyodide.pyimport(name).destroy()
  } catch {
    // a block that imports it will say why
  }
}

const run = async ({ code, name, limit }) => {
  const result = await session.run(code, name, limit)
  postMessage({ type: "result", result: JSON.parse(result) })
}

// A block's own errors are results. This is Python itself: out of stack, say, or ended by os.abort().
const crash = (error) => postMessage({ type: "crash", message: String(error) })

onmessage = ({ data }) => {
  if (data.run) run(data.run).catch(crash)
  for (const name in data) come[name]?.(data[name])
}

start().catch(crash)

// The same from within a task.
addEventListener("unhandledrejection", ({ reason }) => crash(reason))
