// Makes a block of code an editor: a textarea lies under the block's highlighted code, which shows what is written in it.
// The browser does the rest, undo included, so every change of ours goes through it as if it had been typed.

import { element } from "./elements.js"
import { highlighted } from "./highlight.js"

const INDENT = "    "
export const HELP = "cells-help" // the id of what is said of every editor

export class Editor {
  constructor(pre, { label, onInput, onRun }) {
    this.code = pre.querySelector("code")
    this.original = this.code.textContent.replace(/\n$/, "")
    this.colours = [...this.code.childNodes] // those of the built page
    this.onInput = onInput
    this.onRun = onRun
    this.marks = element("div", { class: "cell-marks", "aria-hidden": "true" })
    this.area = element("textarea", {
      class: "cell-editor",
      "aria-label": label,
      "aria-describedby": HELP,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
      rows: 1,
    })
    this.area.value = this.original
    this.area.addEventListener("input", () => this.show())
    this.area.addEventListener("keydown", (event) => this.onKey(event))
    this.area.addEventListener("scroll", () => (this.code.scrollLeft = this.area.scrollLeft))
    this.code.inert = true // it shows what the textarea already says
    this.code.setAttribute("aria-hidden", "true")
    this.code.before(this.marks, this.area)
  }

  get text() {
    return this.area.value
  }

  get isEdited() {
    return this.text !== this.original
  }

  // Colours the code as it now stands.
  show() {
    this.markLines([])
    if (this.isEdited) this.code.replaceChildren(highlighted(this.text), "\n")
    else this.code.replaceChildren(...this.colours)
    this.code.scrollLeft = this.area.scrollLeft
    this.onInput()
  }

  // Puts another text in place of all there is; undo brings the old one back.
  replaceAll(text) {
    this.area.focus({ preventScroll: true })
    this.area.setSelectionRange(0, this.text.length)
    this.type(text)
    this.area.setSelectionRange(0, 0)
  }

  // Puts a text in place of the selection, as if it had been typed.
  type(text) {
    const isTyped = text ? document.execCommand("insertText", false, text) : document.execCommand("delete")
    if (isTyped) return
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end") // not every browser can
    this.show()
  }

  onKey(event) {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    const act = isCommand && event.key === "Enter"
      ? () => this.onRun()
      : isCommand && (event.key === "]" || event.code === "BracketRight")
      ? () => this.indent(1)
      : isCommand && (event.key === "[" || event.code === "BracketLeft")
      ? () => this.indent(-1)
      : event.key === "Enter" && !event.shiftKey && !event.isComposing && !isCommand && !event.altKey
      ? () => this.newLine()
      : null
    if (!act) return
    event.preventDefault()
    act()
  }

  // A new line starts as deep as this one, and deeper after a colon.
  newLine() {
    const before = this.text.slice(0, this.area.selectionStart)
    const line = before.slice(before.lastIndexOf("\n") + 1)
    const depth = line.match(/^[ \t]*/)[0]
    const opens = /:\s*(#.*)?$/.test(line)
    this.type(`\n${depth}${opens ? INDENT : ""}`)
  }

  // Moves the lines of the selection one step to the right, or to the left.
  indent(step) {
    const { selectionStart: start, selectionEnd: end } = this.area
    const first = this.text.lastIndexOf("\n", start - 1) + 1
    const isLineAfter = end > start && this.text[end - 1] === "\n" // its line is selected no further than its start
    const last = this.text.indexOf("\n", isLineAfter ? end - 1 : end)
    const lines = this.text.slice(first, last < 0 ? undefined : last).split("\n")
    const moved = lines.map((line) => (step > 0 ? line && INDENT + line : line.replace(/^( {1,4}|\t)/, "")))
    if (lines.length === 1 && step > 0 && !lines[0]) moved[0] = INDENT
    const gained = moved.map((line, i) => line.length - lines[i].length)
    if (!gained.some(Boolean)) return
    this.area.setSelectionRange(first, first + lines.join("\n").length)
    this.type(moved.join("\n"))
    const sum = gained.reduce((total, gain) => total + gain, 0)
    this.area.setSelectionRange(Math.max(first, start + gained[0]), Math.max(first, end + sum))
  }

  // Marks the lines of these numbers, from 1.
  markLines(numbers) {
    this.area.toggleAttribute("aria-invalid", false)
    if (numbers.length) this.area.setAttribute("aria-invalid", "true")
    this.marks.replaceChildren(
      ...numbers.map((number) => {
        const mark = element("span", { class: "cell-mark", "data-line": number })
        mark.style.setProperty("--line", number - 1)
        return mark
      }),
    )
  }
}
