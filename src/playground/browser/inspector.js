import { flip } from './menus.js'

// Opens the action that a link leads to.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[href^="#action-"]') : null
  if (!link) return
  if (!document.body.classList.contains('shows-inspector')) flip('inspector')
  reveal(link.getAttribute('href') ?? '')
})

/** @param {string} target */
function reveal(target) {
  const details = document.querySelector(`${target} > details`)
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = true
  details.querySelector('summary')?.focus()
}
