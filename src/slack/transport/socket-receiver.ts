import { type App, type Receiver, ReceiverInconsistentStateError } from '@slack/bolt'
import type { Proxies } from '../../service/transport/connections.ts'
import { STOP_GRACE_MS, withinGrace } from '../../web/grace.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { createHandOver, type Entrance, type Log } from './dispatch.ts'
import { type Envelope, readMessage, writeAck } from './envelope.ts'
import { openSocket, type Socket, type Watch } from './socket.ts'

type Options = Entrance & {
  /** The address of a new connection, of Slack's `apps.connections.open`. */
  address(): Promise<string>
  log: Log
  /** How long Slack may take to say hello. */
  helloMs?: number
  /** A connection that lasted as long is followed by the next without a pause. */
  steadyMs?: number
  /** The first pause before another try; each is twice as long as the one before, up to the longest. */
  pauseMs?: number
  longestPauseMs?: number
  /** How long a connection may stay that Slack has said it closes. */
  leavingMs?: number
  watch?: Watch
  proxies?: Proxies | undefined
  random?: () => number
}

export interface SocketReceiver extends Receiver {
  init(app: Pick<App, 'processEvent'>): void
  /** Connects, for as long as it takes: resolves before that. */
  start(): Promise<void>
  /** Acknowledges what has come, hangs up, and resolves when all is done or the grace is over. */
  stop(): Promise<void>
  /** Whether Slack can send. */
  isConnected(): boolean
}

/** A connection, what came over it that is not acknowledged yet, and whether it is closed when nothing of that is left. */
type Line = Standing & { socket: Socket; pending: Set<string>; since: number }
type Standing = Record<'ready' | 'leaving' | 'released', boolean>

/** Slack pings every few seconds, and so do we: half a minute of silence is none. */
const WATCH: Watch = { pingMs: 5000, silentMs: 30_000, closeMs: 1000 }

/**
 * Bolt's Receiver over Slack's WebSockets. Before Slack closes a connection another is opened, and the old one stays for
 * what comes over it, so that nothing is missed. Whatever fails is tried again, with growing pauses.
 */
export function createSocketReceiver({
  address,
  log,
  gate,
  handled,
  within,
  ackTimeoutMs = 3000,
  eventPatienceMs = 2000,
  stopGraceMs = STOP_GRACE_MS,
  helloMs = 10_000,
  steadyMs = 5000,
  pauseMs = 500,
  longestPauseMs = 30_000,
  leavingMs = 15_000,
  watch = WATCH,
  proxies,
  random = Math.random,
}: Options): SocketReceiver {
  const handOver = createHandOver({ log, ackTimeoutMs, eventPatienceMs, gate, handled })
  const lines = new Set<Line>()
  const underWay = new Set<Promise<void>>()
  let app: Pick<App, 'processEvent'> | undefined
  let dialling = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined
  let allGone = () => {}

  const lasting = () => [...lines].filter(line => !line.leaving)

  async function dial(): Promise<void> {
    clearTimeout(retry)
    if (dialling || stopping) return
    dialling = true
    try {
      const url = await address()
      if (!stopping) connect(url)
    } catch (error) {
      log.error({ reason: withoutAddresses(error) }, 'Slack gives no connection')
    } finally {
      dialling = false
    }
    if (lasting().length === 0) dialLater()
  }

  function dialLater(): void {
    if (stopping) return
    const pause = Math.min(longestPauseMs, pauseMs * 2 ** failures) * (0.5 + random() / 2)
    failures += 1
    clearTimeout(retry)
    retry = setTimeout(dial, pause)
  }

  function connect(url: string): void {
    const line: Line = {
      socket: openSocket({
        ...{ url, watch, proxies },
        heard: text => hear(line, text),
        closed: () => lose(line),
      }),
      ...{ ready: false, leaving: false, released: false },
      pending: new Set(),
      since: performance.now(),
    }
    lines.add(line)
    setTimeout(() => {
      if (!line.ready) line.socket.close()
    }, helloMs).unref()
  }

  function lose(line: Line): void {
    lines.delete(line)
    if (lines.size === 0) allGone()
    if (stopping || lasting().length > 0) return
    if (isSteady(line)) void dial()
    else if (!dialling) dialLater()
  }

  /** Whether a connection worked for long enough that the next may be opened at once. */
  function isSteady({ ready, since }: Line): boolean {
    const steady = ready && performance.now() - since >= steadyMs
    if (steady) failures = 0
    return steady
  }

  function hear(line: Line, text: string): void {
    const said = readMessage(text)
    if (said?.kind === 'hello') line.ready = true
    if (said?.kind === 'disconnect') takeLeave(line, said.reason)
    if (said?.kind === 'envelope') {
      const task = within(() => receive(line, said.envelope))
      underWay.add(task)
      void task.finally(() => underWay.delete(task))
    }
  }

  /** Another connection is opened before this one is gone, over which Slack may send until it closes it. */
  function takeLeave(line: Line, reason: string): void {
    line.leaving = true
    setTimeout(() => release(line), leavingMs).unref()
    // What Slack does by itself now and then is no trouble: all else is somebody's to look at.
    const isUsual = reason === 'warning' || reason === 'refresh_requested'
    if (!isUsual) log.error({ reason }, 'Slack ends a connection')
    if (lasting().length > 0) return
    if (isUsual && isSteady(line)) void dial()
    else dialLater()
  }

  /** Closes a connection as soon as nothing is left to say over it. */
  function release(line: Line): void {
    ;[line.leaving, line.released] = [true, true]
    if (line.pending.size === 0) line.socket.close()
  }

  async function receive(line: Line, { id, ...sent }: Envelope): Promise<void> {
    line.pending.add(id)
    const settled = () => {
      line.pending.delete(id)
      if (line.released) release(line)
    }
    const acknowledge = (content: unknown): boolean => {
      const isSent = line.socket.send(writeAck(id, content))
      settled()
      return isSent
    }
    await handOver(app, sent, {
      acknowledge,
      // Slack sends an event once more that is not acknowledged.
      turnAway: ({ status, content }) => (status === 200 ? void acknowledge(content) : settled()),
      fail: settled,
    })
  }

  async function finish(): Promise<void> {
    clearTimeout(retry)
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    allGone = resolve
    for (const line of lines) release(line)
    if (lines.size === 0) allGone()
    const done = gone.then(() => Promise.all(underWay))
    await withinGrace(done, stopGraceMs, log)
    for (const { socket } of lines) socket.close()
  }

  return {
    init(to) {
      app = to
    },
    async start() {
      if (!app) throw new ReceiverInconsistentStateError('The receiver has no app to hand events to.')
      void dial()
    },
    stop() {
      stopping ??= finish()
      return stopping
    },
    isConnected: () => [...lines].some(({ ready }) => ready),
  }
}
