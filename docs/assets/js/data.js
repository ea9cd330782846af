// Shows the expression that gives a bound number: on hover, on focus, on a tap. Escape hides it.

{
  const tip = document.createElement("div")
  tip.id = "data-tip"
  tip.className = "data-tip"
  tip.setAttribute("role", "tooltip")
  tip.hidden = true
  let shown = null

  const hide = () => {
    shown?.removeAttribute("aria-describedby")
    shown = null
    tip.hidden = true
  }

  const show = (data) => {
    hide()
    shown = data
    data.setAttribute("aria-describedby", tip.id)
    tip.textContent = data.getAttribute("value")
    tip.hidden = false
    place()
  }

  const place = () => {
    const { left, top, bottom } = shown.getClientRects()[0]
    const isRoomBelow = bottom + tip.offsetHeight < innerHeight
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - tip.offsetWidth - 8))}px`
    tip.style.top = `${isRoomBelow ? bottom : top - tip.offsetHeight}px`
  }

  const numberAt = (element) => element?.closest?.("data[value]")
  const isInside = (element) => element && (tip.contains(element) || shown?.contains(element))

  document.addEventListener("pointerover", ({ target }) => numberAt(target) && show(numberAt(target)))
  document.addEventListener("pointerout", ({ pointerType, relatedTarget }) => {
    if (pointerType === "mouse" && !isInside(relatedTarget)) hide() // it may be moved onto the expression, to copy it
  })
  document.addEventListener("focusin", ({ target }) => (numberAt(target) ? show(numberAt(target)) : hide()))
  document.addEventListener("pointerdown", ({ target }) => {
    if (numberAt(target)) show(numberAt(target))
    else if (!isInside(target)) hide()
  })
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide())
  for (const event of ["scroll", "resize"]) {
    addEventListener(event, () => shown && place(), { capture: true, passive: true })
  }

  document$.subscribe(() => {
    hide()
    document.querySelector("article")?.append(tip)
    // What can be clicked itself holds nothing else that can be.
    for (const data of document.querySelectorAll("data[value]")) if (!data.closest("a, summary")) data.tabIndex = 0
  })
}
