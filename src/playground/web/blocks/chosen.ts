import { z } from 'zod'
import type { Control } from '../../elements.ts'
import type { Rendering } from './rendering.ts'

const option = z.object({ text: z.object({ text: z.string() }), value: z.string() })
const options = z.array(option)
const words = z.array(z.string())

/** Something that is chosen: what the app knows it by, and what a person reads. */
export type Chosen = { value: string; text: string }

const isAbout = (type: Control['type'], ...nouns: string[]) => nouns.some(noun => type.includes(noun))

/** What is chosen in a control, of what stands there in the shape of `state.values`. */
export const chosenOf = (type: Control['type'], held: unknown, rendering: Rendering): Chosen[] => {
  const all = Array.isArray(held) ? held : [held]
  const found = options.safeParse(all)
  if (found.success) return found.data.map(({ text, value }) => ({ value, text: text.text }))
  return (words.safeParse(all).data ?? []).map(id => {
    if (isAbout(type, 'users')) return { value: id, text: rendering.nameOf(id) ?? id }
    const channel = isAbout(type, 'channels', 'conversations') ? rendering.channelOf(id) : undefined
    return { value: id, text: channel === undefined ? (rendering.nameOf(id) ?? id) : `#${channel}` }
  })
}

/** The words in a control, nothing where there are none. */
export const writtenOf = (held: unknown): string => (typeof held === 'string' ? held : '')
