import { z } from 'zod'
import { button, control, id, interactive, mrkdwn, plain } from './elements.ts'
import { lawOfBlocks, lawOfControl } from './laws.ts'
import { limits } from './limits.ts'

const block_id = id

const section = z.strictObject({
  type: z.literal('section'),
  block_id,
  text: mrkdwn(limits.section),
  accessory: z.discriminatedUnion('type', [button]).optional(),
})

const input = z.strictObject({
  type: z.literal('input'),
  block_id,
  label: plain(limits.label),
  element: control.superRefine(lawOfControl),
  hint: plain(limits.hint).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
})

const actions = z.strictObject({
  type: z.literal('actions'),
  block_id,
  elements: z.array(interactive).min(1).max(limits.actions),
})

const context = z.strictObject({
  type: z.literal('context'),
  block_id,
  elements: z
    .array(z.discriminatedUnion('type', [mrkdwn(limits.contextText)]))
    .min(1)
    .max(limits.context),
})

const block = z.discriminatedUnion('type', [section, input, actions, context])

/** The blocks of a message, as Slack accepts them. */
export const messageBlocks = z.array(block).max(limits.message.blocks).superRefine(lawOfBlocks)

const anyView = {
  blocks: z.array(block).max(limits.view.blocks).superRefine(lawOfBlocks),
  private_metadata: z.string().max(limits.view.privateMetadata).default(''),
  callback_id: z.string().max(limits.id).default(''),
  external_id: z.literal('').default(''),
}

const modal = z
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

const home = z.strictObject({ type: z.literal('home'), ...anyView })

export const modalView = z.discriminatedUnion('type', [modal])
export const homeView = z.discriminatedUnion('type', [home])

export type Block = z.output<typeof block>
export type InputBlock = z.output<typeof input>
export type ModalView = z.output<typeof modal>
export type HomeView = z.output<typeof home>
