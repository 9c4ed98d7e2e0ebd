import { z } from 'zod'
import type { Reply } from '../operation.ts'
import { context, section } from './blocks.ts'
import type { Message } from './deliver.ts'

const pressedSchema = z.object({
  text: z.string().min(1),
  blocks: z.array(z.object({ type: z.string() })).default([]),
})

/**
 * A message whose matter is settled: what it said, without its buttons, and the first line of what came of it. Nothing for a list, which
 * has a row of buttons for each of its matters.
 */
export function settled(pressed: unknown, { text }: Reply): Message | undefined {
  const { data } = pressedSchema.safeParse(pressed)
  const rows = data?.blocks.filter(({ type }) => type === 'actions') ?? []
  if (!data || rows.length > 1) return undefined
  return { text: data.text, blocks: [section({ mrkdwn: data.text }), context(firstLine(text))] }
}

const firstLine = ({ mrkdwn }: Reply['text']): Reply['text'] => ({ mrkdwn: mrkdwn.replace(/\n.*/s, '') })
