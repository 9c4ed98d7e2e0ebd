import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { createClient } from '../../src/service/client.ts'
import type { Request } from '../../src/service/contract/contract.ts'
import { ServiceError } from '../../src/service/contract/failure.ts'
import { listen as listenOn } from '../port.ts'

export const token = 'tok-3n.~+/secret=='
export const noPlans = JSON.stringify({ status: 200, plans: [] })
export const pause: Request<'pausePlan'> = {
  org_id: '17',
  plan_id: '4',
  pause_start: '07/12/2026',
  pause_end: '13/12/2026',
  reason: 'load test',
}

export async function listen(server: Server) {
  return `127.0.0.1:${await listenOn(server)}`
}

type Seen = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }

/** A service that answers as `answer` does, and a client to it. `nth` counts the requests from 1. */
export async function setUp(
  answer: (response: ServerResponse, nth: number) => void,
  options: { path?: string } & Partial<Omit<Parameters<typeof createClient>[0], 'url'>> = {},
) {
  const received: Seen[] = []
  const listener: RequestListener = async (request, response) => {
    const nth = received.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: '',
    })
    const chunks = await request.toArray()
    Object.assign(received[nth - 1] ?? {}, { body: Buffer.concat(chunks).toString() })
    answer(response, nth)
  }
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => connections++)
  const { path = '', timeoutMs = 5000, ...more } = options
  const client = createClient({ url: `http://${await listen(server)}${path}`, timeoutMs, ...more })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
  })
  return { client, received, connections: () => connections }
}

/** A TCP server that does as it is told with each connection. */
export async function setUpTcp(
  serve: Parameters<typeof createTcpServer>[1],
  timeoutMs = 5000,
  scheme = 'http',
) {
  const server = createTcpServer(serve)
  const client = createClient({ url: `${scheme}://${await listen(server)}`, timeoutMs })
  onTestFinished(async () => {
    server.close()
    await client.close()
  })
  return { client, server }
}

export async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw new Error('no ServiceError', { cause: error })
  return error
}
