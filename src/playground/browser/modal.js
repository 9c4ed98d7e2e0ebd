import { ask } from './ask.js'
import { drop, flush } from './blocks/blocks.js'

/**
 * Opens the view that stands in the page, as a modal. Once there is none, whoever wrote goes on writing.
 * @param {Element | null} [focused] what had the focus before the view was drawn
 */
export function showModal(focused = null) {
  const dialog = document.querySelector('dialog.modal')
  const chosen = dialog?.querySelector(CHOSEN) ?? null
  const field = chosen ?? dialog?.querySelector(FIELD) ?? null
  const isLost = document.activeElement === document.body
  const isNew = (hadNoField && field !== null) || (chosen !== null && chosen.id !== lastChosen)
  hadNoField = dialog !== null && field === null
  lastChosen = chosen?.id
  if (dialog instanceof HTMLDialogElement && !dialog.open) {
    dialog.showModal()
    focusOn(field)
  } else if (isNew) focusOn(field)
  else if (dialog && isLost && focused?.isConnected === false) focusOn(successor(dialog, focused))
  else if (!dialog && isLost) focusOn(document.getElementById('reply') ?? document.getElementById('say'))
}

/** Whether a view was there with nothing to fill in, such as one that asks to wait. */
let hadNoField = false
/** What the app chose in the last drawing. @type {string | undefined} */
let lastChosen

/** What the app chose to have the focus. */
const CHOSEN = '.view [autofocus]'
const FIELD = '.view :is(input, textarea, button)'

/**
 * What has come in the place of an element that a drawing took away: the same of the app's, or where the form begins.
 * @param {Element} dialog
 * @param {Element} gone
 */
function successor(dialog, gone) {
  const action = gone.getAttribute('data-action')
  const same = [...dialog.querySelectorAll('[data-action]')].find(
    one => one.getAttribute('data-action') === action,
  )
  return same ?? dialog.querySelector(FIELD)
}

/** @param {Element | null} element */
function focusOn(element) {
  if (element instanceof HTMLElement) element.focus()
}

document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.submit) return
  event.preventDefault()
  void submit(form, form.dataset.submit)
})

/**
 * Sends a view, and shows that it is under way until the app has answered.
 * @param {HTMLFormElement} form
 * @param {string} view
 */
async function submit(form, view) {
  if (form.getAttribute('aria-busy')) return
  form.setAttribute('aria-busy', 'true')
  try {
    await flush()
    await ask({ do: 'submit', view })
  } finally {
    form.removeAttribute('aria-busy')
  }
}

/** The views that are on their way to be closed. @type {Set<string>} */
const leaving = new Set()

/**
 * Closes a view, once; what was typed into it and not yet sent is not worth telling.
 * @param {string | undefined} view
 */
async function leave(view) {
  if (!view || leaving.has(view)) return
  leaving.add(view)
  await drop()
  await ask({ do: 'close', view })
  leaving.delete(view)
}

/** @param {HTMLElement} dialog */
const viewIn = dialog => dialog.dataset.at?.split(':')[1]

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-close]') : null
  if (button instanceof HTMLElement) void leave(button.dataset.close)
})

// A dialog's own cancel, by Escape, would close it here while it stays open in the playground.
document.addEventListener(
  'cancel',
  event => {
    const dialog = event.target
    if (!(dialog instanceof HTMLDialogElement) || !dialog.matches('.modal')) return
    event.preventDefault()
    void leave(viewIn(dialog))
  },
  true,
)

// Browsers close a dialog all the same when Escape is pressed again.
document.addEventListener(
  'close',
  ({ target }) => {
    if (!(target instanceof HTMLDialogElement) || !target.matches('.modal') || !target.isConnected) return
    void leave(viewIn(target))
  },
  true,
)
