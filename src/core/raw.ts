import { z } from 'zod'

/** Words that a person could have typed, by the name of the field's input. Every door makes one. */
export type Raw = Readonly<Record<string, string>>

export const rawSchema = z.record(z.string(), z.string())

/** The raw without what is empty. */
export function filled(raw: Record<string, string | undefined>): Raw {
  const left: Record<string, string> = {}
  for (const [key, words] of Object.entries(raw)) {
    const trimmed = words?.trim()
    if (trimmed) left[key] = trimmed
  }
  return left
}

/** Where a raw says which organization it is about. */
export const WITHIN = 'within'

/** `noun.verb`: the one name of a thing that people can do, in callback_id, action_id, log and tests. */
export type OperationId = `${string}.${string}`

/** What an operation is about: the first word of its id. */
export const nounOf = (id: OperationId): string => id.replace(/\..*$/s, '')
