import { enter, hurry, type } from './send.js'

/** @param {EventTarget | null} target */
const writtenInto = target =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.matches('.written')
    ? target
    : undefined

document.addEventListener('input', ({ target }) => {
  const field = writtenInto(target)
  if (field) type(field, field.value)
})

document.addEventListener('focusout', ({ target }) => {
  const field = writtenInto(target)
  if (field) hurry(field.id)
})

// Before whoever else listens: this Enter goes to the app and submits nothing.
document.addEventListener(
  'keydown',
  event => {
    const field = writtenInto(event.target)
    if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return
    if (!('dispatches' in field.dataset)) return
    event.preventDefault()
    event.stopPropagation()
    void enter(field, field.value === '' ? [] : [field.value], 'enter')
  },
  true,
)
