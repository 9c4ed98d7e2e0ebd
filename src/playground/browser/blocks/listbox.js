import { createPopup } from './popup.js'

/** @typedef {import('./options.js').Option} Option */
/**
 * What stands in the list: options, where one is active and some are chosen, or words in their place.
 * @typedef {{ options: Option[], active: number, chosen: string[], full: boolean, several: boolean, words: string }} Shown
 */

const popup = createPopup('select-popup', 220)
const list = document.createElement('div')
list.id = 'select-list'
list.setAttribute('role', 'listbox')
const status = document.createElement('div')
status.className = 'popup-status'
status.setAttribute('role', 'status')
popup.element.append(status, list)

/** The list of the select that is open; there is one at most. */
export const listbox = {
  element: popup.element,
  id: list.id,
  ...{ draw, idOf, placeOf },
  show: popup.show,
  place: popup.place,
  hide: popup.hide,
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
  return option?.getAttribute('aria-disabled') ? undefined : option?.id.slice(idOf(0).length - 1)
}

/** @param {Shown} shown */
function draw(shown) {
  list.setAttribute('aria-multiselectable', String(shown.several))
  list.setAttribute('aria-label', 'Options')
  list.hidden = shown.options.length === 0
  list.replaceChildren(...groupsOf(shown.options).map(group => drawGroup(group, shown)))
  status.textContent = shown.words
  status.hidden = shown.words === ''
  document.getElementById(idOf(shown.active))?.scrollIntoView({ block: 'nearest' })
}

/** @typedef {{ name: string | undefined, options: { option: Option, place: number }[] }} Group */

/** @param {Option[]} options */
function groupsOf(options) {
  /** @type {Group[]} */
  const groups = []
  for (const [place, option] of options.entries()) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.options.push({ option, place })
    else groups.push({ name: option.group, options: [{ option, place }] })
  }
  return groups
}

/**
 * @param {Group} group
 * @param {Shown} shown
 */
function drawGroup({ name, options }, shown) {
  const drawn = options.map(({ option, place }) => drawOption(option, place, shown))
  const group = document.createElement('div')
  if (name === undefined) {
    group.role = 'presentation'
    group.append(...drawn)
    return group
  }
  group.role = 'group'
  group.setAttribute('aria-label', name)
  const title = words('group-name', name)
  title.setAttribute('aria-hidden', 'true')
  group.append(title, ...drawn)
  return group
}

/**
 * @param {Option} option
 * @param {number} place
 * @param {Shown} shown
 */
function drawOption({ text, value, description }, place, { active, chosen, full }) {
  const isChosen = chosen.includes(value)
  const option = document.createElement('div')
  option.id = idOf(place)
  option.role = 'option'
  option.className = place === active ? 'active' : ''
  option.setAttribute('aria-selected', String(isChosen))
  if (full && !isChosen) option.setAttribute('aria-disabled', 'true')
  option.append(words('option-text', text))
  if (description) option.append(words('about', description))
  return option
}

/**
 * @param {string} className
 * @param {string} text
 */
function words(className, text) {
  const element = document.createElement('div')
  element.className = className
  element.textContent = text
  return element
}
