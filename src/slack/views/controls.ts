import type { types } from '@slack/bolt'
import { z } from 'zod'
import type { FormInput, Option } from '../../core/field.ts'
import type { Raw } from '../../core/raw.ts'
import { plain } from '../../message/blocks.ts'
import { beginning, cut, limits } from '../../message/limits.ts'
import { userIn } from '../../message/mrkdwn.ts'

type Element = types.InputBlock['element']
type Asked<K extends FormInput['control']['kind']> = {
  control: Extract<FormInput['control'], { kind: K }>
  words: string | undefined
  about: { action_id: string; placeholder?: types.PlainTextElement }
}

/** What asks for the words of an input, and holds those that there are. The inverse of `readElement`, but for secrets. */
export function buildElement({ key, control, placeholder }: FormInput, words: string | undefined): Element {
  const about = {
    action_id: key,
    ...(placeholder && { placeholder: plain(placeholder, limits.placeholder) }),
  }
  switch (control.kind) {
    case 'select':
      return {
        type: 'external_select',
        ...about,
        min_query_length: 0,
        ...(words && { initial_option: buildOption(control.labelOf(words), words) }),
      }
    case 'options':
      return { type: 'static_select', ...about, ...fixed(control.options, words) }
    case 'checkbox':
      return checkbox({ control, words, about })
    case 'person':
      return { type: 'users_select', ...about, ...initialUser(words) }
    case 'number':
      return number({ control, words, about })
    case 'secret':
      return { type: 'plain_text_input', ...about, max_length: limits.textInput }
    case 'text':
    case 'hidden':
      return text({ control, words, about })
  }
}

function text({ control, words, about }: Asked<'text' | 'hidden'>): Element {
  const value = words && cut(words, limits.textInput)
  const max = control.kind === 'text' ? control.max : limits.textInput
  return {
    type: 'plain_text_input',
    ...about,
    multiline: control.kind === 'text' && control.multiline,
    // A sentence may have brought more than fits: it stays, and submitting says what is wrong with it.
    max_length: Math.max(max, value?.length ?? 0),
    ...(value && { initial_value: value }),
  }
}

function number({ control, words, about }: Asked<'number'>): Element {
  return {
    type: 'number_input',
    ...about,
    is_decimal_allowed: false,
    min_value: String(control.min),
    max_value: String(control.max),
    // Slack refuses a form whose number is none or out of bounds: submitting says what is wrong with it.
    ...(isWithin(words, control) && { initial_value: words }),
  }
}

const isWithin = (words = '', { min, max }: { min: number; max: number }): boolean =>
  WHOLE.test(words) && Number(words) >= min && Number(words) <= max

/** Fixed options, of which the one is chosen that stands for the words. */
function fixed(offered: readonly Option[], words: string | undefined) {
  const options = offered.map(({ text, value }) => buildOption(text, value))
  const initial = options.find(({ value }) => value === words)
  return { options, ...(initial && { initial_option: initial }) }
}

function checkbox({ control, words, about: { action_id } }: Asked<'checkbox'>): Element {
  const option = buildOption(control.text, YES)
  return {
    type: 'checkboxes',
    action_id,
    options: [option],
    ...(words === YES && { initial_options: [option] }),
  }
}

function initialUser(words: string | undefined): { initial_user?: string } {
  const initial_user = userIn(words)
  return initial_user === undefined ? {} : { initial_user }
}

/** One of a few options, at most ten. */
export const buildRadio = (key: string, offered: readonly Option[], picked: string | undefined): Element => ({
  type: 'radio_buttons',
  action_id: key,
  ...fixed(offered, picked),
})

/** Calendars in which days can be picked for inputs, in one row. */
export function buildCalendars(inputs: readonly FormInput[]): types.ActionsBlock {
  return {
    type: 'actions',
    elements: inputs.map(({ key, label }) => ({
      type: 'datepicker',
      action_id: `${key}${IN_CALENDAR}`,
      placeholder: plain(`${label} …`, limits.placeholder),
    })),
  }
}

const IN_CALENDAR = ':day'

/** The words that somebody picked in a calendar, by the key of the input that they are for. */
export function pickedDay(action: { action_id: string; selected_date?: string | null }): Raw | undefined {
  const { action_id, selected_date } = action
  if (!selected_date || !action_id.endsWith(IN_CALENDAR)) return undefined
  return { [action_id.slice(0, -IN_CALENDAR.length)]: selected_date }
}

/** An option of a select, cut to what Slack takes: the value so that it still begins as the words do. */
export function buildOption(text: string, value: string): types.PlainTextOption {
  return { text: plain(text, limits.optionText), value: beginning(value, limits.optionValue) }
}

/** The one option of a select that has none to offer: it says why, and stands for nothing. */
export const buildExplanation = (text: string): types.PlainTextOption => buildOption(text, NOTHING)

/** A reference without an id, which no item has. */
const NOTHING = '#'
const YES = 'yes'
const NO = 'no'
const WHOLE = /^-?\d+$/

/** What Slack's `view.state` says of an element, as far as it holds what somebody put in. */
export const answerSchema = z.object({
  type: z.string(),
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
  selected_user: z.string().nullish(),
})

/** The words that somebody put into an element; nothing for an empty one. */
export function readElement(answer: z.output<typeof answerSchema>): string | undefined {
  if (answer.type === 'checkboxes') return answer.selected_options?.length ? YES : NO
  if (answer.selected_user) return `<@${answer.selected_user}>`
  const picked = answer.selected_option?.value
  return picked === NOTHING ? undefined : (picked ?? answer.value ?? undefined)
}
