import { type ChannelListener, channel } from 'node:diagnostics_channel'
import type { Socket as Wire } from 'node:net'
import { buildConnector, Client, ping, WebSocket } from 'undici'
import { openConnections, type Proxies } from '../../service/transport/connections.ts'

/** How a connection is watched: how often it is asked for a sign of life, and after how much silence it is given up. */
export type Watch = { pingMs: number; silentMs: number; closeMs: number }

export type Socket = ReturnType<typeof openSocket>

/** What undici tells of every WebSocket's signs of life. */
const SIGNS = ['undici:websocket:ping', 'undici:websocket:pong'].map(name => channel(name))

/**
 * One WebSocket, which always comes to an end: `closed` is called once, when it is closed by whomever, could not be
 * opened, or has been silent for too long. A peer that does not close it in time is hung up on.
 */
export function openSocket(deps: {
  url: string
  watch: Watch
  proxies?: Proxies | undefined
  heard: (text: string) => void
  closed: () => void
}) {
  const { watch, heard } = deps
  let wire: Wire | undefined
  let isOver = false
  let lastSign = performance.now()
  let closing: NodeJS.Timeout | undefined

  /** The same way of connecting, whose connection is known, to be hung up on. */
  const knowing =
    (connect: buildConnector.connector): buildConnector.connector =>
    (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error) return done(error, null)
        wire = socket
        if (isOver) socket.destroy()
        done(null, socket)
      })
  const connections = openConnections(
    {
      // A WebSocket is no request that a proxy could pass on.
      proxyTunnel: true,
      connect: buildConnector({ allowH2: false, timeout: watch.silentMs }),
      factory: (origin, { connect, ...options }: Client.Options) =>
        new Client(origin, {
          ...options,
          ...(typeof connect === 'function' && { connect: knowing(connect) }),
        }),
    },
    deps.proxies,
  )
  const websocket = new WebSocket(deps.url, { dispatcher: connections })

  const sign = () => {
    lastSign = performance.now()
  }
  const signOf: ChannelListener = message => {
    if (typeof message === 'object' && message && 'websocket' in message && message.websocket === websocket)
      sign()
  }
  for (const signs of SIGNS) signs.subscribe(signOf)

  const heart = setInterval(() => {
    if (performance.now() - lastSign > watch.silentMs) hangUp()
    else if (websocket.readyState === WebSocket.OPEN) ping(websocket)
  }, watch.pingMs)

  websocket.addEventListener('message', ({ data }) => {
    sign()
    if (typeof data === 'string') heard(data)
  })
  websocket.addEventListener('close', over)
  // What could not be opened is told by this alone.
  websocket.addEventListener('error', hangUp)

  function over() {
    if (isOver) return
    isOver = true
    clearInterval(heart)
    clearTimeout(closing)
    for (const signs of SIGNS) signs.unsubscribe(signOf)
    wire?.destroy()
    void connections.destroy()
    deps.closed()
  }

  function hangUp() {
    wire?.destroy()
    over()
  }

  return {
    /** Sends a text; false where that cannot be, because the connection is not open. */
    send(text: string): boolean {
      if (isOver || websocket.readyState !== WebSocket.OPEN) return false
      websocket.send(text)
      return true
    },
    /** Ends it in good form, and hangs up where the other side takes too long. */
    close(): void {
      if (isOver || closing) return
      closing = setTimeout(hangUp, watch.closeMs)
      websocket.close(1000)
    },
  }
}
