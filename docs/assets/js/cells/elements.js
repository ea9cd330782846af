// Makes elements. All text goes in as text, never as HTML.

export const COMMAND = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl+" // what is pressed with a key to command

export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "")
    else if (value !== false && value !== undefined) made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

// A button; `kind` gives it its icon and its place among the others.
export const button = (kind, text, onClick, description) => {
  const made = element(
    "button",
    { type: "button", class: `cell-button cell-button--${kind}`, title: description },
    text,
  )
  made.addEventListener("click", onClick)
  return made
}
