import { once } from 'node:events'
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Answer, Signed } from '../src/playground/delivery.ts'
import { listen } from './port.ts'

const ACK_MS = 3000

const LOST: Answer = { status: 0, body: '', error: 'operation_timeout' }

const acked = z.object({ envelope_id: z.string(), payload: z.unknown().optional() })

/** What of a request goes into an envelope: its type, and the body that HTTP would carry. */
function enveloped(contentType: string, body: string) {
  if (contentType.includes('json')) return { type: 'events_api', payload: JSON.parse(body) }
  const fields = Object.fromEntries(new URLSearchParams(body))
  const { payload } = fields
  return payload === undefined
    ? { type: 'slash_commands', payload: fields }
    : { type: 'interactive', payload: JSON.parse(payload) }
}

/**
 * Slack's side of Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode): it says hello, sends what
 * happens in envelopes over the newest connection, waits three seconds for each to be acknowledged, and says when it closes a connection.
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

  /** Sends an envelope over the newest connection, and waits for what acknowledges it. */
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
    /** Carries what happens in Slack to the app. */
    carrier,
    /** Where the app connects; Slack tells it whoever has the app's token. */
    url: `ws://127.0.0.1:${port}/link/?ticket=t1cket-s3cr3t`,
    /** The envelopes that went out, and those that were acknowledged, each with the number of its connection. */
    sent,
    acks,
    open: () => open.length,
    connections: () => count,
    /** Resolves when something is so. */
    async until(so: () => boolean): Promise<void> {
      while (!so()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        looks.push(resolve)
        await promise
        looks = looks.filter(look => look !== resolve)
      }
    },
    /** Says that it closes a connection soon, which it does not do by itself. */
    warns: (reason = 'warning') => open.at(-1)?.send(JSON.stringify({ type: 'disconnect', reason })),
    /** Says something that is in no book. */
    says: (text: string) => open.at(-1)?.send(text),
    /** Closes the oldest connection, in good form. */
    closes: () => open[0]?.close(1000),
    /** All connections break off without a word. */
    breaks: () => {
      for (const socket of [...open]) socket.terminate()
    },
    /** From now on nothing is answered any more, and nothing is read: the other side hears nothing but silence. */
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
