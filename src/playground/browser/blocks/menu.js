import { confirmed } from './confirm.js'
import { createPopup } from './popup.js'
import { press } from './send.js'
import { onRedraw, put } from './watch.js'

const popup = createPopup('overflow-menu', 180)
popup.element.setAttribute('role', 'menu')
popup.element.setAttribute('aria-label', 'More actions')

/** The id of the button whose menu is open. @type {string | undefined} */
let open

const items = () =>
  [...popup.element.querySelectorAll('[role=menuitem]')].filter(one => one instanceof HTMLElement)

/** The item that has the focus, by its place. */
let here = 0

/** @param {number} place */
function goTo(place) {
  here = place
  items()[place]?.focus()
}

/** @param {HTMLElement} button */
function show(button) {
  close()
  const choices = document.getElementById(`${button.id}//menu`)?.querySelectorAll('li') ?? []
  popup.element.replaceChildren(...[...choices].map(itemOf))
  open = button.id
  popup.show(button)
  put(button, 'aria-expanded', 'true')
  goTo(0)
}

/** @param {HTMLLIElement} choice */
function itemOf(choice) {
  const { value = '', url } = choice.dataset
  const item = document.createElement(url ? 'a' : 'button')
  if (item instanceof HTMLAnchorElement) {
    item.href = url ?? ''
    item.target = '_blank'
    item.rel = 'noreferrer noopener'
  } else item.type = 'button'
  item.setAttribute('role', 'menuitem')
  item.tabIndex = -1
  item.dataset.value = value
  item.append(...[...choice.childNodes].map(node => node.cloneNode(true)))
  return item
}

function close() {
  const button = document.getElementById(open ?? '')
  open = undefined
  popup.hide()
  if (button) put(button, 'aria-expanded', 'false')
  return button
}

/**
 * @param {HTMLElement} item
 * @param {Event} event
 */
async function pick(item, event) {
  const button = close()
  button?.focus()
  if (!button) return
  const href = item instanceof HTMLAnchorElement ? item.href : ''
  const asks = document.getElementById(`${button.id}//confirm`) !== null
  if (asks) event.preventDefault()
  if (!(await confirmed(button))) return
  void press(button, [item.dataset.value ?? ''])
  if (asks && href) window.open(href, '_blank', 'noreferrer,noopener')
}

popup.element.addEventListener('click', event => {
  const item = event.target instanceof Element ? event.target.closest('[role=menuitem]') : undefined
  if (item instanceof HTMLElement) void pick(item, event)
})

popup.element.addEventListener('keydown', event => {
  const { key, target } = event
  if (key === 'Tab') return void close()?.focus()
  if (key === 'Escape') close()?.focus()
  else if (key === ' ' && target instanceof HTMLElement) target.click()
  else {
    const next = placeAfter(key)
    if (next === undefined) return
    goTo(next)
  }
  event.preventDefault()
  event.stopPropagation()
})

/** @param {string} key */
function placeAfter(key) {
  const all = items()
  const last = all.length - 1
  if (key === 'ArrowDown') return here === last ? 0 : here + 1
  if (key === 'ArrowUp') return here === 0 ? last : here - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key.length > 1) return undefined
  const places = [...all.keys()]
  return [...places.slice(here + 1), ...places].find(place =>
    all[place]?.innerText.toLowerCase().startsWith(key.toLowerCase()),
  )
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-does][aria-haspopup=menu]') : undefined
  if (!(button instanceof HTMLElement)) return
  if (open === button.id) close()
  else show(button)
})

document.addEventListener('keydown', event => {
  const { target, key } = event
  const button = target instanceof Element ? target.closest('[data-does][aria-haspopup=menu]') : undefined
  if (!(button instanceof HTMLElement) || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
  event.preventDefault()
  show(button)
  if (key === 'ArrowUp') goTo(items().length - 1)
})

document.addEventListener('pointerdown', ({ target }) => {
  const inside = target instanceof Node && (popup.element.contains(target) || ownButton(target))
  if (open !== undefined && !inside) close()
})

/** @param {Node} target */
const ownButton = target => document.getElementById(open ?? '')?.contains(target)

const keep = () => {
  if (open === undefined) return
  const button = document.getElementById(open)
  if (!button) return void close()
  put(button, 'aria-expanded', 'true')
  if (popup.show(button)) goTo(here)
}

onRedraw(keep)
addEventListener('resize', keep)
document.addEventListener('scroll', keep, true)
