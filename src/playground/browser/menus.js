import { follow } from './live.js'
import { ask, closest, post, showAlert } from './requests.js'

const COPIED_MS = 1500

document.addEventListener('click', ({ target }) => {
  const link = closest(target, 'a[href^="#action-"]')
  if (link) openAction(link.getAttribute('href') ?? '')
  const button = closest(target, 'button')
  if (!button) return
  const { shortcut, message, dismiss, toggle, reset, confirm, copy } = button.dataset
  const { place } = document.body.dataset
  if (shortcut || dismiss) closest(button, '[popover]')?.hidePopover()
  if (shortcut) void ask({ do: 'shortcut', callback: shortcut, place, message })
  if (dismiss) void ask({ do: 'dismiss', place, message: dismiss })
  if (toggle) flip(toggle)
  const dialog = document.querySelector('dialog.confirm')
  if (reset !== undefined && dialog instanceof HTMLDialogElement) dialog.showModal()
  if (confirm !== undefined) void startOver()
  if (copy) void copyText(button, copy)
})

/** @param {string} part */
const isShown = part => document.body.classList.contains(`shows-${part}`)

/**
 * Shows the sidebar or the inspector, or hides it. The inspector stays on the next page of this tab.
 * @param {string} part
 */
function flip(part) {
  const isOn = document.body.classList.toggle(`shows-${part}`)
  for (const button of document.querySelectorAll(`[data-toggle=${part}][aria-expanded]`))
    button.setAttribute('aria-expanded', String(isOn))
  if (part !== 'inspector') return
  sessionStorage.setItem('inspector', isOn ? 'shown' : '')
  follow()
}

/** Starts the page, with the inspector as it was on the one before. */
export function start() {
  if (sessionStorage.getItem('inspector')) flip('inspector')
  else follow()
}

/** The action to open once it is drawn. */
let wanted = ''

/** @param {string} selector */
function openAction(selector) {
  if (!isShown('inspector')) flip('inspector')
  wanted = selector
  reveal()
}

/** Opens the wanted action in the inspector. */
export function reveal() {
  const details = wanted && document.querySelector(`${wanted} > details`)
  if (!(details instanceof HTMLDetailsElement)) return
  wanted = ''
  details.open = true
  details.querySelector('summary')?.focus()
}

async function startOver() {
  const error = await post('/reset')
  if (error === '') location.href = '/'
  else showAlert(error)
}

/**
 * @param {HTMLElement} button
 * @param {string} id of the element whose text is copied
 */
async function copyText(button, id) {
  const text = document.getElementById(id)?.textContent ?? ''
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  )
  setTimeout(() => {
    button.textContent = 'Copy'
  }, COPIED_MS)
}

document.addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const menu = closest(event.target, '.menu')
  if (menu && step) {
    event.preventDefault()
    /** @type {(Element | null)[]} */
    const items = [...menu.children]
    const index = items.indexOf(document.activeElement)
    closest(items[(index + step + items.length) % items.length] ?? null, '*')?.focus()
  }
  // On a narrow page the sidebar lies over the messages.
  if (event.key !== 'Escape' || closest(event.target, 'dialog, [popover]') || !isShown('sidebar')) return
  flip('sidebar')
  closest(document.querySelector('[data-toggle=sidebar]'), 'button')?.focus()
})

document.addEventListener(
  'toggle',
  ({ target }) => {
    const menu = closest(target, '.menu:popover-open')
    closest(menu?.querySelector('a, button') ?? null, '*')?.focus()
  },
  true,
)
