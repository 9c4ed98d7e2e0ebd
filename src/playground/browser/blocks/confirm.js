/**
 * Asks what the app wants asked before an element does its work (`web/confirm.ts` has the words).
 * @param {HTMLElement} element
 * @returns {Promise<boolean>} whether it is to be done; at once where there is nothing to ask
 */
export function confirmed(element) {
  const words = document.getElementById(`${element.id}//confirm`)
  if (!words) return Promise.resolve(true)
  const dialog = dialogOf(words)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'confirm')
    })
  })
}

/** @param {HTMLElement} words */
function dialogOf(words) {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm-dialog'
  dialog.setAttribute('aria-labelledby', 'confirm-title')
  dialog.append(...[...words.childNodes].map(node => node.cloneNode(true)))
  const title = dialog.querySelector('h2')
  if (title) title.id = 'confirm-title'
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : undefined
    if (button) dialog.close(button.value)
  })
  // An Escape closes this dialog and nothing below it.
  dialog.addEventListener('keydown', event => event.stopPropagation())
  return dialog
}
