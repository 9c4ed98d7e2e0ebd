import type { z } from 'zod'

/** An error of Slack's: `code` is its error code, `messages` are those of `response_metadata`. */
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
export type Refusal = { what: string; error: string; messages: string[] }

export const refusalBody = ({ error, messages }: Refusal) => ({
  ok: false,
  error,
  ...(messages.length > 0 && { response_metadata: { messages } }),
})

const formatIssue = ({ message, path }: z.core.$ZodIssue): string =>
  `[ERROR] ${message} [json-pointer:/${path.join('/')}]`

/** Parses a value. Throws SlackRefusal: `invalid_blocks` if only blocks are wrong, or `invalid_arguments`. */
export const parseOrRefuse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const code = issues.every(({ path }) => path[0] === 'blocks') ? 'invalid_blocks' : 'invalid_arguments'
  throw new SlackRefusal(code, issues.map(formatIssue))
}
