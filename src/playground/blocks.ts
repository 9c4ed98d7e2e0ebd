import { z } from 'zod'
import { button, control, id, interactive, mrkdwn, plain } from './elements.ts'
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
  element: control,
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
export type Block = z.output<typeof block>

type Path = (string | number)[]
type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

/**
 * Slack's rules over a whole list of blocks: an id is there once, of a block among all, of an element in its block, and
 * at most one element has the focus.
 */
const lawOfBlocks = (blocks: Block[], issues: Issues) => {
  const refuse = (message: string, path: Path) => issues.addIssue({ code: 'custom', message, path })
  if (blocks.filter(isFocused).length > 1) refuse('only one element can have focus_on_load', [])
  const seen = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    if (seen.has(block.block_id)) {
      refuse(`block_id ${block.block_id} already exists`, [index, 'block_id'])
    }
    seen.add(block.block_id)
    const acting = new Set<string>()
    for (const [place, { action_id }] of (block.type === 'actions' ? block.elements : []).entries()) {
      if (acting.has(action_id)) {
        const path = [index, 'elements', place, 'action_id']
        refuse(`action_id ${action_id} already exists in this block`, path)
      }
      acting.add(action_id)
    }
  }
}

/** Whether the app wants the focus in a block once its view is there. */
export const isFocused = (block: Block): boolean =>
  block.type === 'input' && 'focus_on_load' in block.element && block.element.focus_on_load === true

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

export type InputBlock = z.output<typeof input>
export type ModalView = z.output<typeof modal>
export type HomeView = z.output<typeof home>
