// What the theme leaves out for those who use a keyboard or a screen reader. It runs for every page, those opened in place too.

document$.subscribe(() => {
  // What scrolls sideways must be within reach of the keyboard. The theme sees to blocks of code.
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
      else target.removeAttribute("tabindex")
    }
  })
  for (const box of document.querySelectorAll(".formula, .md-typeset__scrollwrap, pre.cell")) watch.observe(box)

  // The buttons of each block of code are a landmark, and each landmark needs a name of its own.
  document.querySelectorAll(".md-code__nav").forEach((nav, i) =>
    nav.setAttribute("aria-label", `Block of code ${i + 1}`)
  )
})
