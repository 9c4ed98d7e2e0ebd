import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { EndpointName } from '../service/contract/contract.ts'
import type { AnswerOnTheWire } from './handler.ts'
import type { Given } from './perform.ts'
import { invalid, Refusal } from './refusal.ts'
import { route } from './route.ts'

const mostBytes = 100_000

type Perform = (endpoint: EndpointName, given: Given) => AnswerOnTheWire

/** The service's HTTP server. Whatever it could not foresee is told to `report` and answered with a 500. */
export function createHttp(perform: Perform, report: (error: unknown) => void): Server {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { endpoint, query } = route(request.method ?? '', request.url ?? '')
      const body = await readBody(request)
      send(response, 200, perform(endpoint, { authorization: request.headers.authorization, query, body }))
    } catch (error) {
      if (response.destroyed) return
      if (error instanceof Refusal) return send(response, error.status, { message: error.message })
      report(error)
      send(response, 500, { message: 'The service failed. Nothing was changed.' })
    }
  }

  return createServer({ requestTimeout: 30_000, keepAliveTimeout: 30_000 }, answer)
}

/** The JSON body, or an empty object where there is none. Too large a body is read to its end, and dropped. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= mostBytes) chunks.push(chunk)
  }
  if (size > mostBytes) throw new Refusal(413, `The body is larger than ${mostBytes / 1000} kB.`)
  if (size === 0) return {}
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw invalid('The body is not JSON.')
  }
}

function send(response: ServerResponse, status: number, answer: AnswerOnTheWire): void {
  const body = JSON.stringify({ status, ...answer })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  response.end(body)
}
