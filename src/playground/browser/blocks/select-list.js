import { choose } from './chosen.js'
import { listbox } from './listbox.js'
import { offeredIn } from './options.js'
import { onRedraw, put } from './watch.js'

/** How long somebody pauses who has typed something to look for. */
const PAUSE_MS = 120

const LOADING = 'Loading…'

/** @typedef {import('./options.js').Option} Option */
/** The select that is open: what is offered in it, which of that is active, and what is said in place of options. */
/** @typedef {{ id: string, options: Option[], active: number, words: string, asked: number, eager: boolean, timer?: number }} Open */

/** @type {Open | undefined} */
let open

/** @param {EventTarget | null} target */
export const selectOf = target =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' ? target : undefined

/** @param {HTMLInputElement} select */
export const isOpen = select => open?.id === select.id

const openSelect = () => selectOf(document.getElementById(open?.id ?? ''))

/**
 * Opens the list with all that is offered.
 * @param {HTMLInputElement} select
 */
export function show(select) {
  if (isOpen(select)) return
  begin(select)
  void find(select, '')
}

/** @param {HTMLInputElement} select */
function begin(select) {
  close()
  open = { id: select.id, options: [], active: 0, words: LOADING, asked: 0, eager: false }
  return open
}

/**
 * Looks for what is typed once its writer pauses.
 * @param {HTMLInputElement} select
 */
export function search(select) {
  const typed = select.value
  const now = open && isOpen(select) ? open : begin(select)
  select.value = typed
  clearTimeout(now.timer)
  now.words = LOADING
  now.timer = setTimeout(() => void find(select, select.value), PAUSE_MS)
}

/**
 * Offers what the words find.
 * @param {HTMLInputElement} select
 * @param {string} typed
 */
async function find(select, typed) {
  if (!open) return
  const mine = open
  mine.asked += 1
  const { asked } = mine
  const least = Number(select.dataset.least ?? 0)
  if (typed.length < least) {
    return offer([], `Type at least ${least} ${least === 1 ? 'character' : 'characters'}.`)
  }
  if (mine.options.length === 0) offer([], LOADING)
  mine.words = LOADING
  const { options, error } = await offeredIn(select, typed)
  if (open !== mine || mine.asked !== asked) return
  offer(options, error || (options.length === 0 ? 'Nothing found.' : ''))
  if (mine.eager && options.length > 0) pick(mine.active)
  mine.eager = false
}

/**
 * @param {Option[]} options
 * @param {string} words
 */
function offer(options, words) {
  const select = openSelect()
  if (!open || !select) return
  const chosen = options.findIndex(({ value }) => value === select.dataset.chosen)
  open.options = options
  open.active = Math.max(0, chosen)
  open.words = words
  draw()
}

export function draw() {
  const select = openSelect()
  if (!open || !select) return
  listbox.show(frameOf(select))
  listbox.draw({ ...open, chosen: select.dataset.chosen ?? '' })
  listbox.place(frameOf(select))
  point(select)
}

/** @param {HTMLInputElement} select */
const frameOf = select => select.closest('.select') ?? select

/**
 * Says of a select that its list is open, and where in it one is.
 * @param {HTMLInputElement} select
 */
function point(select) {
  put(select, 'aria-expanded', String(open !== undefined))
  put(select, 'aria-controls', open ? listbox.id : null)
  const active = open && open.options.length > 0 ? listbox.idOf(open.active) : null
  put(select, 'aria-activedescendant', active)
}

/** Closes the list; what was typed to look for something is gone. */
export function close() {
  const select = openSelect()
  clearTimeout(open?.timer)
  open = undefined
  listbox.hide()
  if (!select) return
  point(select)
  settle(select)
}

/** @param {HTMLInputElement} select */
export function settle(select) {
  const words = select.dataset.shown ?? ''
  if (select.value === words) return
  select.value = words
  if (document.activeElement === select) select.select()
}

/** Picks what is active; what is still being looked for is picked once it is found. */
export function pickActive() {
  if (open?.words === LOADING) open.eager = true
  else if (open) pick(open.active)
}

/** @param {number} place */
export function pick(place) {
  const select = openSelect()
  const option = open?.options[place]
  if (!select || !option) return
  close()
  if (option.value !== select.dataset.chosen) void choose(select, option)
}

/** @param {number} step */
export function move(step) {
  if (!open || open.options.length === 0) return
  const { length } = open.options
  open.active = (open.active + step + length) % length
  draw()
}

const keep = () => {
  const active = selectOf(document.activeElement)
  const select = openSelect()
  if (open && (!select || active !== select)) return close()
  if (open && select) {
    listbox.show(frameOf(select))
    point(select)
  } else if (active && active.value !== active.dataset.shown) settle(active)
}

onRedraw(keep)
addEventListener('resize', keep)
document.addEventListener('scroll', keep, true)
