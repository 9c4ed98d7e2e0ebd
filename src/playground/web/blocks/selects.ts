import { html } from 'hono/html'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { type Chosen, chosenOf } from './chosen.ts'
import { renderConfirm } from './confirm.ts'
import { judged, known, named } from './place.ts'
import { type Place, partOf } from './rendering.ts'

export type Select = Extract<Control, { type: `${string}select` }>

/**
 * A select of any kind: a field to type into, whose list the browser draws of what the server offers (`combobox.js`).
 * What is chosen stands in it, or before it where it takes several.
 */
export const renderSelect = (select: Select, held: unknown, place: Place): Html => {
  const chosen = chosenOf(select.type, held, place.rendering)
  const several = select.type.startsWith('multi_')
  const [first] = several ? [] : chosen
  const placeholder = several && chosen.length > 0 ? '' : (select.placeholder?.text ?? 'Select an option')
  return html`<div class="select${several ? ' several' : ''}" id="${partOf(place.id, 'select')}">${
    several && chips(chosen, place)
  }<input type="text" role="combobox" id="${place.id}"${known(place, select.action_id)}${named(place, select.placeholder?.text)}${judged(place)}${
    several && html` data-several`
  }${limits(select)} data-chosen="${first?.value ?? ''}" data-shown="${first?.text ?? ''}" value="${first?.text ?? ''}" placeholder="${placeholder}" aria-autocomplete="list" aria-haspopup="listbox" aria-expanded="false" autocomplete="off" autocapitalize="off" spellcheck="false"${
    select.focus_on_load && html` data-focus autofocus`
  }>${
    place.does === 'enter' &&
    first &&
    html`<button type="button" class="clear" id="${partOf(place.id, 'clear')}" data-clear="${place.id}" aria-label="Clear"><span aria-hidden="true">×</span></button>`
  }<span class="caret" aria-hidden="true"></span></div>${renderConfirm(select, place)}`
}

/** Slack asks nothing below so many letters: three, unless the app says otherwise. */
const limits = (select: Select): Html => {
  const external = select.type === 'external_select' || select.type === 'multi_external_select'
  const least = external && html` data-least="${select.min_query_length ?? 3}"`
  const most = 'max_selected_items' in select && select.max_selected_items
  return html`${least}${most && html` data-most="${most}"`}`
}

const chips = (chosen: Chosen[], place: Place): Html =>
  html`<ul class="chips" id="${partOf(place.id, 'chips')}" aria-label="Selected">${chosen.map(
    ({ value, text }) =>
      html`<li class="chip" data-value="${value}"><span>${text}</span><button type="button" data-remove="${place.id}" aria-label="Remove ${text}"><span aria-hidden="true">×</span></button></li>`,
  )}</ul>`
