import { enter, idsOf } from './fields.js'
import { findActive, moveActive, setActive } from './listbox.js'
import { closest, on, urlOf } from './requests.js'

const DEBOUNCE_MS = 120

/** The field whose list is open. @type {HTMLInputElement | undefined} */
let openInput
/** The timer of the latest search; results of earlier ones are dropped. */
let searchTimer = 0

/** @param {EventTarget | null} target */
const inputAt = target => closest(target, '.combobox')?.querySelector('input') ?? undefined

/** @param {HTMLInputElement} input */
const popupOf = input => closest(input.parentElement?.querySelector('.popup') ?? null, '.popup')

/** @param {HTMLInputElement} input */
const listOf = input => popupOf(input)?.firstElementChild

/** Opens the list of options for the typed text; all, if it is the choice. @param {HTMLInputElement} input */
function search(input) {
  if (openInput !== input) {
    close()
    openInput = input
    popupOf(input)?.showPopover()
    input.setAttribute('aria-expanded', 'true')
    draw(input, '', 'Loading…')
  }
  // Enter picks nothing until the options for the typed text are loaded.
  setActive(input, listOf(input))
  clearTimeout(searchTimer)
  searchTimer = setTimeout(() => void loadOptions(input), DEBOUNCE_MS)
}

/** @param {HTMLInputElement} input */
async function loadOptions(input) {
  const ownTimer = searchTimer
  const { value, dataset } = input
  const typed = value === dataset.text ? '' : value
  const query = new URLSearchParams({ ...idsOf(input), id: input.id, chosen: dataset.value ?? '', typed })
  const response = await fetch(urlOf(`options?${query}`)).catch(() => undefined)
  const options = response?.ok ? await response.text() : ''
  if (openInput !== input || searchTimer !== ownTimer) return
  draw(input, options, response?.ok ? 'Nothing found.' : 'The options could not be loaded.')
}

/** @param {HTMLInputElement} input @param {string} options as HTML @param {string} emptyText without any */
function draw(input, options, emptyText) {
  const { firstElementChild: list, lastElementChild: note } = popupOf(input) ?? {}
  if (!list || !note) return
  list.innerHTML = options
  note.textContent = options === '' ? emptyText : ''
  setActive(input, list, findActive(list))
}

/** Closes the list and restores the text of the chosen option. */
function close() {
  if (!openInput) return
  const input = openInput
  openInput = undefined
  clearTimeout(searchTimer)
  const popup = popupOf(input)
  // A popup removed with its field is already hidden.
  if (popup?.isConnected) popup.hidePopover()
  input.setAttribute('aria-expanded', 'false')
  input.value = input.dataset.text ?? ''
  if (document.activeElement === input) input.select()
}

/** @param {HTMLInputElement} input @param {string} [value] @param {string} [text] */
function choose(input, value = '', text = '') {
  const isNew = value !== input.dataset.value
  Object.assign(input.dataset, { value, text })
  input.value = text
  close()
  if (isNew) void enter(input, [value])
}

on('focusin', '.combobox > input', input => inputAt(input)?.select())
on('focusout', '.combobox > input', close)
on('input', '.combobox > input', element => {
  const input = inputAt(element)
  if (input) search(input)
})
// A click in the list leaves the focus in the input.
on('mousedown', '.combobox .popup', (_, event) => event.preventDefault())
on('click', '.combobox', (combobox, { target }) => {
  const input = inputAt(combobox)
  if (!input) return
  const option = closest(target, '[role=option]')
  if (option) return choose(input, option.dataset.value, option.textContent)
  input.focus()
  if (closest(target, '.clear')) choose(input)
  else if (openInput !== input) search(input)
})

/** @param {HTMLInputElement} input @param {string} key @returns {boolean} whether the key is used */
function useKey(input, key) {
  const active = findActive(listOf(input))
  if (openInput !== input) {
    if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return false
    search(input)
  } else if (key === 'Escape') close()
  else if (key !== 'Enter') return moveActive(input, listOf(input), key)
  else if (active) choose(input, active.dataset.value, active.textContent)
  return true
}

// Captures before other listeners: Escape closes the list, not the modal; Enter picks and does not submit.
on(
  'keydown',
  '.combobox > input',
  (element, event) => {
    const input = inputAt(element)
    if (!input || event.isComposing || event.ctrlKey || event.metaKey) return
    if (!useKey(input, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)
