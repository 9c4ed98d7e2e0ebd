import { onRedraw } from './watch.js'

/** The ids of what had the focus when it came up; what is gone from the page may have it again. @type {Set<string>} */
const had = new Set()

/**
 * Focuses what has come up since the last drawing: where a form begins, or the first field that is wrong.
 * @param {string} selector
 * @param {(element: Element) => Element | null} inside what of it takes the focus
 */
function focusNew(selector, inside) {
  const all = [...document.querySelectorAll(selector)]
  const [first] = all.filter(({ id }) => !had.has(id))
  for (const { id } of all) had.add(id)
  const element = first && inside(first)
  if (element instanceof HTMLElement) element.focus()
}

const focus = () => {
  for (const id of had) if (!document.getElementById(id)?.matches('[data-focus], .wrong')) had.delete(id)
  focusNew('[data-focus]', element => element)
  focusNew('.field.wrong', field => field.querySelector('[data-does]:is(input, textarea), .choice input'))
}

onRedraw(focus)
focus()
