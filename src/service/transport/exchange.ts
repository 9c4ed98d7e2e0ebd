import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

export type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** No whole answer arrived. `written`: whether any of the request may have reached the server. */
export type Broken = { broken: string; written: boolean }

/**
 * Values of `broken`, besides the error codes of Node (ECONNRESET) and undici (UND_ERR_SOCKET), and `proxy_<status>` for a
 * proxy that refuses.
 */
export const ABORTED = 'aborted'
export const TOO_LONG = 'too long'

/**
 * Sends one request once and reads the whole answer; never rejects. Unlike undici's `request` it ends at once when `signal`
 * aborts or `ms` are over, also before there is a connection, and knows whether the request was written.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, ms, bytes }: { signal?: AbortSignal | undefined; ms?: number; bytes: number },
): Promise<Received | Broken> {
  const { promise, resolve } = Promise.withResolvers<Received | Broken>()
  if (signal?.aborted) return Promise.resolve({ broken: ABORTED, written: false })
  const received: Received = { status: 0, headers: {}, body: Buffer.alloc(0) }
  const chunks: Buffer[] = []
  let size = 0
  let written = false
  let isOver = false
  let controller: Dispatcher.DispatchController | undefined
  const abort = () => breakOff(ABORTED)
  // Cleared when the answer arrives, unlike AbortSignal.timeout.
  const timer = ms === undefined ? undefined : setTimeout(abort, Math.ceil(ms))
  signal?.addEventListener('abort', abort)

  function settle(result: Received | Broken): void {
    signal?.removeEventListener('abort', abort)
    clearTimeout(timer)
    resolve(result)
  }

  function breakOff(broken: string): void {
    isOver = true
    settle({ broken, written })
    controller?.abort(new Error(broken))
  }

  dispatcher.dispatch(request, {
    onRequestStart(started) {
      if (isOver || written) return started.abort(new Error('a request is written once'))
      written = true
      controller = started
    },
    onResponseStart(_controller, status, headers) {
      received.status = status
      received.headers = headers
    },
    onResponseData(_controller, chunk) {
      size += chunk.length
      if (size > bytes) return breakOff(TOO_LONG)
      chunks.push(chunk)
    },
    onResponseEnd() {
      received.body = Buffer.concat(chunks)
      // undici frees the connection in an immediate that it sets after this event.
      process.nextTick(setImmediate, settle, received)
    },
    onResponseError(_controller, error) {
      const status = PROXY_REFUSAL.exec(error.message)?.[1]
      const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
      if (status) settle({ broken: `proxy_${status}`, written: false })
      else settle({ broken: written ? code : (CONNECT_CODES[code] ?? code), written })
    },
  })
  return promise
}

/** How undici reports a proxy that opens no tunnel or requires authentication. */
const PROXY_REFUSAL = /^Proxy .*\((\d{3})\)/

/** Before the request is written, only a proxy that opens a tunnel can be late with its headers. */
const CONNECT_CODES: Record<string, string> = { UND_ERR_HEADERS_TIMEOUT: 'UND_ERR_CONNECT_TIMEOUT' }
