import { Idiomorph } from './idiomorph.js'
import { reveal } from './menus.js'
import { focusError, showModal } from './modal.js'
import { SILENCE, showAlert, urlOf } from './requests.js'

/** A list that is scrolled this close to its end stays at its end. */
const NEAR_PX = 80

/** @type {EventSource | undefined} */
let source
let isLost = false

document.addEventListener('visibilitychange', follow)

/**
 * Redraws the regions that the server sends. A hidden page closes its connection: browsers keep only six to one server.
 */
export function follow() {
  source?.close()
  if (document.hidden) return
  const { place, thread } = document.body.dataset
  const query = new URLSearchParams(thread ? { thread } : {})
  if (document.body.classList.contains('shows-inspector')) query.set('inspector', 'shown')
  source = new EventSource(urlOf(`${place}/events?${query}`))
  source.addEventListener('error', () => {
    isLost = true
    showAlert(SILENCE)
  })
  source.addEventListener('open', () => {
    if (isLost) showAlert('')
    isLost = false
  })
  source.addEventListener('region', ({ data }) => draw(String(data)))
}

/** @param {string} html */
function draw(html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild
  const old = fresh && document.getElementById(fresh.id)
  if (!fresh || !old) return
  const { activeElement } = document
  const isAtEnd = old.scrollHeight - old.scrollTop - old.clientHeight < NEAR_PX
  Idiomorph.morph(old, fresh, {
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeMorphed: (before, after) => !isUnchanged(before, after),
      beforeAttributeUpdated: (name, element) => !isLocal(name, element),
    },
  })
  if (isAtEnd && old.matches('ol.messages')) old.scrollTop = old.scrollHeight
  if (fresh.id === 'modal') {
    showModal(activeElement)
    focusError()
  }
  reveal()
}

/**
 * Skips messages that did not change, which saves most of the time, and the lists of comboboxes, which are local.
 * @param {Node} before
 * @param {Node} after
 */
const isUnchanged = (before, after) =>
  before instanceof Element &&
  (before.matches('.combobox .popup') || (before.matches('.message') && before.isEqualNode(after)))

/**
 * Whether an attribute is the browser's own.
 * @param {string} name
 * @param {Element} element
 */
const isLocal = (name, element) =>
  name === 'open'
    ? element.matches('details, dialog')
    : ['aria-busy', 'aria-expanded', 'aria-activedescendant'].includes(name)
