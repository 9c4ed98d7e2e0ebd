import { enter, idsOf } from './fields.js'
import { closest, on, urlOf } from './requests.js'

const PAUSE_MS = 120
const LOADING = 'Loading…'

/** @typedef {{ text: string, value: string }} Option */

/**
 * The open list. Only the latest of its requests is shown.
 * @type {{ input: HTMLInputElement, options: Option[], active: number, latest: number, isLoading: boolean, picksActive: boolean, timer?: number } | undefined}
 */
let open

/** @param {EventTarget | null} target */
const inputAt = target => closest(target, '.combobox')?.querySelector('input') ?? undefined

/** @param {HTMLInputElement} input */
const popupOf = input => closest(input.parentElement?.querySelector('.popup') ?? null, '.popup')

/**
 * Opens the list and looks for what is typed, or for everything.
 * @param {HTMLInputElement} input
 * @param {string} [typed]
 */
function search(input, typed) {
  if (open?.input !== input) {
    close()
    open = { input, options: [], active: 0, latest: 0, isLoading: true, picksActive: false }
    popupOf(input)?.showPopover()
    input.setAttribute('aria-expanded', 'true')
  } else if (typed === undefined) return
  clearTimeout(open.timer)
  open.isLoading = true
  open.timer = setTimeout(() => void find(typed ?? ''), typed === undefined ? 0 : PAUSE_MS)
  if (open.options.length === 0) draw(LOADING)
}

/** @param {string} typed */
async function find(typed) {
  if (!open) return
  const mine = open
  mine.latest += 1
  const { latest, input } = mine
  const least = Number(input.dataset.least)
  const isShort = typed.length < least
  const found = isShort ? [] : await request(input, typed)
  if (open !== mine || mine.latest !== latest) return
  mine.isLoading = false
  mine.options = found ?? []
  mine.active = Math.max(
    0,
    mine.options.findIndex(({ value }) => value === input.dataset.value),
  )
  const nothing = isShort
    ? `Type at least ${least} ${least === 1 ? 'character' : 'characters'}.`
    : 'Nothing found.'
  draw(found ? (found.length > 0 ? '' : nothing) : 'The options could not be loaded.')
  if (mine.picksActive) pick(mine.active)
}

/** @param {HTMLInputElement} input @param {string} typed @returns {Promise<Option[] | undefined>} */
async function request(input, typed) {
  try {
    const response = await fetch(urlOf(`options?${new URLSearchParams({ ...idsOf(input), typed })}`))
    return response.ok ? (await response.json()).options : undefined
  } catch {
    return undefined
  }
}

/** @param {string} status */
function draw(status) {
  if (!open) return
  const { input, options, active } = open
  const [list, note] = popupOf(input)?.children ?? []
  if (!list || !note) return
  const items = options.map(({ text }, index) => {
    const item = document.createElement('li')
    item.id = `${list.id}/${index}`
    item.role = 'option'
    item.ariaSelected = String(index === active)
    item.textContent = text
    return item
  })
  list.replaceChildren(...items)
  note.textContent = status
  input.setAttribute('aria-activedescendant', items[active]?.id ?? '')
  items[active]?.scrollIntoView({ block: 'nearest' })
}

/** Closes the list, and puts back the text of the chosen option. */
function close() {
  if (!open) return
  const { input, timer } = open
  clearTimeout(timer)
  open = undefined
  popupOf(input)?.hidePopover()
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
  restore(input)
}

/** @param {HTMLInputElement} input */
function restore(input) {
  input.value = input.dataset.text ?? ''
  if (document.activeElement === input) input.select()
}

/** @param {number} index */
function pick(index) {
  const option = open?.options[index]
  if (open && option) choose(open.input, option)
}

/** @param {HTMLInputElement} input @param {Option} option */
function choose(input, { value, text }) {
  const isNew = value !== input.dataset.value
  Object.assign(input.dataset, { value, text })
  close()
  restore(input)
  if (isNew) void enter(input, [value], 'pick')
}

on('focusin', '.combobox > input', input => inputAt(input)?.select())
on('focusout', '.combobox > input', input => {
  if (open?.input === input) close()
})
on('input', '.combobox > input', element => {
  const input = inputAt(element)
  if (input) search(input, input.value)
})
// A click in the list leaves the focus in the input.
on('mousedown', '.combobox .popup', (_, event) => event.preventDefault())
on('click', '.combobox', (combobox, { target }) => {
  const input = inputAt(combobox)
  if (!input) return
  const option = closest(target, '[role=option]')
  if (option) return pick([...(option.parentElement?.children ?? [])].indexOf(option))
  input.focus()
  if (closest(target, '.clear')) choose(input, { value: '', text: '' })
  else search(input)
})

/** @param {HTMLInputElement} input @param {string} key @returns {boolean} whether the key is used */
function useKey(input, key) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step && key !== 'Enter') {
    if (key !== 'Escape' || !open) return false
    close()
  } else if (!open) search(input)
  else if (step) {
    const { length } = open.options
    open.active = length > 0 ? (open.active + step + length) % length : 0
    draw('')
  } else if (open.isLoading) open.picksActive = true
  else pick(open.active)
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
