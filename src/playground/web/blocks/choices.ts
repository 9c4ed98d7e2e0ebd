import { html } from 'hono/html'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { chosenOf } from './chosen.ts'
import { type Asked, known, named } from './place.ts'
import { renderPlain } from './plain.ts'
import { idOf, partOf } from './rendering.ts'

type Choices = Extract<Control, { type: 'checkboxes' | 'radio_buttons' }>

/** Checkboxes or radio buttons, one below the other. */
export const renderChoices = (choices: Choices, held: unknown, place: Asked): Html => {
  const one = choices.type === 'radio_buttons'
  const chosen = chosenOf(choices.type, held, place.rendering).map(({ value }) => value)
  const options = choices.options.map(({ text, value }) => {
    const id = partOf(place.id, idOf(value))
    return html`<div class="choice"><input type="${one ? 'radio' : 'checkbox'}" id="${id}" name="${place.id}" value="${value}"${chosen.includes(value) && html` checked`}${place.invalid && html` aria-invalid="true"`} autocomplete="off"><label for="${id}">${renderPlain(text)}</label></div>`
  })
  return html`<div class="choices" role="${one ? 'radiogroup' : 'group'}" id="${place.id}"${known(place, choices.action_id, 'enter')}${named(place)}${one && place.required && html` aria-required="true"`}>${options}</div>`
}
