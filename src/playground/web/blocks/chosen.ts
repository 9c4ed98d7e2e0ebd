import { z } from 'zod'
import type { Control } from '../../elements.ts'
import type { Rendering } from './rendering.ts'

const options = z.array(z.object({ text: z.object({ text: z.string() }), value: z.string() }))

/** Something that is chosen: what the app knows it by, and what a person reads. */
export type Chosen = { value: string; text: string }

/** What is chosen in a control, of what stands there in the shape of `state.values`. */
export const chosenOf = (type: Control['type'], held: unknown, rendering: Rendering): Chosen[] => {
  const found = options.safeParse([held].flat())
  if (found.success) return found.data.map(({ text, value }) => ({ value, text: text.text }))
  if (typeof held !== 'string') return []
  const channel = type === 'conversations_select' ? rendering.channelOf(held) : undefined
  return [{ value: held, text: channel === undefined ? (rendering.nameOf(held) ?? held) : `#${channel}` }]
}

/** The words in a control, nothing where there are none. */
export const writtenOf = (held: unknown): string => (typeof held === 'string' ? held : '')
