import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { limits } from './limits.ts'

const made = () => randomUUID()

/** A block's or an element's id; Slack makes one where the app gave none. */
export const id = z.string().min(1).max(limits.id).default(made)

export const plain = (max: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  })

export const mrkdwn = (max: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  })

export const text = (max: number) => z.discriminatedUnion('type', [plain(max), mrkdwn(max)])

export const imageElement = z.strictObject({
  type: z.literal('image'),
  image_url: z.url().max(limits.url),
  alt_text: z.string().min(1).max(limits.image.altText),
})

const option = z.strictObject({
  text: plain(limits.option.text),
  value: z.string().min(1).max(limits.option.value),
  description: plain(limits.option.description).optional(),
})

/** One of several things to choose. */
export const choice = option.extend({
  text: text(limits.option.text),
  description: text(limits.option.description).optional(),
})

const options = z.array(option).min(1).max(limits.options)
const groups = z
  .array(z.strictObject({ label: plain(limits.option.text), options }))
  .min(1)
  .max(limits.optionGroups)

/** What an app may answer to a block_suggestion: an empty list is allowed there. */
export const suggestions = z.union([
  z.strictObject({ options: z.array(option).max(limits.options) }),
  z.strictObject({ option_groups: groups }),
])

const confirm = z
  .strictObject({
    title: plain(limits.confirm.title),
    text: text(limits.confirm.text),
    confirm: plain(limits.confirm.button),
    deny: plain(limits.confirm.button),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .optional()

const placeholder = plain(limits.placeholder).optional()
const focus_on_load = z.boolean().optional()
const dispatch_action_config = z
  .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
  .optional()
const max_selected_items = z.number().int().min(1).optional()
const picked = { action_id: id, placeholder, focus_on_load, confirm }
const typed = { action_id: id, placeholder, focus_on_load, dispatch_action_config }
const offered = { options: options.optional(), option_groups: groups.optional() }
const min_query_length = z.number().int().min(0).optional()

const button = z.strictObject({
  type: z.literal('button'),
  action_id: id,
  text: plain(limits.button.text),
  value: z.string().max(limits.button.value).optional(),
  url: z.url().max(limits.url).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm,
  accessibility_label: z.string().max(limits.button.text).optional(),
})

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: id,
  options: z
    .array(option.extend({ url: z.url().max(limits.url).optional() }))
    .min(1)
    .max(limits.overflow),
  confirm,
})

const select = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...picked, ...shape })

const choices = { options: z.array(choice).min(1).max(limits.choices), action_id: id, focus_on_load, confirm }
const ids = z.array(z.string()).optional()
const initial_option = option.optional()
const initial_options = z.array(option).min(1).optional()

const textInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...typed,
  initial_value: z.string().optional(),
  multiline: z.boolean().optional(),
  min_length: z.number().int().min(0).max(limits.input.maxLength).optional(),
  max_length: z.number().int().min(1).max(limits.input.maxLength).optional(),
})

const numberInput = z
  .strictObject({
    type: z.literal('number_input'),
    ...typed,
    is_decimal_allowed: z.boolean(),
    initial_value: z.string().optional(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
  })
  .refine(
    ({ initial_value: value, min_value: min = '-Infinity', max_value: max = 'Infinity' }) =>
      value === undefined || (Number(value) >= Number(min) && Number(value) <= Number(max)),
    { path: ['initial_value'], error: 'must be a number within its bounds' },
  )

const initial_value = z.string().optional()

/** Source: docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object: at least one of them. */
const conversations = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine(filter => Object.keys(filter).length > 0)

const pickers = [
  select('static_select', { ...offered, initial_option }),
  select('external_select', { min_query_length, initial_option }),
  select('users_select', { initial_user: z.string().optional() }),
  select('conversations_select', {
    initial_conversation: z.string().optional(),
    default_to_current_conversation: z.boolean().optional(),
    response_url_enabled: z.boolean().optional(),
    filter: conversations.optional(),
  }),
  select('channels_select', {
    initial_channel: z.string().optional(),
    response_url_enabled: z.boolean().optional(),
  }),
  select('multi_static_select', { ...offered, initial_options, max_selected_items }),
  select('multi_external_select', { min_query_length, initial_options, max_selected_items }),
  select('multi_users_select', { initial_users: ids, max_selected_items }),
  select('datepicker', { initial_date: z.iso.date().optional() }),
  select('timepicker', { initial_time: z.iso.time({ precision: -1 }).optional() }),
  z.strictObject({ type: z.literal('checkboxes'), ...choices, initial_options: z.array(choice).optional() }),
  z.strictObject({ type: z.literal('radio_buttons'), ...choices, initial_option: choice.optional() }),
] as const

/** What an input block may hold. */
export const control = z.discriminatedUnion('type', [
  textInput,
  numberInput,
  z.strictObject({ type: z.literal('email_text_input'), ...typed, initial_value }),
  z.strictObject({ type: z.literal('url_text_input'), ...typed, initial_value }),
  ...pickers,
])

/** What an actions block may hold. */
export const interactive = z.discriminatedUnion('type', [button, overflow, ...pickers])

/** What may stand beside a section's text. */
export const accessory = z.discriminatedUnion('type', [imageElement, button, overflow, ...pickers])

export type Choice = z.output<typeof choice>
export type Control = z.output<typeof control>
export type Interactive = z.output<typeof interactive>
export type Suggestions = z.output<typeof suggestions>
export type Accessory = z.output<typeof accessory>
