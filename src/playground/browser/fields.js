import { closest, on, perform } from './requests.js'

/** How long after the last keystroke a value is sent. */
const DEBOUNCE_MS = 250

/** The field whose text is not sent yet. @type {HTMLInputElement | HTMLTextAreaElement | undefined} */
let pendingField
let timer = 0

/** Sends values one after another. */
let queue = Promise.resolve(true)

/** @param {HTMLElement} element */
export function idsOf(element) {
  const { block = '', action = '' } = element.dataset
  return { at: closest(element, '[data-at]')?.dataset.at ?? '', block, action }
}

/**
 * Enters values into an input; resolves to whether they were accepted.
 * @param {HTMLElement} element
 * @param {string[]} value
 */
export function enter(element, value) {
  const action = { do: 'enter', ...idsOf(element), value: value.filter(each => each !== '') }
  queue = queue.then(() => perform(action))
  return queue
}

/** Sends pending text; resolves when all values are accepted or refused. */
export function flush() {
  clearTimeout(timer)
  const field = pendingField
  pendingField = undefined
  return field ? enter(field, [field.value]) : queue
}

/**
 * Presses a button or picks a date, after all values were sent.
 * @param {HTMLElement} element
 * @param {string[]} value
 */
async function press(element, value) {
  const action = { do: 'press', ...idsOf(element), value }
  element.setAttribute('aria-busy', 'true')
  await flush()
  await perform(action)
  element.removeAttribute('aria-busy')
}

on('input', '.field > :is(input, textarea)', field => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  clearTimeout(timer)
  pendingField = field
  timer = setTimeout(flush, DEBOUNCE_MS)
})
on('focusout', '.field > :is(input, textarea)', () => void flush())

on('change', '.field', (field, { target }) => {
  if (target instanceof HTMLSelectElement) void enter(target, [target.value])
  if (!(field instanceof HTMLFieldSetElement)) return
  const checked = [...field.querySelectorAll('input:checked')]
  void enter(
    field,
    checked.map(box => box.getAttribute('value') ?? ''),
  )
})

on('change', '[type=date]', picker => {
  // A year that is being typed begins with a zero.
  if (picker instanceof HTMLInputElement && /^[1-9]/.test(picker.value)) void press(picker, [picker.value])
})
on('click', '.button[data-does]', button => void press(button, []))

// Enter in a date picker must not submit the form.
on('keydown', '[type=date]', (_, event) => {
  if (event.key === 'Enter') event.preventDefault()
})
