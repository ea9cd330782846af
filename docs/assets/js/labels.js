// What the theme leaves out for people who use a keyboard or a screen reader. It runs on every page, instant navigation included.

document$.subscribe(() => {
  // Whatever scrolls sideways can be reached and scrolled by keyboard.
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      target.toggleAttribute("tabindex", false)
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    }
  })
  for (const box of document.querySelectorAll(".formula, .md-typeset__scrollwrap, pre > code")) watch.observe(box)

  // Each block of code has a row of buttons; landmarks need names of their own.
  document.querySelectorAll(".md-code__nav").forEach((nav, i) => nav.setAttribute("aria-label", `Block of code ${i + 1}`))
})
