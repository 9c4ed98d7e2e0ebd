import type { z } from 'zod'

/** What is wrong with a request, in plain words that name the member and hold none of its values. */
export function complain(issues: z.core.$ZodIssue[], request: unknown): string {
  return `${issues.map(issue => sayIssue(issue, request)).join('; ')}.`
}

function sayIssue(issue: z.core.$ZodIssue, request: unknown): string {
  const name = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map(key => [...issue.path, key].join('.'))
    return `${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} not part of this request`
  }
  if (name === '') return 'the body must be a JSON object'
  return isMissing(request, issue.path) ? `${name} is missing` : `${name} ${sayTrouble(issue)}`
}

function sayTrouble(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_union') return 'must be text or a number'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small' && issue.origin !== 'array') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return issue.message
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function isMissing(request: unknown, path: PropertyKey[]): boolean {
  const [first, ...rest] = path
  if (first === undefined) return request === undefined
  return typeof request !== 'object' || request === null || isMissing(Reflect.get(request, first), rest)
}
