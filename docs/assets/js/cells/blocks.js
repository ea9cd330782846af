// Opens the blocks of a page: what they are to do, the buttons for all of them, its exercise.

import { arrange } from "./exercises.js"
import { Page } from "./page.js"
import { remember } from "./solved.js"
import { addToolbar } from "./toolbar.js"

// `place` is where the buttons for the whole page go, `base` where the site has its Python.
export const openBlocks = (place, base) => {
  const page = new Page([...document.querySelectorAll("[data-cell]")], base)
  addToolbar(place, page)
  const stub = page.cells.find(({ exercise }) => exercise === "stub")
  const check = stub && page.checkOf(stub)
  if (!check) return page
  const unlock = arrange(stub, check)
  page.onRun = () => {
    if (!check.output.judge()) return
    unlock()
    remember()
  }
  return page
}
