import { html } from 'hono/html'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { writtenOf } from './chosen.ts'
import { type Asked, judged, known, named } from './place.ts'

type Written = Extract<Control, { type: `${string}_input` }>

/** A field to write into: a line, or lines; what is wrong with the words is said when they are submitted. */
export const renderWritten = (input: Written, held: unknown, place: Asked): Html => {
  const lines = input.type === 'plain_text_input' && input.multiline
  const most = input.type === 'plain_text_input' && input.max_length
  const about = html`id="${place.id}" class="written"${known(place, input.action_id, 'enter')}${named(place)}${judged(place)}${
    input.placeholder && html` placeholder="${input.placeholder.text}"`
  }${most && html` maxlength="${most}"`}${place.dispatches && html` data-dispatches`}${place.hasFocus && html` autofocus`} autocomplete="off"`
  const figures = input.type === 'number_input' && html` inputmode="decimal"`
  // A browser drops a line break right after the tag.
  return lines
    ? html`<textarea ${about} rows="3">\n${writtenOf(held)}</textarea>`
    : html`<input type="text"${figures} ${about} value="${writtenOf(held)}">`
}
