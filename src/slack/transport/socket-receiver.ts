import { type ChannelListener, channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ping, WebSocket } from 'undici'
import { z } from 'zod'
import { parseJson } from '../../message/json.ts'
import { openConnections } from '../../service/http.ts'
import { STOP_GRACE_MS, withinGrace } from '../../web/web-server.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'

type Options = DispatchOptions & {
  /** Resolves to the URL for a new connection, from `apps.connections.open`. */
  openUrl(): Promise<string>
  run?: (work: () => Promise<void>) => Promise<void>
  stopGraceMs?: number
  timing?: Partial<typeof TIMING>
}

/** In milliseconds. Both sides ping every few seconds, so 12 seconds of silence mean a dead connection. */
const TIMING = {
  hello: 10_000,
  ping: 4000,
  silence: 12_000,
  /** How long Slack may take to close a connection. */
  close: 1000,
  /** A connection that lasted this long is replaced at once, others after an exponential backoff. */
  steady: 5000,
  pause: 500,
  longestPause: 30_000,
}

/** undici does not tell why. */
const NOT_OPENED = 'it did not open: a proxy or firewall may refuse wss://*.slack.com'

type Connection = { isReady: boolean; websocket: WebSocket; hangUp(): void }

const SIGNS_OF_LIFE = ['undici:websocket:ping', 'undici:websocket:pong'].map(name => channel(name))

const messageSchema = z.object({
  type: z.string(),
  reason: z.string().nullish(),
  envelope_id: z.string().nullish(),
  payload: z.record(z.string(), z.unknown()).nullish(),
  retry_attempt: z.number().nullish(),
})

/**
 * Creates a Bolt Receiver for Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode). Opens
 * the next connection before Slack closes the current one, which stays open for requests in flight;
 * `@slack/socket-mode` would close it first.
 */
export function createSocketReceiver(options: Options) {
  const { openUrl, log, run = work => work(), stopGraceMs = STOP_GRACE_MS } = options
  const timing = { ...TIMING, ...options.timing }
  const { init, dispatch } = createDispatch(options)
  const dispatcher = openConnections({ proxyTunnel: true, connectTimeout: timing.hello })
  const connections = new Set<Connection>()
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  const attempted = Promise.withResolvers<void>()

  /** Opens a new connection whenever the current one is about to end. */
  async function stayConnected(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const startedAt = performance.now()
      const reason = await openUrl()
        .then(url => (stopping.signal.aborted ? undefined : connect(url)))
        .catch((error: unknown) => error)
      if (reason && !stopping.signal.aborted)
        log.error({ reason }, 'the WebSocket of SLACK_APP_TOKEN failed: another follows')
      attempted.resolve()
      failures = performance.now() - startedAt >= timing.steady ? 0 : failures + 1
      const ms = Math.min(timing.longestPause, timing.pause * 2 ** (failures - 1))
      if (failures > 0)
        await sleep(ms * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Opens a connection; resolves when the next one is needed, to the reason if that is a failure. */
  function connect(url: string): Promise<string | undefined> {
    const ending = Promise.withResolvers<string | undefined>()
    let lastSignAt = performance.now()

    const websocket = new WebSocket(url, { dispatcher })
    const connection: Connection = { isReady: false, websocket, hangUp }
    connections.add(connection)
    const helloTimer = setTimeout(hangUp, timing.hello, 'Slack sent no hello')
    const heartbeat = setInterval(() => {
      if (performance.now() - lastSignAt > timing.silence) hangUp('Slack is silent')
      else if (websocket.readyState === WebSocket.OPEN) ping(websocket)
    }, timing.ping)
    const onSignOfLife: ChannelListener = message => {
      if (Object(message).websocket === websocket) lastSignAt = performance.now()
    }
    for (const signs of SIGNS_OF_LIFE) signs.subscribe(onSignOfLife)
    websocket.addEventListener('message', ({ data }) => {
      lastSignAt = performance.now()
      if (typeof data === 'string') receive(data)
    })
    websocket.addEventListener('error', () => hangUp(connection.isReady ? 'it broke off' : NOT_OPENED))
    websocket.addEventListener('close', () => end())

    function end(reason?: string): void {
      if (!connections.delete(connection)) return
      clearTimeout(helloTimer)
      clearInterval(heartbeat)
      for (const signs of SIGNS_OF_LIFE) signs.unsubscribe(onSignOfLife)
      ending.resolve(reason)
    }
    function hangUp(reason?: string): void {
      websocket.close()
      end(reason)
    }
    function receive(text: string): void {
      const { data: message } = messageSchema.safeParse(parseJson(text))
      if (message?.type === 'hello') {
        connection.isReady = true
        attempted.resolve()
        clearTimeout(helloTimer)
      } else if (message?.type === 'disconnect') {
        const { reason } = message
        const isUsual = reason === 'warning' || reason === 'refresh_requested'
        ending.resolve(isUsual ? undefined : (reason ?? 'unknown'))
      } else if (message?.envelope_id) {
        const task = run(() => handle(message))
        inFlight.add(task)
        void task.finally(() => inFlight.delete(task))
      }
    }
    function handle({ envelope_id, payload, retry_attempt }: z.infer<typeof messageSchema>): Promise<void> {
      return dispatch({ body: payload ?? {}, retryNum: retry_attempt || undefined }, (status, content) => {
        const isOpen = websocket.readyState === WebSocket.OPEN
        // Other statuses are not sent: Slack retries an event that is not acknowledged.
        if (isOpen && status === 200)
          websocket.send(JSON.stringify({ envelope_id, ...(content ? { payload: content } : {}) }))
        return isOpen
      })
    }
    return ending.promise
  }

  return {
    init,
    /** Starts to connect. Resolves when the first attempt has succeeded or failed. */
    start(): Promise<void> {
      void stayConnected()
      return attempted.promise
    },
    async stop(): Promise<void> {
      stopping.abort()
      await withinGrace(Promise.all(inFlight), stopGraceMs, log)
      const closed = [...connections].map(({ websocket }) => {
        websocket.close()
        return once(websocket, 'close')
      })
      await Promise.race([Promise.all(closed), sleep(timing.close)])
      for (const { hangUp } of connections) hangUp()
      await dispatcher.destroy()
    },
    isConnected: (): boolean => [...connections].some(({ isReady }) => isReady),
  }
}
