import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { createClient } from '../../src/service/client.ts'
import type { Request } from '../../src/service/contract/contract.ts'
import { ServiceError } from '../../src/service/contract/failure.ts'
import { listen } from '../port.ts'

export const token = 'tok-3n.~+/secret=='
export const noPlans = JSON.stringify({ status: 200, plans: [] })
export const pause: Request<'pausePlan'> = {
  org_id: '17',
  plan_id: '4',
  pause_start: '07/12/2026',
  pause_end: '13/12/2026',
  reason: 'load test',
}

type ReceivedRequest = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }

/** Starts a service that responds by `answer`, and a client to it. `nth` counts requests from 1. */
export async function setUp(
  answer: (response: ServerResponse, nth: number) => void,
  options: Partial<Parameters<typeof createClient>[0]> = {},
) {
  const received: ReceivedRequest[] = []
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
  const url = `http://127.0.0.1:${await listen(server)}`
  const client = createClient({ url, timeoutMs: 5000, ...options })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
  })
  return { client, received, connections: () => connections }
}

export async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw new Error('no ServiceError', { cause: error })
  return error
}
