import type { z } from 'zod'
import { type Answer, contract, type EndpointName } from './contract/contract.ts'
import { errorAnswer } from './contract/failure.ts'
import { noticing } from './contract/unread.ts'
import { kindOfCode, kindOfStatus, ServiceError } from './failure.ts'
import { createRemembered } from './remembered.ts'
import { clean } from './secrets.ts'
import type { Broken, Received } from './transport/exchange.ts'
import { retryAfter } from './transport/retry-after.ts'

/** The contract's answers, so written that the compiler knows which belongs to which endpoint. */
const answers: { [N in EndpointName]: { answer: z.ZodType<Answer<N>> } } = contract

/** Hears of the places at which something was given that cannot be read. */
export type LeftOut = (endpoint: EndpointName, places: readonly string[]) => void

const decoder = new TextDecoder()

const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * Reads what exchanges bring; what comes again word for word is read once.
 * @param leftOut hears once of each endpoint at which places of its answers stands what cannot be read
 */
export function createReader(leftOut: LeftOut = () => {}) {
  const { recall, remember } = createRemembered()
  const told = new Set<EndpointName>()

  /**
   * The answer in the contract's shape, or why there is none.
   * @param secrets what the service's words must not repeat
   */
  return <N extends EndpointName>(
    name: N,
    result: Received | Broken,
    secrets: string[],
  ): Answer<N> | ServiceError => {
    if ('broken' in result) {
      const { broken: code, written } = result
      return new ServiceError(name, { kind: kindOfCode(code), code, written })
    }
    const { method } = contract[name]
    const text = decoder.decode(result.body).trim()
    const known = isSuccess(result.status) ? recall(name, text) : undefined
    if (known) return known
    const said = json(text, method)
    const { failed, message, status: stated } = errorAnswer.parse(said)
    const status = isSuccess(result.status) ? (stated ?? result.status) : result.status
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
    if (places.length > 0) {
      if (!told.has(name)) leftOut(name, places)
      told.add(name)
    }
    if (said !== undefined && answer.success)
      return method === 'GET' ? remember(name, text, answer.data) : answer.data
    return new ServiceError(name, { kind: 'malformed answer', status, written: true })
  }
}

/** How JSON writes half a surrogate pair, or a whole one: to look at every text of a long answer costs as much again. */
const HALVES = /\\ud[89a-f]/i

const wellFormed = (_: string, held: unknown) => (typeof held === 'string' ? held.toWellFormed() : held)

/** A success in a few plain words, such as `OK`: neither a page nor JSON that broke off. */
const PLAIN_WORDS = /^[\p{L}\p{N}\s.,!:'-]{0,100}$/u

/** The JSON of an answer, with well-formed text throughout; undefined when it is none. A change may answer with a word, or nothing. */
function json(text: string, method: 'GET' | 'POST'): unknown {
  try {
    return HALVES.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch {
    return method === 'POST' && PLAIN_WORDS.test(text) ? {} : undefined
  }
}
