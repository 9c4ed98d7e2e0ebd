import { STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { webApi } from '@slack/bolt'
import { type Dispatcher, Headers } from 'undici'
import { parseJson } from '../../message/json.ts'
import { openConnections, type Proxies } from '../../service/transport/connections.ts'
import { type Broken, exchange, type Received } from '../../service/transport/exchange.ts'
import { createRests, retryAfter } from '../../service/transport/retry-after.ts'
import { bytesOf } from '../../web/written.ts'
import type { Post } from './deliver.ts'
import { restingPlaceOf } from './resting-place.ts'
import { LONGEST_PAUSE_MS, methodAt, pauseBefore } from './retry-policy.ts'

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>

/** Slack answers within a second or two; what takes longer is too late for whoever waits. */
const TIMEOUT_MS = 5000
const CONNECTIONS = 32
/** Far more than Slack ever answers. */
const BYTES = 8 * 1024 * 1024

/** Slack takes about one message a second in a channel (https://docs.slack.dev/apis/web-api/rate-limits). */
const APART_MS = 1000

/**
 * The one way out to Slack, over connections that are kept: `fetch` for Bolt's WebClient, which needs only this
 * much of it, and `post` for a response_url. Neither follows redirects. What may be tried again is, shortly after. Where
 * Slack wants a rest the next ones wait, or are answered so in its place where that takes too long.
 * @param watch sees what goes over the wire
 * @param failed hears of each call that Slack refused or did not answer, by its method, and why in a word
 */
export function createSlackHttp({
  watch,
  proxies,
  failed = () => {},
  now = () => performance.now(),
}: {
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
  proxies?: Proxies | undefined
  failed?: (method: string, why: string) => void
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
} = {}) {
  const connections = openConnections(
    {
      connections: CONNECTIONS,
      connectTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    },
    proxies,
  )
  const wire = watch ? connections.compose(watch) : connections
  const rests = createRests({ now, apartMs: APART_MS })

  /** Makes a call where Slack wants no rest of it, and makes it again as long as that is right; gives the last answer. */
  async function send(
    url: URL,
    { authorization = null, body, signal, ms, ...request }: Call,
  ): Promise<Received & { isTaken: boolean }> {
    const { origin, pathname, search } = url
    const method = methodAt(pathname)
    const place = restingPlaceOf(method, pathname, authorization, body)
    const restMs = rests.take(place, LONGEST_PAUSE_MS)
    if (restMs > LONGEST_PAUSE_MS) {
      failed(method, 'resting')
      return { ...LIMITED, headers: { 'retry-after': String(Math.ceil(restMs / 1000)) }, isTaken: false }
    }
    if (restMs > 0) await sleep(restMs, undefined, { signal })
    const message = { ...request, origin, path: pathname + search, ...(body !== undefined && { body }) }
    const answer = await persist(method, signal, () =>
      exchange(wire, message, { signal, ...(ms && { ms }), bytes: BYTES }),
    )
    const { status } = answer
    if (!isGood(status)) failed(method, `http_${status}`)
    if (status === 429) rests.begin(place, (retryAfter(answer.headers) ?? 0) * 1000)
    const refusal = refusalIn(answer)
    if (refusal !== undefined) failed(method, refusal)
    return { ...answer, isTaken: isGood(status) && refusal === undefined }
  }

  async function persist(
    method: string,
    signal: AbortSignal | undefined,
    call: () => Promise<Received | Broken>,
  ): Promise<Received> {
    for (let tried = 1; ; tried++) {
      const result = await call()
      if ('broken' in result) {
        const { broken: code } = result
        const pause = pauseBefore({ method, code }, tried)
        if (pause === undefined) {
          failed(method, code)
          signal?.throwIfAborted()
          throw Object.assign(new Error(`Slack does not answer (${code})`), { code })
        }
        await sleep(pause, undefined, { signal })
      } else {
        const { status, headers } = result
        const said = status === 429 ? retryAfter(headers) : undefined
        const pause = pauseBefore({ method, status, retryAfter: said, word: refusalIn(result) }, tried)
        // Bolt's WebClient reads no dates.
        if (pause === undefined)
          return said === undefined
            ? result
            : { ...result, headers: { ...headers, 'retry-after': String(said) } }
        await sleep(pause, undefined, { signal })
      }
    }
  }

  const fetch: Fetch = async (address, { method, headers, body, signal } = {}) => {
    if (body !== undefined && typeof body !== 'string') throw new TypeError('Only text is sent to Slack')
    const authorization = new Headers(headers).get('authorization')
    const call = { method: method === 'POST' ? ('POST' as const) : ('GET' as const), headers, authorization }
    const answer = await send(new URL(address), { ...call, body, signal: signal ?? undefined })
    const { status } = answer
    const text = async () => answer.body.toString()
    return {
      ok: isGood(status),
      status,
      statusText: STATUS_CODES[status] ?? '',
      url: String(address),
      headers: new Headers(flat(answer.headers)),
      text,
      json: async () => {
        const told = parseJson(await text())
        if (told === undefined) throw new SyntaxError('Slack answered no JSON')
        return told
      },
      arrayBuffer: async () => new Uint8Array(answer.body).buffer,
    }
  }

  const post: Post = async (url, body) => {
    const call = { method: 'POST' as const, headers: AS_JSON, ms: TIMEOUT_MS }
    const { status, isTaken } = await send(new URL(url), { ...call, body: bytesOf(body) })
    return { ok: isTaken, status }
  }

  return { fetch, post, close: () => connections.close() }
}

type Call = {
  method: 'GET' | 'POST'
  headers?: Dispatcher.DispatchOptions['headers']
  authorization?: string | null
  body?: string | Buffer | undefined
  signal?: AbortSignal | undefined
  /** How long one try may take in all, with its wait for a connection. */
  ms?: number
}

const AS_JSON = { 'content-type': 'application/json; charset=utf-8' }

const isGood = (status: number) => status >= 200 && status < 300

/** What Slack would answer. */
const LIMITED = { status: 429, body: Buffer.from('{"ok":false,"error":"ratelimited"}') }

const REFUSAL = /^\{"ok":\s*false,.*?"error":\s*"(\w{1,60})"/

/** The word by which Slack says no under HTTP 200. */
const refusalIn = ({ status, body }: Received): string | undefined =>
  isGood(status) ? REFUSAL.exec(body.toString('latin1', 0, 200))?.[1] : undefined

function flat(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
}
