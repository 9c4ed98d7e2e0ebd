import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { joined, messageIn } from './framing.ts'

/** Answers one request, of its first line and its body as they came, with bytes that are ready to go. */
export type Respond = (line: string, body: string) => Buffer

/**
 * An HTTP/1.1 server on this machine over bare sockets: it costs its process so little that the program which asks it is
 * what is measured. It keeps connections, and knows nothing but requests that come one after the other.
 */
export async function serve(respond: Respond): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, socket => {
    sockets.add(socket)
    let held: Buffer = EMPTY
    socket.on('data', chunk => {
      held = joined(held, chunk)
      for (let message = messageIn(held); message; message = messageIn(held)) {
        const { head, from, end, next } = message
        const answer = respond(head.slice(0, head.indexOf('\r\n')), held.toString('latin1', from, end))
        held = held.subarray(next)
        socket.write(answer)
      }
    })
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    port: address.port,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

const EMPTY: Buffer = Buffer.alloc(0)

/** A whole answer of JSON, ready to go. */
export function written(json: unknown, status = '200 OK'): Buffer {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
