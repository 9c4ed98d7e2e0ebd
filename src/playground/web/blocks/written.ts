import { html } from 'hono/html'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { writtenOf } from './chosen.ts'
import { judged, known, named } from './place.ts'
import type { Place } from './rendering.ts'

export type Written = Extract<Control, { type: `${string}_input` }>

const KINDS: Record<Written['type'], Html> = {
  plain_text_input: html`type="text"`,
  number_input: html`type="text" inputmode="decimal"`,
  email_text_input: html`type="text" inputmode="email" autocapitalize="off" spellcheck="false"`,
  url_text_input: html`type="text" inputmode="url" autocapitalize="off" spellcheck="false"`,
}

/** A field to write into: a line, or lines; what is wrong with the words is said when they are submitted. */
export const renderWritten = (input: Written, held: unknown, place: Place): Html => {
  const lines = input.type === 'plain_text_input' && input.multiline
  const most = input.type === 'plain_text_input' && input.max_length
  const about = html`id="${place.id}" class="written"${known(place, input.action_id)}${named(place, input.placeholder?.text)}${judged(place)}${
    input.placeholder && html` placeholder="${input.placeholder.text}"`
  }${most && html` maxlength="${most}"`}${place.dispatches && html` data-dispatches`} autocomplete="off"${
    input.focus_on_load && html` data-focus autofocus`
  }`
  // A browser drops a line break right after the tag.
  return lines
    ? html`<textarea ${about} rows="3">\n${writtenOf(held)}</textarea>`
    : html`<input ${KINDS[input.type]} ${about} value="${writtenOf(held)}">`
}
