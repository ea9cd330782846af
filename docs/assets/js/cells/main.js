// Makes the page's blocks of code run: on every page, those that the theme opens in place too.

import { arrange } from "./exercises.js"
import { Page } from "./page.js"
import { remember, show } from "./solved.js"
import { addToolbar } from "./toolbar.js"

let base // where the site has its Python: said by the first page, in an address that holds for it alone
let page = null

const findBase = () => {
  const path = document.querySelector("meta[name=python]")?.content
  return path ? new URL(path, document.baseURI).href : null
}

document$.subscribe(() => {
  page?.close()
  page = null
  base ??= findBase()
  show()
  const place = document.querySelector(".cells-top")
  if (!place) return
  page = new Page([...document.querySelectorAll("[data-cell]")], base)
  addToolbar(place, page)
  const stub = page.cells.find(({ exercise }) => exercise === "stub")
  const check = stub && page.checkOf(stub)
  if (!check) return
  const unlock = arrange(stub, check)
  page.onRun = () => {
    if (!check.output.judge()) return
    unlock()
    remember()
  }
})
