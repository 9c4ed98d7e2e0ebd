import { performance } from 'node:perf_hooks'
import type { Dispatcher } from 'undici'
import { LONGEST, read } from './body.ts'

/** A request as it goes out. Of its headers only these are looked at, and none is kept. */
export type Going = {
  method: string
  path: string
  authorization: string | undefined
  content: unknown
}

/** What came of it; `broken` says why no answer came. */
export type Came = { status: number; ms: number; content: unknown; broken?: string }

/**
 * Watches what goes out by an undici dispatcher. `note` hears of each request where it is made, before it may have to
 * wait for a connection: so it is in the asynchronous context of whoever makes it. It gives what hears of the answer.
 */
export const watching =
  (note: (going: Going) => ((came: Came) => void) | undefined): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) => {
    const { method, path, body } = options
    const headers = new Map(pairs(options.headers))
    const text = Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : ''
    const content = read(headers.get('content-type') ?? '', text)
    const came = note({ method, path, authorization: headers.get('authorization'), content })
    if (!came) return dispatch(options, handler)

    const begun = performance.now()
    const chunks: Buffer[] = []
    let size = 0
    let status = 0
    let type = ''
    const end = (broken?: string) => {
      const text = Buffer.concat(chunks).toString()
      const content = size > LONGEST ? `${size} bytes, which are not kept` : read(type, text)
      const ms = Math.round(performance.now() - begun)
      came({ status, ms, content, ...(broken !== undefined && { broken }) })
    }
    return dispatch(options, {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (controller, code, answered, message) => {
        status = code
        type = String(answered['content-type'] ?? '')
        handler.onResponseStart?.(controller, code, answered, message)
      },
      onResponseData: (controller, chunk) => {
        size += chunk.length
        if (size > LONGEST) chunks.length = 0
        else chunks.push(chunk)
        handler.onResponseData?.(controller, chunk)
      },
      onResponseEnd: (controller, trailers) => {
        end()
        handler.onResponseEnd?.(controller, trailers)
      },
      onResponseError: (controller, error) => {
        end('code' in error && typeof error.code === 'string' ? error.code : error.name)
        handler.onResponseError?.(controller, error)
      },
    })
  }

/** The headers by their names in lower case. */
const pairs = (headers: Dispatcher.DispatchOptions['headers']): [string, string][] => {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return []
  const all = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return all.flatMap(([name = '', value]) => [[String(name).toLowerCase(), String(value)]])
}
