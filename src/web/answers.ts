import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { bytesOf } from './written.ts'

/** How long whoever still sends a body that is not read has to see why. */
const LINGER_MS = 1000

/** Ends the response: no content, a text as it is, or an object as JSON. */
export function answer(response: ServerResponse, status: number, content?: unknown): void {
  const isJson = typeof content === 'object' && content !== null
  if (isJson) response.setHeader('content-type', 'application/json')
  response.statusCode = status
  response.end(isJson ? bytesOf(content) : String(content || ''))
}

/**
 * Refuses a request. What is left of its body is not read: the connection is closed once the answer had its time to
 * arrive, since a connection that is closed on somebody who still sends loses the answer.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
): void {
  if (request.complete || !hasBody(request)) return void response.writeHead(status, headers).end()
  request.pause()
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': 0 })
  response.flushHeaders()
  const timer = setTimeout(() => response.end(), LINGER_MS)
  response.once('close', () => clearTimeout(timer))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
