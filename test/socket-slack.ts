import { once } from 'node:events'
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Answer, Signed } from '../src/playground/delivery.ts'
import { listen } from './port.ts'

const ACK_MS = 3000

const LOST: Answer = { status: 0, body: '', error: 'operation_timeout' }

const acked = z.object({ envelope_id: z.string(), payload: z.unknown().optional() })

/** The envelope of a request: its type, and the payload that HTTP would carry. */
function enveloped(contentType: string, body: string) {
  if (contentType.includes('json')) return { type: 'events_api', payload: JSON.parse(body) }
  const fields = Object.fromEntries(new URLSearchParams(body))
  const { payload } = fields
  return payload === undefined
    ? { type: 'slash_commands', payload: fields }
    : { type: 'interactive', payload: JSON.parse(payload) }
}

/**
 * Slack's side of Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode): it says hello, sends envelopes
 * over the newest connection, and waits three seconds for each acknowledgement.
 */
export async function openSocketSlack({ greets = true }: { greets?: boolean } = {}) {
  const server = createServer()
  const port = await listen(server)
  const sockets = new WebSocketServer({ server })
  const open: WebSocket[] = []
  const waiting = new Map<string, { over: number; tell: (answer: Answer) => void }>()
  const sent: { envelope: string; over: number }[] = []
  const acks: { envelope: string; over: number }[] = []
  let count = 0
  let looks: (() => void)[] = []
  const changed = () => {
    for (const look of [...looks]) look()
  }

  sockets.on('connection', socket => {
    count += 1
    const number = count
    open.push(socket)
    socket.on('message', data => {
      const { envelope_id: envelope, payload } = acked.parse(JSON.parse(data.toString()))
      acks.push({ envelope, over: number })
      waiting.get(envelope)?.tell({ status: 200, body: payload ?? '' })
      changed()
    })
    socket.on('ping', changed)
    socket.on('close', () => {
      open.splice(open.indexOf(socket), 1)
      for (const { over, tell } of waiting.values()) if (over === number) tell(LOST)
      changed()
    })
    if (greets) socket.send(JSON.stringify({ type: 'hello', num_connections: open.length }))
    changed()
  })

  /** Sends an envelope over the newest connection, and resolves to its acknowledgement. */
  function send(_url: string, contentType: string, body: string): Promise<Answer> {
    const socket = open.at(-1)
    if (!socket) return Promise.resolve({ status: 0, body: '', error: 'dispatch_failed' })
    const envelope_id = `envelope-${waiting.size + 1}`
    sent.push({ envelope: envelope_id, over: count })
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const late = setTimeout(() => resolve(LOST), ACK_MS)
    waiting.set(envelope_id, {
      over: count,
      tell(answer) {
        clearTimeout(late)
        resolve(answer)
      },
    })
    socket.send(
      JSON.stringify({ envelope_id, accepts_response_payload: true, ...enveloped(contentType, body) }),
    )
    return promise
  }

  const carrier: Signed = { send, close: async () => {} }

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
    async until(so: () => boolean): Promise<void> {
      while (!so()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        looks.push(resolve)
        await promise
        looks = looks.filter(look => look !== resolve)
      }
    },
    /** Announces that the connection is closed soon, and does not close it. */
    warns: (reason = 'warning') => open.at(-1)?.send(JSON.stringify({ type: 'disconnect', reason })),
    /** Sends any text. */
    says: (text: string) => open.at(-1)?.send(text),
    /** Closes the oldest connection with a close frame. */
    closes: () => open[0]?.close(1000),
    /** Destroys all connections. */
    breaks: () => {
      for (const socket of [...open]) socket.terminate()
    },
    /** Stops reading and answering on all connections. */
    freezes: () => {
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
