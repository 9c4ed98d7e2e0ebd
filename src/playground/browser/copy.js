const COPIED_MS = 1500

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-copy]') : null
  if (button) void copy(button)
})

/**
 * Copies the text of the element that a button is for.
 * @param {Element} button
 */
async function copy(button) {
  const text = document.getElementById(button.getAttribute('data-copy') ?? '')?.textContent ?? ''
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  )
  setTimeout(() => {
    button.textContent = 'Copy'
  }, COPIED_MS)
}
