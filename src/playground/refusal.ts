import type { z } from 'zod'

/** Slack says no: `code` as Slack names it, `messages` as in `response_metadata.messages`. */
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

/** Something of the app's that Slack refused: an API call, a response_url post or an answer to a request. */
export type Refused = { what: string; error: string; messages: string[] }

/** The messages of a refusal as they stand in Slack's answers. */
export const metadataOf = (messages: string[]) =>
  messages.length > 0 ? { response_metadata: { messages } } : {}

const at = (raw: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, key)?.value
        : undefined,
    raw,
  )

/** For developers: what Slack may take, and this refuses all the same. */
export const notYet = (what: string) => `if Slack takes ${what} here, the playground does not know it yet`

const sentence = (issue: z.core.$ZodIssue, raw: unknown): string => {
  const value = at(raw, issue.path)
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
      return value === undefined
        ? `missing required field: ${last}`
        : `unsupported ${last}: ${value}; ${notYet(String(value))}`
    case 'invalid_type':
      return value === undefined ? `missing required field: ${last}` : issue.message
    default:
      return issue.message
  }
}

/** Where that is: of what is missing the place that lacks it. */
const pointer = ({ path }: z.core.$ZodIssue, raw: unknown): string => {
  const place = at(raw, path) === undefined ? path.slice(0, -1) : path
  return place.length > 0 ? ` [json-pointer:/${place.join('/')}]` : ''
}

/** Zod's findings in the words and the form in which Slack gives them. */
const complaints = (error: z.ZodError, raw: unknown): string[] =>
  error.issues.map(issue => `[ERROR] ${sentence(issue, raw)}${pointer(issue, raw)}`)

/** `raw` read by the schema, or a refusal: blocks are `invalid_blocks`, all else `invalid_arguments`. */
export const judge = <S extends z.ZodType>(schema: S, raw: unknown): z.output<S> => {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  const onlyBlocks = read.error.issues.every(issue => issue.path[0] === 'blocks')
  throw new SlackRefusal(onlyBlocks ? 'invalid_blocks' : 'invalid_arguments', complaints(read.error, raw))
}
