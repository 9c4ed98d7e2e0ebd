import { ask } from './ask.js'
import { flush } from './blocks.js'

/** Opens the view that stands in the page, as a modal. Once there is none, whoever wrote goes on writing. */
export function showModal() {
  const dialog = document.querySelector('dialog.modal')
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  else if (!dialog && document.activeElement === document.body) document.getElementById('say')?.focus()
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
  requestAnimationFrame(() => focusOnWrong())
}

/** The first field that is wrong is where to go on. */
function focusOnWrong() {
  const field = document.querySelector('dialog.modal [aria-invalid=true]')
  if (field instanceof HTMLElement) field.focus()
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
