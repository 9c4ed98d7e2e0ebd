import { z } from 'zod'

export type Members = Record<string, unknown>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object without those that are null; none for any other value. */
export function members(value: unknown): Members {
  if (!isObject(value)) return {}
  const hasNull = Object.values(value).includes(null)
  return hasNull ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value
}

/** The first of these members that is given. */
export const firstOf = (of: Members, names: readonly string[]): unknown =>
  names.map(name => of[name]).find(member => member != null)

/** Assumed: the content of an answer is at its top, or inside these, which may be nested. */
const WRAPPERS = ['response', 'data', 'result']
const MAX_DEPTH = 3

/** An answer and the objects that it wraps, the outermost first. */
export function layers(answer: unknown, depth = MAX_DEPTH): Members[] {
  if (!isObject(answer)) return []
  return [answer, ...(depth > 0 ? WRAPPERS.flatMap(name => layers(answer[name], depth - 1)) : [])]
}

/** The first given member of these names in any layer; the order of the names counts first. */
export function pick(answer: unknown, names: readonly string[]): unknown {
  const all = layers(answer)
  for (const name of names) for (const layer of all) if (layer[name] != null) return layer[name]
  return undefined
}

/** The list of one of these names in any layer, or the list that a wrapper holds in its place; null is empty. */
export function list(answer: unknown, names: readonly string[]): unknown {
  const all = layers(answer)
  const found = [...names, ...WRAPPERS].flatMap(name => all.map(layer => layer[name])).find(Array.isArray)
  return found ?? (names.some(name => all.some(layer => layer[name] === null)) ? [] : undefined)
}

/** Text, also where the service sends a number. */
export const text = z.union([z.string(), z.number().transform(String)])

/** Text that is normalized where it is one of these words in another case. */
export const oneOf = (words: readonly string[]) =>
  text.transform(value => words.find(word => word === value.trim().toLowerCase()) ?? value)

/** Text that is not blank, also where the service sends a number. */
export const identifier = text.pipe(z.string().regex(/\S/))

/** A name without the space around it. */
export const label = text.pipe(z.string().trim().min(1))

/** A count, also where the service sends text. */
export const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().min(0))

/** A boolean, also where the service sends text, 0 or 1. */
export const flag = z.union([
  z.boolean(),
  text.pipe(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })),
])

/** Of the answer that is being parsed, which is synchronous. */
let unreadable = new Set<string>()

/** Reads an answer, and tells the places in it that the schema could not read, never the values. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: unknown) {
  unreadable = new Set()
  return { ...schema.safeParse(answer), unreadable: [...unreadable] }
}

/** The items that a schema can read, and the count of the others, which callers must not take for absent. */
export const itemsOf = <T extends z.ZodType>(item: T, place: string) =>
  z.array(z.unknown()).transform((items): { read: z.output<T>[]; unread?: number } => {
    const results = items.filter(each => each != null && each !== '').map(each => item.safeParse(each))
    const read = results.flatMap(({ success, data }) => (success ? [data] : []))
    if (read.length === results.length) return { read }
    unreadable.add(place)
    return { read, unread: results.length - read.length }
  })

/** A list of which the schema can read at least one item, unless it is empty. */
export const listOf = <T extends z.ZodType>(item: T, place: string) =>
  itemsOf(item, place).refine(
    ({ read, unread }) => read.length > 0 || unread === undefined,
    'no item can be read',
  )

/** An answer that is a list of this name. */
export const listed = <T extends z.ZodType>(name: string, item: T) =>
  z.preprocess(answer => list(answer, [name]), listOf(item, `${name}[]`))

/** A member that is undefined if it cannot be read. With a place, that is noted. */
export const loose = <T extends z.ZodType>(schema: T, place?: string) =>
  schema.optional().catch(() => {
    if (place) unreadable.add(place)
    return undefined
  })

/**
 * Assumed: a write answers with the identifier of what it created as `<noun>_id`, inside `<noun>`, or as
 * `id`.
 * @param hasOtherId whether an `id` at the top may be that of something else
 */
export const created = <N extends string>(name: N, noun: string, hasOtherId = false) =>
  z.preprocess(
    answer => {
      const inside = () => firstOf(members(pick(answer, [noun])), [name, 'id'])
      return { [name]: pick(answer, [name]) ?? inside() ?? (hasOtherId ? undefined : pick(answer, ['id'])) }
    },
    z.record(z.literal(name), loose(identifier)),
  )

/** The answer of a write that returns nothing. */
export const done: z.ZodType<object> = z.unknown().transform(() => ({}))

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** Assumed: an error's message is in `message`, `error` or `error.message`. */
const messageIn = ({ message, error }: Members): unknown =>
  [message, error, members(error).message].find(isText)

const FAILURE = /^\s*(err|fail|exception|invalid|reject|refuse|denied|forbidden|unauthori|not.?found)/i

/** Assumed: without a number, an error is told by a word in `status`, by a `false`, or by an `error`. */
function isFailure({ status, success, ok, error }: Members): boolean {
  if ([status, success, ok].includes(false)) return true
  if (typeof status === 'string') return FAILURE.test(status)
  if (error === undefined || success === true || ok === true) return false
  return error === true || messageIn({ error }) !== undefined
}

/** `404`, `"404"`, `"404 Not Found"`, `"0"`. */
const statusNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*(\d{3}\b|\d+\s*$)/)
    .transform(status => Number.parseInt(status, 10)),
])

/** Reads from any answer whether the request failed: the number in `status`, else `failed`. */
export function statusOf(answer: unknown): { status?: number | undefined; failed: boolean } {
  const top = isObject(answer) ? answer : {}
  const status = statusNumber.safeParse(top.status).data
  return { status, failed: status === undefined && isFailure(top) }
}

/** The message of an answer that tells of an error. */
export const messageOf = (answer: unknown): string | undefined =>
  z.string().safeParse(layers(answer).map(messageIn).find(isText)).data
