// Shows how much of Python has come, once, in the block that waits for it.

import { element } from "./elements.js"

const PAUSE = 100 // milliseconds

const mega = (bytes) => (bytes / 1e6).toFixed(1)

export class Loading {
  constructor() {
    this.bar = element("progress", { class: "cell-progress", "aria-label": "Loading Python", value: 0 })
    this.text = element("span", {}, "Python is on its way")
    this.box = element("div", { class: "cell-loading" }, this.bar, this.text)
    this.state = "none"
    this.shown = -PAUSE
  }

  follow(session) {
    session.addEventListener("progress", ({ detail: { loaded, total } }) => {
      // To paint the page takes from Python what it needs to start.
      if (performance.now() < this.shown + PAUSE) return
      this.shown = performance.now()
      this.bar.max = total
      this.bar.value = loaded
      this.text.textContent = `Loading ${mega(loaded)} of ${mega(total)} MB, once`
    })
    session.addEventListener("state", ({ detail }) => this.enter(detail))
  }

  enter(state) {
    this.state = state
    this.bar.hidden = state === "starting" // nobody knows how much of that is done
    if (state === "starting") this.text.textContent = "Starting Python"
    if (!this.isOnItsWay) this.box.remove()
  }

  get isOnItsWay() {
    return ["none", "loading", "starting"].includes(this.state)
  }

  showIn(cell) {
    if (!["ready", "running"].includes(this.state) && !this.box.isConnected) cell.status.after(this.box)
  }
}
