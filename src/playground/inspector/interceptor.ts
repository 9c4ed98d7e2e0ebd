import type { Dispatcher } from 'undici'
import { parseJson } from '../../message/json.ts'

type Outgoing = { method: string; path: string; authorization: string | undefined; content: unknown }

/** A response; `error` is set if there was none. */
export type Completed = { status: number; content: unknown; error?: string }

/**
 * Creates an undici interceptor that reports requests and their responses. Calls `report` in the caller's
 * asynchronous context, before the request waits for a connection.
 */
export const createInterceptor =
  (
    report: (request: Outgoing) => ((completed: Completed) => void) | undefined,
  ): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) => {
    const { method, path, body } = options
    const headers = headersOf(options.headers)
    const text = Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : ''
    const content = readBody(headers.get('content-type') ?? '', text)
    const complete = report({ method, path, authorization: headers.get('authorization'), content })
    if (!complete) return dispatch(options, handler)

    const chunks: Buffer[] = []
    let status = 0
    let type = ''
    const end = (error?: string) => {
      const content = readBody(type, Buffer.concat(chunks).toString())
      complete({ status, content, ...(error !== undefined && { error }) })
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
        chunks.push(chunk)
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

const headersOf = (headers: Dispatcher.DispatchOptions['headers']): Map<string, string> => {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return new Map()
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return new Map(pairs.map(([name = '', value]) => [String(name).toLowerCase(), String(value)]))
}

/** Form fields that contain JSON. */
const JSON_FIELDS = ['blocks', 'files', 'metadata', 'outputs', 'payload', 'view']

/** Parses a body as JSON or a form; otherwise returns the text. */
export const readBody = (contentType: string, text: string): unknown => {
  if (!contentType.includes('x-www-form-urlencoded')) return parseJson(text) ?? text
  const fields = [...new URLSearchParams(text)]
  return Object.fromEntries(
    fields.map(([key, value]) => [key, JSON_FIELDS.includes(key) ? (parseJson(value) ?? value) : value]),
  )
}
