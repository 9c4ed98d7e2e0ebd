import { enter } from './send.js'

/** @typedef {import('./options.js').Option} Option */

/** What is chosen where nothing is. */
export const NOTHING = { value: '', text: '' }

/**
 * Chooses this in a select in place of what was chosen before; shows it before the server does.
 * @param {HTMLInputElement} select
 * @param {Option} option
 */
export async function choose(select, option) {
  const { id, dataset } = select
  const before = { value: dataset.chosen ?? '', text: dataset.shown ?? '' }
  show(select, option)
  const given = await enter(select, option.value === '' ? [] : [option.value], 'pick')
  const now = document.getElementById(id)
  if (!given && now instanceof HTMLInputElement) show(now, before)
}

/**
 * @param {HTMLInputElement} select
 * @param {Option} option
 */
function show(select, { value, text }) {
  select.dataset.chosen = value
  select.dataset.shown = text
  select.value = text
  if (document.activeElement === select) select.select()
}
