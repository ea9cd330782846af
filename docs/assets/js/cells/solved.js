// Remembers on this device, and nowhere else, which pages' exercises were solved, and shows it in the navigation.

import { button, element } from "./elements.js"

const SITE = new URL("../../../", import.meta.url) // where the site begins
const KEY = `${SITE.pathname}solved`

const pathOf = (address) => new URL(address, location).pathname.slice(SITE.pathname.length)

// A browser may keep nothing, or refuse to be asked: then it is remembered as long as the page is open.
let known = null

const read = () => {
  if (known) return known
  try {
    known = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"))
  } catch {
    known = new Set()
  }
  return known
}

const write = () => {
  try {
    if (known.size) localStorage.setItem(KEY, JSON.stringify([...known].sort()))
    else localStorage.removeItem(KEY)
  } catch {
    // it is not remembered
  }
  show()
}

export const remember = () => {
  read().add(pathOf(location))
  write()
}

export const forget = () => {
  read().clear()
  write()
}

// Marks the chapters in the navigation, and offers to forget.
export const show = () => {
  const solved = read()
  for (const old of document.querySelectorAll(".solved-mark, .solved-note")) old.remove()
  const nav = document.querySelector(".md-nav--primary")
  if (!nav || !solved.size) return
  for (const link of nav.querySelectorAll("a.md-nav__link[href]")) {
    if (link.hash || !solved.has(pathOf(link.href))) continue
    link.append(element("span", { class: "solved-mark", role: "img", "aria-label": "exercise solved" }))
  }
  const count = solved.size === 1 ? "one exercise" : `${solved.size} exercises`
  nav.append(
    element(
      "p",
      { class: "solved-note" },
      `You have solved ${count}. Only this device remembers. `,
      button("forget", "Forget what I solved", forget),
    ),
  )
}
