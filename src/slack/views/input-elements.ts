import type { types } from '@slack/bolt'
import { z } from 'zod'
import { type FormInput, type FormValues, type Option, parseReference } from '../../core/field.ts'
import type { Operation } from '../../core/operation.ts'
import { type ActionsBlock, type Block, limits, plainText } from '../../message/blocks.ts'
import { cut, firstCharacters } from '../../message/mrkdwn.ts'
import { type Origin, TELL } from '../origin.ts'

type Element = types.InputBlock['element']

/** The element of an input with its value. `readElement` is the inverse, except for secrets. */
export function buildElement({ key, control, placeholder }: FormInput, value: string | undefined): Element {
  const common = {
    action_id: key,
    ...(placeholder && { placeholder: plainText(placeholder, limits.placeholder) }),
  }
  switch (control.kind) {
    case 'select':
      return {
        type: 'external_select',
        ...common,
        min_query_length: 0,
        ...(value && { initial_option: buildOption(parseReference(value)?.name ?? value, value) }),
      }
    case 'options':
      return { type: 'static_select', ...common, ...fixedOptions(control.options, value) }
    case 'checkbox': {
      const option = buildOption(control.text, YES)
      const checked = value === YES && { initial_options: [option] }
      return { type: 'checkboxes', action_id: key, options: [option], ...checked }
    }
    case 'person':
      return { type: 'users_select', ...common, ...(value && USER.test(value) && { initial_user: value }) }
    case 'number': {
      const { min, max } = control
      // Slack refuses a form whose initial value is not a number within the bounds.
      const isValid = value !== undefined && WHOLE.test(value) && Number(value) >= min && Number(value) <= max
      return {
        type: 'number_input',
        ...common,
        is_decimal_allowed: false,
        min_value: String(min),
        max_value: String(max),
        ...(isValid && { initial_value: value }),
      }
    }
    case 'secret':
      return { type: 'plain_text_input', ...common, max_length: limits.textInput }
    case 'text': {
      const initial = value && cut(value, limits.textInput)
      return {
        type: 'plain_text_input',
        ...common,
        multiline: control.multiline ?? false,
        // A sentence may contain a longer value: it stays, and submitting reports the issue.
        max_length: Math.max(control.max, initial?.length ?? 0),
        ...(initial && { initial_value: initial }),
      }
    }
  }
}

/** The id of a Slack user. */
const USER = /^[UW][A-Z0-9]+$/

function fixedOptions(choices: readonly Option[], value: string | undefined) {
  const options = choices.map(({ text, value }) => buildOption(text, value))
  const initial = options.find(option => option.value === value)
  return { options, ...(initial && { initial_option: initial }) }
}

/** Radio buttons; Slack allows at most ten. */
export const buildRadio = (key: string, choices: readonly Option[], value: string | undefined): Element => ({
  type: 'radio_buttons',
  action_id: key,
  ...fixedOptions(choices, value),
})

/** A row of date pickers that fill text inputs. */
export function buildCalendars(inputs: readonly FormInput[]): ActionsBlock {
  return {
    type: 'actions',
    elements: inputs.map(({ key, label }) => ({
      type: 'datepicker',
      action_id: `${key}${CALENDAR}`,
      placeholder: plainText(`${label} …`, limits.placeholder),
    })),
  }
}

const CALENDAR = ':day'

/** The day chosen in a date picker, by the key of its input; empty for other actions. */
export function chosenDay(action: {
  action_id: string
  selected_date?: string | null | undefined
}): FormValues {
  const { action_id, selected_date } = action
  if (!selected_date || !action_id.endsWith(CALENDAR)) return {}
  return { [action_id.slice(0, -CALENDAR.length)]: selected_date }
}

/** An option of a select, cut to Slack's limits. */
export function buildOption(text: string, value: string): types.PlainTextOption {
  return { text: plainText(text, limits.optionText), value: firstCharacters(value, limits.optionValue) }
}

/** The only option of a select without options: it explains why, and reads as no value. */
export const buildExplanation = (text: string): types.PlainTextOption => buildOption(text, NO_VALUE)

const NO_VALUE = '#'
const YES = 'yes'
const NO = 'no'
const WHOLE = /^-?\d+$/

/** The value of an element in Slack's `view.state`. */
export const answerSchema = z.object({
  type: z.string(),
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
  selected_user: z.string().nullish(),
})

/** The value typed or selected in an element; undefined if empty. */
export function readElement(answer: z.output<typeof answerSchema>): string | undefined {
  if (answer.type === 'checkboxes') return answer.selected_options?.length ? YES : NO
  const selected = answer.selected_option?.value
  return selected === NO_VALUE ? undefined : (answer.selected_user ?? selected ?? answer.value ?? undefined)
}

/** Gives a text or number input the focus on load: an open select would cover a phone's screen. */
export function withFocus(block: types.InputBlock): types.InputBlock {
  const { element } = block
  const isTextEntry = element.type === 'plain_text_input' || element.type === 'number_input'
  return isTextEntry ? { ...block, element: { ...element, focus_on_load: true } } : block
}

const HINT =
  'Where to announce it. Leave it empty to tell only you. For a channel that other organizations share, ask there.'

/**
 * Asks where to announce a change, if the form was opened outside of a channel; by default in the current
 * conversation. Channels shared with other organizations are not offered: there, people type a sentence.
 * Slack sends a response_url for the choice (https://docs.slack.dev/surfaces/modals#modal_response_url).
 */
export function buildChannelInput(operation: Operation, { channel }: Origin): Block[] {
  if (channel !== undefined || operation.effect !== 'write' || operation.private) return []
  return [
    {
      type: 'input',
      block_id: TELL,
      label: plainText('Tell', limits.label),
      optional: true,
      element: {
        type: 'conversations_select',
        action_id: TELL,
        placeholder: plainText('A channel, or nobody but you', limits.placeholder),
        default_to_current_conversation: true,
        response_url_enabled: true,
        filter: { exclude_bot_users: true, exclude_external_shared_channels: true },
      },
      hint: plainText(HINT, limits.hint),
    },
  ]
}
