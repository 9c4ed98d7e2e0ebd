import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../src/service/contract/failure.ts'
import { requests } from './requests.ts'
import { failureOf, pause, setUp, token } from './server.ts'

describe('a service error', () => {
  const everything = (error: ServiceError) =>
    [error.message, error.stack, String(error.cause), JSON.stringify(error), ...Object.values(error)].join(
      '\n',
    )

  it("has the service's message with the token masked", async () => {
    const message = `Bearer ${token} is expired: ${token}`
    const { client } = await setUp(response =>
      response.writeHead(401).end(JSON.stringify({ error: { message } })),
    )
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure.serviceMessage).toBe('Bearer … is expired: …')
    expect(everything(failure)).not.toContain(token)
  })

  it('masks the access data in `specific`', async () => {
    const key = 'line one\nline two'
    const { client } = await setUp(response =>
      response.writeHead(400).end(JSON.stringify({ message: `bad key ${key} of t-1 (line two)` })),
    )
    const specific = { tenant: 't-1', clientId: '', key }
    const failure = await failureOf(
      client.call('createCredential', { ...requests.createCredential, specific }, token),
    )
    expect(failure.serviceMessage).toBe('bad key … of … (…)')
  })

  it('has no part of the request, its headers or the response', async () => {
    const page = '<p>Ana, your answer</p>'
    const answers = [
      (response: ServerResponse) => response.end(page),
      (response: ServerResponse) => response.writeHead(500).end(page),
      (response: ServerResponse) => response.destroy(),
    ]
    for (const answer of answers) {
      const { client } = await setUp(answer)
      const text = everything(await failureOf(client.call('pausePlan', pause, token)))
      for (const secret of [token, 'Bearer', 'load test', '07/12/2026', page])
        expect(text).not.toContain(secret)
    }
  })

  it('names the endpoint and the failure', async () => {
    const { client } = await setUp(response => response.writeHead(404).end())
    const failure = await failureOf(client.call('describePlan', requests.describePlan, token))
    expect(`${failure}`).toBe('ServiceError: Describe plan: not found (404)')
    expect(failure.serviceMessage).toBeUndefined()
  })
})
