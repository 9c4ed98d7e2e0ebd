import { html } from 'hono/html'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { chosenOf } from './chosen.ts'
import { type Asked, judged, known, named } from './place.ts'
import { partOf } from './rendering.ts'

type Select = Extract<Control, { type: `${string}select` }>

/** Slack asks nothing below so many letters, unless the app says otherwise. */
const LEAST = 3

/**
 * A select of any kind: a field to type into, whose list the browser draws of what the server offers (`combobox.js`).
 * What is chosen stands in it.
 */
export const renderSelect = (select: Select, held: unknown, place: Asked): Html => {
  const [chosen] = chosenOf(select.type, held, place.rendering)
  const least = select.type === 'external_select' && html` data-least="${select.min_query_length ?? LEAST}"`
  return html`<div class="select" id="${partOf(place.id, 'select')}"><input type="text" role="combobox" id="${place.id}"${known(place, select.action_id, 'enter')}${named(place)}${judged(place)}${least} data-chosen="${chosen?.value ?? ''}" data-shown="${chosen?.text ?? ''}" value="${chosen?.text ?? ''}" placeholder="${select.placeholder?.text ?? 'Select an option'}" aria-autocomplete="list" aria-haspopup="listbox" aria-expanded="false" autocomplete="off" autocapitalize="off" spellcheck="false">${
    chosen &&
    html`<button type="button" class="clear" id="${partOf(place.id, 'clear')}" data-clear="${place.id}" aria-label="Clear"><span aria-hidden="true">×</span></button>`
  }<span class="caret" aria-hidden="true"></span></div>`
}
