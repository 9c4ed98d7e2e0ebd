import { html } from 'hono/html'
import type { Interactive } from '../../elements.ts'
import type { Html } from '../html.ts'
import { renderConfirm } from './confirm.ts'
import { known } from './place.ts'
import { safeUrl } from './reference.ts'
import { type Place, partOf } from './rendering.ts'
import { renderPlain } from './text.ts'

type Button = Extract<Interactive, { type: 'button' }>
type Overflow = Extract<Interactive, { type: 'overflow' }>

/** A button; one with an address is a link that is told to the app as well. */
export const renderButton = (button: Button, place: Place): Html => {
  const url = button.url && safeUrl(button.url)
  const aloud = button.accessibility_label && html` aria-label="${button.accessibility_label}"`
  const about = html`id="${place.id}" class="button ${button.style ?? ''}"${known(place, button.action_id)}${aloud}`
  const words = html`<span>${renderPlain(button.text)}</span>`
  return html`${
    url
      ? html`<a ${about} href="${url}" target="_blank" rel="noreferrer noopener">${words}</a>`
      : html`<button type="button" ${about}>${words}</button>`
  }${renderConfirm(button, place)}`
}

/** A button with three dots; its menu is drawn by the browser (`menu.js`) of what stands hidden beside it. */
export const renderOverflow = (overflow: Overflow, place: Place): Html =>
  html`<button type="button" id="${place.id}" class="button overflow"${known(place, overflow.action_id)} aria-haspopup="menu" aria-expanded="false" aria-label="More actions"><span aria-hidden="true">⋯</span></button><ul id="${partOf(place.id, 'menu')}" hidden>${overflow.options.map(
    ({ text, value, description, url }) => {
      const address = url && safeUrl(url)
      const about = description && html`<span class="about">${renderPlain(description)}</span>`
      return html`<li data-value="${value}"${address && html` data-url="${address}"`}><span>${renderPlain(text)}</span>${about}</li>`
    },
  )}</ul>${renderConfirm(overflow, place)}`
