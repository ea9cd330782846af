// The blocks of one page, in order, and the Python that they share.

import { Cell } from "./cell.js"
import { button, element } from "./elements.js"
import { Loading } from "./loading.js"
import { scriptOf } from "./script.js"
import { notebook } from "./site.js"

export const NO_PYTHON = "This build of the site has no Python."
const NEEDS_TORCH = "Needs PyTorch, which does not run in a browser. It runs in "

// Asks at once for all that session.js imports.
const importSession = async () => {
  const [session] = await Promise.all(
    ["session", "ahead", "kept", "load", "snapshot"].map((name) => import(`../python/${name}.js`)),
  )
  return session
}

export class Page {
  // `base` is where the site has its Python, if it has one.
  constructor(blocks, base) {
    this.base = base
    this.blocks = blocks // those that only a script can run too
    this.cells = []
    for (const block of blocks) {
      if (block.dataset.cell === "run") this.cells.push(new Cell(block, this, this.cells.length + 1))
      if (block.dataset.cell === "torch") this.sayWhy(block)
    }
    this.loading = new Loading()
    this.queue = Promise.resolve()
    this.turn = 0 // Stop and Restart begin another: what was asked for before is dropped
    this.tick = 0 // counts runs
  }

  // Makes the session when a reader comes near to running something, and not before.
  prepare() {
    if (!this.base) return
    this.starting ??= importSession().then(({ Session }) => {
      const session = new Session(this.base)
      this.loading.follow(session)
      session.prepare()
      return (this.session = session)
    })
    this.starting.then((session) => session.prepare(), () => (this.starting = null)) // the next Run tries again
    return this.starting
  }

  // Runs a block after those above it that have not run as they now stand. What ran before one of those has to run
  // again too, or it would show what the old code gave.
  run(cell, limit) {
    const last = this.cells.indexOf(this.checkOf(cell))
    return this.enqueue(
      () => {
        const first = this.cells.findIndex((_, i) => i >= last || !this.isFresh(i))
        return this.cells.slice(Math.min(first, last), last + 1)
      },
      cell,
      limit,
    )
  }

  runAll() {
    return this.enqueue(() => this.cells, this.cells[0])
  }

  // A stub of an exercise is run by its check.
  checkOf(cell) {
    const next = this.cells[this.cells.indexOf(cell) + 1]
    return cell.exercise === "stub" && next?.exercise === "check" ? next : cell
  }

  isFresh(i) {
    const { ran, code } = this.cells[i]
    return ran?.code === code && (i === 0 || this.cells[i - 1].ran.tick < ran.tick)
  }

  enqueue(choose, asked, limit) {
    if (asked.block.dataset.state) return this.queue // it is on its way
    const { turn } = this
    asked.say("waiting")
    this.loading.showIn(asked)
    this.queue = this.queue.then(() => turn === this.turn && this.runEach(choose(), asked, limit, turn))
    return this.queue
  }

  async runEach(cells, asked, limit, turn) {
    try {
      if (!this.base) throw new Error(NO_PYTHON)
      const session = await this.prepare()
      for (const cell of cells) {
        if (turn !== this.turn) break
        const isAsked = cell === asked || cell === cells.at(-1)
        const { isDone, isLost } = await cell.run(session, isAsked ? limit : undefined, ++this.tick)
        if (isLost) this.forget()
        if (isDone) continue
        if (turn === this.turn && cell !== cells.at(-1)) this.sayWhyNot(asked, cell)
        break
      }
    } catch (error) {
      this.loading.enter("failed")
      asked.output.say(this.base ? `Python could not be loaded: ${error.message}. Run tries it again.` : NO_PYTHON)
    }
    if (turn === this.turn) asked.say("") // otherwise it may have been asked for again
    this.onRun?.(this.cells)
  }

  // A block above has failed, so this one has not run.
  sayWhyNot(asked, failed) {
    const go = button("go", "Go there", () => failed.editor.area.focus())
    this.checkOf(asked).output.say(`This has not run: ${failed.name} above stops with an error.`, go)
  }

  forget() {
    for (const cell of this.cells) cell.ran = null
  }

  // Ends what waits; what has begun ends with the session's own result.
  drop() {
    this.turn += 1
    for (const cell of this.cells) if (cell.block.dataset.state === "waiting") cell.say("")
  }

  stop() {
    this.drop()
    this.session?.stop()
  }

  // All as when the page was opened, but for what the reader has written.
  restart() {
    this.drop()
    this.session?.restart()
    this.forget()
    this.queue = this.queue.then(() => {
      for (const cell of this.cells) {
        cell.editor.markLines([])
        cell.output.clear()
      }
    })
  }

  close() {
    this.turn += 1
    this.starting?.then((session) => session.close())
  }

  sayWhy(block) {
    const why = element(
      "span",
      { class: "cell-why" },
      NEEDS_TORCH,
      element("a", { href: notebook(), download: true }, "the notebook"),
      ".",
    )
    block.append(element("div", { class: "cell-bar" }, why, this.makeCopyButton(block)))
  }

  // The theme copies what the button holds, and tells the reader that it has.
  makeCopyButton(block) {
    const codeOf = (other) => this.cells.find((cell) => cell.block === other)?.code
    const copy = button("copy", "Copy up to here", () => {
      copy.dataset.clipboardText = scriptOf(this.blocks.slice(0, this.blocks.indexOf(block) + 1), codeOf)
    }, "Copy a script of all blocks up to here")
    copy.dataset.clipboardText = "" // by this attribute the theme knows it
    return copy
  }

  async grid(html) {
    const { grid } = await import("../python/grid.js")
    return grid(html)
  }
}
