// Says when the first formula comes near. Until then their font is not fetched: formulas.css.

{
  const nearness = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    document.documentElement.classList.add("is-near-formulas")
    nearness.disconnect()
    pages.unsubscribe()
  }, { rootMargin: "1000px" })

  const pages = document$.subscribe(() => {
    for (const formula of document.querySelectorAll("math")) nearness.observe(formula)
  })
}
