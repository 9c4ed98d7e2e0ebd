import { onRedraw } from './watch.js'

/** The ids of the fields that were wrong at the last drawing. @type {Set<string>} */
const had = new Set()

/** Focuses the first field that has come to be wrong since the last drawing. */
function focus() {
  const wrong = [...document.querySelectorAll('.field.wrong')]
  const fresh = wrong.find(({ id }) => !had.has(id))
  had.clear()
  for (const { id } of wrong) had.add(id)
  const element = fresh?.querySelector('[data-does]:is(input, textarea), .choice input')
  if (element instanceof HTMLElement) element.focus()
}

onRedraw(focus)
focus()
