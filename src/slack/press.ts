import { z } from 'zod'
import { type Raw, rawSchema } from '../raw.ts'
import { cut, limits } from './limits.ts'

/**
 * What a press does with the raw that its button carries: `run` it, open it as a `form`,
 * run it and put the answer where the button was (`turn`: a choice that is made, a page that is turned), put it into
 * the form in which the button stands (`shape`), or run it for everybody in the channel to read (`share`).
 */
export type Press = { how: 'run' | 'form' | 'turn' | 'shape' | 'share'; raw: Raw }

const pressSchema = z.object({ how: z.enum(['run', 'form', 'turn', 'shape', 'share']), raw: rawSchema })

/** A press as a button's value, and the inverse of `unpackPress`. */
export function packPress({ how, raw }: Press): string {
  return packRaw(raw, limits.buttonValue, carried => JSON.stringify({ how, raw: carried }))
}

/**
 * What `write` makes of a raw, within a limit of Slack's. Where it would be longer the longest words are cut: no field
 * takes so many, so that whoever sends them back is asked for less of them.
 */
export function packRaw(raw: Raw, limit: number, write: (raw: Raw) => string): string {
  const written = write(raw)
  const excess = written.length - limit
  if (excess <= 0) return written
  const [longest] = Object.entries(raw).sort(([, a], [, b]) => b.length - a.length)
  if (longest === undefined || longest[1].length <= 1) throw new RangeError('There are more words than fit')
  const [key, words] = longest
  return packRaw({ ...raw, [key]: cut(words, Math.max(1, words.length - excess)) }, limit, write)
}

/** The press that a button's value stands for, or nothing where it is not one of ours. */
export function unpackPress(value: string | undefined): Press | undefined {
  try {
    return pressSchema.safeParse(JSON.parse(value ?? '')).data
  } catch {
    return undefined
  }
}
