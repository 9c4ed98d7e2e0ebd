import { discard, flush } from './fields.js'
import { ask, on } from './requests.js'

/** The field with the app's focus in the last drawing. @type {string | undefined} */
let lastChosen
let hadFields = true

const FIELD = '.view :is(input, textarea, select, button)'

/**
 * Opens the modal that is in the page, and puts the focus where it belongs: on the field that the app chose, or the
 * first one; after a redraw that took the focused element away, on its successor; without a modal, on the composer.
 * @param {Element | null} [before] the element that had the focus before the redraw
 * @param {string} [typed] what was in it
 */
export function showModal(before = null, typed = '') {
  const dialog = document.querySelector('dialog.modal')
  const chosen = dialog?.querySelector('.view [autofocus]') ?? undefined
  const field = chosen ?? dialog?.querySelector(FIELD)
  const isLost = document.activeElement === document.body
  const isNew = (!hadFields && field) || (chosen && chosen.id !== lastChosen)
  hadFields = !dialog || Boolean(field)
  lastChosen = chosen?.id
  if (dialog instanceof HTMLDialogElement && !dialog.open) {
    if (closed.has(dialog.dataset.at?.replace('view:', '') ?? '')) return
    dialog.showModal()
    focus(field)
  } else if (isNew) focus(field)
  else if (dialog && isLost && before?.isConnected === false) {
    const action = before.getAttribute('data-action')
    const next = dialog.querySelector(`[data-action="${CSS.escape(action ?? '')}"]`)
    focus(next ?? dialog.querySelector(FIELD))
    if (next instanceof HTMLInputElement && next.role === 'combobox' && typed !== '') {
      next.value = typed
      next.dispatchEvent(new Event('input', { bubbles: true }))
    }
  } else if (!dialog && isLost) focus(document.querySelector('#reply') ?? document.querySelector('#say'))
}

/** @param {Element | null | undefined} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus()
}

/** The fields with an error in the last drawing. @type {Set<string>} */
let knownErrors = new Set()

/** Focuses the first field that has a new error. */
export function focusError() {
  const fields = [...document.querySelectorAll('[aria-invalid]')]
  const fresh = fields.find(({ id }) => !knownErrors.has(id))
  knownErrors = new Set(fields.map(({ id }) => id))
  focus(fresh?.matches('fieldset') ? fresh.querySelector('input') : fresh)
}
focusError()

on('submit', 'form[data-submit]', (form, event) => {
  event.preventDefault()
  void submit(form)
})

/** Sends a form once, and marks it as busy until the app has answered. @param {HTMLElement} form */
async function submit(form) {
  if (form.getAttribute('aria-busy')) return
  form.setAttribute('aria-busy', 'true')
  await flush()
  await ask({ do: 'submit', view: form.dataset.submit })
  form.removeAttribute('aria-busy')
}

/** The views that were closed here, and still stand on the server. @type {Set<string>} */
const closed = new Set()

on(
  'close',
  'dialog.modal',
  dialog => {
    if (dialog.isConnected) void close(dialog.dataset.at?.replace('view:', '') ?? '')
  },
  true,
)

/** @param {string} view */
async function close(view) {
  closed.add(view)
  await discard()
  if (!(await ask({ do: 'close', view }))) closed.delete(view)
}
