import { enter, idsOf } from './fields.js'
import { mark, markedIn, move } from './listbox.js'
import { closest, on, urlOf } from './requests.js'

const PAUSE_MS = 120

/** The field whose list is open. @type {HTMLInputElement | undefined} */
let open
/** The timer of the latest search, which alone is shown. */
let latest = 0

/** @param {EventTarget | null} target */
const inputAt = target => closest(target, '.combobox')?.querySelector('input') ?? undefined

/** @param {HTMLInputElement} input */
function partsOf(input) {
  const popup = closest(input.parentElement?.querySelector('.popup') ?? null, '.popup')
  const [list, note] = popup?.children ?? []
  return { popup, list, note }
}

/**
 * Opens the list and looks for what is typed, or for everything.
 * @param {HTMLInputElement} input
 * @param {string} [typed]
 */
function look(input, typed) {
  if (open !== input) {
    close()
    open = input
    partsOf(input).popup?.showPopover()
    input.setAttribute('aria-expanded', 'true')
    draw(input, [], 'Loading…')
  } else if (typed === undefined) return
  clearTimeout(latest)
  // Enter picks nothing until the options are those for what is typed.
  mark(input, partsOf(input).list)
  latest = setTimeout(() => void find(input, typed ?? ''), typed === undefined ? 0 : PAUSE_MS)
}

/** @param {HTMLInputElement} input @param {string} typed */
async function find(input, typed) {
  const mine = latest
  const query = new URLSearchParams({ ...idsOf(input), typed })
  const response = await fetch(urlOf(`options?${query}`)).catch(() => undefined)
  const { options } = response?.ok ? await response.json() : { options: [] }
  if (open !== input || latest !== mine) return
  draw(input, options, response?.ok ? 'Nothing found.' : 'The options could not be loaded.')
}

/**
 * @param {HTMLInputElement} input
 * @param {{ text: string, value: string }[]} options
 * @param {string} nothing what is said where there are no options
 */
function draw(input, options, nothing) {
  const { list, note } = partsOf(input)
  if (!list || !note) return
  const items = options.map(({ text, value }, index) => {
    const item = document.createElement('li')
    Object.assign(item, { id: `${list.id}/${index}`, role: 'option', textContent: text })
    item.dataset.value = value
    return item
  })
  list.replaceChildren(...items)
  note.textContent = items.length > 0 ? '' : nothing
  mark(input, list, items.find(({ dataset }) => dataset.value === input.dataset.value) ?? items[0])
}

/** Closes the list, and puts back the text of the chosen option. */
function close() {
  const input = open
  if (!input) return
  clearTimeout(latest)
  open = undefined
  const { popup } = partsOf(input)
  // Removed with its field, it is hidden already.
  if (popup?.isConnected) popup.hidePopover()
  input.setAttribute('aria-expanded', 'false')
  restore(input)
}

/** @param {HTMLInputElement} input */
function restore(input) {
  input.value = input.dataset.text ?? ''
  if (document.activeElement === input) input.select()
}

/** @param {HTMLInputElement} input @param {string} [value] @param {string} [text] */
function choose(input, value = '', text = '') {
  const isNew = value !== input.dataset.value
  Object.assign(input.dataset, { value, text })
  close()
  restore(input)
  if (isNew) void enter(input, [value])
}

on('focusin', '.combobox > input', input => inputAt(input)?.select())
on('focusout', '.combobox > input', input => {
  if (open === input) close()
})
on('input', '.combobox > input', element => {
  const input = inputAt(element)
  if (input) look(input, input.value)
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
  else look(input)
})

/** @param {HTMLInputElement} input @param {string} key @returns {boolean} whether the key is used */
function useKey(input, key) {
  const { list } = partsOf(input)
  const marked = markedIn(list)
  if (open !== input) {
    if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return false
    look(input)
  } else if (key === 'Escape') close()
  else if (key !== 'Enter') return move(input, list, key)
  else if (marked) choose(input, marked.dataset.value, marked.textContent)
  return true
}

// First of all listeners: Escape closes the list and not the modal, Enter picks and does not submit.
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
