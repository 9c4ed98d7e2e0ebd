import { z } from 'zod'
import { type Raw, rawSchema } from '../raw.ts'
import { cut, limits } from './limits.ts'

/**
 * What a press does with the raw that its button carries: `run` it, open it as a `form`,
 * or run it and put the answer where the button was (`turn`: a choice that is made, a page that is turned).
 */
export type Press = { how: 'run' | 'form' | 'turn'; raw: Raw }

const pressSchema = z.object({ how: z.enum(['run', 'form', 'turn']), raw: rawSchema })

/**
 * A press as a button's value, and the inverse of `unpackPress`. Where it would be too long for Slack its longest words
 * are cut: no field takes so many, so that pressing the button asks for less of them.
 */
export function packPress({ how, raw }: Press): string {
  const value = JSON.stringify({ how, raw })
  const excess = value.length - limits.buttonValue
  if (excess <= 0) return value
  const [longest] = Object.entries(raw).sort(([, a], [, b]) => b.length - a.length)
  if (longest === undefined || longest[1].length <= 1) throw new RangeError('A button carries too many words')
  const [key, words] = longest
  return packPress({ how, raw: { ...raw, [key]: cut(words, Math.max(1, words.length - excess)) } })
}

/** The press that a button's value stands for, or nothing where it is not one of ours. */
export function unpackPress(value: string | undefined): Press | undefined {
  try {
    return pressSchema.safeParse(JSON.parse(value ?? '')).data
  } catch {
    return undefined
  }
}
