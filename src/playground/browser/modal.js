import { ask } from './ask.js'
import { flush } from './blocks.js'

/** Opens the view that stands in the page, as a modal. Once there is none, whoever wrote goes on writing. */
export function showModal() {
  const dialog = document.querySelector('dialog.modal')
  if (dialog instanceof HTMLDialogElement && !dialog.open) {
    dialog.showModal()
    focusOn(dialog.querySelector('[autofocus]') ?? dialog.querySelector(FIELD))
  } else if (!dialog && document.activeElement === document.body) focusOn(document.getElementById('say'))
}

const FIELD = '.view :is(input, textarea, select, button):not([type=hidden])'

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

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-close]') : null
  if (button instanceof HTMLElement) void ask({ do: 'close', view: button.dataset.close })
})

// A dialog's own cancel, by Escape, would close it here while it stays open in the playground.
document.addEventListener(
  'cancel',
  event => {
    const dialog = event.target
    if (!(dialog instanceof HTMLDialogElement) || !dialog.matches('.modal')) return
    event.preventDefault()
    void ask({ do: 'close', view: dialog.dataset.at?.split(':')[1] })
  },
  true,
)

// Browsers close a dialog all the same when Escape is pressed again.
document.addEventListener(
  'close',
  ({ target }) => {
    if (!(target instanceof HTMLDialogElement) || !target.matches('.modal') || !target.isConnected) return
    void ask({ do: 'close', view: target.dataset.at?.split(':')[1] })
  },
  true,
)
