import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exchange, openConnections } from '../../src/service/http.ts'
import { listen } from '../port.ts'
import { openProxy } from '../proxy.ts'

type Options = Parameters<typeof openConnections>[0]

/** A server on this machine, a proxy that leads to it by other names, and a way to ask, through that but for `noProxy`. */
async function behindProxy({
  noProxy = '',
  silent = 0,
  ...options
}: Options & { noProxy?: string; silent?: number }) {
  const server = createServer((_, response) => response.end('here'))
  const port = await listen(server)
  const proxy = await openProxy({ 'a.invalid': port, 'a.invalid:80': port }, 'x', { silent })
  vi.stubEnv('http_proxy', proxy.url)
  vi.stubEnv('no_proxy', noProxy)
  const connections = openConnections(options)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    server.close()
    await connections.destroy()
  })
  const ask = (origin: string) =>
    exchange(
      connections,
      { origin: origin.replace('PORT', String(port)), path: '/', method: 'GET' },
      { ms: 5000 },
    )
  return { ask, requests: proxy.requests, connections }
}

describe('a proxy that does not answer a CONNECT', () => {
  it('is given up in time, and asked again by the next', async () => {
    const { ask, requests } = await behindProxy({
      silent: 1,
      connectTimeout: 50,
      connections: 1,
      proxyTunnel: true,
    })
    expect(await ask('http://a.invalid')).toMatchObject({ written: false })
    expect(await ask('http://a.invalid')).toMatchObject({ status: 200, body: Buffer.from('here') })
    expect(requests).toEqual(['CONNECT a.invalid:80', 'CONNECT a.invalid:80'])
  })

  it('does not delay connections to others', async () => {
    const { ask, requests, connections } = await behindProxy({ silent: 1 })
    const current = ask('https://a.invalid')
    expect(await Promise.race([current, ask('https://a.invalid')])).toEqual({
      broken: 'proxy_502',
      written: false,
    })
    expect(requests).toEqual(['CONNECT a.invalid:443', 'CONNECT a.invalid:443'])
    await connections.destroy()
    expect(await current).toMatchObject({ written: false })
  })
})

describe('through a proxy goes', () => {
  it.each([
    ['what nobody has excepted', 'http://a.invalid', 'localhost', 1, 'here'],
    ['what is not excepted itself', 'http://a.invalid', '*.a.invalid,c.invalid', 1, 'here'],
    ['nothing that is excepted', 'http://a.invalid', 'c.invalid,a.invalid', 0, undefined],
    ['nothing below that', 'http://b.a.invalid', '.a.invalid', 0, undefined],
    ['nothing of this machine', 'http://127.0.0.1:PORT', '127.0.0.1', 0, 'here'],
    ['nothing at all', 'http://a.invalid', '*', 0, undefined],
  ])('%s', async (_, origin, noProxy, count, body) => {
    const { ask, requests } = await behindProxy({ noProxy })
    const result = await ask(origin)
    expect([requests.length, 'broken' in result ? undefined : result.body.toString()]).toEqual([count, body])
  })
})
