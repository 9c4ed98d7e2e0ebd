import { flush, idsOf } from './fields.js'
import { on, perform } from './requests.js'

const FIELD = '.view :is(input, textarea, select, button)'

/** The field that got the focus when it appeared, in the open modal. @type {Element | null | undefined} */
let lastField

/**
 * Opens the modal in the page and sets the focus: on the field that the app chose, or the first one; after a
 * redraw that removed the focused element, on its successor; without a modal, on the composer.
 * @param {Element | null} [before] the element that had the focus before the redraw
 */
export function showModal(before = null) {
  const dialog = document.querySelector('dialog.modal')
  const preferred = dialog?.querySelector('.view [autofocus]')
  const field = preferred ?? dialog?.querySelector(FIELD)
  const isNew = field && field.id !== lastField?.id && (preferred || !lastField)
  const isLost = document.activeElement === document.body
  lastField = field
  if (dialog instanceof HTMLDialogElement && !dialog.open) {
    dialog.showModal()
    focus(field)
  } else if (isNew) focus(field)
  else if (dialog && isLost && before?.isConnected === false) {
    const action = before.getAttribute('data-action')
    focus(dialog.querySelector(`[data-action="${CSS.escape(action ?? '')}"]`) ?? dialog.querySelector(FIELD))
  } else if (!dialog && isLost) focus(document.querySelector('#reply') ?? document.querySelector('#say'))
}

/** @param {Element | null | undefined} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus()
}

/** The fields that had an error in the last drawing since a submit. @type {Set<string>} */
let previousErrors = new Set()

/** Focuses the first field that has a new error, or an error after a submit. */
export function focusError() {
  const fields = [...document.querySelectorAll('[aria-invalid]')]
  const invalid = fields.find(({ id }) => !previousErrors.has(id))
  previousErrors = new Set(fields.map(({ id }) => id))
  focus(invalid?.matches('fieldset') ? invalid.querySelector('input') : invalid)
}
focusError()

/**
 * Submits or closes the modal once, after all values are sent; the server then removes or replaces it.
 * @param {HTMLElement} element is busy until then
 * @param {'submit' | 'close'} action
 */
async function finish(element, action) {
  if (element.getAttribute('aria-busy')) return
  element.setAttribute('aria-busy', 'true')
  await flush()
  previousErrors.clear()
  const isDone = await perform({ do: action, at: idsOf(element).at })
  // A closed modal stays in the page until the next drawing.
  if (action === 'submit' || !isDone) element.removeAttribute('aria-busy')
}

on('submit', '.modal form', (form, event) => {
  event.preventDefault()
  void finish(form, 'submit')
})
on('click', '[data-close]', button => void finish(button, 'close'))
on(
  'cancel',
  'dialog.modal',
  (dialog, event) => {
    event.preventDefault()
    void finish(dialog, 'close')
  },
  true,
)
