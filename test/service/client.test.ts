import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Mistaken, Unfit } from '../../src/core/unavailable.ts'
import { createClient } from '../../src/service/client.ts'
import { refusingProxy } from '../proxy.ts'
import { requests } from './requests.ts'
import { failureOf, listen, noPlans, pause, setUp, setUpTcp, token } from './server.ts'

describe('a read', () => {
  it.each([502, 503, 504])('is asked for again after %i', async status => {
    const { client, seen } = await setUp((response, nth) => {
      response.writeHead(nth < 3 ? status : 200).end(nth < 3 ? '' : noPlans)
    })
    expect(await client.call('listPlans', { org_id: '17' }, token)).toEqual({ plans: [] })
    expect(seen).toHaveLength(3)
  })

  it.each([
    ['it is refused with 502', 502, 'proxy_502', 3],
    ['it is refused with 503', 503, 'proxy_503', 3],
    ['it is refused with 504', 504, 'proxy_504', 3],
    ['the proxy hangs up', undefined, 'UND_ERR_PRX_CONN', 3],
    ['nobody is let in', 407, 'proxy_407', 1],
  ])('on its way through a proxy is asked for so often: %s', async (_, status, code, times) => {
    const { proxies, asked } = await refusingProxy(status)
    const client = createClient({ url: 'https://service.test', timeoutMs: 5000, random: () => 0, proxies })
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'unavailable', code, outcome: 'not done' })
    expect(asked).toEqual(Array(times).fill('service.test:443'))
    const change = await failureOf(client.call('pausePlan', pause, token))
    expect(change).toMatchObject({ code, outcome: 'not done' })
    expect(asked).toHaveLength(times + 1)
    await client.close()
  })

  it('is asked for again when the connection is reset before, or within, the answer', async () => {
    const { client, seen } = await setUp((response, nth) => {
      if (nth === 1) response.destroy()
      else if (nth === 2)
        response.writeHead(200, { 'content-length': 99 }).write('{"pl', () => response.destroy())
      else response.end(noPlans)
    })
    expect(await client.call('listPlans', { org_id: '17' }, token)).toEqual({ plans: [] })
    expect(seen).toHaveLength(3)
  })

  it('is asked for again when an answer that was to end the connection ends too early', async () => {
    const { client, seen } = await setUp((response, nth) => {
      response.writeHead(200, { connection: 'close', 'content-length': nth === 1 ? 99 : noPlans.length })
      response.write(noPlans, () => response.destroy())
    })
    expect(await client.call('listPlans', { org_id: '17' }, token)).toEqual({ plans: [] })
    expect(seen).toHaveLength(2)
  })

  it('is asked for again, body and all, when a GET has one', async () => {
    const { client, seen } = await setUp((response, nth) => {
      response.writeHead(nth === 1 ? 503 : 200).end('{"organization":{}}')
    })
    await client.call('describeBilling', { org_id: '17' }, token)
    expect(seen.map(({ body }) => body)).toEqual(['{"org_id":"17"}', '{"org_id":"17"}'])
  })

  it('is given up after three tries', async () => {
    const { client, seen } = await setUp(response => response.destroy())
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'not done' })
    expect(seen).toHaveLength(3)
  })

  it.each([400, 404, 429, 500])('is not asked for again after %i', async status => {
    const { client, seen } = await setUp(response => response.writeHead(status).end())
    await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(seen).toHaveLength(1)
  })

  it('waits longer before each try, by chance', async () => {
    const waited: number[] = []
    const { client } = await setUp(response => response.writeHead(503).end(), {
      random: () => 0.5,
      wait: async ms => void waited.push(ms),
    })
    await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(waited).toEqual([50, 100])
  })

  it('tells what went wrong last when the limit ends its waiting', async () => {
    const { client, seen } = await setUp(response => response.writeHead(503).end(), {
      timeoutMs: 250,
      random: () => 1,
    })
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'unavailable', status: 503 })
    expect(seen).toHaveLength(2)
  })

  it('is not waited for when the service asks for a longer wait than the limit', async () => {
    const waited: number[] = []
    const { client, seen } = await setUp(response => response.writeHead(503, { 'retry-after': '60' }).end(), {
      wait: async ms => void waited.push(ms),
    })
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 60 })
    expect(waited).toEqual([])
    expect(seen).toHaveLength(1)
  })
})

describe('a change', () => {
  it('is sent once when the connection is reset before the answer', async () => {
    const { client, seen } = await setUp((response, nth) => (nth === 1 ? response.destroy() : response.end()))
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'unknown' })
    // Another call goes over a new connection, and still there is but one pause.
    await client.call('removePlanPause', requests.removePlanPause, token)
    expect(seen.map(({ url }) => url?.split('action=')[1])).toEqual(['pause_plan', 'remove_pause'])
  })

  it('is sent once when the connection is reset within the answer', async () => {
    const { client, seen } = await setUp(response => {
      response.writeHead(200, { 'content-length': 99 }).write('{"pa', () => response.destroy())
    })
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'unknown' })
    expect(seen).toHaveLength(1)
  })

  it('is sent once when a kept connection is closed under it', async () => {
    const { client, seen, connections } = await setUp((response, nth) => {
      if (nth === 1) response.end(noPlans)
      else response.socket?.end()
    })
    await client.call('listPlans', { org_id: '17' }, token)
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', outcome: 'unknown' })
    expect(seen).toHaveLength(2)
    expect(connections()).toBe(1)
  })

  it('was not done when nobody listens', async () => {
    const server = createServer()
    const address = await listen(server)
    server.close()
    const client = createClient({ url: `http://${address}`, timeoutMs: 5000 })
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'unavailable', code: 'ECONNREFUSED', outcome: 'not done' })
    expect(failure.message).toBe('Pause plan: unavailable (ECONNREFUSED)')
    await client.close()
  })
})

