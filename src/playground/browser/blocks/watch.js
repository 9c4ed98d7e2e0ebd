/** @type {(() => void)[]} */
const watchers = []

/** What changes in a popup changes by its own doing. @param {MutationRecord} record */
const isOurs = ({ target }) => target instanceof Element && target.closest('.popup') !== null

const observer = new MutationObserver(records => {
  if (records.every(isOurs)) return
  for (const watcher of watchers) watcher()
})

/**
 * Calls back after the page was drawn anew, before anybody sees it: what a drawing by the server has taken away can be
 * put back then. Whoever is called must come to rest: what it changes calls it again.
 * @param {() => void} watcher
 */
export function onRedraw(watcher) {
  watchers.push(watcher)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
}

/**
 * Gives an element an attribute unless it has it so already; null takes it away.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function put(element, name, value) {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
