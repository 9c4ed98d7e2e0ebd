import { z } from 'zod'
import { fingerprint } from '../../core/args.ts'
import { context, limits, operationOf, parseButtonValue } from '../../message/blocks.ts'
import { type Mrkdwn, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import type { RawMessage } from './deliver.ts'

const pressedSchema = z.object({ action_id: z.string(), value: z.string().optional() })

const elementSchema = z.looseObject({ action_id: z.string().optional(), value: z.string().optional() })

const blockSchema = z.looseObject({
  type: z.string(),
  elements: z.array(elementSchema).optional(),
  accessory: elementSchema.optional(),
})

export const pressedMessageSchema = z.object({ text: z.string().min(1), blocks: z.array(blockSchema) })

/** A pressed message in a channel, which shows the outcome of the press. */
export const sourceMessageSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  message: pressedMessageSchema,
  pressed: pressedSchema,
})

type PressedMessage = z.infer<typeof pressedMessageSchema>
type Element = z.infer<typeof elementSchema>
export type SourceMessage = z.infer<typeof sourceMessageSchema>

/** The pressed message as it was before. */
export const originalMessage = ({ text, blocks }: PressedMessage): RawMessage => ({
  text,
  blocks: blocks.map(unescapeBlock),
})

/** Restores a block as it was sent: Slack's payload escapes plain text, such as that of buttons. */
function unescapeBlock<T>(block: T): T {
  return JSON.parse(JSON.stringify(block), (_, value: unknown) => {
    const { data } = plainSchema.safeParse(value)
    return data ? { ...data, text: unescapeMrkdwn(data.text) } : value
  })
}

const plainSchema = z.looseObject({ type: z.enum(['plain_text']), text: z.string() })

/** Replaces the pressed button by a line of text, and drops those beside it that change the same things. */
export function withoutPressed(
  message: PressedMessage,
  pressed: SourceMessage['pressed'],
  text: Mrkdwn,
  isChange: (operation: string) => boolean,
): RawMessage {
  const parts = argPartsOf(pressed)
  const isPressed = ({ action_id, value }: Element) =>
    action_id === pressed.action_id && value === pressed.value
  const isObsolete = ({ action_id = '', value }: Element) =>
    isPressed({ action_id, value }) ||
    (isChange(operationOf(action_id)) && parts.isSubsetOf(argPartsOf({ value })))
  const blocks = message.blocks.flatMap((block): object[] => {
    const { accessory, ...row } = block
    if (accessory && isPressed(accessory)) return [unescapeBlock(row), context(firstLine(text))]
    if (block.type !== 'actions' || !block.elements?.some(isPressed)) return [unescapeBlock(block)]
    const elements = block.elements.filter(element => !isObsolete(element))
    return [...(elements.length > 0 ? [unescapeBlock({ ...block, elements })] : []), context(firstLine(text))]
  })
  return { text: message.text, blocks: blocks.slice(0, limits.messageBlocks) }
}

/** A button's arguments as comparable parts, equal for `plan: x` and `plans: [x]`. */
const argPartsOf = ({ value }: Element): Set<string> =>
  new Set(
    Object.entries(parseButtonValue(value)?.args ?? {}).flatMap(([key, arg]) =>
      [arg].flat().map(each => `${key.replace(/s$/, '')} ${fingerprint(each)}`),
    ),
  )

const firstLine = ({ mrkdwn }: Mrkdwn): Mrkdwn => ({ mrkdwn: mrkdwn.replace(/\n.*/s, '') })