describe('whether the service is there', () => {
  it('is asked for as the interface wants it, with a token that is nobody’s', async () => {
    const { client, seen } = await setUp(response => response.writeHead(401).end())
    await client.reach()
    expect(seen).toMatchObject([
      {
        method: 'GET',
        url: '/v1/organizations/list?action=list',
        headers: { 'content-type': 'application/json', authorization: 'Bearer nobody' },
        body: '',
      },
    ])
  })

  it('is denied where it fails', async () => {
    const { client } = await setUp(response => response.writeHead(503).end())
    await expect(client.reach()).rejects.toThrow(new Unfit('it fails with 503'))
  })

  it.each([
    ['nothing is there', 404, '', 'it answers 404: SERVICE_URL may have another path'],
    [
      'it says 404 in JSON',
      404,
      '{"message":"no route"}',
      'it answers 404: SERVICE_URL may have another path',
    ],
    ['another address is told', 301, '', 'it answers 301: SERVICE_URL may have another path'],
    [
      'a page is there',
      200,
      '<html>Sign in</html>',
      'what answers is not the service: SERVICE_URL may be another',
    ],
  ])('is denied where %s, with what may be wrong', async (_, status, body, why) => {
    const { client } = await setUp(response => response.writeHead(status).end(body))
    await expect(client.reach()).rejects.toThrow(new Mistaken(why))
  })

  it.each([
    ['it knows nobody of that name', 403, '{"message":"who?"}'],
    ['it says in the answer that nobody is let in', 200, '{"status":401,"message":"who?"}'],
    ['it lists what belongs to nobody', 200, '{"status":200,"organizations":[]}'],
  ])('is seen where %s', async (_, status, body) => {
    const { client } = await setUp(response => response.writeHead(status).end(body))
    await client.reach()
  })
})

describe('what whoever asks may do at the last moment', () => {
  it('is to keep a change from being sent', async () => {
    const { client, seen } = await setUp(response => void response.end('{}'))
    const before = () => {
      throw new Error('too late')
    }
    await expect(client.call('pausePlan', pause, token, { before })).rejects.toThrow('too late')
    expect(seen).toEqual([])
  })
})

describe('the time limit', () => {
  it('ends a call that is never answered', async () => {
    const { client, seen } = await setUp(() => undefined, { timeoutMs: 100 })
    const change = await failureOf(client.call('pausePlan', pause, token))
    expect(change).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
    const reading = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(reading).toMatchObject({ kind: 'timeout', outcome: 'not done' })
    expect(seen).toHaveLength(2)
  })

  it('ends an answer that only trickles', async () => {
    const { client } = await setUp(
      response => {
        const drip = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(drip))
      },
      { timeoutMs: 60 },
    )
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'timeout' })
  })

  it('holds for all tries together', async () => {
    const { client, seen } = await setUp((response, nth) => (nth < 3 ? response.destroy() : undefined), {
      timeoutMs: 150,
    })
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'timeout' })
    expect(seen).toHaveLength(3)
  })

  it('ends a call whose connection is never made, and the change was not done', async () => {
    // Over TLS the connection is only made when the other side says hello, which this one never does.
    const { client } = await setUpTcp(socket => socket.on('error', () => undefined), 50, 'https')
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'timeout', outcome: 'not done' })
  })
})

describe("the caller's signal", () => {
  it('ends a call with its own reason', async () => {
    const stop = new AbortController()
    const { client } = await setUp(() => stop.abort(new Error('Ana closed the form')))
    const call = client.call('pausePlan', pause, token, { signal: stop.signal })
    await expect(call).rejects.toThrow(new Error('Ana closed the form'))
  })

  it('ends the wait before another try', async () => {
    const stop = new AbortController()
    const random = () => {
      setImmediate(() => stop.abort(new Error('Ana closed the form')))
      return 1
    }
    const { client, seen } = await setUp(response => response.writeHead(503).end(), { random })
    const call = client.call('listPlans', { org_id: '17' }, token, { signal: stop.signal })
    await expect(call).rejects.toThrow(new Error('Ana closed the form'))
    expect(seen).toHaveLength(1)
  })

  it('keeps a call from being sent when it had already ended', async () => {
    const { client, seen } = await setUp(response => response.end('{}'))
    const call = client.call('pausePlan', pause, token, { signal: AbortSignal.abort(new Error('too late')) })
    await expect(call).rejects.toThrow(new Error('too late'))
    expect(seen).toEqual([])
  })

  it('does not hinder a call that it lets pass', async () => {
    const { client } = await setUp(response => response.end(noPlans))
    const { signal } = new AbortController()
    expect(await client.call('listPlans', { org_id: '17' }, token, { signal })).toEqual({ plans: [] })
  })
})
