const GAP = 4
const EDGE = 8

/** @typedef {ReturnType<typeof createPopup>} Popup */

/**
 * A place for a list or a menu above everything else. It stands beside what the server draws, and is put back where a
 * drawing took it away.
 * @param {string} id
 * @param {number} width how wide it is at least
 */
export function createPopup(id, width) {
  const element = document.createElement('div')
  element.id = id
  element.className = 'popup'
  element.popover = 'manual'
  // What is clicked in it leaves the focus where it is.
  element.addEventListener('mousedown', event => event.preventDefault())

  /** @param {Element} anchor */
  const place = anchor => {
    const { left, top, bottom, width: room } = anchor.getBoundingClientRect()
    const below = innerHeight - bottom - GAP - EDGE
    const above = top - GAP - EDGE
    const under = below >= Math.min(240, element.scrollHeight) || below >= above
    const wide = Math.min(Math.max(room, width), innerWidth - 2 * EDGE)
    const { style } = element
    style.width = `${wide}px`
    style.maxHeight = `${Math.min(320, under ? below : above)}px`
    style.left = `${Math.max(EDGE, Math.min(left, innerWidth - wide - EDGE))}px`
    style.top = under ? `${bottom + GAP}px` : 'auto'
    style.bottom = under ? 'auto' : `${innerHeight - top + GAP}px`
  }

  return {
    element,
    place,
    /**
     * Shows it at an element; what is in a dialog can be reached only from there.
     * @param {Element} anchor
     * @returns {boolean} whether it had to be put there
     */
    show: anchor => {
      const home = anchor.closest('dialog') ?? document.body
      const moved = element.parentElement !== home
      if (moved) home.append(element)
      if (!element.matches(':popover-open')) element.showPopover()
      place(anchor)
      return moved
    },
    hide: () => element.remove(),
  }
}
