import { enter, idsOf } from './fields.js'
import { mark, markedIn, move } from './listbox.js'
import { closest, on, urlOf } from './requests.js'

const PAUSE_MS = 120

/** The field whose list is open. @type {HTMLInputElement | undefined} */
let open
/** The timer of the latest search; results of earlier ones are dropped. */
let latest = 0

/** @param {EventTarget | null} target */
const inputAt = target => closest(target, '.combobox')?.querySelector('input') ?? undefined

/** @param {HTMLInputElement} input */
const popupOf = input => closest(input.parentElement?.querySelector('.popup') ?? null, '.popup')

/** @param {HTMLInputElement} input */
const listOf = input => popupOf(input)?.firstElementChild

/** Opens the list of options for the typed text; all, if that is the choice. @param {HTMLInputElement} input */
function look(input) {
  if (open !== input) {
    close()
    open = input
    popupOf(input)?.showPopover()
    input.setAttribute('aria-expanded', 'true')
    draw(input, '', 'Loading…')
  }
  // Enter picks nothing until the options for the typed text are loaded.
  mark(input, listOf(input))
  clearTimeout(latest)
  latest = setTimeout(() => void find(input), PAUSE_MS)
}

/** @param {HTMLInputElement} input */
async function find(input) {
  const mine = latest
  const { value, dataset } = input
  const typed = value === dataset.text ? '' : value
  const query = new URLSearchParams({ ...idsOf(input), id: input.id, chosen: dataset.value ?? '', typed })
  const response = await fetch(urlOf(`options?${query}`)).catch(() => undefined)
  const options = response?.ok ? await response.text() : ''
  if (open !== input || latest !== mine) return
  draw(input, options, response?.ok ? 'Nothing found.' : 'The options could not be loaded.')
}

/** @param {HTMLInputElement} input @param {string} options as HTML @param {string} emptyText without any */
function draw(input, options, nothing) {
  const { firstElementChild: list, lastElementChild: note } = popupOf(input) ?? {}
  if (!list || !note) return
  list.innerHTML = options
  note.textContent = options === '' ? nothing : ''
  mark(input, list, markedIn(list))
}

/** Closes the list and restores the text of the chosen option. */
function close() {
  if (!open) return
  const input = open
  open = undefined
  clearTimeout(latest)
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
  if (input) look(input)
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
  else if (open !== input) look(input)
})

/** @param {HTMLInputElement} input @param {string} key @returns {boolean} whether the key is used */
function useKey(input, key) {
  const marked = markedIn(listOf(input))
  if (open !== input) {
    if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return false
    look(input)
  } else if (key === 'Escape') close()
  else if (key !== 'Enter') return move(input, listOf(input), key)
  else if (marked) choose(input, marked.dataset.value, marked.textContent)
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
