import { confirmed } from './confirm.js'
import { press } from './send.js'

document.addEventListener('click', event => {
  const { target } = event
  const button = target instanceof Element ? target.closest('.button[data-does]') : undefined
  if (!(button instanceof HTMLElement) || button.getAttribute('aria-haspopup')) return
  if (button instanceof HTMLAnchorElement) follow(button, event)
  else void pressed(button)
})

/** @param {HTMLElement} button */
async function pressed(button) {
  const go = await confirmed(button)
  if (go) void press(button, [])
  return go
}

/**
 * A link opens beside the page, and the app is told.
 * @param {HTMLAnchorElement} link
 * @param {Event} event
 */
async function follow(link, event) {
  if (!document.getElementById(`${link.id}//confirm`)) return void press(link, [])
  event.preventDefault()
  const { href } = link
  if (await pressed(link)) open(href, '_blank', 'noreferrer,noopener')
}
