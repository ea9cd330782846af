// The HTML of the course's own grids, as nodes for the page: tables and what is in them, nothing else.

const TAGS = ["TABLE", "CAPTION", "THEAD", "TBODY", "TFOOT", "TR", "TH", "TD", "B", "I", "CODE", "SUB", "SUP"]
const ATTRIBUTES = ["class", "scope", "colspan", "rowspan", "title"]

const copy = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data)
  if (!TAGS.includes(node.tagName)) return ""
  const element = document.createElement(node.tagName)
  for (const { name, value } of node.attributes) if (ATTRIBUTES.includes(name)) element.setAttribute(name, value)
  element.append(...copies(node))
  return element
}

const copies = (node) => [...node.childNodes].map(copy)

// A document that is parsed this way runs and fetches nothing; what is allowed is copied out of it.
export const grid = (html) => {
  const fragment = document.createDocumentFragment()
  fragment.append(...copies(new DOMParser().parseFromString(html, "text/html").body))
  return fragment
}
