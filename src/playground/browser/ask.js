/**
 * Asks the playground to do something for the person whose page this is.
 * @param {Record<string, unknown>} act what `acts.ts` reads
 * @returns {Promise<boolean>} whether it was done; what went wrong is told on the page
 */
export async function ask(act) {
  const wrong = await post(at('act'), act)
  tell(wrong)
  return wrong === ''
}

/** What is told where nobody is there to answer. */
export const SILENCE = 'Dayshift does not answer. Is it still running in its terminal?'

/**
 * Sends something to an address of the playground's.
 * @param {string} address
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<string>} what went wrong, in words; none where nothing did
 */
export async function post(address, body = {}) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? '' : await response.text()
  } catch {
    return SILENCE
  }
}

/**
 * An address of the playground's for the person whose page this is, such as `options`.
 * @param {string} name
 */
export const at = name => `/${document.body.dataset.person}/${name}`

/**
 * Tells what went wrong where it is seen: in the form that is open, or above all else. No words: nothing is wrong any more.
 * @param {string} words
 */
export function tell(words) {
  const alerts = [...document.querySelectorAll('.alert')]
  const here =
    document.querySelector('dialog.modal[open] .alert') ??
    alerts.find(alert => alert.checkVisibility({ visibilityProperty: true })) ??
    alerts[0]
  for (const alert of alerts) alert.textContent = alert === here ? words : ''
}
