import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { listen } from '../../port.ts'

/** A way to fail: `before` anything is done or `after` it, or `late`, when nobody waits for it any more. */
export type Fault = { when: 'before' | 'after' | 'late'; how: Failure }
type Failure =
  | 'reset'
  | 'hang'
  | { status: number; type: string; body: string; headers?: Record<string, string> }

/** One call of the bot's, and what came of it. */
export type Call = {
  /** Which replica made it, by the address that it was given. */
  replica: number
  path: string
  body: string
  authorization: string
  /** When the connection was gone over which it came. */
  closedAt(): number | undefined
  /** What it was answered, where it was passed on. */
  status: number
  answer: string
  fault: Fault | undefined
  /** When it was passed on and done. */
  doneAt: number | undefined
}

type Deps = {
  target: string
  fault(call: Call): Fault | undefined
  /** Whether what came back says that it is done. */
  isDone(call: Call): boolean
  /** Hears of each call before it is passed on, and once it is done: the one who made it may be dead by then. */
  arrives(call: Call): void
  done(call: Call): void
  /** How long after it was sent what is late is done. */
  lateMs: number
}

const METHODS = { GET: 'GET', POST: 'POST' } as const satisfies Record<string, Dispatcher.HttpMethod>

/**
 * Stands before a server, and fails in its place. A replica is given the address behind `/r` and its number, so that it
 * is known who calls.
 */
export async function openFront({ target, fault, isDone, arrives, done, lateMs }: Deps) {
  const pool = new Pool(new URL(target).origin, { connections: 64 })
  const calls: Call[] = []
  const closed = new WeakMap<Socket, number>()
  let underWay = 0

  async function pass(call: Call, { method, headers }: IncomingMessage): Promise<void> {
    const { authorization, 'content-type': type = 'application/json' } = headers
    const answer = await pool.request({
      path: call.path,
      method: method === 'GET' ? METHODS.GET : METHODS.POST,
      headers: { 'content-type': type, ...(authorization && { authorization }) },
      ...(call.body && { body: call.body }),
    })
    call.status = answer.statusCode
    call.answer = await answer.body.text()
    if (!isDone(call)) return
    call.doneAt = performance.now()
    done(call)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, replica = '0', path = '/'] = /^\/r(\d+)(\/.*)$/.exec(request.url ?? '') ?? []
    const { authorization = '' } = request.headers
    const { socket } = request
    const body = await text(request)
    const call: Call = {
      ...{ replica: Number(replica), path, body, authorization, closedAt: () => closed.get(socket) },
      ...{ status: 0, answer: '', fault: undefined, doneAt: undefined },
    }
    calls.push(call)
    const failure = fault(call)
    call.fault = failure
    arrives(call)
    if (failure?.when === 'late') await after(lateMs)
    if (failure?.when !== 'before') await pass(call, request)
    fail(response, failure?.how ?? { status: call.status, type: 'application/json', body: call.answer })
  }

  const server = createServer((request, response) => {
    underWay += 1
    // Whoever called may be killed at any time.
    serve(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        underWay -= 1
      })
  })
  server.on('connection', (socket: Socket) =>
    socket.once('close', () => closed.set(socket, performance.now())),
  )
  const port = await listen(server)

  return {
    /** Where a replica finds it. */
    urlOf: (replica: number) => `http://127.0.0.1:${port}/r${replica}`,
    calls,
    underWay: () => underWay,
    async close() {
      server.close()
      server.closeAllConnections()
      await pool.destroy()
    },
  }
}

function fail(response: ServerResponse, how: Failure): void {
  if (how === 'hang') return
  if (how === 'reset') return void response.socket?.resetAndDestroy()
  response.writeHead(how.status, { 'content-type': how.type, ...how.headers }).end(how.body)
}
