import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App, Receiver } from '@slack/bolt'
import { lengthOf } from '../body.ts'
import { answer, refuse } from './answers.ts'
import { createHandOver, type Handled } from './hand-over.ts'
import { kindOf } from './kinds.ts'
import { createReader } from './request.ts'
import { createRouting, type Route, type Routes } from './routing.ts'
import { STARTING, type TurnedAway, turnAway } from './turned-away.ts'

export type ReceiverOptions = {
  /** Without it nothing of Slack's is taken here. */
  signingSecret?: string | undefined
  clock: () => Date
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** What else this server answers, by method and exact path, or by the path alone for whatever method. */
  routes?: Routes
  /** What answers every other path; without it that is 404. */
  otherwise?: Route | undefined
  eventsPath?: `/${string}`
  /** Asked before an event is handed to the app: gives how it is turned away, or what is called when the app is done. */
  gate?: (body: Record<string, unknown>) => (() => void) | TurnedAway
  handled?: Handled
  /** Hears why a request to the events address was refused. */
  refused?: (why: string) => void
  /** Does all the work of one request. */
  within?: (work: () => Promise<void>) => Promise<void>
  /** A longer body is answered 413, before it is read where its length is announced. */
  bodyLimitBytes?: number
  /** An event that nobody acknowledged by then is answered 404; Slack itself waits for 3 seconds. */
  ackTimeoutMs?: number
  /** What Slack tells by itself is acknowledged by then, whatever it still takes to answer it. */
  eventPatienceMs?: number
  /** A request that has not come in whole by then, since its first byte or since the one before, is answered 408. */
  requestTimeoutMs?: number
  /** How long `stop` waits for what is under way. */
  stopGraceMs?: number
}

export interface SlackReceiver extends Receiver {
  init(app: Pick<App, 'processEvent'>): void
  /**
   * Listens, and tells where: port 0 lets the system choose one. Rejects when it cannot. Whoever comes before there is an
   * app is told that it is just starting.
   */
  start(port: number, host: string): Promise<AddressInfo>
  /** Takes no new connections, and resolves when what is under way is done or the grace is over. */
  stop(): Promise<void>
}

/** So many wait to be heard while the loop is at something else; more than the usual 511 come in a rush. */
const BACKLOG = 4096

/**
 * Bolt's Receiver over node:http: one server and one route table for Slack's events and all else. It answers
 * Slack as Bolt's own HTTPReceiver does; beyond that it refuses timestamps from the future, accepts a charset
 * beside the form's content type, answers 400 to JSON that is no object, 405 to a wrong method, and 404 at once to
 * what nobody acknowledges.
 */
export function createReceiver({
  log,
  routes,
  otherwise,
  eventsPath = '/slack/events',
  bodyLimitBytes = 1024 * 1024,
  ackTimeoutMs = 2900,
  eventPatienceMs = 2000,
  requestTimeoutMs = 5000,
  stopGraceMs = 10_000,
  gate = () => () => {},
  handled = () => {},
  refused = () => {},
  within = work => work(),
  signingSecret,
  clock,
}: ReceiverOptions): SlackReceiver {
  const handOver = createHandOver({ log, clock, ackTimeoutMs, eventPatienceMs, handled })
  const events = signingSecret !== undefined && {
    [`POST ${eventsPath}`]: receiving(createReader({ signingSecret, clock, bodyLimitBytes })),
  }
  const routeOf = createRouting({ ...routes, ...events }, otherwise)
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
      const task = within(() => serve(request, response))
      underWay.add(task)
      task.finally(() => underWay.delete(task))
    },
  )
  server.on('checkContinue', (request, response) => {
    if (lengthOf(request) <= bodyLimitBytes) response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('error', error => {
    if (server.listening) log.error({ err: error }, 'The server failed')
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    // Without the query: it may hold an OAuth code or a ticket.
    const path = request.url?.split('?', 1)[0]
    const route = routeOf(request.method, path)
    if ('status' in route) return refuse(request, response, route.status, route.headers)
    try {
      await route(request, response)
    } catch (error) {
      if (error === request.errored) return log.warn({ path }, 'A request broke off before its end')
      log.error({ err: error, path }, 'A request failed')
      if (response.headersSent) response.destroy()
      else answer(response, 500)
    }
  }

  function receiving(read: ReturnType<typeof createReader>): Route {
    return async (request, response) => {
      const reading = await read(request)
      if (reading.kind === 'event') return enter(reading.body, request, response)
      if (reading.kind === 'check') return answer(response, 200, reading.answer)
      refused(reading.why)
      log.warn({ why: reading.why, status: reading.status }, 'Refused a request to the events address')
      refuse(request, response, reading.status)
    }
  }

  function enter(body: Record<string, unknown>, request: IncomingMessage, response: ServerResponse) {
    const done = app ? gate(body) : turnAway(body, kindOf(body), STARTING, true)
    if (typeof done === 'object') return answer(response, done.status, done.content)
    return app && handOver(app, body, request, response, done)
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
      server.listen({ port, host, backlog: BACKLOG })
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
