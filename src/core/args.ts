import { hash } from 'node:crypto'
import { z } from 'zod'

/** `noun.verb`: the name of an operation in buttons, forms, stored changes, logs and tests. */
export type OperationId = `${string}.${string}`

/** What an operation is about: the first word of its id. */
export const nounOf = (id: string): string => id.split('.', 1)[0] ?? ''

/** Arguments of an operation by the names of its fields, as JSON; `organizationId` is the one that they belong to. */
export type Args = Readonly<Record<string, unknown>>

export const argsSchema: z.ZodType<Args> = z.record(z.string(), z.unknown())

/** The organization that arguments belong to; undefined where they do not say. */
export const organizationIdIn = ({ organizationId }: Args): string | undefined =>
  typeof organizationId === 'string' ? organizationId : undefined

/** Each thing once, in the order in which they come first. */
export const uniqueById = <T extends { id: string }>(things: readonly T[]): T[] => [
  ...new Map(things.map(thing => [thing.id, thing])).values(),
]

/** A thing of the service: its id, and its name when the reference was made. */
export type Reference = z.infer<typeof referenceSchema>

export const referenceSchema = z.object({ id: z.string().min(1), name: z.string() })

export const referenceTo = ({ id, name }: Reference): Reference => ({ id, name })

/** A calendar day as ISO 8601 has it, `2026-11-25`: it sorts as text. */
export const daySchema = z.iso.date()

/** Whole days, both ends included. */
export type Period = z.infer<typeof periodSchema>

export const periodSchema = z
  .object({ from: daySchema, until: daySchema })
  .refine(({ from, until }) => from <= until, 'ends before it begins')

/** A short digest of a JSON value, to tell whether another one is the same. */
export const fingerprint = (value: unknown): string =>
  hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, 12)

/** A request that waits behind a button until something else is done: an operation, or a sentence as it was typed. */
export type Next = z.infer<typeof nextSchema>

export const nextSchema = z.union([
  z.object({
    operation: z.string(),
    args: argsSchema,
    /** What a form held that was not read yet. */
    values: z.record(z.string(), z.string()).optional(),
  }),
  z.object({ sentence: z.string() }),
])
