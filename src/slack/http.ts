import { STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { webApi } from '@slack/bolt'
import { Agent, type Dispatcher, Headers, Response } from 'undici'
import { createRests } from '../rests.ts'
import { LONGEST_PAUSE_MS, methodAt, pauseBefore } from './again.ts'
import type { Post } from './deliver.ts'
import { placeOf } from './resting-place.ts'

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>

/** Slack answers within a second or two; what takes longer is too late for whoever waits. */
const TIMEOUT_MS = 5000
const CONNECTIONS = 32

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
  failed = () => {},
  now = () => performance.now(),
}: {
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
  failed?: (method: string, why: string) => void
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
} = {}) {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const wire = watch ? agent.compose(watch) : agent
  const rests = createRests({ now, apartMs: APART_MS })

  const fetch: Fetch = async (url, { method = 'GET', headers, body, signal } = {}) => {
    if (body !== undefined && typeof body !== 'string') throw new TypeError('Only text is sent to Slack')
    const { origin, pathname, search } = new URL(url)
    const name = methodAt(pathname)
    const place = placeOf(name, pathname, new Headers(headers).get('authorization'), body)
    const restMs = rests.take(place, LONGEST_PAUSE_MS)
    if (restMs > LONGEST_PAUSE_MS) {
      failed(name, 'resting')
      return Response.json(LIMITED, {
        status: 429,
        headers: { 'retry-after': String(Math.ceil(restMs / 1000)) },
      })
    }
    if (restMs > 0) await sleep(restMs, undefined, signal ? { signal } : {})
    const request = {
      origin,
      path: pathname + search,
      method: method === 'POST' ? ('POST' as const) : ('GET' as const),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }
    const answer = await persist(name, signal ?? undefined, () => wire.request(request))
    const { statusCode: status } = answer
    const isGood = status >= 200 && status < 300
    if (!isGood) failed(name, `http_${status}`)
    if (status === 429) rests.begin(place, Number(answer.headers['retry-after']) * 1000)
    return {
      ok: isGood,
      status,
      statusText: STATUS_CODES[status] ?? '',
      url: String(url),
      headers: new Headers(flat(answer.headers)),
      text: async () => {
        const text = await answer.body.text()
        const [, refusal] = isGood ? (REFUSAL.exec(text) ?? []) : []
        if (refusal !== undefined) failed(name, refusal)
        return text
      },
      json: () => answer.body.json(),
      arrayBuffer: () => answer.body.arrayBuffer(),
    }
  }

  /** Makes a call, and makes it again as long as that is right; gives the last answer. */
  async function persist(method: string, signal: AbortSignal | undefined, call: () => Promise<Answer>) {
    for (let tried = 1; ; tried++) {
      const result = await call().catch((error: unknown) => ({ error }))
      if ('error' in result) {
        const code = codeOf(result.error)
        const pause = pauseBefore({ method, code }, tried)
        if (pause === undefined) {
          failed(method, code)
          throw result.error
        }
        await sleep(pause, undefined, { signal })
      } else {
        const { statusCode: status, headers, body } = result
        const retryAfter = headers['retry-after']?.toString()
        const pause = status < 400 ? undefined : pauseBefore({ method, status, retryAfter }, tried)
        if (pause === undefined) return result
        await body.dump()
        await sleep(pause, undefined, { signal })
      }
    }
  }

  const post: Post = async (url, body) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.text()
    return answer
  }

  return { fetch, post, close: () => agent.close() }
}

/** What Slack would answer. */
const LIMITED = { ok: false, error: 'ratelimited' }

/** How Slack says no under HTTP 200. */
const REFUSAL = /^\{"ok":false,.*?"error":"(\w{1,60})"/

type Answer = Dispatcher.ResponseData

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'ABORT_ERR'

function flat(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
}
