import { isKept, shownInputs } from '../core/field.ts'
import type { Operation } from '../core/operation.ts'
import type { Raw } from '../core/raw.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

/** Says what of a raw is to be typed again, as the form calls it; nothing where all of it is kept. */
export function sayTypedAnew({ inputs }: Pick<Operation, 'inputs'>, raw: Raw): Mrkdwn | undefined {
  const lost = shownInputs(inputs, raw).filter(input => !isKept(input) && raw[input.key] !== undefined)
  if (lost.length === 0) return undefined
  return mrkdwn`Please type this again, since it is not kept: ${lost.map(({ label }) => label).join(', ')}.`
}
