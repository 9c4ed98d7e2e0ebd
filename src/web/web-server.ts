import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** Routes by method and exact path, or by path alone for all methods. */
export type Routes = Record<`${'GET ' | 'POST ' | ''}/${string}`, Route>

export type Log = Record<'warn' | 'error', (fields: object, message: string) => void>

/** How long a stop waits for the work in flight. */
export const STOP_GRACE_MS = 10_000

export type WebServerOptions = {
  routes: Routes
  /** Answers all other paths; by default with 404. */
  otherwise?: Route | undefined
  /** Requests that it refuses get 403. */
  isAllowed?: ((request: IncomingMessage) => boolean) | undefined
  log: Log
  run?: (work: () => Promise<void>) => Promise<void>
  /** A request that is not complete by then is answered 408. */
  requestTimeoutMs?: number
  stopGraceMs?: number
}

/** Creates the HTTP server. `stop` waits for the requests in flight, up to the grace period. */
export function createWebServer({
  routes,
  otherwise = (_, response) => respond(response, 404),
  isAllowed,
  log,
  run = work => work(),
  requestTimeoutMs = 5000,
  stopGraceMs = STOP_GRACE_MS,
}: WebServerOptions) {
  const table = new Map<string, Route>(Object.entries(routes))
  const inFlight = new Map<ServerResponse, Promise<void>>()
  let stopping: Promise<void> | undefined

  const server = createServer(
    {
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 10),
      // Longer than a proxy keeps idle connections (the Caddyfile: a minute), so that it never reuses a closed one.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      if (stopping) response.shouldKeepAlive = false
      // The headers of a stream have promised to keep its connection.
      response.once('finish', () => stopping && request.socket.destroySoon())
      const task = run(() => serve(request, response)).finally(() => inFlight.delete(response))
      inFlight.set(response, task)
    },
  )
  server.maxRequestsPerSocket = 1000
  server.maxConnections = 4000
  server.on('error', error => {
    if (server.listening) log.error({ err: error }, 'the server failed')
  })

  function findRoute(method: string, path: string): Route {
    const route = table.get(`${method === 'HEAD' ? 'GET' : method} ${path}`) ?? table.get(path)
    if (route) return route
    const methods = ['GET', 'POST'].filter(each => table.has(`${each} ${path}`))
    if (methods.length === 0) return otherwise
    const allow = methods.join(', ').replace('GET', 'GET, HEAD')
    return (_, response) => void response.writeHead(405, { allow }).end()
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Without the query, which may hold an OAuth code or a ticket.
    const path = request.url?.split('?', 1)[0] ?? ''
    try {
      if (isAllowed?.(request) === false) return respond(response, 403)
      await findRoute(request.method ?? '', path)(request, response)
    } catch (error) {
      if (error === request.errored) return
      log.error({ err: error, path }, 'a request failed')
      if (response.headersSent) response.destroy()
      else respond(response, 500)
    }
  }

  async function finish(): Promise<void> {
    if (!server.listening) return
    for (const response of inFlight.keys()) response.shouldKeepAlive = false
    const closed = once(server, 'close')
    server.close()
    await withinGrace(Promise.all([closed, ...inFlight.values()]), stopGraceMs, log)
    server.closeAllConnections()
  }

  return {
    /** Starts listening and resolves to the address; port 0 takes a free one. Rejects if the port is not available. */
    async start(port: number, host: string): Promise<AddressInfo> {
      server.listen(port, host)
      await once(server, 'listening')
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The server has no port.')
      return address
    },
    stop(): Promise<void> {
      stopping ??= finish()
      return stopping
    },
  }
}

/** Ends a response: without content, with a text, or with an object as JSON. */
export function respond(response: ServerResponse, status: number, content?: unknown): void {
  response.statusCode = status
  if (typeof content !== 'object' || content === null) return void response.end(String(content || ''))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(content))
}

/** How many characters of all bodies together may still be buffered. */
export type Room = { left: number }

/** In characters; bodies up to this size are read even if others take all the room. */
const SMALL = 4 * 1024

/**
 * Reads the body of a request. Resolves to a status instead if it exceeds the limit (413) or the room shared
 * with other requests (503). Rejects with the request's error if it breaks off.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  room: Room = { left: Number.POSITIVE_INFINITY },
): Promise<string | 413 | 503> {
  const { promise, resolve, reject } = Promise.withResolvers<string | 413 | 503>()
  let text = ''

  /** Frees the buffer at once, since the request itself may last longer. */
  function finish(result: string | 413 | 503): void {
    request.off('data', add).resume()
    room.left += text.length
    text = ''
    resolve(result)
  }
  function add(chunk: string): void {
    text += chunk
    room.left -= chunk.length
    if (text.length > limit) finish(413)
    else if (text.length > SMALL && room.left < 0) finish(503)
  }

  request.setEncoding('utf8').on('data', add)
  request.once('end', () => finish(text))
  request.once('error', error => {
    reject(error)
    finish('')
  })
  return promise
}

/** Whether the content type of a request is a URL-encoded form, in any charset. */
export const isForm = (request: IncomingMessage): boolean =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ===
  'application/x-www-form-urlencoded'

/** Waits for work to finish. Logs and resolves if the grace period ends first. */
export async function withinGrace(
  work: Promise<unknown>,
  stopGraceMs: number,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const isLate = await Promise.race([work.then(() => false), sleep(stopGraceMs, true, { ref: false })])
  if (isLate) log.warn({ stopGraceMs }, 'stopped before all work in flight was done')
}

const MINUTE_MS = 60_000

/** Creates a log of warnings: each message and `why`, one of a few fixed words, at most once a minute. */
export function createThrottledLog({ log, clock }: { log: Pick<Log, 'warn'>; clock: () => Date }) {
  const lastByKey = new Map<string, number>()

  return (message: string, fields: { why: string; [name: string]: unknown }): void => {
    const key = `${message}: ${fields.why}`
    const now = clock().getTime()
    if (now - (lastByKey.get(key) ?? 0) < MINUTE_MS) return
    lastByKey.set(key, now)
    log.warn(fields, message)
  }
}
