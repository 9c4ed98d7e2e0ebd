// Lets bodies be copied in the inspector, and opens the action that a link leads to.
const COPIED_MS = 1500

document.addEventListener('click', event => {
  if (!(event.target instanceof Element)) return
  const button = event.target.closest('[data-copy]')
  if (button) void copy(button)
  const link = event.target.closest('a[href^="#action-"]')
  if (link) reveal(link.getAttribute('href') ?? '')
})

/** @param {Element} button */
async function copy(button) {
  const text = document.getElementById(button.getAttribute('data-copy') ?? '')?.textContent ?? ''
  await navigator.clipboard.writeText(text)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, COPIED_MS)
}

/** @param {string} target */
function reveal(target) {
  const details = document.querySelector(`${target} > details`)
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = true
  details.querySelector('summary')?.focus()
}
