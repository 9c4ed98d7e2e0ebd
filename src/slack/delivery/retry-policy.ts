import { ABORTED } from '../../service/transport/exchange.ts'

/**
 * A try that failed: the status, and in how many seconds Slack wants to be asked again, or the word by which it refused, or
 * the error that came in place of an answer.
 */
export type FailedCall = {
  method: string
  status?: number
  retryAfter?: number | undefined
  word?: string | undefined
  code?: string
}

/** Slack's own words for what passes; all others are for good (https://docs.slack.dev/reference/methods/chat.postMessage#errors). */
const PASSING = new Set([
  ...['ratelimited', 'rate_limited', 'internal_error', 'fatal_error', 'service_unavailable'],
  ...['request_timeout', 'team_added_to_org'],
])

/** Whether Slack may take what it refused with such a word. */
export const isPassing = (word: string): boolean => PASSING.has(word)

const TRIES = 3
const PAUSE_MS = 100
/** Longer than that nobody waits in front of a screen: the answer then takes another way. */
export const LONGEST_PAUSE_MS = 1500

/** What needs a trigger, which is used up or too old by then. */
const TRIGGERED = 'views.open'

/** What does no more when it is done twice. */
const HARMLESS = new Set([
  ...['auth.test', 'users.info', 'chat.getPermalink'],
  ...['chat.update', 'views.update', 'views.publish'],
])

/** Codes of errors after which Slack surely has nothing of the request: it was not found, or a proxy led nowhere. */
const UNSENT = new RegExp(
  [
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
    ...['UND_ERR_PRX_CONN', String.raw`proxy_\d{3}`],
  ].join('|'),
)

/** Whether an error with such a code, or with one in its words, says that Slack surely has nothing of the request. */
export const isUnsent = (said: string): boolean => UNSENT.test(said)

/** The name of the Web API's method at an address, or what a response_url is called. */
export const methodAt = (path: string): string => /\/api\/([\w.]+)$/.exec(path)?.[1] ?? 'response_url'

/**
 * How long to wait before what failed is tried again; nothing where it is not to be. What posts something is tried again
 * only where it surely was not posted, and nothing is that needs a trigger.
 */
export function pauseBefore(
  { method, status, retryAfter, word, code }: FailedCall,
  tried: number,
): number | undefined {
  if (tried >= TRIES || method === TRIGGERED) return undefined
  const pause = PAUSE_MS * 2 ** (tried - 1)
  if (status === 429) {
    if (retryAfter === undefined || retryAfter * 1000 > LONGEST_PAUSE_MS) return undefined
    return Math.max(retryAfter * 1000, pause)
  }
  const broke = status === undefined ? code !== ABORTED : status >= 500
  const again = HARMLESS.has(method)
    ? broke || (word !== undefined && isPassing(word))
    : code !== undefined && isUnsent(code)
  return again ? pause : undefined
}
