import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { limits } from './slack-limits.ts'

/** An id of a block or an element; Slack makes one where the app gives none. */
const id = z
  .string()
  .min(1)
  .max(limits.id)
  .default(() => randomUUID())

const text = <T extends string>(type: T, max: number) =>
  z.strictObject({ type: z.literal(type), text: z.string().min(1).max(max) })
const plain = (max: number) => text('plain_text', max)
const mrkdwn = (max: number) => text('mrkdwn', max).extend({ verbatim: z.boolean().optional() })

export const option = z.strictObject({
  text: plain(limits.option.text),
  value: z.string().min(1).max(limits.option.value),
})
export type Option = z.output<typeof option>

/** The answer to a block_suggestion, where an empty list is allowed. */
export const suggestions = z.strictObject({ options: z.array(option).max(limits.options) })

const element = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), action_id: id, ...shape })

const placeholder = plain(limits.placeholder).optional()
const initial_option = option.optional()
const focus_on_load = z.boolean().optional()
const choices = z.array(option).min(1).max(limits.choices)

const button = element('button', {
  text: plain(limits.button.text),
  value: z.string().max(limits.button.value).optional(),
  url: z.url().max(limits.url).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(limits.button.text).optional(),
})
const datepicker = element('datepicker', { placeholder })

/** The elements outside of input blocks that people use. */
export type Interactive = z.output<typeof button> | z.output<typeof datepicker>

const anyControl = z.discriminatedUnion('type', [
  element('plain_text_input', {
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
  }),
  element('number_input', {
    placeholder,
    is_decimal_allowed: z.boolean(),
    focus_on_load,
    initial_value: z.string().optional(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
  }),
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
    filter: z
      .strictObject({
        exclude_bot_users: z.boolean().optional(),
        exclude_external_shared_channels: z.boolean().optional(),
      })
      .optional(),
  }),
  element('checkboxes', { options: choices, initial_options: choices.optional() }),
  element('radio_buttons', { options: choices, initial_option }),
])

export type Control = z.output<typeof anyControl>

export const optionsOf = (control: Control): Option[] => ('options' in control ? control.options : [])

type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

/** The message with which Slack's client refuses words or a number before it sends the form. */
export const objectionTo = (control: Control, value: unknown): string | undefined => {
  if (control.type === 'plain_text_input') {
    const { max_length = limits.input.maxLength } = control
    if (String(value).length > max_length) return `Enter no more than ${max_length} characters.`
  }
  if (control.type === 'number_input') {
    const { is_decimal_allowed, min_value, max_value } = control
    const number = Number(value)
    if (Number.isNaN(number)) return 'Enter a number.'
    if (!is_decimal_allowed && !Number.isInteger(number)) return 'Enter a whole number.'
    if (number < Number(min_value)) return `Enter a number of at least ${min_value}.`
    if (number > Number(max_value)) return `Enter a number of at most ${max_value}.`
  }
  return undefined
}

/** Slack's rules between the properties of one control. */
const checkControl = (control: Control, issues: Issues) => {
  const refuse = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
  if ('initial_value' in control && control.initial_value !== undefined) {
    const objection = objectionTo(control, control.initial_value)
    if (objection) refuse('initial_value', objection)
  }
  if ('options' in control) {
    const values = control.options.map(({ value }) => value)
    const initial = control.type === 'checkboxes' ? control.initial_options : control.initial_option
    if (![initial ?? []].flat().every(({ value }) => values.includes(value)))
      refuse('initial_option', 'initial option must be one of the options')
  }
}

const input = z.strictObject({
  type: z.literal('input'),
  block_id: id,
  label: plain(limits.label),
  element: anyControl.superRefine(checkControl),
  hint: plain(limits.hint).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
})
export type InputBlock = z.output<typeof input>

const block = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('section'),
    block_id: id,
    text: mrkdwn(limits.section),
    expand: z.boolean().optional(),
    accessory: z.discriminatedUnion('type', [button]).optional(),
  }),
  input,
  z.strictObject({
    type: z.literal('actions'),
    block_id: id,
    elements: z
      .array(z.discriminatedUnion('type', [button, datepicker]))
      .min(1)
      .max(limits.actions),
  }),
  z.strictObject({
    type: z.literal('image'),
    block_id: id,
    image_url: z.url().max(limits.url),
    alt_text: z.string().min(1).max(limits.altText),
  }),
  z.strictObject({
    type: z.literal('context'),
    block_id: id,
    elements: z
      .array(z.discriminatedUnion('type', [mrkdwn(limits.contextText)]))
      .min(1)
      .max(limits.context),
  }),
])
export type Block = z.output<typeof block>

export const hasFocusOnLoad = (block: Block): boolean =>
  block.type === 'input' && 'focus_on_load' in block.element && block.element.focus_on_load === true

/** Slack's rules over a list of blocks: unique block ids, unique action ids in a block, one focus. */
const checkBlocks = (blocks: Block[], issues: Issues) => {
  const refuse = (message: string, path: (string | number)[]) =>
    issues.addIssue({ code: 'custom', message, path })
  if (blocks.filter(hasFocusOnLoad).length > 1) refuse('only one element can have focus_on_load', [])
  const blockIds = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    if (blockIds.has(block.block_id)) refuse(`block_id ${block.block_id} already exists`, [index, 'block_id'])
    blockIds.add(block.block_id)
    const actionIds = new Set<string>()
    for (const [place, { action_id }] of (block.type === 'actions' ? block.elements : []).entries()) {
      if (actionIds.has(action_id))
        refuse(`action_id ${action_id} already exists in this block`, [index, 'elements', place, 'action_id'])
      actionIds.add(action_id)
    }
  }
}

const blockList = (max: number) => z.array(block).max(max).superRefine(checkBlocks)

export const messageBlocks = blockList(limits.message.blocks)

const value = z.union([z.string(), z.number(), z.boolean()])
const object = z.record(z.string(), value)

/** docs.slack.dev/reference/metadata */
export const metadata = z.strictObject({
  event_type: z.string().min(1).max(limits.id),
  event_payload: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.union([value, object, z.array(object)])),
})

const anyView = {
  blocks: blockList(limits.view.blocks),
  private_metadata: z.string().max(limits.view.privateMetadata).default(''),
  callback_id: z.string().max(limits.id).default(''),
  external_id: z.literal('').default(''),
}

export const modalView = z
  .strictObject({
    type: z.literal('modal'),
    ...anyView,
    title: plain(limits.view.title),
    submit: plain(limits.view.title).optional(),
    close: plain(limits.view.title).optional(),
    clear_on_close: z.literal(false).default(false),
    notify_on_close: z.literal(false).default(false),
  })
  .refine(view => view.submit !== undefined || view.blocks.every(({ type }) => type !== 'input'), {
    path: ['submit'],
    message: 'submit is required when an input block is within blocks array',
  })
export type ModalView = z.output<typeof modalView>

export const frame = {
  id: z.string(),
  hash: z.string(),
  team_id: z.string(),
  app_id: z.string(),
  bot_id: z.string(),
  app_installed_team_id: z.string(),
  root_view_id: z.string(),
  previous_view_id: z.null(),
}
export type Frame = z.output<z.ZodObject<typeof frame>>

export const homeView = z.strictObject({ type: z.literal('home'), ...anyView })
export type HomeView = z.output<typeof homeView>
