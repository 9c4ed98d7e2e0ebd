import type { z } from 'zod'

/** A refusal by Slack: `code` is Slack's error, `messages` are those of `response_metadata`. */
export class SlackRefusal extends Error {
  readonly code: string
  readonly messages: string[]
  constructor(code: string, messages: string[] = []) {
    super([code, ...messages].join(' '))
    this.name = 'SlackRefusal'
    this.code = code
    this.messages = messages
  }
}

/** A refused API call, response_url post or answer to a request. */
export type Refused = { what: string; error: string; messages: string[] }

/** A refusal as Slack answers it. */
export const refusedBody = ({ error, messages }: Refused) => ({
  ok: false,
  error,
  ...(messages.length > 0 && { response_metadata: { messages } }),
})

const valueAt = (root: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => Object(value)[key], root)

export const notYet = (what: string) => `if Slack takes ${what} here, the playground does not know it yet`

const describeIssue = (issue: z.core.$ZodIssue, value: unknown): string => {
  const last = String(issue.path.at(-1))
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `must be less than ${Number(issue.maximum) + 1} characters`
        : `no more than ${issue.maximum} items allowed`
    case 'too_small':
      return issue.origin === 'string'
        ? `must be more than ${Number(issue.minimum) - 1} characters`
        : `no fewer than ${issue.minimum} items allowed`
    case 'unrecognized_keys':
      return `invalid additional property: ${issue.keys.join(', ')}; ${notYet(issue.keys.join(', '))}`
    case 'invalid_value':
    case 'invalid_union':
    case 'invalid_type':
      if (value === undefined) return `missing required field: ${last}`
      if (issue.code === 'invalid_type') return issue.message
      return `unsupported ${last}: ${value}; ${notYet(String(value))}`
    default:
      return issue.message
  }
}

/** An issue in Slack's words, with a pointer to the value, or to the object that lacks it. */
const formatIssue = (issue: z.core.$ZodIssue, root: unknown): string => {
  const value = valueAt(root, issue.path)
  const place = value === undefined ? issue.path.slice(0, -1) : issue.path
  const pointer = place.length > 0 ? ` [json-pointer:/${place.join('/')}]` : ''
  return `[ERROR] ${describeIssue(issue, value)}${pointer}`
}

/** Parses a value or throws SlackRefusal: `invalid_blocks` where only blocks are wrong, else `invalid_arguments`. */
export const parseOrRefuse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const code = issues.every(({ path }) => path[0] === 'blocks') ? 'invalid_blocks' : 'invalid_arguments'
  throw new SlackRefusal(
    code,
    issues.map(issue => formatIssue(issue, value)),
  )
}
