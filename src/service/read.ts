import type { z } from 'zod'
import type { Broken, Received } from '../exchange.ts'
import { errorAnswer } from './contract/failure.ts'
import { type Answer, contract, type EndpointName } from './contract/index.ts'
import { noticing } from './contract/unread.ts'
import { kindOfCode, kindOfStatus, retryAfter, ServiceError } from './failure.ts'
import { recall, remember } from './remembered.ts'
import { clean } from './secrets.ts'

/** The contract's answers, so written that the compiler knows which belongs to which endpoint. */
const answers: { [N in EndpointName]: { answer: z.ZodType<Answer<N>> } } = contract

const decoder = new TextDecoder()

const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * Reads what an exchange brought: the answer in the contract's shape, or why there is none.
 * @param secrets what the service's words must not repeat
 * @param leftOut hears of the places at which something was given that cannot be read
 */
export function read<N extends EndpointName>(
  name: N,
  result: Received | Broken,
  secrets: string[],
  leftOut: (places: readonly string[]) => void = () => {},
): Answer<N> | ServiceError {
  if ('broken' in result) {
    const { broken: code, written } = result
    return new ServiceError(name, { kind: kindOfCode(code), code, written })
  }
  const { method } = contract[name]
  const text = decoder.decode(result.body).trim()
  const known = isSuccess(result.status) ? recall(name, text) : undefined
  if (known) return known
  const said = json(text, method)
  const { failed, message, status: told } = errorAnswer.parse(said)
  const status = isSuccess(result.status) ? (told ?? result.status) : result.status
  if (failed || !isSuccess(status)) {
    return new ServiceError(name, {
      // Said without a number under a success of HTTP, all that is known is that the service did not do it as asked.
      kind: isSuccess(status) ? 'invalid' : kindOfStatus(status),
      status,
      serviceMessage: message === undefined ? undefined : clean(message, secrets),
      retryAfterSeconds: retryAfter(result.headers),
      written: true,
    })
  }
  const { read: answer, leftOut: places } = noticing(() => answers[name].answer.safeParse(said))
  if (places.length > 0) leftOut(places)
  if (said !== undefined && answer.success)
    return method === 'GET' ? remember(name, text, answer.data) : answer.data
  return new ServiceError(name, { kind: 'malformed answer', status, written: true })
}

/** How JSON writes half a surrogate pair, or a whole one: to look at every text of a long answer costs as much again. */
const HALVES = /\\ud[89a-f]/i

const wellFormed = (_: string, held: unknown) => (typeof held === 'string' ? held.toWellFormed() : held)

/** The JSON of an answer, with well-formed text throughout; undefined when it is none. A change may answer with nothing. */
function json(text: string, method: 'GET' | 'POST'): unknown {
  if (text === '' && method === 'POST') return {}
  try {
    return HALVES.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch {
    return undefined
  }
}
