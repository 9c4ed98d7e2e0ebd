import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

export type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** No whole answer came. `written` tells whether any of the request may have reached the other side. */
export type Broken = { broken: string; written: boolean }

/**
 * Values of `broken` beside the codes of Node (ECONNRESET …) and undici (UND_ERR_SOCKET …), and the status of a proxy that
 * lets nothing pass (proxy_407); else an error's name.
 */
export const ABORTED = 'aborted'
export const TOO_LONG = 'too long'

/**
 * Sends one request once and reads the answer whole, without ever failing otherwise than by `Broken`.
 * Unlike undici's own `request`, it ends at once when `signal` aborts, or `ms` are over, while the connection is still
 * being made, and it knows whether the request was written.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, ms, bytes }: { signal?: AbortSignal | undefined; ms?: number; bytes: number },
): Promise<Received | Broken> {
  return new Promise(resolve => {
    const received: Received = { status: 0, headers: {}, body: Buffer.alloc(0) }
    const chunks: Buffer[] = []
    let size = 0
    let written = false
    let controller: Dispatcher.DispatchController | undefined

    const leave = () => {
      signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
    }
    const settle = (result: Received | Broken) => {
      leave()
      resolve(result)
    }
    const breakOff = (broken: string) => {
      isOver = true
      settle({ broken, written })
      controller?.abort(new Error(broken))
    }
    const abort = () => breakOff(ABORTED)
    let isOver = signal?.aborted === true
    // Not AbortSignal.timeout, which is kept until it is over however soon the answer comes.
    const timer = ms === undefined ? undefined : setTimeout(abort, Math.ceil(ms))

    if (isOver) return abort()
    signal?.addEventListener('abort', abort)

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
        leave()
        const [only] = chunks
        received.body = only && chunks.length === 1 ? only : Buffer.concat(chunks)
        // undici frees the connection in an immediate that it sets after this; a call made before that opens another.
        process.nextTick(setImmediate, resolve, received)
      },
      onResponseError(_controller, error) {
        const status = REFUSED_BY_PROXY.exec(error.message)?.[1]
        const code = codeOf(error)
        if (status) settle({ broken: `proxy_${status}`, written: false })
        else settle({ broken: written ? code : (CONNECTING[code] ?? code), written })
      },
    })
  })
}

/** What undici says where the proxy opens no tunnel, or wants to know who asks. */
const REFUSED_BY_PROXY = /^Proxy .*\((\d{3})\)/

/** What is meant where nothing is written yet: there are headers to wait for only from a proxy that is to open a tunnel. */
const CONNECTING: Record<string, string> = { UND_ERR_HEADERS_TIMEOUT: 'UND_ERR_CONNECT_TIMEOUT' }

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : error.name)
