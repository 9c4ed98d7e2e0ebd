import { connect, type Socket } from 'node:net'
import { joined, messageIn } from './framing.ts'

/** What came back: the status, 0 where the connection broke; `text` gives the body as it came over the wire. */
type Answer = { status: number; bytes: number; text(): string }

export type Connection = { ask(request: Buffer, answered: (answer: Answer) => void): void; close(): void }

/** One HTTP/1.1 connection over a bare socket, with one request under way at a time; made anew where it was closed. */
export function createConnection(port: number): Connection {
  let socket: Socket | undefined
  let held: Buffer = EMPTY
  let waiting: ((answer: Answer) => void) | undefined

  function settle(answer: Answer): void {
    const answered = waiting
    waiting = undefined
    held = EMPTY
    answered?.(answer)
  }

  function open(): Socket {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', chunk => {
      held = joined(held, chunk)
      const message = messageIn(held)
      if (!message) return
      const { head, from, end } = message
      const whole = held
      if (CLOSES.test(head)) leave(opened)
      settle({
        status: Number(head.slice(9, 12)),
        bytes: end - from,
        text: () => whole.toString('utf8', from, end),
      })
    })
    opened.on('error', () => {})
    opened.once('close', () => {
      leave(opened)
      if (socket === undefined) settle(BROKEN)
    })
    return opened
  }

  function leave(left: Socket): void {
    if (socket === left) socket = undefined
    left.destroy()
  }

  return {
    ask(request, answered) {
      waiting = answered
      socket ??= open()
      socket.write(request)
    },
    close() {
      waiting = undefined
      if (socket) leave(socket)
    },
  }
}

const EMPTY: Buffer = Buffer.alloc(0)
const CLOSES = /\r\nconnection: *close/i
const BROKEN: Answer = { status: 0, bytes: 0, text: () => '' }
