import { onRedraw } from './watch.js'

/** The ids of what had the focus when it came up; what is gone from the page may have it again. @type {Set<string>} */
const had = new Set()

const focus = () => {
  const wanted = [...document.querySelectorAll('[data-focus]')]
  for (const id of had) if (!wanted.some(element => element.id === id)) had.delete(id)
  for (const element of wanted) {
    if (had.has(element.id) || !(element instanceof HTMLElement)) continue
    had.add(element.id)
    element.focus()
  }
}

onRedraw(focus)
focus()
