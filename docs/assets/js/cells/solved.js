// Remembers on this device, and nowhere else, which pages' exercises were solved, and shows it in the navigation.

import { button, element } from "./elements.js"
import { pathOf, SITE } from "./site.js"

const KEY = `${SITE.pathname}solved`

// A browser may refuse to keep anything: then it is remembered as long as the page is open.
let known = new Set()

const read = () => {
  try {
    known = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"))
  } catch {
    // what is known has to do
  }
  return known
}

const write = (solved) => {
  known = solved
  try {
    if (solved.size) localStorage.setItem(KEY, JSON.stringify([...solved].sort()))
    else localStorage.removeItem(KEY)
  } catch {
    // it is not kept
  }
  show()
}

export const remember = () => write(read().add(pathOf(location)))

export const forget = () => write(new Set())

addEventListener("storage", ({ key }) => key === KEY && show()) // another tab has solved or forgotten

// Marks the chapters in the navigation, and offers to forget.
export const show = () => {
  const solved = read()
  for (const old of document.querySelectorAll(".solved-mark, .solved-note")) old.remove()
  const nav = document.querySelector(".md-nav--primary")
  if (!nav || !solved.size) return
  // The page that is open has a label too, which a narrow window shows; a part's link is only that of its first page.
  for (const link of nav.querySelectorAll("a.md-nav__link[href], label.md-nav__link--active")) {
    const isPart = link.parentElement.matches(".md-nav__item--nested")
    if (isPart || link.hash || !solved.has(pathOf(link.href ?? location))) continue
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
