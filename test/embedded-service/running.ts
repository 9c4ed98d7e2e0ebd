import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { z } from 'zod'
import { createLocalService, type LocalService } from '../../src/embedded-service/service.ts'
import { contract, type EndpointName, type Request } from '../../src/service/contract/contract.ts'
import { KEY } from '../key.ts'

/** A Monday. */
const today = new Date('2026-12-07T10:00:00Z')

type Answered = { status: number; answer: Record<string, unknown> }
export type Person = 'ana' | 'bo' | 'cleo' | 'dev' | 'eve'
type Sent = { method: string; target: string; headers?: Record<string, string>; body?: string | undefined }

export const acme = '1001'

export const statusAndMessage = ({ status, answer }: Answered) => [status, answer.message]

const json = z.record(z.string(), z.unknown())

/** Sends a request with its target unchanged on the wire. */
export async function send(url: string, { method, target, headers, body = '' }: Sent): Promise<Answered> {
  const { hostname, port } = new URL(url)
  const sent = request({ hostname, port, method, path: target, agent: false })
  sent.setHeaders(new Map(Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })))
  sent.end(body)
  const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, 'response'))
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode ?? 0, answer: json.parse(JSON.parse(text)) }
}

/** Returns the HTTP request for an endpoint and a flat request. */
export function written<N extends EndpointName>(
  endpoint: N,
  flat: Request<N>,
): Sent & { body: string | undefined } {
  const { method, path, action, query, body } = contract[endpoint]
  const entries = Object.entries(flat)
  const inQuery = entries
    .filter(([name]) => name in query.shape)
    .map(([name, value]) => [name, String(value)])
  const inBody = entries.filter(([name]) => !(name in query.shape))
  const search = new URLSearchParams([['action', action], ...inQuery])
  return {
    method,
    target: `${path}?${search}`,
    body: Object.keys(body.shape).length > 0 ? JSON.stringify(Object.fromEntries(inBody)) : undefined,
  }
}

export type Acme = {
  url: string
  service: LocalService
  as: <N extends EndpointName>(person: Person, endpoint: N, flat: Request<N>) => Promise<Answered>
  close(): Promise<void>
}

/** Starts a service with Acme, in memory by default. */
export async function openAcme(file = ':memory:'): Promise<Acme> {
  const service = createLocalService({
    file,
    key: KEY,
    clock: () => today,
    kinds: ['aws', 'azure', 'gcp'],
    report: error => {
      throw error
    },
  })
  const { url, close } = await service.listen(0, '127.0.0.1')
  return {
    url,
    service,
    as: (person, endpoint, flat) => {
      const authorization = `Bearer ${service.token(`${person}@acme.test`)}`
      return send(url, {
        ...written(endpoint, flat),
        headers: { authorization, 'content-type': 'application/json' },
      })
    },
    close,
  }
}
