/** The options of a list, including hidden ones. @param {Element | null | undefined} list */
export const optionsIn = list => [...(list?.children ?? [])].filter(each => each instanceof HTMLElement)

/** The option that Enter picks. @param {Element | null | undefined} list */
export const findActive = list => optionsIn(list).find(({ ariaSelected }) => ariaSelected === 'true')

/**
 * Makes an option of a field's list active, or none.
 * @param {HTMLElement} field
 * @param {Element | null | undefined} list
 * @param {HTMLElement} [option]
 */
export function setActive(field, list, option) {
  for (const each of optionsIn(list)) each.ariaSelected = String(each === option)
  field.setAttribute('aria-activedescendant', option?.id ?? '')
  option?.scrollIntoView({ block: 'nearest' })
}

/**
 * Moves the active option by an arrow key. Returns false for other keys.
 * @param {HTMLElement} field
 * @param {Element | null | undefined} list
 * @param {string} key
 */
export function moveActive(field, list, key) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step) return false
  const visible = optionsIn(list).filter(({ hidden }) => !hidden)
  const from = visible.findIndex(({ ariaSelected }) => ariaSelected === 'true')
  setActive(field, list, visible.at((from + step) % visible.length))
  return true
}
