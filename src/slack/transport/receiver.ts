import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { App, Receiver } from '@slack/bolt'
import { answer, refuse } from '../../web/answers.ts'
import { lengthOf } from '../../web/body.ts'
import { watchConnections } from '../../web/connections.ts'
import { STOP_GRACE_MS, withinGrace } from '../../web/grace.ts'
import { listen } from '../../web/listening.ts'
import { createRouting, type Route, type Routes } from '../../web/routing.ts'
import { createSeldom } from '../../web/throttled-log.ts'
import { type Back, createHandOver, type Entrance, type Log } from './dispatch.ts'
import { createRefusals } from './refusals.ts'
import { createReader } from './request.ts'
import { sentAt } from './signature.ts'
import { createSlackTime } from './slack-time.ts'

export type ReceiverOptions = Entrance & {
  /** Without it nothing of Slack's is taken here. */
  signingSecret?: string | undefined
  clock: () => Date
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
  log: Log
  /** What else this server answers, by method and exact path, or by the path alone for whatever method. */
  routes?: Routes
  /** What answers every other path; without it that is 404. */
  otherwise?: Route | undefined
  /** Hears why a request to the events address was refused. */
  refused?: (why: string) => void
  /** A longer body is answered 413, before it is read where its length is announced. */
  bodyLimitBytes?: number
  /** A request that has not come in whole by then, since its first byte or since the one before, is answered 408. */
  requestTimeoutMs?: number
  /** How many sockets listen, where the system has them share a port. */
  sockets?: number
  /** Beyond so many connections at a time the oldest over which nothing is asked is closed, else whoever comes. */
  mostConnections?: number
  /** Whoever has not read on for so long in what they asked for is let go. */
  stalledMs?: number
}

/** Where the manifest sends all that Slack has to say. */
const EVENTS_PATH = '/slack/events'

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

/**
 * Bolt's Receiver over node:http: one server and one route table for Slack's events and all else. It answers
 * Slack as Bolt's own HTTPReceiver does; beyond that it refuses timestamps from the future, accepts a charset
 * beside the form's content type, takes the last of a field that is given twice, answers 400 to JSON that is no
 * object, 405 to a wrong method, 404 at once to what nobody acknowledges, and takes it by itself that Slack holds back
 * events.
 */
export function createReceiver({
  log,
  routes,
  otherwise,
  bodyLimitBytes = 1024 * 1024,
  ackTimeoutMs = 2900,
  eventPatienceMs = 2000,
  requestTimeoutMs = 5000,
  stalledMs = 10_000,
  sockets,
  mostConnections,
  stopGraceMs = STOP_GRACE_MS,
  gate,
  handled,
  refused = () => {},
  within,
  signingSecret,
  clock,
  now = () => performance.now(),
}: ReceiverOptions): SlackReceiver {
  const warnSeldom = createSeldom({ log, clock })
  const slackTime = createSlackTime({ clock, now, log })
  const refusals = createRefusals({ clock, log, refused })
  const handOver = createHandOver({ log, ackTimeoutMs, eventPatienceMs, gate, handled })
  const events = signingSecret !== undefined && {
    [`POST ${EVENTS_PATH}`]: receiving(
      createReader({ signingSecret, clock, bodyLimitBytes, unread: kind => app && gate.unread(kind) }),
    ),
  }
  const routeOf = createRouting({ ...routes, ...events }, otherwise)
  const underWay = new Set<Promise<void>>()
  let app: Pick<App, 'processEvent'> | undefined
  let stopping: Promise<void> | undefined
  let listening: readonly Server[] = []

  const server = createServer(
    {
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 10,
      // Longer than proxies keep a connection (the Caddyfile, a minute), so that they never reuse one closed here.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      if (!connections.take(request.socket, response)) return
      const task = within(() => serve(request, response))
      underWay.add(task)
      task.finally(() => underWay.delete(task))
    },
  )
  const connections = watchConnections(server, stalledMs, mostConnections)
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
      if (error === request.errored) return warnSeldom('A request broke off before its end', { path })
      log.error({ err: error, path }, 'A request failed')
      if (response.headersSent) response.destroy()
      else answer(response, 500)
    }
  }

  function receiving(read: ReturnType<typeof createReader>): Route {
    return async (request, response) => {
      const back = backBy(request, response, now())
      const reading = await read(request)
      if (reading.kind === 'event') {
        refusals.clear()
        slackTime.hear(sentAt(request.headers))
        return handOver(app, { body: reading.body, ...retryOf(request) }, back)
      }
      if (reading.kind === 'turned away') return back.turnAway(reading.answer)
      if (reading.kind === 'check') {
        if (reading.trouble) warnSeldom(reading.trouble, {})
        return answer(response, 200, reading.answer)
      }
      refusals.tell(reading)
      refuse(request, response, reading.status)
    }
  }

  /** The way back over HTTP. What Slack surely does not read any more is not said. */
  const backBy = (request: IncomingMessage, response: ServerResponse, arrived: number): Back => ({
    acknowledge(content) {
      const isLate = slackTime.isOver(sentAt(request.headers), arrived)
      if (isLate) warnSeldom('Slack waits no more for an answer', {})
      const isRead = !request.socket.destroyed && !isLate
      answer(response, 200, isRead ? content : undefined)
      return isRead || !content
    },
    turnAway: ({ status, content }) => answer(response, status, content),
    fail: status => answer(response, status),
  })

  async function finish() {
    const done = connections.leave(listening).then(() => Promise.all(underWay))
    await withinGrace(done, stopGraceMs, log)
    server.closeAllConnections()
  }

  return {
    init(to) {
      app = to
    },
    async start(port, host) {
      connections.stay()
      const { address, servers } = await listen(server, { port, host, sockets })
      listening = servers
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

function retryOf({ headers }: IncomingMessage) {
  const [number, reason] = [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]
  return {
    retryNum: typeof number === 'string' ? Number.parseInt(number, 10) : undefined,
    retryReason: typeof reason === 'string' ? reason : undefined,
  }
}
