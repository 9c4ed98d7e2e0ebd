import { ask, post, tell } from './ask.js'
import { follow } from './regions.js'

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest('button')
  if (!button) return
  const { shortcut, message, dismiss, toggle, reset, do: act } = button.dataset
  const { place } = document.body.dataset
  if (shortcut) {
    closeMenu(button)
    void ask({ do: 'shortcut', callback: shortcut, place, message })
  }
  if (dismiss) {
    closeMenu(button)
    void ask({ do: 'dismiss', place, message: dismiss })
  }
  if (toggle) flip(toggle)
  if (reset !== undefined) dialogOf('reset')?.showModal()
  if (act === 'reset') void startOver()
})

/** @param {Element} button */
function closeMenu(button) {
  const menu = button.closest('[popover]')
  if (menu instanceof HTMLElement) menu.hidePopover()
}

/** @param {string} id */
function dialogOf(id) {
  const dialog = document.getElementById(id)
  return dialog instanceof HTMLDialogElement ? dialog : undefined
}

/**
 * Shows or hides a part of the page.
 * @param {string} part
 */
export function flip(part) {
  show(part, !document.body.classList.contains(`shows-${part}`))
  if (part === 'inspector') follow()
}

/**
 * @param {string} part
 * @param {boolean} shown
 */
function show(part, shown) {
  document.body.classList.toggle(`shows-${part}`, shown)
  for (const button of document.querySelectorAll(`[data-toggle=${part}][aria-expanded]`))
    button.setAttribute('aria-expanded', String(shown))
  sessionStorage.setItem(`shows-${part}`, shown ? 'yes' : '')
}

async function startOver() {
  const wrong = await post('/reset')
  if (wrong === '') location.href = '/'
  else tell(wrong)
}

// Places and people that lie over the page when it is narrow go by Escape.
document.addEventListener('keydown', ({ key, target }) => {
  const isAbove = target instanceof Element && target.closest('dialog, [popover]')
  if (key !== 'Escape' || isAbove || !document.body.classList.contains('shows-sidebar')) return
  flip('sidebar')
  const button = document.querySelector('[data-toggle=sidebar]')
  if (button instanceof HTMLElement) button.focus()
})

// Arrow keys go through an open menu.
document.addEventListener('keydown', event => {
  const menu = event.target instanceof Element ? event.target.closest('.menu') : null
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!menu || !step) return
  event.preventDefault()
  /** @type {(Element | null)[]} */
  const items = [...menu.querySelectorAll('[role=menuitem]')]
  const next = items[(items.indexOf(document.activeElement) + step + items.length) % items.length]
  if (next instanceof HTMLElement) next.focus()
})

document.addEventListener(
  'toggle',
  event => {
    const menu = event.target
    if (!(menu instanceof HTMLElement) || !menu.matches('.menu') || !menu.matches(':popover-open')) return
    const [first] = menu.querySelectorAll('[role=menuitem]')
    if (first instanceof HTMLElement) first.focus()
  },
  true,
)

// What was open stays open on the next page of this tab; the places are in the way there.
if (sessionStorage.getItem('shows-inspector')) show('inspector', true)
