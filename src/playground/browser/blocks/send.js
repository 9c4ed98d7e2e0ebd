import { ask } from '../ask.js'
import { onRedraw, put } from './watch.js'

/** How long somebody pauses who has typed something. */
const PAUSE_MS = 250

/** @typedef {{ at: string, block: string, action: string }} Where */

/** What was typed and is not yet sent, by the id of the element. @type {Map<string, { send: () => void, timer: number }>} */
const waiting = new Map()

/** How many presses of an element are under way, by its id. @type {Map<string, number>} */
const busy = new Map()

let entered = Promise.resolve(true)

/**
 * Where an element stands, and what the app calls it.
 * @param {HTMLElement} element
 * @returns {Where}
 */
export function whereOf(element) {
  const frame = element.closest('[data-at]')
  const at = frame instanceof HTMLElement ? frame.dataset.at : ''
  const { block = '', action = '' } = element.dataset
  return { at: at ?? '', block, action }
}

/**
 * Puts something into an input, one after the other, for a submit to come.
 * @param {HTMLElement} element
 * @param {string[]} value
 * @param {'typing' | 'enter' | 'pick'} by
 * @returns {Promise<boolean>} whether it was taken
 */
export function enter(element, value, by) {
  forget(element.id)
  const where = whereOf(element)
  entered = entered.then(() => ask({ do: 'enter', ...where, value, by }))
  return entered
}

/**
 * Puts what is typed into an input once its writer pauses.
 * @param {HTMLElement} element
 * @param {string} words
 */
export function type(element, words) {
  forget(element.id)
  const send = () => void enter(element, words === '' ? [] : [words], 'typing')
  waiting.set(element.id, { send, timer: setTimeout(send, PAUSE_MS) })
}

/** @param {string} id */
function forget(id) {
  clearTimeout(waiting.get(id)?.timer)
  waiting.delete(id)
}

/**
 * Sends at once what was typed into an element and still waits.
 * @param {string} id
 */
export const hurry = id => waiting.get(id)?.send()

/** Sends what still waits; done when all that was put into inputs has arrived. */
export async function flush() {
  for (const { send } of [...waiting.values()]) send()
  await entered
}

/** Forgets what still waits; done when all that went before has arrived. */
export async function drop() {
  for (const id of [...waiting.keys()]) forget(id)
  await entered
}

/**
 * Presses something, which shows that it is under way; the app is told what stands in the inputs, so that goes first.
 * @param {HTMLElement} element
 * @param {string[]} value
 * @returns {Promise<boolean>} whether it was done
 */
export async function press(element, value) {
  const { id } = element
  const where = whereOf(element)
  busy.set(id, (busy.get(id) ?? 0) + 1)
  show(id)
  await flush()
  const done = await ask({ do: 'press', ...where, value })
  busy.set(id, (busy.get(id) ?? 1) - 1)
  show(id)
  if (busy.get(id) === 0) busy.delete(id)
  return done
}

/** @param {string} id */
function show(id) {
  const element = document.getElementById(id)
  if (element) put(element, 'aria-busy', busy.get(id) ? 'true' : null)
}

onRedraw(() => {
  for (const id of busy.keys()) show(id)
})
