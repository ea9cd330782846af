// The buttons for the whole page, below its opening, and what there is to know about the blocks.

import { button, COMMAND, element } from "./elements.js"
import { HELP } from "./editor.js"
import { NO_PYTHON } from "./page.js"

const ABOUT =
  "Python runs in your browser, with NumPy. Every block with a Run button can be edited; a block may run 10 s."
const KEYS =
  `${COMMAND}Enter runs the block. ${COMMAND}] and ${COMMAND}[ move lines to the right and to the left. Tab leaves the editor.`

export const addToolbar = (place, page) => {
  const all = button("all", "Run all", () => page.runAll(), "Run all blocks of this page, from the top")
  for (const event of ["pointerenter", "touchstart", "focus"]) {
    all.addEventListener(event, () => page.prepare(), { passive: true })
  }
  const restart = button(
    "restart",
    "Restart",
    () => page.restart(),
    "Forget all names and all your outputs; keep your code",
  )
  place.replaceChildren(
    element("div", { class: "cells-buttons", role: "group", "aria-label": "All blocks of this page" }, all, restart),
    element("p", {}, page.base ? ABOUT : NO_PYTHON),
    element("p", { id: HELP, hidden: true }, KEYS),
  )
}
