// Makes the page's blocks of code run: on every page, those that the theme opens in place too.

import { show } from "./solved.js"

let base // where the site has its Python: said by the first page, in an address that holds for it alone
let page = null

const findBase = () => {
  const path = document.querySelector("meta[name=python]")?.content
  return path ? new URL(path, document.baseURI).href : null
}

document$.subscribe(async () => {
  page?.close()
  page = null
  base ??= findBase()
  show()
  const place = document.querySelector(".cells-top")
  if (!place) return
  const { openBlocks } = await import("./blocks.js") // with most of the scripts, which pages without blocks are spared
  if (place.isConnected) page = openBlocks(place, base)
})
