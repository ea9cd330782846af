// The buttons for the whole page, below its opening, and what there is to know about the blocks.

import { button, COMMAND, element } from "./elements.js"
import { HELP } from "./editor.js"
import { NO_PYTHON } from "./page.js"

const ABOUT = "Python runs in your browser, with NumPy. Click into a block to change it; a run is stopped after 10 s."
const KEYS =
  `${COMMAND}Enter runs the block. ${COMMAND}] and ${COMMAND}[ move lines to the right and to the left. Tab leaves the editor.`
const MORE = [
  "Run first runs the blocks above that have not run as they now stand: a page is one program.",
  "A block may run 10 s, and longer if you ask for it. Stop ends it at any moment, and all names with it.",
  "This Python counts in 32 bits where most others have 64: np.arange(1, 100001).sum() is too large for it.",
  "It shows dtype=int64 where most do not, and where NumPy elsewhere warns or stops, it gives inf or nan: np.ones(1) / 0.",
  "Nothing that you write leaves your device, and none of it is kept when you leave the page.",
]

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
    element(
      "details",
      { class: "cells-more" },
      element("summary", {}, "Keys and limits"),
      element("p", { id: HELP }, KEYS),
      ...MORE.map((text) => element("p", {}, text)),
    ),
  )
}
