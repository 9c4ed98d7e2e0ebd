import { z } from 'zod'
import { accessory, control, id, imageElement, interactive, mrkdwn, plain, text } from './elements.ts'
import { lawOfBlocks, lawOfControl } from './laws.ts'
import { limits } from './limits.ts'

const block_id = id

const section = z.strictObject({
  type: z.literal('section'),
  block_id,
  text: text(limits.section.text).optional(),
  fields: z.array(text(limits.section.field)).min(1).max(limits.section.fields).optional(),
  accessory: accessory.superRefine(lawOfControl).optional(),
  expand: z.boolean().optional(),
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
  elements: z.array(interactive.superRefine(lawOfControl)).min(1).max(limits.actions),
})

const context = z.strictObject({
  type: z.literal('context'),
  block_id,
  elements: z
    .array(
      z.discriminatedUnion('type', [imageElement, plain(limits.contextText), mrkdwn(limits.contextText)]),
    )
    .min(1)
    .max(limits.context),
})

const image = imageElement.extend({ block_id, title: plain(limits.image.title).optional() })

const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: z.string().optional(),
  elements: z.array(z.looseObject({ type: z.string() })),
})

const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
  richText,
])

const table = z.strictObject({
  type: z.literal('table'),
  block_id,
  rows: z.array(z.array(cell).min(1).max(limits.table.columns)).min(1).max(limits.table.rows),
  column_settings: z
    .array(
      z
        .strictObject({
          align: z.enum(['left', 'center', 'right']).optional(),
          is_wrapped: z.boolean().optional(),
        })
        .nullable(),
    )
    .max(limits.table.columns)
    .optional(),
})

const everywhere = [
  section,
  input,
  actions,
  context,
  image,
  richText.extend({ block_id }),
  z.strictObject({ type: z.literal('header'), block_id, text: plain(limits.header) }),
  z.strictObject({ type: z.literal('divider'), block_id }),
] as const

const anyBlock = z.discriminatedUnion('type', [...everywhere, table])

/** The blocks of a message, as Slack accepts them. */
export const messageBlocks = z.array(anyBlock).max(limits.message.blocks).superRefine(lawOfBlocks)

const viewBlocks = z
  .array(z.discriminatedUnion('type', [...everywhere]))
  .max(limits.view.blocks)
  .superRefine(lawOfBlocks)

const anyView = {
  blocks: viewBlocks,
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
  .refine(view => view.submit !== undefined || view.blocks.every(block => block.type !== 'input'), {
    path: ['submit'],
    message: 'submit is required when an input block is within blocks array',
  })

const home = z.strictObject({ type: z.literal('home'), ...anyView })

export const modalView = z.discriminatedUnion('type', [modal])
export const homeView = z.discriminatedUnion('type', [home])

export type Block = z.output<typeof anyBlock>
export type InputBlock = z.output<typeof input>
export type ModalView = z.output<typeof modal>
export type HomeView = z.output<typeof home>
