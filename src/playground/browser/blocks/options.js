import { at } from '../ask.js'
import { whereOf } from './send.js'

/** @typedef {{ text: string, value: string, description?: string | undefined, group?: string | undefined }} Option */
/** @typedef {{ options: Option[], error: string }} Offered */

/**
 * What can be chosen in a select for the typed words: the server finds it, whatever kind of select it is.
 * @param {HTMLElement} select
 * @param {string} typed
 * @returns {Promise<Offered>} `error` says what went wrong, nothing where nothing did
 */
export async function offeredIn(select, typed) {
  const query = new URLSearchParams({ ...whereOf(select), typed })
  try {
    const response = await fetch(`${at('options')}?${query}`)
    if (!response.ok) return { options: [], error: 'The options could not be loaded.' }
    return read(await response.json())
  } catch {
    return { options: [], error: 'The options could not be loaded.' }
  }
}

/**
 * @param {unknown} body
 * @returns {Offered}
 */
function read(body) {
  const { options, error } = membersOf(body)
  return {
    options: Array.isArray(options) ? options.map(readOption) : [],
    error: wordsOf(error),
  }
}

/**
 * @param {unknown} option
 * @returns {Option}
 */
function readOption(option) {
  const { text, value, description, group } = membersOf(option)
  return {
    text: wordsOf(text),
    value: wordsOf(value),
    description: wordsOf(description) || undefined,
    group: wordsOf(group) || undefined,
  }
}

/**
 * @param {unknown} value
 * @returns {{ [name: string]: unknown }}
 */
const membersOf = value => (typeof value === 'object' && value !== null ? { ...value } : {})

/** @param {unknown} value */
const wordsOf = value => (typeof value === 'string' ? value : '')
