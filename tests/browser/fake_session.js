// A session that runs nothing: the same interface, with answers that the tests of the buttons choose.

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds))

export class Session extends EventTarget {
  constructor(base) {
    super()
    this.base = base
    this.stops = []
    window.session = this
    this.ran = [] // [name, code, limit]
    this.stopEarly = () => {}
    this.state = "none"
  }

  tell(type, detail) {
    if (type === "state") this.state = detail
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  prepare() {
    this.ready ??= this.start()
  }

  async start() {
    this.tell("state", "loading")
    for (const share of [0, 0.5, 1]) {
      this.tell("progress", { loaded: 6.9e6 * share, total: 6.9e6 })
      await wait(window.loadSeconds ?? 0.02)
    }
    this.tell("state", "starting")
    await (window.started ?? wait(0.02))
    this.tell("state", "ready")
  }

  async run(code, { name, limit, onOutput }) {
    this.prepare()
    const stopped = new Promise((resolve) => this.stopEarly = () => resolve(true))
    if (await Promise.race([this.ready, stopped])) return { stopped: true, lost: false }
    this.ran.push([name, code, limit])
    if (code.includes("while True")) {
      if (limit === undefined) await wait(0.05)
      else if (limit !== 60) return new Promise((resolve) => this.stops.push(resolve))
    }
    if (code.includes("forever")) return new Promise((resolve) => this.stops.push(resolve))
    const lines = code.split("\n")
    const wrong = lines.findIndex((line) => /1 \/ 0/.test(line)) + 1
    for (const line of lines) {
      const printed = line.match(/^print\("(.*)"\)$/)
      if (printed) onOutput({ text: `${printed[1]}\n`, stream: "out" })
    }
    if (code.includes("sys.stderr")) onOutput({ text: "careful\n", stream: "err" })
    if (code.includes("while True")) return this.failed("TimeoutError", "this block has run for 10 seconds", [1])
    if (wrong) return this.failed("ZeroDivisionError", "division by zero", [wrong])
    if (code.includes("check(")) {
      onOutput({ text: this.solves ? "Passed.\n" : "Not yet. It asks for objects.\n", stream: "out" })
    }
    this.solves = code.includes("return")
    return { ok: true, html: null }
  }

  failed(type, message, lines) {
    const end = `${type}: ${message}`
    const traceback = `Traceback (most recent call last):\n  line ${lines[0]}\n${end}\n`
    return { ok: false, error: { type, message, traceback, end, lines, lost: false } }
  }

  stop() {
    this.stopEarly()
    for (const resolve of this.stops.splice(0)) resolve({ stopped: true, lost: true })
  }

  restart() {
    this.stop()
  }

  close() {
    this.stop()
    this.isClosed = true
  }
}
