import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici'

/** In bytes. */
const MAX_RESPONSE = 8 * 1024 * 1024

/** HTTP/1.1 gives each request a connection of its own, so a hanging one delays no other. */
const HTTP_1 = { allowH2: false }

/**
 * Opens a connection pool, which uses the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. `connectTimeout`
 * (ms) also limits opening a tunnel.
 */
export function openConnections(options: Omit<EnvHttpProxyAgent.Options, 'allowH2'>): EnvHttpProxyAgent {
  // undici would wait five minutes for a tunnel.
  const { connectTimeout: headersTimeout } = options
  const clientFactory = (proxy: URL, poolOptions: object) =>
    new Pool(proxy, { ...poolOptions, headersTimeout })
  return new EnvHttpProxyAgent({
    ...options,
    ...HTTP_1,
    proxyTls: HTTP_1,
    clientFactory,
  })
}

export type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** No whole answer arrived. `written`: whether any of the request may have reached the server. */
export type Broken = { broken: string; written: boolean }

/** The request was aborted. Other values of `broken`: codes of Node and undici, `proxy_<status>` for a proxy's refusal. */
export const ABORTED = 'aborted'

/** How undici reports a proxy that opens no tunnel or requires authentication. */
const PROXY_REFUSAL = /^Proxy .*\((\d{3})\)/

/**
 * Sends a request once and reads the whole answer; never rejects. Unlike undici's `request`, it ends as soon as
 * `signal` aborts or `ms` are over, even before there is a connection, and tells whether the request was
 * written.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, ms }: { signal?: AbortSignal | undefined; ms: number },
): Promise<Received | Broken> {
  const { promise, resolve } = Promise.withResolvers<Received | Broken>()
  if (signal?.aborted) return Promise.resolve({ broken: ABORTED, written: false })
  const received: Received = { status: 0, headers: {}, body: Buffer.alloc(0) }
  const chunks: Buffer[] = []
  let length = 0
  let isOver = false
  let controller: Dispatcher.DispatchController | undefined
  // Cleared when the answer arrives, unlike AbortSignal.timeout.
  const timer = setTimeout(abort, Math.ceil(ms))
  signal?.addEventListener('abort', abort)

  function settle(result: Received | Broken): void {
    signal?.removeEventListener('abort', abort)
    clearTimeout(timer)
    resolve(result)
  }

  function abort(): void {
    isOver = true
    settle({ broken: ABORTED, written: controller !== undefined })
    controller?.abort(new Error(ABORTED))
  }

  dispatcher.dispatch(request, {
    onRequestStart(started) {
      if (isOver || controller) return started.abort(new Error('a request is written once'))
      controller = started
    },
    onResponseStart(_controller, status, headers) {
      received.status = status
      received.headers = headers
    },
    onResponseData(controller, chunk) {
      length += chunk.length
      // undici's own limit does not hold behind a proxy for plain HTTP.
      if (length > MAX_RESPONSE) controller.abort(new errors.ResponseExceededMaxSizeError())
      else chunks.push(chunk)
    },
    onResponseEnd() {
      received.body = Buffer.concat(chunks)
      // undici frees the connection in an immediate that it sets after this event.
      process.nextTick(setImmediate, settle, received)
    },
    onResponseError(_controller, error) {
      const written = controller !== undefined
      const status = PROXY_REFUSAL.exec(error.message)?.[1]
      const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
      settle(status ? { broken: `proxy_${status}`, written: false } : { broken: code, written })
    },
  })
  return promise
}

const DAY_SECONDS = 24 * 60 * 60

/** The header Retry-After in seconds, at most a day; undefined if there is none, or a date. */
export const retryAfter = ({ 'retry-after': seconds = '' }: IncomingHttpHeaders): number | undefined =>
  /^\d+$/.test(seconds) ? Math.min(Number(seconds), DAY_SECONDS) : undefined
