import { ask, closest, on } from './requests.js'

/** How long a person pauses after typing, and between the parts of a date. */
const PAUSE_MS = { text: 250, date: 600 }

/** Changes that wait for such a pause, by element id. @type {Map<string, { send: () => unknown, timer: number }>} */
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
 * @param {'typing' | 'enter' | 'pick'} by
 */
export function enter(element, value, by) {
  cancel(element.id)
  const action = { do: 'enter', ...idsOf(element), value: value.filter(each => each !== ''), by }
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

/** @param {HTMLElement} element @param {number} ms @param {() => unknown} send */
function schedule(element, ms, send) {
  cancel(element.id)
  waiting.set(element.id, { send, timer: setTimeout(() => sendNow(element.id), ms) })
}

/** @param {string} id */
function cancel(id) {
  clearTimeout(waiting.get(id)?.timer)
  waiting.delete(id)
}

/** @param {string} id */
function sendNow(id) {
  const change = waiting.get(id)
  cancel(id)
  return change?.send()
}

/** Sends what waits; resolves when all values have arrived. */
export async function flush() {
  for (const id of [...waiting.keys()]) await sendNow(id)
  await entered
}

/** Drops what waits; resolves when the other values have arrived. */
export async function discard() {
  for (const id of [...waiting.keys()]) cancel(id)
  await entered
}

on('input', '.field > :is(input, textarea)', field => {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    schedule(field, PAUSE_MS.text, () => enter(field, [field.value], 'typing'))
})

on('change', '.field', (field, { target }) => {
  if (target instanceof HTMLSelectElement) void enter(target, [target.value], 'pick')
  if (!(field instanceof HTMLFieldSetElement)) return
  const checked = [...field.querySelectorAll('input:checked')]
  void enter(
    field,
    checked.map(box => box.getAttribute('value') ?? ''),
    'pick',
  )
})

on('change', '[type=date]', picker => {
  // While a year is typed, it begins with a zero.
  if (picker instanceof HTMLInputElement && /^[1-9]/.test(picker.value))
    schedule(picker, PAUSE_MS.date, () => press(picker, [picker.value]))
})

on('focusout', '[id]', ({ id }) => void sendNow(id))
on('click', '.button[data-does]', button => void press(button, []))

// Such an Enter submits nothing.
on('keydown', '[data-dispatches], [type=date]', (field, event) => {
  if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return
  event.preventDefault()
  if (field.type === 'date') void sendNow(field.id)
  else void enter(field, [field.value], 'enter')
})
