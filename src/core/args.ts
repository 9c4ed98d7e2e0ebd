import { hash } from 'node:crypto'
import { z } from 'zod'

/** `noun.verb`: identifies an operation in buttons, forms, stored changes, logs and tests. */
export type OperationId = `${string}.${string}`

/** The noun of an operation: the first word of its id. */
export const nounOf = (id: string): string => id.split('.', 1)[0] ?? ''

/** JSON arguments of an operation, by field name; their ids belong to the organization `organizationId`. */
export type Args = Readonly<Record<string, unknown>>

export const argsSchema: z.ZodType<Args> = z.record(z.string(), z.unknown())

/** The organization that arguments belong to, if they name one. */
export const organizationIdIn = ({ organizationId }: Args): string | undefined =>
  typeof organizationId === 'string' ? organizationId : undefined

/** Removes duplicates, keeping the first position of each id. */
export const uniqueById = <T extends { id: string }>(things: readonly T[]): T[] => [
  ...new Map(things.map(thing => [thing.id, thing])).values(),
]

/** A stable reference to an entity of the service: its id, and its name at the time. */
export type Reference = z.infer<typeof referenceSchema>

export const referenceSchema = z.object({ id: z.string().min(1), name: z.string() })

export const referenceTo = ({ id, name }: Reference): Reference => ({ id, name })

/** A calendar day in ISO 8601, `2026-11-25`; sorts as text. */
export const daySchema = z.iso.date()

/** Whole days, both ends included. */
export type Period = z.infer<typeof periodSchema>

export const periodSchema = z
  .object({ from: daySchema, until: daySchema })
  .refine(({ from, until }) => from <= until, 'ends before it begins')

/** A short digest of a JSON value, to compare values without storing them. */
export const fingerprint = (value: unknown): string =>
  hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, 12)

/** A request that a button continues once something else is done: an operation, or the sentence as typed. */
export type Next = z.infer<typeof nextSchema>

export const nextSchema = z.union([
  z.object({
    operation: z.string(),
    args: argsSchema,
    /** Form values that were not parsed yet. */
    values: z.record(z.string(), z.string()).optional(),
  }),
  z.object({ sentence: z.string() }),
])
