import { press } from './send.js'

// One that is a link opens beside the page, and the app is told.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.button[data-does]') : undefined
  if (button instanceof HTMLElement) void press(button, [])
})
