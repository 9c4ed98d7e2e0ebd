import { at, SILENCE, tell } from './ask.js'
import { Idiomorph } from './idiomorph.js'
import { showModal } from './modal.js'

const NEAR_PX = 80

/** @type {EventSource | undefined} */
let source

/** Whether it is told that nobody answers: whichever source is answered next takes that back. */
let lost = false

document.addEventListener('visibilitychange', follow)

/**
 * Draws the regions of the page anew whenever the playground tells that they changed, for as long as it is seen: browsers
 * keep but six connections to one address, so a page that nobody sees leaves its own to others.
 */
export function follow() {
  source?.close()
  if (document.hidden) return
  const { place, thread } = document.body.dataset
  const query = new URLSearchParams(thread ? { thread } : {})
  if (document.body.classList.contains('shows-inspector')) query.set('inspector', 'shown')
  source = new EventSource(at(`${place}/events?${query}`))
  source.addEventListener('error', () => {
    lost = true
    tell(SILENCE)
  })
  source.addEventListener('open', () => {
    if (lost) tell('')
    lost = false
  })
  source.addEventListener('region', ({ data }) => draw(String(data)))
}

/**
 * Puts a region in the place of the one with its id. Whoever reads the newest message goes on doing so.
 * @param {string} html
 */
function draw(html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild
  const old = fresh && document.getElementById(fresh.id)
  if (!fresh || !old) return
  const { activeElement: focused } = document
  const atEnd = old.scrollHeight - old.scrollTop - old.clientHeight < NEAR_PX
  Idiomorph.morph(old, fresh, {
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeMorphed: (before, after) => !isSameMessage(before, after),
      beforeAttributeUpdated: (name, element) => !isOwn(name, element),
    },
  })
  if (atEnd && old.matches('ol.messages')) old.scrollTop = old.scrollHeight
  if (fresh.id === 'modal') showModal(focused)
}

/**
 * Most messages are as they were: looking through them would take most of the time.
 * @param {Node} before
 * @param {Node} after
 */
function isSameMessage(before, after) {
  return before instanceof Element && before.matches('.message') && before.isEqualNode(after)
}

/**
 * What the browser itself holds of an element, of which the server knows nothing.
 * @param {string} name
 * @param {Element} element
 */
function isOwn(name, element) {
  if (name === 'open') return element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement
  return name === 'aria-busy'
}
