import { z } from 'zod'
import { type Raw, rawSchema } from '../core/raw.ts'
import { parsed } from './json.ts'
import { limits } from './limits.ts'

/**
 * What a press does with the raw that its button carries: `run` it, open it as a `form`,
 * run it and put the answer where the button was (`turn`: a choice that is made, a page that is turned), put it into
 * the form in which the button stands (`shape`), or run it for everybody in the channel to read (`share`).
 */
export type Press = { how: 'run' | 'form' | 'turn' | 'shape' | 'share'; raw: Raw }

const pressSchema = z.object({ how: z.enum(['run', 'form', 'turn', 'shape', 'share']), raw: rawSchema })

/** Whether a button's value has room for the whole of a press. */
export const fits = (press: Press): boolean => written(press).length <= limits.buttonValue

const written = ({ how, raw }: Press): string => JSON.stringify({ how, raw })

/**
 * A press as a button's value, and the inverse of `unpackPress`. Where there is no room for all of its words nothing is
 * done without the others: it opens the form, which asks for them.
 */
export function packPress(press: Press): string {
  const whole = written(press)
  if (whole.length <= limits.buttonValue) return whole
  const how = press.how === 'shape' ? 'shape' : 'form'
  return packRaw(press.raw, limits.buttonValue, raw => written({ how, raw }))
}

/**
 * What `write` makes of a raw, within a limit of Slack's. Where it would be longer the longest words are left out, and
 * never cut: half of a name may be another one.
 */
export function packRaw(raw: Raw, limit: number, write: (raw: Raw) => string): string {
  const made = write(raw)
  if (made.length <= limit) return made
  const entries = Object.entries(raw)
  const [longest] = entries.toSorted(([, a], [, b]) => b.length - a.length)
  if (longest === undefined) throw new RangeError('There are more words than fit')
  return packRaw(Object.fromEntries(entries.filter(entry => entry !== longest)), limit, write)
}

/** The press that a button's value stands for, or nothing where it is not one of ours. */
export const unpackPress = (value = ''): Press | undefined => pressSchema.safeParse(parsed(value)).data
