import { at } from '../ask.js'
import { whereOf } from './send.js'

/** @typedef {{ text: string, value: string }} Option */
/** @typedef {{ options: Option[], error: string }} Offered */

const FAILED = { options: [], error: 'The options could not be loaded.' }

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
    if (!response.ok) return FAILED
    const { options } = await response.json()
    return { options, error: '' }
  } catch {
    return FAILED
  }
}
