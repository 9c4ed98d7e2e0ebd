import { z } from 'zod'
import { type Raw, rawSchema } from '../raw.ts'
import { limits } from './limits.ts'

/**
 * What a press does with the raw that its button carries: `run` it, open it as a `form`,
 * or run it and put the answer where the button was (`turn`: a choice that is made, a page that is turned).
 */
export type Press = { how: 'run' | 'form' | 'turn'; raw: Raw }

const pressSchema = z.object({ how: z.enum(['run', 'form', 'turn']), raw: rawSchema })

/** A press as a button's value. The inverse of `unpackPress`. Throws where Slack would refuse the length. */
export function packPress(press: Press): string {
  const value = JSON.stringify(press)
  if (value.length > limits.buttonValue) throw new RangeError(`A button carries ${value.length} characters`)
  return value
}

/** The press that a button's value stands for, or nothing where it is not one of ours. */
export function unpackPress(value: string | undefined): Press | undefined {
  try {
    return pressSchema.safeParse(JSON.parse(value ?? '')).data
  } catch {
    return undefined
  }
}
