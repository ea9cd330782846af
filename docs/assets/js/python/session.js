// Python for one page: loads it when asked to, runs blocks in a worker, and ends what does not end by itself.
//
// run() resolves to what became of the block. What it shows has come by onOutput before, the value of its last line too.
//   { ok: true, html }                 html: of the course's own grids, for grid.js; otherwise null
//   { ok: false, error }               error: { type, message, traceback, end, lines, lost }
//   { stopped: true, lost }            after stop(), restart() or close()
// lines are the block's own that the error passed through; end is what the traceback ends with, as the pages print it.
// lost says that the worker was replaced, so that the names of the blocks before are gone.

import "./ahead.js"
import { load } from "./load.js"
import { makeSnapshot } from "./snapshot.js"

const LIMIT = 10 // seconds
const GRACE = 2 // seconds more, for what Python cannot end from within

const STOPPED = { stopped: true, lost: false }

// What was loaded, by its address: for the next worker, and for the next page that is opened in place.
const loads = new Map()

const loadOnce = (base, onProgress) => {
  if (!loads.has(base)) {
    const listeners = new Set()
    const parts = load(base, (progress) => listeners.forEach((listener) => listener(progress)))
    const all = Promise.all(Object.values(parts))
    all.catch(() => loads.delete(base)) // the next Run tries again
    loads.set(base, { parts, all, listeners })
  }
  const { parts, all, listeners } = loads.get(base)
  listeners.add(onProgress)
  return { parts, all: all.finally(() => listeners.delete(onProgress)) }
}

const lost = (type, message) => {
  const end = `${type}: ${message}`
  return { ok: false, error: { type, message, traceback: end, end, lines: [], lost: true } }
}

const notLoaded = (why) => {
  const message = `Python could not be loaded: ${why}. Run tries it again.`
  return { ok: false, error: { type: "LoadError", message, traceback: message, end: message, lines: [], lost: false } }
}

// Where methods call each other through Python's own C code, the browser's stack ends before Python counts 1000 calls.
const breakdown = (message) =>
  /call stack|recursion/.test(message)
    ? lost("RecursionError", "this called itself too often, and Python broke down")
    : lost("Crash", `Python broke down: ${message}`)

export class Session extends EventTarget {
  #base
  #state = "none"
  #start = null // the start that counts: what comes of an earlier one is dropped
  #worker = null
  #running = null
  #waiting = [] // runs, in the order in which they were asked for
  #watchdog = 0

  constructor(base) {
    super()
    this.#base = base
  }

  // "none", "loading", "starting", "ready", "running" or "failed"
  get state() {
    return this.#state
  }

  // Loads and starts Python, if that has not been done.
  prepare() {
    if (["none", "failed"].includes(this.#state)) this.#begin()
  }

  // Runs a block, after those that were asked for before. The limit is in seconds; Infinity is none.
  run(code, { name = "block", limit = LIMIT, onOutput = () => {} } = {}) {
    return new Promise((resolve) => {
      this.#waiting.push({ code, name, limit, onOutput, resolve })
      this.prepare()
      if (this.#state === "ready") this.#next()
    })
  }

  // Ends what runs, and drops what waits.
  stop() {
    if (this.#running) this.restart()
    else this.#drop() // no name is lost, and what is being loaded is kept
  }

  // Begins again, with no names.
  restart() {
    this.#drop({ stopped: true, lost: true })
    if (this.#worker) this.#begin()
  }

  // The page is left.
  close() {
    this.#drop()
    this.#end()
    this.#enter("none")
  }

  async #begin() {
    this.#end()
    const start = (this.#start = {})
    this.#enter("loading")
    this.#employ(new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: this.#base }))
    const send = (name, part) => {
      if (start !== this.#start) return
      // The next worker needs it as well; to copy it here is faster than what the browser does for that.
      const isBytes = part instanceof ArrayBuffer
      const sent = isBytes ? part.slice() : part
      this.#worker.postMessage({ [name]: sent }, isBytes ? [sent] : [])
    }
    try {
      const { parts, all } = loadOnce(this.#base, (detail) => start === this.#start && this.#tell("progress", detail))
      for (const [name, part] of Object.entries(parts)) part.then((part) => send(name, part), () => {})
      await all
      if (start === this.#start) this.#enter("starting")
    } catch (error) {
      if (start === this.#start) this.#crash(error.message)
    }
  }

  #employ(worker) {
    this.#worker = worker
    worker.onmessage = ({ data }) => this.#hear(data)
    worker.onerror = (event) => this.#crash(event.message ?? "its worker could not be loaded")
  }

  #end() {
    clearTimeout(this.#watchdog)
    this.#worker?.terminate()
    if (this.#worker) this.#worker.onmessage = this.#worker.onerror = null // what is on its way comes to nothing
    this.#worker = this.#start = null
  }

  #hear({ type, output, result, message, modules }) {
    if (type === "output") { for (const [text, stream] of output) this.#running?.onOutput({ text, stream }) }
    else if (type === "crash") this.#crash(message)
    else if (type === "fetching") clearTimeout(this.#watchdog)
    else if (type === "fetched") this.#watch()
    else {
      if (type === "ready") makeSnapshot(this.#base, { ...loads.get(this.#base).parts, modules })
      clearTimeout(this.#watchdog)
      this.#running?.resolve(result)
      this.#next()
    }
  }

  #next() {
    const run = (this.#running = this.#waiting.shift() ?? null)
    this.#enter(run ? "running" : "ready")
    if (!run) return
    const limit = Number.isFinite(run.limit) ? run.limit : undefined
    this.#worker.postMessage({ run: { code: run.code, name: run.name, limit } })
    this.#watch()
  }

  #watch() {
    const { limit } = this.#running ?? {}
    if (Number.isFinite(limit)) this.#watchdog = setTimeout(() => this.#lose(limit), (limit + GRACE) * 1000)
  }

  // Python does not come back from something that it cannot interrupt.
  #lose(limit) {
    this.#drop(
      lost("TimeoutError", `this took longer than ${limit} s, the limit of a run, and only a restart could end it`),
    )
    this.#begin()
  }

  // Python itself is gone, or never came.
  #crash(message) {
    const hasStarted = ["ready", "running"].includes(this.#state)
    this.#end()
    if (hasStarted) this.#begin()
    else this.#enter("failed")
    this.#drop(hasStarted ? breakdown(message) : notLoaded(message))
  }

  // All runs end: the first one, if it runs or Python never came, with this result.
  #drop(result = STOPPED) {
    const dropped = this.#running ? [this.#running, ...this.#waiting] : this.#waiting
    this.#running = null
    this.#waiting = []
    dropped.forEach(({ resolve }, i) => resolve(i ? STOPPED : result))
  }

  #enter(state) {
    if (state === this.#state) return
    this.#state = state
    this.#tell("state", state)
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }
}
