import type { IncomingMessage } from 'node:http'
import { parseJson } from '../../message/json.ts'
import { isForm, lengthOf, readBody } from '../../web/body.ts'
import type { Gate } from './load-shedding.ts'
import type { TurnedAway } from './rejected.ts'
import { kindUnread } from './request-kinds.ts'
import { createVerifier, type SignatureDeps, sentAt } from './signature.ts'

/** As long as an ssl_check ever is: what Slack did not sign is read no further. */
const UNSIGNED_BYTES = 4096

/**
 * What came in: an event for the app, something of Slack's own (answer it 200), which may be trouble to be told, or something
 * to refuse or turn away.
 */
type Reading =
  | { kind: 'event'; body: Record<string, unknown> }
  | { kind: 'check'; answer?: object; trouble?: string }
  | { kind: 'turned away'; answer: TurnedAway }
  | RefusedRequest

/** `aheadSeconds`: so far the clock here is ahead of when Slack sent it, where that alone speaks against it. */
export type RefusedRequest = {
  kind: 'refused'
  status: 400 | 401 | 413
  why: string
  aheadSeconds?: number
}

type Deps = SignatureDeps & { bodyLimitBytes: number; unread?: Gate['unread'] | undefined }

/**
 * Makes the reader of Slack's requests: the body is read once, verified as it came, and parsed once; not at all where its
 * length or its headers speak against it already. What is turned away `unread` is not even verified: whoever sent it hears
 * the same, and it costs a quarter less. Rejects with the request's own error when it breaks off. Sources:
 * https://docs.slack.dev/interactivity/implementing-slash-commands (ssl_check),
 * https://docs.slack.dev/reference/events/url_verification, https://docs.slack.dev/reference/events/app_rate_limited
 */
export function createReader({ bodyLimitBytes, unread, ...signature }: Deps) {
  const { unfit, verdictOn } = createVerifier(signature)

  return async (request: IncomingMessage): Promise<Reading> => {
    const announced = lengthOf(request)
    if (announced > bodyLimitBytes) return TOO_LONG
    const against = unfit(request.headers)
    const limit = against ? Math.min(UNSIGNED_BYTES, bodyLimitBytes) : bodyLimitBytes
    const raw = announced > limit ? undefined : await readBody(request, limit)
    if (!raw) return against ? { ...REFUSED, why: against } : TOO_LONG

    const isAForm = isForm(request)
    const kind = isAForm && !against ? kindUnread(raw) : undefined
    const answer = kind && unread?.(kind)
    if (answer) return { kind: 'turned away', answer }

    const verdict = against ?? verdictOn(request.headers, raw)
    const small = raw.length <= UNSIGNED_BYTES
    const isReadable = isAForm && (verdict === 'genuine' || small)
    const form = isReadable ? new URLSearchParams(raw.toString()) : undefined
    // Slack does not sign this one, so nothing else that it carries may count.
    if (form?.get('ssl_check') === '1') return { kind: 'check' }
    if (verdict === 'stale' && verdictOn(request.headers, raw) === 'genuine')
      return {
        ...REFUSED,
        why: verdict,
        aheadSeconds: Math.round(signature.clock().getTime() / 1000) - sentAt(request.headers),
      }
    if (verdict !== 'genuine') return { ...REFUSED, why: verdict }

    const payload = form?.get('payload')
    const body = form && typeof payload !== 'string' ? Object.fromEntries(form) : parseObject(payload ?? raw)
    if (!body) return { kind: 'refused', status: 400, why: 'malformed' }
    if (body.type === 'url_verification') return { kind: 'check', answer: { challenge: body.challenge } }
    if (body.type === 'app_rate_limited') return { kind: 'check', trouble: HELD_BACK }
    return { kind: 'event', body }
  }
}

const HELD_BACK = 'Slack holds back events of a workspace: there were more than 30,000 in an hour'

const REFUSED = { kind: 'refused', status: 401 } as const

const TOO_LONG: Reading = { kind: 'refused', status: 413, why: 'too long' }

/** A JSON object, or nothing. */
function parseObject(json: Buffer | string): Record<string, unknown> | undefined {
  const value = parseJson(json.toString())
  return isObject(value) ? value : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
