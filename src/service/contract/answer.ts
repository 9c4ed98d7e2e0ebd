import { z } from 'zod'

export type Members = Record<string, unknown>

const object = z.record(z.string(), z.unknown())

/** An object's members that hold something (null counts as absent); none when the value is no object. */
export function members(value: unknown): Members {
  const read = object.safeParse(value)
  return read.success ? Object.fromEntries(Object.entries(read.data).filter(([, held]) => held !== null)) : {}
}

/** Assumed: what an answer holds stands at its top, or inside `response` or `data`. */
export function layers(answer: unknown): [top: Members, response: Members, data: Members] {
  const top = members(answer)
  return [top, members(top.response), members(top.data)]
}

/** The first member that has one of these names, in any layer; the names' order counts first. */
export function pick(answer: unknown, names: readonly string[]): unknown {
  const places = layers(answer)
  return names.flatMap(name => places.map(place => place[name])).find(value => value !== undefined)
}

/** Text, even where the service sends a number. */
export const text = z.union([z.string(), z.number().transform(String)])

/** Text that is not empty, even where the service sends a number. */
export const identifier = text.pipe(z.string().min(1))

/** A count, even where the service sends it as text. */
export const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().min(0))

/** A list of the items that this schema can read; the others are left out. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(z.unknown()).transform(items =>
    items.flatMap(each => {
      const read = item.safeParse(each)
      return read.success ? [read.data] : []
    }),
  )
}

/** A member that is left out when it is missing or cannot be read. */
export function loose<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/** Assumed: a change answers with the identifier of what it made as `<noun>_id`, `id` or inside `<noun>`. */
export function madeIdentifier(answer: unknown, name: string, noun: string): unknown {
  const made = members(pick(answer, [noun]))
  return pick(answer, [name]) ?? made[name] ?? made.id ?? pick(answer, ['id'])
}

/** The answer of a change of which nothing is read. */
export const done = z.unknown().transform((): Record<string, never> => ({}))
