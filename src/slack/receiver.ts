import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type App,
  AuthorizationError,
  type Receiver,
  ReceiverInconsistentStateError,
  ReceiverMultipleAckError,
} from '@slack/bolt'
import { createReader } from './request.ts'
import { unhurried } from './unhurried.ts'

export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export type ReceiverOptions = {
  /** Without it nothing of Slack's is taken here. */
  signingSecret?: string | undefined
  clock: () => Date
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** What else this server answers, by method and exact path, or by the path alone for whatever method. */
  routes?: Record<`${'GET ' | 'POST ' | ''}/${string}`, Route>
  /** What answers everything else; without it that is 404. */
  otherwise?: Route | undefined
  eventsPath?: `/${string}`
  /** A longer body is answered 413. */
  bodyLimitBytes?: number
  /** An event that nobody acknowledged by then is answered 404; Slack itself waits for 3 seconds. */
  ackTimeoutMs?: number
  /** What Slack tells by itself is acknowledged by then, whatever it still takes to answer it. */
  eventPatienceMs?: number
  /** A request that has not come in whole by then is answered 408. */
  requestTimeoutMs?: number
  /** How long `stop` waits for what is under way. */
  stopGraceMs?: number
}

export interface SlackReceiver extends Receiver {
  init(app: Pick<App, 'processEvent'>): void
  /** Listens, and tells where: port 0 lets the system choose one. Rejects when it cannot. */
  start(port: number, host: string): Promise<AddressInfo>
  /** Takes no new connections, and resolves when what is under way is done or the grace is over. */
  stop(): Promise<void>
}

/**
 * Bolt's Receiver over node:http: one server and one route table for Slack's events and all else. It answers
 * Slack as Bolt's own HTTPReceiver does; beyond that it refuses timestamps from the future, accepts a charset
 * beside the form's content type, and answers 400 to JSON that is no object.
 */
export function createReceiver({
  log,
  routes,
  otherwise,
  eventsPath = '/slack/events',
  bodyLimitBytes = 1024 * 1024,
  ackTimeoutMs = 3001,
  eventPatienceMs = 2000,
  requestTimeoutMs = 10_000,
  stopGraceMs = 5000,
  signingSecret,
  clock,
}: ReceiverOptions): SlackReceiver {
  const table = new Map<string, Route>(Object.entries(routes ?? {}))
  if (signingSecret !== undefined) {
    const read = createReader({ signingSecret, clock, bodyLimitBytes })
    table.set(`POST ${eventsPath}`, (request, response) => receive(read, request, response))
  }
  const underWay = new Set<Promise<void>>()
  let app: Pick<App, 'processEvent'> | undefined
  let stopping: Promise<void> | undefined

  const server = createServer(
    {
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 10,
      // Longer than proxies commonly keep a connection (a minute), so that they never reuse one closed here.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      // A closing server does not by itself drop a connection that was answered after `close`.
      response.once('close', () => {
        if (stopping) server.closeIdleConnections()
      })
      const task = serve(request, response)
      underWay.add(task)
      task.finally(() => underWay.delete(task))
    },
  )
  server.on('error', error => {
    if (server.listening) log.error({ err: error }, 'The server failed')
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    // Without the query: it may hold an OAuth code or a ticket.
    const path = request.url?.split('?', 1)[0]
    const route = table.get(`${request.method} ${path}`) ?? table.get(`${path}`) ?? otherwise
    if (!route) return answer(response, 404)
    try {
      await route(request, response)
    } catch (error) {
      if (error === request.errored) return log.warn({ path }, 'A request broke off before its end')
      log.error({ err: error, path }, 'A request failed')
      if (response.headersSent) response.destroy()
      else answer(response, 500)
    }
  }

  async function receive(
    read: ReturnType<typeof createReader>,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const reading = await read(request)
    if (reading.kind === 'event') return handOver(reading.body, request, response)
    if (reading.kind === 'check') return answer(response, 200, reading.answer)
    log.warn({ why: reading.why, status: reading.status }, 'Refused a request to the events address')
    answer(response, reading.status)
  }

  async function handOver(body: Record<string, unknown>, request: IncomingMessage, response: ServerResponse) {
    const event = body.type ?? body.command
    let acknowledged = false
    const timer = setTimeout(() => {
      log.error({ event }, 'An event was not acknowledged in time')
      answer(response, 404)
    }, ackTimeoutMs)

    const now = async (content?: unknown) => {
      if (acknowledged) throw new ReceiverMultipleAckError()
      if (response.headersSent) throw new ReceiverInconsistentStateError('Acknowledged too late.')
      answer(response, 200, content)
      acknowledged = true
      clearTimeout(timer)
    }
    const isOver = () => response.headersSent
    const { event: answering, ...late } = unhurried(body, { now, isOver, patienceMs: eventPatienceMs })
    const retryNum = header(request, 'x-slack-retry-num')
    try {
      await app?.processEvent({
        body,
        ...answering,
        retryNum: retryNum === undefined ? undefined : Number.parseInt(retryNum, 10),
        retryReason: header(request, 'x-slack-retry-reason'),
      })
      await late.end()
    } catch (error) {
      clearTimeout(timer)
      log.error({ err: error, event, acknowledged }, 'An event failed')
      if (!response.headersSent) answer(response, error instanceof AuthorizationError ? 401 : 500)
    } finally {
      late.forget()
    }
  }

  async function finish() {
    const graceOver = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      log.warn({ stopGraceMs }, 'Stopped before everything under way was done')
      graceOver.resolve()
    }, stopGraceMs)
    const closed = once(server, 'close')
    server.close()
    await Promise.race([closed.then(() => Promise.all(underWay)), graceOver.promise])
    clearTimeout(timer)
    server.closeAllConnections()
  }

  return {
    init(to) {
      app = to
    },
    async start(port, host) {
      if (!app) throw new ReceiverInconsistentStateError('The receiver has no app to hand events to.')
      server.listen(port, host)
      await once(server, 'listening')
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The server has no port.')
      return address
    },
    stop() {
      stopping ??= finish().finally(() => {
        stopping = undefined
      })
      return stopping
    },
  }
}

const header = ({ headers }: IncomingMessage, name: `x-slack-${string}`) => [headers[name]].flat()[0]

/** Ends the response: no content, a text as it is, or anything else as JSON. */
function answer(response: ServerResponse, status: number, content?: unknown) {
  const text = typeof content === 'string' ? content : content ? JSON.stringify(content) : ''
  if (text && typeof content !== 'string') response.setHeader('content-type', 'application/json')
  response.statusCode = status
  response.end(text)
}
