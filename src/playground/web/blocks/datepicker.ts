import { html } from 'hono/html'
import type { Interactive } from '../../elements.ts'
import type { Html } from '../html.ts'
import { known, type Place } from './place.ts'

type Datepicker = Extract<Interactive, { type: 'datepicker' }>

/** A day, in the browser's own picker; what Slack shows in its place while it is empty stands before it. */
export const renderDatepicker = ({ action_id, placeholder }: Datepicker, place: Place): Html => {
  const name = placeholder?.text ?? 'Pick a date'
  return html`<div class="picker"><span class="picker-words" aria-hidden="true">${name}</span><input type="date" id="${place.id}"${known(place, action_id, 'press')} aria-label="${name}" autocomplete="off"></div>`
}
