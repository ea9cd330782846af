// One block of code that runs: its editor, its buttons, its output.

import { button, COMMAND, element } from "./elements.js"
import { Editor } from "./editor.js"
import { Output } from "./output.js"

const SECONDS_LONGER = 60

export class Cell {
  // `page` runs it; `number` counts the page's blocks that run.
  constructor(block, page, number) {
    this.block = block
    this.page = page
    this.name = `block ${number}`
    this.raises = block.dataset.raises ?? null
    this.exercise = block.dataset.exercise ?? null
    this.ran = null // what has run last in this session: its code, and when
    this.editor = new Editor(block.querySelector("pre"), {
      label: this.exercise === "stub" ? "Your turn: write here" : `Code of ${this.name}`,
      onInput: () => this.onInput(),
      onRun: () => this.page.run(this),
    })
    const printed = block.nextElementSibling?.matches("[data-output]") ? block.nextElementSibling : null
    this.output = new Output(printed, block, `Output of ${this.name}`)
    this.makeBar()
  }

  get code() {
    return this.editor.text
  }

  makeBar() {
    const run = this.exercise
      ? button(
        "check",
        "Check",
        () => this.page.run(this),
        `Run your code, and see whether it does what is asked (${COMMAND}Enter)`,
      )
      : button(
        "run",
        "Run",
        () => this.page.run(this),
        `Run this block, and those above that have not run (${COMMAND}Enter)`,
      )
    for (const event of ["pointerenter", "touchstart", "focus"]) {
      run.addEventListener(event, () => this.page.prepare(), { passive: true })
    }
    this.runButton = run
    this.stopButton = button("stop", "Stop", () => this.page.stop(), "End what runs; all names are forgotten")
    this.resetButton = button("reset", "Reset", () => this.reset(), "Back to the page's own code")
    this.copyButton = this.page.makeCopyButton(this.block)
    this.status = element("span", { class: "cell-status" })
    this.bar = element("div", { class: "cell-bar", role: "group", "aria-label": `Buttons of ${this.name}` })
    const number = element("span", { class: "cell-number" }, this.name) // as tracebacks name it
    this.bar.append(run, this.resetButton, this.stopButton, this.status, number, this.copyButton)
    this.stopButton.hidden = this.resetButton.hidden = true
    this.block.append(this.bar)
    this.block.querySelector(".md-code__nav")?.setAttribute("aria-label", `Copy of ${this.name}`) // of the theme's button
  }

  onInput() {
    this.resetButton.hidden = !this.editor.isEdited
  }

  reset() {
    this.editor.replaceAll(this.editor.original)
    if (this.block.dataset.state) return // what it shows is still to come
    this.output.clear()
    this.ran = null // its output is gone, so it has to run again
  }

  // Its place in the queue: "" when it is not in it, "waiting", or "running".
  say(state) {
    if (!state && document.activeElement === this.stopButton) this.runButton.focus() // it goes, the focus stays
    this.block.dataset.state = state
    if (!state) delete this.block.dataset.state
    this.stopButton.hidden = !state
    this.runButton.setAttribute("aria-disabled", String(Boolean(state)))
    this.status.textContent = { waiting: "waiting", running: "running" }[state] ?? ""
  }

  // Runs it, and says whether the blocks below can go on from there.
  async run(session, limit, tick) {
    const { code } = this
    this.say("running")
    this.editor.markLines([])
    this.output.begin()
    const result = await session.run(code, {
      name: this.name,
      ...(limit ? { limit } : {}),
      onOutput: ({ text, stream }) => this.output.write(text, stream),
    })
    this.say("")
    if (result.ok && result.html) this.output.show(await this.page.grid(result.html))
    if (result.error) this.showError(result.error, code)
    if (result.stopped) {
      const gone = "The names from before are gone: the next Run begins with the first block."
      this.output.note(result.lost ? `Stopped. ${gone}` : "Stopped before it ran.")
    }
    this.output.end()
    const isAsExpected = result.ok || (this.raises && result.error?.type === this.raises)
    this.ran = isAsExpected ? { code, tick } : null
    return { isDone: Boolean(isAsExpected), isLost: Boolean(result.lost || result.error?.lost) }
  }

  showError({ type, message, traceback, end, lines, lost }, code) {
    const isExpected = type === this.raises
    this.output.write(isExpected ? (end ?? `${type}: ${message}`) : traceback, "error")
    if (!isExpected) this.output.box.classList.add("is-failed")
    if (code === this.code) this.editor.markLines(lines ?? [])
    if (lost) this.output.note("Python was started again: the names from before are gone.")
    if (type === "TimeoutError") {
      const again = `Run again with ${SECONDS_LONGER} s`
      this.output.note(button("again", again, () => {
        this.runButton.focus()
        this.page.run(this, SECONDS_LONGER)
      }))
    }
  }
}
