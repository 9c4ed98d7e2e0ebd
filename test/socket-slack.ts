import { once } from 'node:events'
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Answer, Carrier } from '../src/playground/delivery.ts'
import { listen } from './port.ts'

const ACK_MS = 3000

const LOST: Answer = { status: 0, body: '', error: 'operation_timeout' }

const ackSchema = z.object({ envelope_id: z.string(), payload: z.unknown().optional() })

/** The envelope of a request: its type, and the payload that HTTP would carry. */
function envelopeOf(contentType: string, body: string) {
  if (contentType.includes('json')) return { type: 'events_api', payload: JSON.parse(body) }
  const fields = Object.fromEntries(new URLSearchParams(body))
  const { payload } = fields
  return payload === undefined
    ? { type: 'slash_commands', payload: fields }
    : { type: 'interactive', payload: JSON.parse(payload) }
}

/**
 * Opens Slack's side of Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode): says hello,
 * sends envelopes over the newest connection, and waits three seconds for each acknowledgement.
 */
export async function openSocketSlack({ sendsHello = true }: { sendsHello?: boolean } = {}) {
  const server = createServer()
  const port = await listen(server)
  const sockets = new WebSocketServer({ server })
  const open: WebSocket[] = []
  const waiting = new Map<string, { connectionNumber: number; settle: (answer: Answer) => void }>()
  const sent: { envelope: string; connectionNumber: number }[] = []
  const acks: { envelope: string; connectionNumber: number }[] = []
  let count = 0
  let watchers: (() => void)[] = []
  const notifyWatchers = () => {
    for (const watcher of [...watchers]) watcher()
  }

  sockets.on('connection', socket => {
    count += 1
    const number = count
    open.push(socket)
    socket.on('message', data => {
      const { envelope_id: envelope, payload } = ackSchema.parse(JSON.parse(data.toString()))
      acks.push({ envelope, connectionNumber: number })
      waiting.get(envelope)?.settle({ status: 200, body: payload ?? '' })
      notifyWatchers()
    })
    socket.on('ping', notifyWatchers)
    socket.on('close', () => {
      open.splice(open.indexOf(socket), 1)
      for (const { connectionNumber, settle } of waiting.values())
        if (connectionNumber === number) settle(LOST)
      notifyWatchers()
    })
    if (sendsHello) socket.send(JSON.stringify({ type: 'hello', num_connections: open.length }))
    notifyWatchers()
  })

  /** Sends an envelope over the newest connection, and resolves to its acknowledgement. */
  function send(_url: string, contentType: string, body: string): Promise<Answer> {
    const socket = open.at(-1)
    if (!socket) return Promise.resolve({ status: 0, body: '', error: 'dispatch_failed' })
    const envelope_id = `envelope-${waiting.size + 1}`
    sent.push({ envelope: envelope_id, connectionNumber: count })
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const timeout = setTimeout(() => resolve(LOST), ACK_MS)
    waiting.set(envelope_id, {
      connectionNumber: count,
      settle(answer) {
        clearTimeout(timeout)
        resolve(answer)
      },
    })
    socket.send(
      JSON.stringify({ envelope_id, accepts_response_payload: true, ...envelopeOf(contentType, body) }),
    )
    return promise
  }

  const carrier: Carrier = { send, close: async () => {} }

  return {
    /** Sends Slack's requests to the app. */
    carrier,
    /** The address that apps.connections.open returns. */
    url: `ws://127.0.0.1:${port}/link/?ticket=t1cket-s3cr3t`,
    /** The envelopes that were sent and acknowledged, with the numbers of their connections. */
    sent,
    acks,
    open: () => open.length,
    connections: () => count,
    /** Resolves when a condition holds. */
    async until(condition: () => boolean): Promise<void> {
      while (!condition()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        watchers.push(resolve)
        await promise
        watchers = watchers.filter(watcher => watcher !== resolve)
      }
    },
    /** Announces that the connection will close soon, without closing it. */
    warnOfClose: (reason = 'warning') => open.at(-1)?.send(JSON.stringify({ type: 'disconnect', reason })),
    /** Sends a raw text. */
    sendText: (text: string) => open.at(-1)?.send(text),
    /** Closes the oldest connection with a close frame. */
    closeOldest: () => open[0]?.close(1000),
    /** Destroys all connections. */
    breakOff: () => {
      for (const socket of [...open]) socket.terminate()
    },
    /** Stops reading on all connections, so that nothing is answered. */
    freeze: () => {
      for (const socket of open) socket.pause()
    },
    async close() {
      for (const socket of [...open]) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
