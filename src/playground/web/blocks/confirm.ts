import { html } from 'hono/html'
import type { Interactive } from '../../elements.ts'
import type { Html } from '../html.ts'
import { type Place, partOf } from './rendering.ts'
import { renderPlain, renderText } from './text.ts'

/** What is asked before an element does its work; the browser shows it in a dialog of its own (`confirm.js`). */
export const renderConfirm = ({ confirm }: Pick<Interactive, 'confirm'>, place: Place): Html | undefined =>
  confirm &&
  html`<div class="confirm" id="${partOf(place.id, 'confirm')}" hidden><h2>${renderPlain(confirm.title)}</h2><div class="text">${renderText(confirm.text, place.rendering)}</div><div class="confirm-ends"><button type="button" class="button" value="deny">${renderPlain(confirm.deny)}</button><button type="button" class="button ${confirm.style ?? 'primary'}" value="confirm">${renderPlain(confirm.confirm)}</button></div></div>`
