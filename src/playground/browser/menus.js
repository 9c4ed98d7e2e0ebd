import { ask } from './ask.js'

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest('button')
  if (!button) return
  const { shortcut, message, dismiss, toggle, copy, reset, do: act } = button.dataset
  const { place } = document.body.dataset
  if (shortcut) {
    closeMenu(button)
    void ask({ do: 'shortcut', callback: shortcut, place, message })
  }
  if (dismiss) {
    closeMenu(button)
    void ask({ do: 'dismiss', place, message: dismiss })
  }
  if (toggle) flip(toggle, button)
  if (copy) void copyOf(copy, button)
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
 * @param {Element} button
 */
function flip(part, button) {
  const shown = document.body.classList.toggle(`shows-${part}`)
  button.setAttribute('aria-expanded', String(shown))
  sessionStorage.setItem(`shows-${part}`, shown ? 'yes' : '')
}

/**
 * @param {string} what
 * @param {Element} button
 */
async function copyOf(what, button) {
  await navigator.clipboard.writeText(document.querySelector(what)?.textContent ?? '')
  button.textContent = 'Copied'
}

async function startOver() {
  const { ok } = await fetch('/reset', { method: 'POST' })
  if (ok) location.href = '/'
}

// Arrow keys go through an open menu.
document.addEventListener('keydown', event => {
  const menu = event.target instanceof Element ? event.target.closest('[role=menu]') : null
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
    if (!(menu instanceof HTMLElement) || !menu.matches('[role=menu]') || !menu.matches(':popover-open'))
      return
    const [first] = menu.querySelectorAll('[role=menuitem]')
    if (first instanceof HTMLElement) first.focus()
  },
  true,
)

// What was open stays open on the next page of this tab.
if (sessionStorage.getItem('shows-inspector')) {
  document.body.classList.add('shows-inspector')
  document.querySelector('[data-toggle=inspector]')?.setAttribute('aria-expanded', 'true')
}
