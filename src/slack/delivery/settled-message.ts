import { z } from 'zod'
import type { Raw } from '../../core/raw.ts'
import { context, operationOf } from '../../message/blocks.ts'
import { unpackPress } from '../../message/button-value.ts'
import { limits } from '../../message/limits.ts'
import type { Mrkdwn } from '../../message/mrkdwn.ts'
import type { Pressed } from '../place.ts'
import type { Shown } from './deliver.ts'

const elementSchema = z.looseObject({ action_id: z.string().optional(), value: z.string().optional() })

const messageSchema = z.object({
  text: z.string().min(1),
  blocks: z.array(
    z.looseObject({
      type: z.string(),
      block_id: z.string().optional(),
      elements: z.array(elementSchema).optional(),
    }),
  ),
})

/**
 * A message of which one matter is settled: as it was, without the button that was pressed, and with the first line of
 * what came of it below. Buttons that would change all that the pressed one was about go too (`changes` knows them by
 * their operation): there is nothing left to change. Nothing where Slack does not tell what the message said.
 */
export function withoutPressed(
  message: unknown,
  pressed: Pressed,
  text: Mrkdwn,
  changes: (operation: string) => boolean,
): Shown | undefined {
  const { data } = messageSchema.safeParse(message)
  if (!data) return undefined
  const about = rawOf(pressed)
  const isPressed = ({ action_id, value }: z.infer<typeof elementSchema>) =>
    action_id === pressed.action_id && value === pressed.value
  const hasIds = data.blocks.some(({ block_id }) => block_id !== undefined)
  const isRow = ({ block_id, elements }: (typeof data.blocks)[number]) =>
    hasIds ? block_id === pressed.block_id : elements?.some(isPressed) === true
  const isOver = ({ action_id = '', value }: z.infer<typeof elementSchema>) =>
    isPressed({ action_id, value }) || (changes(operationOf(action_id)) && carries(rawOf({ value }), about))
  const blocks = data.blocks.flatMap((block): object[] => {
    if (block.type !== 'actions' || !isRow(block)) return [block]
    const elements = block.elements?.filter(element => !isOver(element)) ?? []
    return [...(elements.length > 0 ? [{ ...block, elements }] : []), context(firstLine(text))]
  })
  return { text: data.text, blocks: blocks.slice(0, limits.messageBlocks) }
}

/** The message as Slack told of it. */
export const asItWas = (message: unknown): Shown | undefined => messageSchema.safeParse(message).data

const rawOf = ({ value }: { value?: string | undefined }): Raw => unpackPress(value)?.raw ?? {}

const carries = (raw: Raw, words: Raw): boolean =>
  Object.entries(words).every(([key, said]) => raw[key] === said)

const firstLine = ({ mrkdwn }: Mrkdwn): Mrkdwn => ({ mrkdwn: mrkdwn.replace(/\n.*/s, '') })
