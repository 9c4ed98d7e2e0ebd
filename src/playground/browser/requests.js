export const SILENCE = 'Dayshift does not answer. Is it still running in its terminal?'

/**
 * The closest HTML element around an event's target.
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | undefined}
 */
export function closest(target, selector) {
  const element = target instanceof Element ? target.closest(selector) : undefined
  return element instanceof HTMLElement ? element : undefined
}

/**
 * Listens to an event on all matching elements, including later ones.
 * @template {keyof DocumentEventMap} T
 * @param {T} type
 * @param {string} selector
 * @param {(element: HTMLElement, event: DocumentEventMap[T]) => void} listener
 * @param {boolean} [capture]
 */
export function on(type, selector, listener, capture = false) {
  const handle = (/** @type {DocumentEventMap[T]} */ event) => {
    const element = closest(event.target, selector)
    if (element) listener(element, event)
  }
  document.addEventListener(type, handle, capture)
}

/** The URL of a request as the person of this page. @param {string} name */
export const urlOf = name => `/${document.body.dataset.person}/${name}`

/**
 * Performs an action as the person of this page, and shows its error.
 * @param {Record<string, unknown>} action see `web/actions.ts`
 * @returns {Promise<boolean>} whether it was done
 */
export async function perform(action) {
  const error = await post(urlOf('act'), action)
  showAlert(error)
  return error === ''
}

/**
 * @param {string} address
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<string>} the error message, or an empty string
 */
export async function post(address, body = {}) {
  const headers = { 'content-type': 'application/json' }
  try {
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.ok ? '' : await response.text()
  } catch {
    return SILENCE
  }
}

/**
 * Shows an alert in the open form, or above the messages; an empty one clears all.
 * @param {string} message
 */
export function showAlert(message) {
  const alerts = [...document.querySelectorAll('.alert')]
  const target =
    document.querySelector('dialog.modal[open] .alert') ??
    alerts.find(alert => alert.checkVisibility({ visibilityProperty: true }))
  for (const alert of alerts) alert.textContent = alert === target ? message : ''
}
