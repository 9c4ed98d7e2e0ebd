import './composer.js'
import './combobox.js'
import { connect, isAtEnd } from './live.js'
import { showModal } from './modal.js'
import { on, perform, post, showAlert } from './requests.js'

for (const list of document.querySelectorAll('ol.messages')) {
  let staysAtEnd = true
  let width = 0
  const scrollToEnd = () => {
    width = list.clientWidth
    if (staysAtEnd) list.scrollTo(0, list.scrollHeight)
  }
  new ResizeObserver(scrollToEnd).observe(list)
  list.addEventListener('scroll', () => {
    // A new width moves the messages before it is observed.
    if (width === list.clientWidth) staysAtEnd = isAtEnd(list)
  })
  // A picture makes the list longer once it is loaded.
  list.addEventListener('load', scrollToEnd, true)
}
showModal()
// The inspector is as on the previous page.
if (sessionStorage.getItem('inspector')) toggleInspector()
else connect()

// Slack sends the app an event when a person opens its Home.
if (document.body.dataset.place === 'home') void perform({ do: 'home' })

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
