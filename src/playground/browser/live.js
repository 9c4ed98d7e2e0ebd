import { Idiomorph } from './idiomorph.js'
import { focusError, showModal } from './modal.js'
import { SILENCE, showAlert } from './requests.js'

/** A list scrolled this close to its end stays at the end. */
const NEAR_PX = 80

/** @type {EventSource | undefined} */
let source
let isLost = false
/** Drawings run one after another. */
let drawing = Promise.resolve()
let isDue = false

document.addEventListener('visibilitychange', connect)

/** Redraws the page at each change. Hidden pages disconnect: browsers allow six connections to a server. */
export function connect() {
  source?.close()
  if (document.hidden) return
  source = new EventSource('/events')
  source.addEventListener('error', () => {
    isLost = true
    showAlert(SILENCE)
  })
  source.addEventListener('open', () => {
    if (isLost) showAlert('')
    isLost = false
  })
  source.addEventListener('change', () => {
    if (isDue) return
    isDue = true
    drawing = drawing.then(draw)
  })
}

/** Fetches the page and redraws the regions that differ. */
async function draw() {
  isDue = false
  const url = new URL(location.href)
  if (document.body.classList.contains('shows-inspector')) url.searchParams.set('inspector', 'shown')
  const response = await fetch(url).catch(() => undefined)
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const { activeElement } = document
  for (const region of document.querySelectorAll('[data-region]')) {
    const next = fresh.getElementById(region.id)
    if (next && !region.isEqualNode(next)) morph(region, next)
  }
  showModal(activeElement)
  focusError()
}

/** @param {Element} list */
export const isAtEnd = list => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX

/** @param {Element} region @param {Element} next */
function morph(region, next) {
  const wasAtEnd = isAtEnd(region)
  Idiomorph.morph(region, next, {
    // Keeps what is being typed, but not the text of a pressed button.
    ignoreActiveValue: document.activeElement?.matches('input, textarea') ?? false,
    callbacks: {
      beforeNodeMorphed: (before, after) => !isUnchanged(before, after),
      beforeAttributeUpdated: (name, element) => !isLocal(name, element),
    },
  })
  if (wasAtEnd && region.matches('ol.messages')) region.scrollTop = region.scrollHeight
}

/**
 * Skips unchanged messages, which saves most of the time, and alerts and combobox lists, which are local.
 * @param {Node} before
 * @param {Node} after
 */
const isUnchanged = (before, after) =>
  before instanceof Element &&
  (before.matches('.alert, .combobox .popup') || (before.matches('.message') && before.isEqualNode(after)))

/** Whether an attribute is set by the browser alone. @param {string} name @param {Element} element */
const isLocal = (name, element) =>
  name === 'open'
    ? element.matches('details, dialog')
    : ['aria-busy', 'aria-expanded', 'aria-activedescendant'].includes(name)
