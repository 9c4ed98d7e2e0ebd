import type { z } from 'zod'

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

/** A value of the request inside a message, cut to 60 code points. */
export function quoted(words: string): string {
  const points = [...words]
  return `"${points.length > 60 ? `${points.slice(0, 59).join('')}…` : words}"`
}

/** Describes what is wrong with a request: names its members, and repeats none of their values. */
export const describeIssues = (issues: z.core.$ZodIssue[], request: unknown): string =>
  `${issues.map(issue => describeIssue(issue, request)).join('; ')}.`

function describeIssue(issue: z.core.$ZodIssue, request: unknown): string {
  const name = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map(key => [...issue.path, key].join('.'))
    return `${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} not part of this request`
  }
  if (name === '') return 'the body must be a JSON object'
  return isMissing(request, issue.path) ? `${name} is missing` : `${name} ${describeProblem(issue)}`
}

function describeProblem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_union') return 'must be text or a number'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small' && issue.origin !== 'array') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return issue.message
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

function isMissing(request: unknown, [first, ...rest]: PropertyKey[]): boolean {
  if (first === undefined) return request === undefined
  return typeof request !== 'object' || request === null || isMissing(Reflect.get(request, first), rest)
}
