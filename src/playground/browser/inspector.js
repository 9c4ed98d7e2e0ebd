import { onRedraw } from './blocks/watch.js'
import { flip } from './menus.js'

/** The action that is to be opened once it is drawn. */
let wanted = ''

// Opens the action that a link leads to.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[href^="#action-"]') : null
  if (!link) return
  if (!document.body.classList.contains('shows-inspector')) flip('inspector')
  wanted = link.getAttribute('href') ?? ''
  reveal()
})

onRedraw(reveal)

function reveal() {
  const details = wanted && document.querySelector(`${wanted} > details`)
  if (!(details instanceof HTMLDetailsElement)) return
  wanted = ''
  details.open = true
  details.querySelector('summary')?.focus()
}
