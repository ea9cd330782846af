// A button beside each block of code of the notebook's page, which copies it: by its attributes the theme knows it.

document$.subscribe(() => {
  document.querySelectorAll(".language-python > pre.cell").forEach((block, i) => {
    const button = document.createElement("button")
    block.id = `__code_${i}` // as the theme calls them on other pages
    button.className = "md-code__button"
    button.title = "Copy to clipboard"
    button.dataset.mdType = "copy"
    button.dataset.clipboardTarget = `#${block.id}`
    block.after(button)
  })
})
