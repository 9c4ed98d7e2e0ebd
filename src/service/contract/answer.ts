import { z } from 'zod'
import { leaveOut } from './unread.ts'

export type Members = Record<string, unknown>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOrNone = (value: unknown): Members => (isObject(value) ? value : {})
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** An object's members that hold something (null counts as absent); none when the value is no object. */
export function members(value: unknown): Members {
  const all = objectOrNone(value)
  if (Object.values(all).every(isGiven)) return all
  return Object.fromEntries(Object.entries(all).filter(([, held]) => isGiven(held)))
}

/** The first of these members that holds something. */
export function firstOf(of: Members, names: readonly string[]): unknown {
  const name = names.find(name => isGiven(of[name]))
  return name === undefined ? undefined : of[name]
}

/** Assumed: what an answer holds stands at its top, or inside these; they may stand inside each other. */
const WRAPPERS = ['response', 'data', 'result']
const DEEPEST = 3

/** An answer and what it wraps, the outermost first. */
export function layers(answer: unknown, depth = DEEPEST): [top: Members, ...inside: Members[]] {
  const top = objectOrNone(answer)
  const wrappers = depth === 0 ? [] : WRAPPERS.filter(name => isGiven(top[name]))
  return [top, ...wrappers.flatMap(name => layers(top[name], depth - 1))]
}

/** The first member that has one of these names, in any layer; the names' order counts first. */
export function pick(answer: unknown, names: readonly string[]): unknown {
  const places = layers(answer)
  return names.flatMap(name => places.map(place => place[name])).find(isGiven)
}

/** The list of the first of these names, in any layer, else one that a wrapper holds in its place; null is empty. */
export function list(answer: unknown, names: readonly string[]): unknown {
  const places = layers(answer)
  const held = [...names, ...WRAPPERS].flatMap(name => places.map(place => place[name]))
  return (
    held.find(Array.isArray) ??
    (places.some(place => names.some(name => place[name] === null)) ? [] : undefined)
  )
}

/** Text, even where the service sends a number. */
export const text = z.union([z.string(), z.number().transform(String)])

/** Text that may be one of the service's own words, which is that word then, in whatever case it comes back. */
export const oneOf = (words: readonly string[]) =>
  text.transform(said => words.find(word => word === said.trim().toLowerCase()) ?? said)

/** Text that is not blank, even where the service sends a number: no request could name a thing by less. */
export const identifier = text.pipe(z.string().regex(/\S/))

/** What something is called, without space around it. */
export const label = text.pipe(z.string().trim().min(1))

/** A count, even where the service sends it as text. */
export const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().min(0))

/** A switch, even where the service sends it as text or as 0 and 1. */
export const flag = z.union([
  z.boolean(),
  text.pipe(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })),
])

/** The items of a list that can be read, and how many others there are: who takes those for none is wrong. */
export type Listed<T> = { read: T[]; unread?: number | undefined }

/** What of these items a schema can read; where the others stood is told. What is empty is no item. */
export function readable<T extends z.ZodType>(item: T, place: string, items: unknown[]): Listed<z.output<T>> {
  const given = items.filter(each => isGiven(each) && each !== '')
  const read = given.flatMap(each => {
    const { success, data } = item.safeParse(each)
    if (success) return [data]
    leaveOut(place)
    return []
  })
  return read.length < given.length ? { read, unread: given.length - read.length } : { read }
}

/** A list of which this schema can read the items, or some of them at least. */
export function listOf<T extends z.ZodType>(item: T, place: string) {
  return z.array(z.unknown()).transform((items, context) => {
    const listed = readable(item, place, items)
    if (listed.read.length > 0 || listed.unread === undefined) return listed
    context.addIssue('no item can be read')
    return z.NEVER
  })
}

/** An answer that is a list of this name. */
export const listed = <T extends z.ZodType>(name: string, item: T) =>
  z.preprocess(answer => list(answer, [name]), listOf(item, `${name}[]`))

/** A member that is left out when it is missing or cannot be read; the latter is told where its place is given. */
export function loose<T extends z.ZodType>(schema: T, place?: string) {
  return schema.optional().catch(() => {
    if (place) leaveOut(place)
    return undefined
  })
}

/** Assumed: a change answers with the identifier of what it made as `<noun>_id`, `id` or inside `<noun>`. */
export function madeIdentifier(answer: unknown, name: string, noun: string): unknown {
  const made = members(pick(answer, [noun]))
  return pick(answer, [name]) ?? made[name] ?? made.id ?? pick(answer, ['id'])
}

/** The answer of a change of which nothing is read. */
export const done = z.unknown().transform((): Record<string, never> => ({}))
