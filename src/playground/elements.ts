import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { limits } from './limits.ts'

const made = () => randomUUID()

/** A block's or an element's id; Slack makes one where the app gave none. */
export const id = z.string().min(1).max(limits.id).default(made)

export const plain = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max) })

export const mrkdwn = (max: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  })

/** One of several things to choose. */
export const option = z.strictObject({
  text: plain(limits.option.text),
  value: z.string().min(1).max(limits.option.value),
})

/** What an app may answer to a block_suggestion: an empty list is allowed there. */
export const suggestions = z.strictObject({ options: z.array(option).max(limits.options) })

const element = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), action_id: id, ...shape })

const placeholder = plain(limits.placeholder).optional()
const initial_option = option.optional()
const focus_on_load = z.boolean().optional()

export const button = element('button', {
  text: plain(limits.button.text),
  value: z.string().max(limits.button.value).optional(),
  url: z.url().max(limits.url).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(limits.button.text).optional(),
})

const textInput = element('plain_text_input', {
  placeholder,
  initial_value: z.string().optional(),
  multiline: z.boolean().optional(),
  focus_on_load,
  max_length: z.number().int().min(1).max(limits.input.maxLength).optional(),
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
    })
    .optional(),
})

const numberInput = element('number_input', {
  placeholder,
  is_decimal_allowed: z.boolean(),
  focus_on_load,
  initial_value: z.string().optional(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
}).refine(
  ({ initial_value: value, min_value: min = '-Infinity', max_value: max = 'Infinity' }) =>
    value === undefined || (Number(value) >= Number(min) && Number(value) <= Number(max)),
  { path: ['initial_value'], error: 'must be a number within its bounds' },
)

const choices = z.array(option).min(1).max(limits.choices)

const anyControl = z.discriminatedUnion('type', [
  textInput,
  numberInput,
  element('static_select', {
    placeholder,
    options: z.array(option).min(1).max(limits.options),
    initial_option,
  }),
  element('external_select', {
    placeholder,
    min_query_length: z.number().int().min(0).optional(),
    initial_option,
  }),
  element('users_select', { placeholder, initial_user: z.string().optional() }),
  element('conversations_select', {
    placeholder,
    default_to_current_conversation: z.boolean().optional(),
    response_url_enabled: z.boolean().optional(),
    filter: z.strictObject({ exclude_bot_users: z.boolean() }).optional(),
  }),
  element('checkboxes', { options: choices, initial_options: choices.optional() }),
  element('radio_buttons', { options: choices, initial_option }),
])

export type Control = z.output<typeof anyControl>

/** The options that the app wrote into a select or a choice. */
export const choicesOf = (control: Control): Option[] => ('options' in control ? control.options : [])

type Issue = { path: string[]; message: string }

const lawOfText = (control: Control): Issue[] => {
  if (control.type !== 'plain_text_input') return []
  const { initial_value = '', max_length = limits.input.maxLength } = control
  return initial_value.length > max_length
    ? [{ path: ['initial_value'], message: `must be less than ${max_length + 1} characters` }]
    : []
}

const lawOfOptions = (control: Control): Issue[] => {
  if (!('options' in control)) return []
  const values = choicesOf(control).map(option => option.value)
  const initial = control.type === 'checkboxes' ? control.initial_options : control.initial_option
  return [initial ?? []].flat().every(option => values.includes(option.value))
    ? []
    : [{ path: ['initial_option'], message: 'initial option must be one of the options' }]
}

/** Slack's rules between the properties of one control. */
const lawOfControl = (control: Control, issues: Pick<z.core.$RefinementCtx, 'addIssue'>) => {
  for (const issue of [...lawOfText(control), ...lawOfOptions(control)]) {
    issues.addIssue({ code: 'custom', ...issue })
  }
}

/** What an input block may hold. */
export const control = anyControl.superRefine(lawOfControl)

/** What an actions block may hold. */
export const interactive = z.discriminatedUnion('type', [button, element('datepicker', { placeholder })])

export type Option = z.output<typeof option>
export type Button = z.output<typeof button>
export type Interactive = z.output<typeof interactive>
