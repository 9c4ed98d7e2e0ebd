import { html } from 'hono/html'
import type { Button } from '../../elements.ts'
import type { Html } from '../html.ts'
import { known, type Place } from './place.ts'
import { renderPlain } from './plain.ts'
import { safeUrl } from './reference.ts'

/** A button; one with an address is a link that is told to the app as well. */
export const renderButton = (button: Button, place: Place): Html => {
  const url = button.url && safeUrl(button.url)
  const aloud = button.accessibility_label && html` aria-label="${button.accessibility_label}"`
  const about = html`id="${place.id}" class="button ${button.style ?? ''}"${known(place, button.action_id, 'press')}${aloud}`
  const words = html`<span>${renderPlain(button.text)}</span>`
  return url
    ? html`<a ${about} href="${url}" target="_blank" rel="noreferrer noopener">${words}</a>`
    : html`<button type="button" ${about}>${words}</button>`
}
