import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from '../../src/service/client.ts'
import { listen } from '../port.ts'
import { refusingProxy } from '../proxy.ts'
import { requests } from './requests.ts'
import { failureOf, noPlans, pause, setUp, token } from './server.ts'

describe('a call through a proxy', () => {
  it.each([
    ['the tunnel is refused with 502', 502, 'proxy_502'],
    ['the proxy hangs up', undefined, 'UND_ERR_PRX_CONN'],
    ['the proxy requires authentication', 407, 'proxy_407'],
  ])('is not sent when %s', async (_, status, code) => {
    const proxy = await refusingProxy(status)
    vi.stubEnv('https_proxy', proxy.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    const client = createClient({ url: 'https://service.test', timeoutMs: 5000 })
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', code, outcome: 'not done' })
    expect(proxy.requests).toEqual(['service.test:443'])
    await client.close()
  })
})

describe('a read', () => {
  it('fails when the connection is reset before or during the response', async () => {
    const { client } = await setUp((response, nth) => {
      if (nth === 1) response.destroy()
      else response.writeHead(200, { 'content-length': 99 }).write('{"pl', () => response.destroy())
    })
    for (let nth = 1; nth <= 2; nth++) {
      const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
      expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'not done' })
    }
  })
})

describe('a write', () => {
  it('is sent once when the connection is reset before the answer', async () => {
    const { client, received } = await setUp((response, nth) =>
      nth === 1 ? response.destroy() : response.end(),
    )
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'unknown' })
    // The next call uses a new connection, and the pause is not sent again.
    await client.call('removePlanPause', requests.removePlanPause, token)
    expect(received.map(({ url }) => url?.split('action=')[1])).toEqual(['pause_plan', 'remove_pause'])
  })

  it('is sent once when a kept connection is closed under it', async () => {
    const { client, received, connections } = await setUp((response, nth) => {
      if (nth === 1) response.end(noPlans)
      else response.socket?.end()
    })
    await client.call('listPlans', { org_id: '17' }, token)
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'unknown' })
    expect(received).toHaveLength(2)
    expect(connections()).toBe(1)
  })

  it('is not done when nothing listens', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    const client = createClient({ url: `http://127.0.0.1:${port}`, timeoutMs: 5000 })
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', code: 'ECONNREFUSED', outcome: 'not done' })
    expect(failure.message).toBe('Pause plan: unavailable (ECONNREFUSED)')
    await client.close()
  })
})

describe('the reachability check', () => {
  it('is a request for organizations with an invalid token', async () => {
    const { client, received } = await setUp(response => response.writeHead(401).end())
    await client.reach()
    expect(received).toMatchObject([
      {
        method: 'GET',
        url: '/v1/organizations/list?action=list',
        headers: { 'content-type': 'application/json', authorization: 'Bearer nobody' },
        body: '',
      },
    ])
  })

  it.each([301, 404, 503])('rejects when the answer has status %i', async status => {
    const { client } = await setUp(response => response.writeHead(status).end())
    await expect(client.reach()).rejects.toThrow(`It answers ${status}`)
  })

  it.each([
    ['the token is forbidden', 403, '{"message":"who?"}'],
    ['the body has status 401', 200, '{"status":401,"message":"who?"}'],
    ['the list is empty', 200, '{"status":200,"organizations":[]}'],
  ])('resolves when %s', async (_, status, body) => {
    const { client } = await setUp(response => response.writeHead(status).end(body))
    await client.reach()
  })
})

describe('the time limit', () => {
  it('ends a call that is never answered', async () => {
    const { client, received } = await setUp(() => undefined, { timeoutMs: 100 })
    const change = await failureOf(client.call('pausePlan', pause, token))
    expect(change).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
    const reading = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(reading).toMatchObject({ kind: 'timeout', outcome: 'not done' })
    expect(received).toHaveLength(2)
  })
})
