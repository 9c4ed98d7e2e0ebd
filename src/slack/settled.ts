import { z } from 'zod'
import type { Reply } from '../operation.ts'
import { context, section } from './blocks.ts'
import type { Message } from './deliver.ts'

const pressedSchema = z.object({ text: z.string().min(1) })

/** A message whose matter is settled: what it said, without its buttons, and what came of it. */
export function settled(pressed: unknown, { text }: Reply): Message | undefined {
  const { data } = pressedSchema.safeParse(pressed)
  return data && { text: data.text, blocks: [section({ mrkdwn: data.text }), context(text)] }
}
