import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/**
 * The blocks and views that the bot builds, with Slack's limits in UTF-16 code units
 * (docs.slack.dev/reference/block-kit). The limits deliberately duplicate those of the builders, so that a
 * mistake in one shows.
 */

/** The id of a block or an element; Slack generates a missing one. */
const id = z
  .string()
  .min(1)
  .max(255)
  .default(() => randomUUID())

const text = <T extends string>(type: T, max: number) =>
  z.strictObject({ type: z.literal(type), text: z.string().min(1).max(max) })
const plain = (max: number) => text('plain_text', max)
const mrkdwn = text('mrkdwn', 3000).extend({ verbatim: z.boolean().optional() })

export const option = z.strictObject({ text: plain(75), value: z.string().min(1).max(150) })
export type Option = z.output<typeof option>

/** The response to a block_suggestion; the list may be empty. */
export const suggestions = z.strictObject({ options: z.array(option).max(100) })

const element = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), action_id: id, ...shape })

const url = z.url().max(3000)
const placeholder = plain(150).optional()
const initial_option = option.optional()
const initial_value = z.string().optional()
const focus_on_load = z.boolean().optional()
const options = z.array(option).min(1)

const interactive = z.discriminatedUnion('type', [
  element('button', {
    text: plain(75),
    value: z.string().max(2000).optional(),
    url: url.optional(),
    style: z.enum(['primary', 'danger']).optional(),
    accessibility_label: z.string().max(75).optional(),
  }),
  element('datepicker', { placeholder }),
])

/** The elements outside of input blocks. */
export type Interactive = z.output<typeof interactive>

const anyControl = z.discriminatedUnion('type', [
  element('plain_text_input', {
    placeholder,
    initial_value,
    focus_on_load,
    multiline: z.boolean().optional(),
    max_length: z.number().int().min(1).max(3000).default(3000),
    dispatch_action_config: z
      .strictObject({ trigger_actions_on: z.tuple([z.literal('on_character_entered')]) })
      .optional(),
  }),
  element('number_input', {
    placeholder,
    initial_value,
    focus_on_load,
    is_decimal_allowed: z.literal(false),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
  }),
  element('static_select', { placeholder, initial_option, options: options.max(100) }),
  element('external_select', { placeholder, initial_option, min_query_length: z.literal(0) }),
  element('users_select', { placeholder, initial_user: z.string().optional() }),
  element('conversations_select', {
    placeholder,
    default_to_current_conversation: z.literal(true),
    response_url_enabled: z.literal(true),
    filter: z.strictObject({
      exclude_bot_users: z.literal(true),
      exclude_external_shared_channels: z.literal(true),
    }),
  }),
  element('checkboxes', { options: options.max(10), initial_options: options.optional() }),
  element('radio_buttons', { options: options.max(10), initial_option }),
])

export type Control = z.output<typeof anyControl>

export const optionsOf = (control: Control): Option[] => ('options' in control ? control.options : [])

type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

/** The error that Slack's client shows for a value before it sends the form; undefined if valid. */
export const checkValue = (control: Control, value: unknown): string | undefined => {
  if (control.type === 'plain_text_input' && String(value).length > control.max_length)
    return `Enter no more than ${control.max_length} characters.`
  if (control.type === 'number_input') {
    const { min_value, max_value } = control
    if (!Number.isInteger(Number(value))) return 'Enter a whole number.'
    if (Number(value) < Number(min_value)) return `Enter a number of at least ${min_value}.`
    if (Number(value) > Number(max_value)) return `Enter a number of at most ${max_value}.`
  }
  return undefined
}

/** Checks the properties of a control against each other. */
const checkControl = (control: Control, issues: Issues) => {
  const refuse = (message: string) => issues.addIssue({ code: 'custom', message })
  if ('initial_value' in control && control.initial_value !== undefined) {
    const error = checkValue(control, control.initial_value)
    if (error) refuse(error)
  }
  if ('options' in control) {
    const values = control.options.map(({ value }) => value)
    const initial = control.type === 'checkboxes' ? control.initial_options : control.initial_option
    if (![initial ?? []].flat().every(({ value }) => values.includes(value)))
      refuse('initial option must be one of the options')
  }
}

const input = z.strictObject({
  type: z.literal('input'),
  block_id: id,
  label: plain(2000),
  element: anyControl.superRefine(checkControl),
  hint: plain(2000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
})
export type InputBlock = z.output<typeof input>

const block = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('section'),
    block_id: id,
    text: mrkdwn,
    expand: z.boolean().optional(),
    accessory: interactive.optional(),
  }),
  input,
  z.strictObject({ type: z.literal('actions'), block_id: id, elements: z.array(interactive).min(1).max(25) }),
  z.strictObject({
    type: z.literal('image'),
    block_id: id,
    image_url: url,
    alt_text: z.string().min(1).max(2000),
  }),
  z.strictObject({ type: z.literal('context'), block_id: id, elements: z.array(mrkdwn).min(1).max(10) }),
])
export type Block = z.output<typeof block>

export const hasFocusOnLoad = (block: Block): boolean =>
  block.type === 'input' && 'focus_on_load' in block.element && block.element.focus_on_load === true

/** Checks a list of blocks: unique block ids, unique action ids in a block, at most one focus. */
const checkBlocks = (blocks: Block[], issues: Issues) => {
  const refuse = (message: string) => issues.addIssue({ code: 'custom', message })
  const refuseRepeated = (what: string, ids: string[]) => {
    const repeated = ids.find((id, index) => ids.indexOf(id) < index)
    if (repeated !== undefined) refuse(`${what} ${repeated} already exists`)
  }
  if (blocks.filter(hasFocusOnLoad).length > 1) refuse('only one element can have focus_on_load')
  refuseRepeated(
    'block_id',
    blocks.map(({ block_id }) => block_id),
  )
  for (const { type, elements } of blocks.filter(block => block.type === 'actions'))
    refuseRepeated(
      `action_id in ${type}`,
      elements.map(({ action_id }) => action_id),
    )
}

const blockList = (max: number) => z.array(block).max(max).superRefine(checkBlocks)

export const messageBlocks = blockList(50)

const value = z.union([z.string(), z.number(), z.boolean()])
const object = z.record(z.string(), value)

/** docs.slack.dev/reference/metadata */
export const metadata = z.strictObject({
  event_type: z.string().min(1).max(255),
  event_payload: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.union([value, object, z.array(object)])),
})

const anyView = {
  blocks: blockList(100),
  private_metadata: z.string().max(3000).default(''),
  callback_id: z.string().max(255).default(''),
}

export const modalView = z
  .strictObject({
    type: z.literal('modal'),
    ...anyView,
    title: plain(24),
    submit: plain(24).optional(),
    close: plain(24).optional(),
  })
  .refine(view => view.submit !== undefined || view.blocks.every(({ type }) => type !== 'input'), {
    path: ['submit'],
    message: 'submit is required when an input block is within blocks array',
  })
export type ModalView = z.output<typeof modalView>

export const homeView = z.strictObject({ type: z.literal('home'), ...anyView })
export type HomeView = z.output<typeof homeView>
