import { ask, closest, on } from './requests.js'

/** How long a person pauses after typing. */
const PAUSE_MS = 250

/** Fields with words that are not sent yet, and their timers. @type {Map<HTMLElement, number>} */
const waiting = new Map()

/** Values are sent one after the other. */
let entered = Promise.resolve(true)

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
  cancel(element)
  const action = { do: 'enter', ...idsOf(element), value: value.filter(each => each !== '') }
  entered = entered.then(() => ask(action))
  return entered
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
  await ask(action)
  element.removeAttribute('aria-busy')
}

/** @param {HTMLElement} field */
function cancel(field) {
  clearTimeout(waiting.get(field))
  return waiting.delete(field)
}

/** Sends the words of a field that wait. @param {HTMLElement} field */
function sendWords(field) {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isText && cancel(field)) void enter(field, [field.value])
}

/** Sends what waits; resolves when all values have arrived. */
export async function flush() {
  for (const field of [...waiting.keys()]) sendWords(field)
  await entered
}

/** Drops what waits; resolves when the other values have arrived. */
export async function discard() {
  for (const field of [...waiting.keys()]) cancel(field)
  await entered
}

on('input', '.field > :is(input, textarea)', field => {
  cancel(field)
  waiting.set(field, setTimeout(sendWords, PAUSE_MS, field))
})
on('focusout', '.field > :is(input, textarea)', sendWords)

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
  // While a year is typed, it begins with a zero.
  if (picker instanceof HTMLInputElement && /^[1-9]/.test(picker.value)) void press(picker, [picker.value])
})
on('click', '.button[data-does]', button => void press(button, []))
// Such an Enter submits nothing.
on('keydown', '[type=date]', (_, event) => {
  if (event.key === 'Enter') event.preventDefault()
})
