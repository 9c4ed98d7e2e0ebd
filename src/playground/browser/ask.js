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

/** What is told where nobody is there to answer. */
export const SILENCE = 'Dayshift does not answer. Is it still running in its terminal?'

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
  const here = document.querySelector('dialog.modal[open] .alert') ?? document.querySelector('#alert')
  for (const alert of document.querySelectorAll('.alert')) alert.textContent = alert === here ? words : ''
}
