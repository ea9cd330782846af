// Exercises: hints open one at a time, the solution comes after them and can be put into the editor.

import { button, element } from "./elements.js"

// The folds that belong to a check: its hints, and the solution.
const foldsOf = (check) => {
  const folds = []
  for (let next = check.output.box.nextElementSibling; next?.matches("details"); next = next.nextElementSibling) {
    folds.push(next)
  }
  return folds
}

const lock = (fold) => {
  const summary = fold.querySelector("summary")
  const note = element("span", { class: "cell-after" }, " (after the one above)")
  summary.append(note)
  summary.setAttribute("aria-disabled", "true")
  const refuse = (event) => event.preventDefault()
  summary.addEventListener("click", refuse)
  return () => {
    note.remove()
    summary.removeAttribute("aria-disabled")
    summary.removeEventListener("click", refuse)
  }
}

export const arrange = (stub, check) => {
  const folds = foldsOf(check)
  const unlocks = folds.slice(1).map(lock)
  unlocks.forEach((unlock, i) => folds[i].addEventListener("toggle", () => folds[i].open && unlock()))
  const solution = folds.map((fold) => fold.querySelector("[data-cell=solution]")).find(Boolean)
  if (solution) {
    const { textContent } = solution.querySelector("code")
    const put = button("put", "Put this solution into the editor", () => {
      stub.editor.replaceAll(textContent.trimEnd())
      stub.block.scrollIntoView({ block: "nearest" })
    })
    solution.append(element("div", { class: "cell-bar" }, put))
  }
  return () => unlocks.forEach((unlock) => unlock())
}
