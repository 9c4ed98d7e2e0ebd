import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { Pool } from 'undici'
import { listen } from '../../port.ts'

/** A failure `before` or `after` forwarding the call; a `late` call is forwarded after its sender gives up. */
export type Fault = { when: 'before' | 'after' | 'late'; how: Failure }
type Failure =
  | 'reset'
  | 'hang'
  | { status: number; type: string; body: string; headers?: Record<string, string> }

/** A call of the bot, and its result. */
export type Call = {
  /** The calling replica, known by the address it uses. */
  replica: number
  path: string
  body: string
  authorization: string
  /** The time at which its connection was closed. */
  closedAt(): number | undefined
  /** The response, if it was forwarded. */
  status: number
  answer: string
  fault: Fault | undefined
  /** The time at which it succeeded. */
  doneAt: number | undefined
}

type Deps = {
  target: string
  fault(call: Call): Fault | undefined
  /** Whether the response means success. */
  isDone(call: Call): boolean
  /** Called before each call is forwarded, and once it succeeds; both may kill the sender. */
  onCall(call: Call): void
  onDone(call: Call): void
  /** The delay of a late call. */
  lateMs: number
}

/**
 * Opens a proxy before a server that fails some of the calls. Each replica uses the address `/r<number>`,
 * which identifies the sender of a call.
 */
export async function openFaultProxy({ target, fault, isDone, onCall, onDone, lateMs }: Deps) {
  const pool = new Pool(new URL(target).origin, { connections: 64 })
  const calls: Call[] = []
  const closed = new WeakMap<Socket, number>()
  let inFlight = 0

  async function forward(call: Call, { method, headers }: IncomingMessage): Promise<void> {
    const { authorization, 'content-type': type = 'application/json' } = headers
    const answer = await pool.request({
      path: call.path,
      method: method === 'GET' ? 'GET' : 'POST',
      headers: { 'content-type': type, ...(authorization && { authorization }) },
      ...(call.body && { body: call.body }),
    })
    call.status = answer.statusCode
    call.answer = await answer.body.text()
    if (!isDone(call)) return
    call.doneAt = performance.now()
    onDone(call)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, replica = '0', path = '/'] = /^\/r(\d+)(\/.*)$/.exec(request.url ?? '') ?? []
    const { authorization = '' } = request.headers
    const { socket } = request
    const call: Call = {
      replica: Number(replica),
      path,
      body: await text(request),
      authorization,
      closedAt: () => closed.get(socket),
      status: 0,
      answer: '',
      fault: undefined,
      doneAt: undefined,
    }
    calls.push(call)
    call.fault = fault(call)
    const { when, how } = call.fault ?? {}
    onCall(call)
    if (when === 'late') await after(lateMs)
    if (when !== 'before') await forward(call, request)
    respond(response, how ?? { status: call.status, type: 'application/json', body: call.answer })
  }

  const server = createServer((request, response) => {
    inFlight += 1
    // The sender may be killed at any time.
    serve(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        inFlight -= 1
      })
  })
  server.on('connection', (socket: Socket) =>
    socket.once('close', () => closed.set(socket, performance.now())),
  )
  const port = await listen(server)

  return {
    /** Returns the address for a replica. */
    urlOf: (replica: number) => `http://127.0.0.1:${port}/r${replica}`,
    calls,
    inFlight: () => inFlight,
    async close() {
      server.close()
      server.closeAllConnections()
      await pool.destroy()
    },
  }
}

function respond(response: ServerResponse, how: Failure): void {
  if (how === 'hang') return
  if (how === 'reset') return void response.socket?.resetAndDestroy()
  response.writeHead(how.status, { 'content-type': how.type, ...how.headers }).end(how.body)
}
