import { connect } from './live.js'
import { on, perform, post, showAlert } from './requests.js'

on('click', '[data-inspector]', toggleInspector)
on('click', '[data-act]', button => void perform(JSON.parse(button.dataset.act ?? '{}')))
on('click', '[data-confirm]', () => void startOver())
on('click', '[data-copy]', button => void copyText(button, button.dataset.copy ?? ''))
on('click', '.menu > *', ({ dataset: { shortcut, message }, parentElement }) => {
  const { place } = document.body.dataset
  parentElement?.hidePopover()
  if (shortcut) void perform({ do: 'shortcut', callback: shortcut, place, message })
})

/** Shows or hides the inspector, also on the next pages of this tab. */
function toggleInspector() {
  const isOn = document.body.classList.toggle('shows-inspector')
  document.querySelector('[data-inspector]')?.setAttribute('aria-expanded', String(isOn))
  sessionStorage.setItem('inspector', isOn ? 'shown' : '')
  connect()
}

/** Starts the page, with the inspector as on the previous page. */
export function start() {
  if (sessionStorage.getItem('inspector')) toggleInspector()
  else connect()
}

async function startOver() {
  const error = await post('/reset')
  if (error === '') location.href = '/'
  else showAlert(error)
}

/** @param {HTMLElement} button @param {string} id of the element whose text is copied */
async function copyText(button, id) {
  const text = document.getElementById(id)?.textContent ?? ''
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  )
}
