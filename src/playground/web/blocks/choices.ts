import { html } from 'hono/html'
import type { Choice, Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { chosenOf } from './chosen.ts'
import { renderConfirm } from './confirm.ts'
import { known, named } from './place.ts'
import { idOf, type Place, partOf } from './rendering.ts'
import { renderText } from './text.ts'

export type Choices = Extract<Control, { type: 'checkboxes' | 'radio_buttons' }>

/** Checkboxes or radio buttons, one below the other, each with what is said about it. */
export const renderChoices = (choices: Choices, held: unknown, place: Place): Html => {
  const one = choices.type === 'radio_buttons'
  const chosen = chosenOf(choices.type, held, place.rendering).map(({ value }) => value)
  const role = one ? 'radiogroup' : 'group'
  const judged = one && html`${place.required && html` aria-required="true"`}`
  const options = choices.options.map((option, at) => {
    const checked = chosen.includes(option.value)
    const focus = choices.focus_on_load && at === 0 && html` data-focus autofocus`
    return html`<div class="choice"><input type="${one ? 'radio' : 'checkbox'}" id="${idOfChoice(place, option)}" name="${place.id}" value="${option.value}"${checked && html` checked`}${place.invalid && html` aria-invalid="true"`}${focus} autocomplete="off"${aboutOf(option, place)}><label for="${idOfChoice(place, option)}">${renderText(option.text, place.rendering)}</label>${about(option, place)}</div>`
  })
  return html`<div class="choices" role="${role}" id="${place.id}"${known(place, choices.action_id)}${named(place, one ? 'Choose one' : 'Choose')}${judged}>${options}</div>${renderConfirm(choices, place)}`
}

const idOfChoice = (place: Place, option: Choice) => partOf(place.id, idOf(option.value))
const idOfAbout = (place: Place, option: Choice) => partOf(idOfChoice(place, option), 'about')

const aboutOf = (option: Choice, place: Place) =>
  option.description && html` aria-describedby="${idOfAbout(place, option)}"`

const about = (option: Choice, place: Place) =>
  option.description &&
  html`<p class="about" id="${idOfAbout(place, option)}">${renderText(option.description, place.rendering)}</p>`
