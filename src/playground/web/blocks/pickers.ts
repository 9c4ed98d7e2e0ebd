import { html } from 'hono/html'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { writtenOf } from './chosen.ts'
import { renderConfirm } from './confirm.ts'
import { judged, known, named } from './place.ts'
import type { Place } from './rendering.ts'

export type Picker = Extract<Control, { type: 'datepicker' | 'timepicker' }>

/** A day or a time of day, in the browser's own picker; what Slack shows in its place while it is empty stands before it. */
export const renderPicker = (picker: Picker, held: unknown, place: Place): Html => {
  const kind = picker.type === 'datepicker' ? 'date' : 'time'
  const words = picker.placeholder?.text
  const name = words ?? `Pick a ${kind}`
  const shown = place.does === 'press' && html`<span class="picker-words" aria-hidden="true">${name}</span>`
  return html`<div class="picker">${shown}<input type="${kind}" id="${place.id}"${known(place, picker.action_id)}${named(place, name)}${judged(place)} value="${writtenOf(held)}" autocomplete="off"${
    picker.focus_on_load && html` data-focus autofocus`
  }></div>${renderConfirm(picker, place)}`
}
