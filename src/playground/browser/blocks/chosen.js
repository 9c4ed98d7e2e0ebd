import { give } from './send.js'

/** @typedef {{ value: string, text: string }} Chosen */

/** What was chosen in a select that takes several, while it is on its way, by the select's id. @type {Map<string, { all: Chosen[], ways: number }>} */
const underWay = new Map()

/** @param {HTMLElement} select */
export const takesSeveral = select => 'several' in select.dataset

/**
 * What is chosen in a select: as the server drew it, or as it was changed since.
 * @param {HTMLElement} select
 * @returns {Chosen[]}
 */
export function chosenIn(select) {
  if (!takesSeveral(select)) {
    const { chosen, shown = '' } = select.dataset
    return chosen ? [{ value: chosen, text: shown }] : []
  }
  const known = underWay.get(select.id)
  if (known) return known.all
  return [...chipsOf(select)].map(chip => ({
    value: chip.dataset.value ?? '',
    text: chip.querySelector('span')?.textContent ?? '',
  }))
}

/** @param {HTMLElement} select */
const listOf = select => document.getElementById(`${select.id}//chips`)

/** @param {HTMLElement} select */
const chipsOf = select => listOf(select)?.querySelectorAll('li') ?? []

/**
 * Chooses these in a select, all that were chosen before being gone; shows it before the server does.
 * @param {HTMLInputElement} select
 * @param {Chosen[]} all
 */
export async function choose(select, all) {
  const before = chosenIn(select)
  const { id } = select
  underWay.set(id, { all, ways: (underWay.get(id)?.ways ?? 0) + 1 })
  show(select, all)
  const given = await give(
    select,
    all.map(({ value }) => value),
  )
  const ways = (underWay.get(id)?.ways ?? 1) - 1
  if (ways === 0) underWay.delete(id)
  else underWay.set(id, { all: underWay.get(id)?.all ?? all, ways })
  const now = document.getElementById(id)
  if (!given && now instanceof HTMLInputElement) show(now, before)
}

/**
 * @param {HTMLInputElement} select
 * @param {Chosen[]} all
 */
function show(select, all) {
  if (takesSeveral(select)) {
    const chips = [...chipsOf(select)]
    for (const chip of chips) if (!all.some(({ value }) => value === chip.dataset.value)) chip.remove()
    const missing = all.filter(({ value }) => !chips.some(chip => chip.dataset.value === value))
    listOf(select)?.append(...missing.map(one => chipOf(select, one)))
    return
  }
  const [first] = all
  select.dataset.chosen = first?.value ?? ''
  select.dataset.shown = first?.text ?? ''
  select.value = first?.text ?? ''
  if (document.activeElement === select) select.select()
}

/**
 * A chip as the server draws it (`web/selects.ts`).
 * @param {HTMLElement} select
 * @param {Chosen} chosen
 */
function chipOf(select, { value, text }) {
  const chip = document.createElement('li')
  chip.className = 'chip'
  chip.dataset.value = value
  const words = document.createElement('span')
  words.textContent = text
  const remove = document.createElement('button')
  remove.type = 'button'
  remove.dataset.remove = select.id
  remove.setAttribute('aria-label', `Remove ${text}`)
  remove.textContent = '×'
  chip.append(words, remove)
  return chip
}
