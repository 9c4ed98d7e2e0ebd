import type { SQLOutputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { Row } from './service-store.ts'
import { nouns } from './tables.ts'

/** A rejected request: its HTTP status, and a message for people. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const invalid = (message: string) => new Refusal(400, message)
export const forbidden = (message: string) => new Refusal(403, message)
export const notFound = (message: string) => new Refusal(404, message)

/** A row that was looked for. Throws a 404 if it is not there. */
export function found(row: Row | undefined, message: string): Row & { id: SQLOutputValue } {
  if (row === undefined) throw notFound(message)
  return { ...row, id: row.id ?? null }
}

/** An error as it is answered: a name or an id that another row has already becomes a refusal. */
export function asRefusal(error: unknown): unknown {
  const [, table] = /^UNIQUE constraint failed: (\w+)\./.exec(String(Object(error).message)) ?? []
  const noun = new Map(Object.entries(nouns)).get(table ?? '')
  return noun ? invalid(`There is a ${noun} of this name already.`) : error
}

/** A value of the request inside a message, cut to 60 code points. */
export function quoted(words: string): string {
  const points = [...words]
  return `"${points.length > 60 ? `${points.slice(0, 59).join('')}…` : words}"`
}

/** Validates a part of a request. Throws a 400 that names what is wrong, and repeats none of its values. */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const { data, error } = schema.safeParse(input, { error: describeProblem })
  if (error) throw invalid(`${error.issues.map(formatIssue).join('; ')}.`)
  return data
}

function formatIssue({ path, message, ...issue }: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map(key => [...path, key].join('.')).join(', ')} ${message}`
  return path.length > 0 ? `${path.join('.')} ${message}` : 'the body must be a JSON object'
}

function describeProblem(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.length === 1 ? 'is' : 'are'} not part of this request`
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_union') return 'must be text or a number'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  return issue.code === 'too_big' ? `must be at most ${issue.maximum}` : undefined
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
