import { choose, NOTHING } from './chosen.js'
import { listbox } from './listbox.js'
import { close, draw, isOpen, move, pick, pickActive, search, selectOf, settle, show } from './select-list.js'

document.addEventListener('focusin', ({ target }) => selectOf(target)?.select())

document.addEventListener('click', ({ target }) => {
  const select = selectOf(target)
  if (select) return show(select)
  if (!(target instanceof Element)) return
  const button = target.closest('button')
  if (!button) return enterBy(target)
  const cleared = selectOf(document.getElementById(button.dataset.clear ?? ''))
  if (!cleared) return
  cleared.focus()
  void choose(cleared, NOTHING)
  draw()
})

/**
 * Beside what is chosen in it a select is opened too.
 * @param {Element} target
 */
function enterBy(target) {
  const select = selectOf(target.closest('.select')?.querySelector('[role=combobox]') ?? null)
  select?.focus()
  if (select) show(select)
}

document.addEventListener('input', ({ target }) => {
  const select = selectOf(target)
  if (select) search(select)
})

document.addEventListener('focusout', ({ target }) => {
  const select = selectOf(target)
  if (!select) return
  if (isOpen(select)) close()
  else settle(select)
})

// Before whoever else listens: an Escape closes the list and nothing below it.
document.addEventListener(
  'keydown',
  event => {
    const select = selectOf(event.target)
    if (!select || event.isComposing || event.ctrlKey || event.metaKey) return
    if (!pressed(event.key, select)) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

/**
 * @param {string} key
 * @param {HTMLInputElement} select
 * @returns {boolean} whether the key is used up
 */
function pressed(key, select) {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (isOpen(select)) move(key === 'ArrowDown' ? 1 : -1)
    else show(select)
    return true
  }
  if (key === 'Enter') {
    if (isOpen(select)) pickActive()
    else show(select)
    return true
  }
  if (key === 'Escape' && isOpen(select)) {
    close()
    return true
  }
  return false
}

listbox.element.addEventListener('click', ({ target }) => {
  const place = listbox.placeOf(target)
  if (place !== undefined) pick(Number(place))
})
