const GAP = 4
const EDGE = 8
const NARROWEST = 220

/** @typedef {import('./options.js').Option} Option */
/**
 * What stands in the list: options, of which one is active and one may be chosen, or words in their place.
 * @typedef {{ options: Option[], active: number, chosen: string, words: string }} Shown
 */

const popup = document.createElement('div')
popup.id = 'select-popup'
popup.className = 'popup'
popup.popover = 'manual'
// What is clicked in it leaves the focus where it is.
popup.addEventListener('mousedown', event => event.preventDefault())

const list = document.createElement('div')
list.id = 'select-list'
list.setAttribute('role', 'listbox')
list.setAttribute('aria-label', 'Options')
const status = document.createElement('div')
status.className = 'popup-status'
status.setAttribute('role', 'status')
popup.append(status, list)

/**
 * The list of the select that is open; there is one at most. It lies above everything else beside what the server draws,
 * and is put back where a drawing took it away.
 */
export const listbox = {
  element: popup,
  id: list.id,
  draw,
  idOf,
  placeOf,
  show,
  place,
  hide: () => popup.remove(),
}

/** @param {number} place */
function idOf(place) {
  return `select-option-${place}`
}

/**
 * The place of the option that holds an element of the page; undefined where none does.
 * @param {EventTarget | null} target
 */
function placeOf(target) {
  const option = target instanceof Element ? target.closest('[role=option]') : undefined
  return option?.id.slice(idOf(0).length - 1)
}

/**
 * Shows it at an element; what is in a dialog can be reached only from there.
 * @param {Element} anchor
 */
function show(anchor) {
  const home = anchor.closest('dialog') ?? document.body
  if (popup.parentElement !== home) home.append(popup)
  if (!popup.matches(':popover-open')) popup.showPopover()
  place(anchor)
}

/** @param {Element} anchor */
function place(anchor) {
  const { left, top, bottom, width } = anchor.getBoundingClientRect()
  const below = innerHeight - bottom - GAP - EDGE
  const above = top - GAP - EDGE
  const under = below >= Math.min(240, popup.scrollHeight) || below >= above
  const wide = Math.min(Math.max(width, NARROWEST), innerWidth - 2 * EDGE)
  const { style } = popup
  style.width = `${wide}px`
  style.maxHeight = `${Math.min(320, under ? below : above)}px`
  style.left = `${Math.max(EDGE, Math.min(left, innerWidth - wide - EDGE))}px`
  style.top = under ? `${bottom + GAP}px` : 'auto'
  style.bottom = under ? 'auto' : `${innerHeight - top + GAP}px`
}

/** @param {Shown} shown */
function draw(shown) {
  list.hidden = shown.options.length === 0
  list.replaceChildren(...shown.options.map((option, place) => drawOption(option, place, shown)))
  status.textContent = shown.words
  status.hidden = shown.words === ''
  document.getElementById(idOf(shown.active))?.scrollIntoView({ block: 'nearest' })
}

/**
 * @param {Option} option
 * @param {number} place
 * @param {Shown} shown
 */
function drawOption({ text, value }, place, { active, chosen }) {
  const option = document.createElement('div')
  option.id = idOf(place)
  option.role = 'option'
  option.className = place === active ? 'active' : ''
  option.setAttribute('aria-selected', String(value === chosen))
  option.textContent = text
  return option
}
