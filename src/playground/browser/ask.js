/**
 * The one way from the page to the playground: asks it to do something for the person whose page this is.
 * @param {Record<string, unknown>} act what `acts.ts` reads
 * @returns {Promise<boolean>} whether it was done; what went wrong is told on the page
 */
export async function ask(act) {
  const answer = await send(act)
  tell(answer)
  return answer === ''
}

/** @param {Record<string, unknown>} act */
async function send(act) {
  try {
    const response = await fetch(at('act'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(act),
    })
    return response.ok ? '' : await response.text()
  } catch {
    return 'Dayshift does not answer. Is it still running in its terminal?'
  }
}

/**
 * An address of the playground's for the person whose page this is, such as `options`.
 * @param {string} name
 */
export const at = name => `/${document.body.dataset.person}/${name}`

/** @param {string} words */
function tell(words) {
  const alert = document.querySelector('#alert')
  if (alert) alert.textContent = words
}
