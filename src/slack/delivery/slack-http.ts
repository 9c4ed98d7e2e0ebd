import { setTimeout as sleep } from 'node:timers/promises'
import { LogLevel, webApi } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import type { Workspace } from '../../core/person.ts'
import {
  ABORTED,
  type Broken,
  exchange,
  openConnections,
  type Received,
  retryAfter,
} from '../../service/http.ts'
import type { Post } from './deliver.ts'
import { TRANSIENT, UNSENT, Unanswered } from './delivery-error.ts'

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>

/** Slack usually answers within two seconds. */
const TIMEOUT_MS = 5000
const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 100
/** After a longer wait the reply goes another way, so that the person does not wait. */
const MAX_RETRY_AFTER_MS = 1500

/**
 * Methods that may be retried. `views.open` is not: its trigger works once. `oauth.v2.access` is, since a
 * used refresh token “is revoked after a short grace period”
 * (https://docs.slack.dev/authentication/using-token-rotation).
 */
const IDEMPOTENT_METHODS = new Set([
  'oauth.v2.access',
  'auth.test',
  'users.info',
  'chat.getPermalink',
  'chat.update',
  'views.update',
  'views.publish',
  'functions.completeSuccess',
  'functions.completeError',
])

/**
 * The HTTP client for Slack, over keep-alive connections: `fetch` for Bolt's WebClient, `post` for JSON to a
 * response_url and files to an upload_url. Retries calls that are idempotent, provably unsent, or rate
 * limited for a moment.
 * @param apiUrl the base of another Web API; response_urls of other hosts than this and Slack's are refused
 * @param onFailure called for each failed call, with its method and a one-word reason
 */
export function createSlackHttp({
  apiUrl,
  interceptor,
  onFailure = () => {},
  timeoutMs = TIMEOUT_MS,
}: {
  apiUrl?: string | undefined
  interceptor?: Dispatcher.DispatcherComposeInterceptor | undefined
  onFailure?: (method: string, why: string) => void
  timeoutMs?: number
} = {}) {
  const connections = openConnections({
    connections: 32,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  const dispatcher = interceptor ? connections.compose(interceptor) : connections

  async function send(
    url: URL,
    request: Pick<Dispatcher.DispatchOptions, 'method' | 'headers' | 'body'>,
    signal?: AbortSignal,
  ): Promise<Received> {
    const name = /\/api\/([\w.]+)$/.exec(url.pathname)?.[1] ?? 'response_url'
    const message = { origin: url.origin, path: url.pathname + url.search, ...request }
    for (let attempt = 1; ; attempt++) {
      const outcome = await exchange(dispatcher, message, { signal, ms: timeoutMs })
      const problem = problemOf(outcome)
      if (problem && attempt < MAX_ATTEMPTS && canRetry(name, outcome, problem)) {
        const limitedMs = 'status' in outcome ? 1000 * (retryAfter(outcome.headers) ?? 0) : 0
        await sleep(Math.max(limitedMs, RETRY_DELAY_MS * 2 ** (attempt - 1)), undefined, { signal })
        continue
      }
      if (problem) onFailure(name, problem)
      if ('status' in outcome) return outcome
      signal?.throwIfAborted()
      throw new Unanswered(outcome.broken)
    }
  }

  const fetch: Fetch = async (address, { method, headers, body, signal } = {}) => {
    if (body != null && typeof body !== 'string') throw new TypeError('Only text is sent to Slack')
    const request = {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      body: body ?? null,
    } as const
    const response = await send(new URL(address), request, signal ?? undefined)
    const responseHeaders = Object.entries(response.headers).map(([key, value]): [string, string] => [
      key,
      String(value),
    ])
    return new Response(response.body.toString(), { status: response.status, headers: responseHeaders })
  }

  const apiHost = apiUrl === undefined ? undefined : new URL(apiUrl).hostname
  const post: Post = async (address, body) => {
    const url = new URL(address)
    const isSlack = url.protocol === 'https:' && SLACK_HOST.test(url.host)
    if (!isSlack && url.hostname !== apiHost) throw new Error('An address leads away from Slack')
    const isFile = body instanceof Uint8Array
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': isFile ? 'application/octet-stream' : JSON_TYPE },
      body: isFile ? body : JSON.stringify(body),
    })
    return { ok: problemOf(response) === undefined, status: response.status }
  }

  return { fetch, post, close: () => connections.close() }
}

const JSON_TYPE = 'application/json; charset=utf-8'

const SLACK_HOST = /(^|\.)slack(-gov)?\.com$/

/** The body of an error under HTTP 200. */
const REFUSAL = /^\{"ok":\s*false,.*?"error":\s*"(\w{1,60})"/

/** The one-word reason for a failure; undefined for a success. */
function problemOf(outcome: Received | Broken): string | undefined {
  if ('broken' in outcome) return outcome.broken
  const { status, body } = outcome
  if (status < 200 || status > 299) return `http_${status}`
  return REFUSAL.exec(body.toString('latin1', 0, 200))?.[1]
}

function canRetry(name: string, outcome: Received | Broken, problem: string): boolean {
  if (name === 'views.open') return false
  const isIdempotent = IDEMPOTENT_METHODS.has(name)
  if ('broken' in outcome) return UNSENT.test(outcome.broken) || (isIdempotent && outcome.broken !== ABORTED)
  const { status, headers } = outcome
  if (status === 429) return (retryAfter(headers) ?? Number.POSITIVE_INFINITY) * 1000 <= MAX_RETRY_AFTER_MS
  return isIdempotent && (status >= 500 || TRANSIENT.has(problem))
}

/** Less than the 3 s of a trigger. */
const CALL_TIMEOUT_MS = 2500

/** A client takes about 30 kB. */
const MAX_CLIENTS = 1000

/** Resolves to a client with the workspace's current token, or to undefined without an installation. */
export type ClientFor = (workspace: Workspace) => Promise<webApi.WebClient | undefined>

/** WebClient options that disable its own retries: `createSlackHttp` retries. */
export const webApiOptions = (deps: { apiUrl: string | undefined; fetch: Fetch; log: Logger }) =>
  ({
    ...(deps.apiUrl && { slackApiUrl: deps.apiUrl }),
    fetch: deps.fetch,
    timeout: CALL_TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: boltLogger(deps.log),
  }) satisfies webApi.WebClientOptions

/** Creates a cache of WebClients by token and workspace. */
export function createClients(options: webApi.WebClientOptions) {
  const clients = new LRUCache<string, webApi.WebClient>({ max: MAX_CLIENTS })

  return (token: string, teamId: string | undefined): webApi.WebClient => {
    const key = `${teamId} ${token}`
    const client = clients.get(key) ?? new webApi.WebClient(token, { ...options, ...(teamId && { teamId }) })
    clients.set(key, client)
    return client
  }
}

/** Drops Bolt's debug and info logs: they contain whole requests, secrets included. */
function boltLogger(log: Logger) {
  const ignore = () => {}
  return {
    debug: ignore,
    info: ignore,
    warn: (...parts: unknown[]) => log.warn({ bolt: parts.map(String).join(' ') }),
    error: (...parts: unknown[]) => log.error({ bolt: parts.map(String).join(' ') }),
    setLevel: ignore,
    getLevel: () => LogLevel.WARN,
    setName: ignore,
  }
}
