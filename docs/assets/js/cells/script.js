// A script of the blocks of a page, one that runs on its own in plain Python.

import { pieces } from "./highlight.js"

// Indents code, but not what lies inside a string of several lines.
const indented = (code) => {
  let text = ""
  for (const [kind, piece] of pieces(code)) text += /^s/.test(kind) ? piece.replaceAll("\n", "\0") : piece
  return text.replace(/^(?=[^\n])/gm, "    ").replaceAll("\0", "\n")
}

// A block that the page wants to fail must not end the script.
const tried = (code) =>
  `try:\n${indented(code)}\nexcept Exception as error:\n    print(f"{type(error).__name__}: {error}")`

// `codeOf` gives the code of a block that the reader may have changed.
export const scriptOf = (blocks, codeOf) => {
  const title = document.querySelector("h1")?.firstChild?.textContent.trim()
  const parts = blocks
    .filter((block) => ["run", "torch"].includes(block.dataset.cell))
    .map((block) => {
      const code = (codeOf(block) ?? block.querySelector("code").textContent).trimEnd()
      return block.dataset.raises ? tried(code) : code
    })
  return `# ${title}: ${location.href.replace(/#.*/, "")}\n# Needs the package superhero of this course.\n\n${
    parts.join("\n\n")
  }\n`
}
