// What a block shows: the printed output of the page, and in its place the reader's own after a run.

import { button, element } from "./elements.js"

const MANY = 1500 // characters: a screen reader is told only that there are more

export class Output {
  // `printed` is the page's own output block; a block that shows nothing there has none.
  constructor(printed, after, label) {
    this.printed = printed
    this.box = printed ?? element("div", { class: "language-text highlight cell-empty" })
    if (!printed) after.after(this.box)
    this.text = element("pre")
    this.notes = element("div", { class: "cell-notes" })
    this.switch = button(
      "switch",
      "show the printed one",
      () => this.showPrinted(this.box.classList.contains("is-yours")),
    )
    this.region = element("div", { class: "cell-output", role: "log", "aria-label": label }, this.text, this.notes)
    this.box.append(this.region)
    if (printed) this.box.append(this.switch)
    this.clear()
  }

  // Forgets what was run: the printed output is back.
  clear() {
    this.box.classList.remove("is-yours", "is-printed", "is-passed", "is-not-yet", "is-failed")
    this.box.classList.toggle("cell-empty", !this.printed)
    this.switch.hidden = true
    this.text.replaceChildren()
    this.notes.replaceChildren()
  }

  // A run begins. What was there before stays until there is something new, so that nothing jumps.
  begin() {
    this.isFresh = true
    this.region.setAttribute("aria-busy", "true")
  }

  renew() {
    if (!this.isFresh) return
    this.isFresh = false
    this.clear()
    this.box.classList.add("is-yours")
    this.box.classList.remove("cell-empty")
    this.switch.hidden = false
    this.switch.textContent = "show the printed one"
  }

  write(text, stream = "out") {
    this.renew()
    const kind = { err: "cell-stderr", error: "cell-error" }[stream]
    this.text.append(kind ? element("span", { class: kind }, text) : text)
  }

  // A table of the course's own, cleaned by the session.
  show(node) {
    this.renew()
    this.text.append(node)
  }

  note(...content) {
    this.renew()
    this.notes.append(element("p", {}, ...content))
  }

  // Says why nothing has run.
  say(...content) {
    this.begin()
    this.note(...content)
    this.end()
  }

  // The run is over.
  end() {
    if (this.isFresh) this.clearOrSayNothing()
    const { length } = this.text.textContent
    this.region.setAttribute("aria-live", length > MANY ? "off" : "polite")
    this.region.removeAttribute("aria-busy")
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.text
    const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight
    if (scrolls) this.text.tabIndex = 0 // within reach of the keyboard
    else this.text.removeAttribute("tabindex")
  }

  // It has shown nothing: where the page has an output, that is worth saying.
  clearOrSayNothing() {
    if (this.printed) this.note("This shows nothing.")
    else this.clear()
  }

  showPrinted(isPrinted) {
    this.box.classList.toggle("is-yours", !isPrinted)
    this.box.classList.toggle("is-printed", isPrinted)
    this.switch.textContent = isPrinted ? "show yours" : "show the printed one"
  }

  judge() {
    const text = this.text.textContent
    const verdict = text.startsWith("Passed.") ? "is-passed" : text.startsWith("Not yet.") ? "is-not-yet" : null
    if (verdict) this.box.classList.add(verdict)
    return verdict === "is-passed"
  }
}
