import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import { isForm, readBody } from '../body.ts'
import { createVerifier, type SignatureDeps } from './signature.ts'

/** What came in: an event for the app, Slack trying the address (answer it 200), or something to refuse. */
type Reading =
  | { kind: 'event'; body: Record<string, unknown> }
  | { kind: 'check'; answer?: object }
  | { kind: 'refused'; status: 400 | 401 | 413; why: string }

/**
 * Makes the reader of Slack's requests: the body is read once, verified as it came, and parsed once.
 * Rejects with the request's own error when it breaks off. Sources:
 * https://docs.slack.dev/interactivity/implementing-slash-commands (ssl_check),
 * https://docs.slack.dev/reference/events/url_verification
 */
export function createReader({ bodyLimitBytes, ...signature }: SignatureDeps & { bodyLimitBytes: number }) {
  const verdictOn = createVerifier(signature)

  return async (request: IncomingMessage): Promise<Reading> => {
    const raw = await readBody(request, bodyLimitBytes)
    if (!raw) return { kind: 'refused', status: 413, why: 'too long' }

    const form = isForm(request) ? parseForm(raw.toString()) : undefined
    // Slack does not sign this one, so nothing else that it carries may count.
    if (form?.ssl_check === '1') return { kind: 'check' }

    const verdict = verdictOn(request.headers, raw)
    if (verdict !== 'genuine') return { kind: 'refused', status: 401, why: verdict }

    const body = typeof form?.payload === 'string' ? parseObject(form.payload) : (form ?? parseObject(raw))
    if (!body) return { kind: 'refused', status: 400, why: 'malformed' }
    if (body.type === 'url_verification') return { kind: 'check', answer: { challenge: body.challenge } }
    return { kind: 'event', body }
  }
}

/** A JSON object, or nothing. The parser's own message is not passed on: it quotes the body. */
function parseObject(json: Buffer | string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json.toString())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
