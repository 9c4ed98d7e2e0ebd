import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exchange, openConnections } from '../../src/service/http.ts'
import { listen } from '../port.ts'
import { openProxy } from '../proxy.ts'

type Options = Parameters<typeof openConnections>[0]

/** Starts a server and a proxy that resolves a.invalid to it; `ask` uses the proxy except for `noProxy`. */
async function setUp({
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
  it('times out, and is tried again by the next request', async () => {
    const { ask, requests } = await setUp({
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
    const { ask, requests, connections } = await setUp({ silent: 1 })
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

describe('NO_PROXY', () => {
  it.each([
    ['leaves other hosts to the proxy', 'http://a.invalid', 'localhost', 1, 'here'],
    ['leaves a host to the proxy', 'http://a.invalid', '*.a.invalid,c.invalid', 1, 'here'],
    ['excepts a listed host', 'http://a.invalid', 'c.invalid,a.invalid', 0, undefined],
    ['excepts its subdomains', 'http://b.a.invalid', '.a.invalid', 0, undefined],
    ['excepts this machine', 'http://127.0.0.1:PORT', '127.0.0.1', 0, 'here'],
    ['excepts every host with *', 'http://a.invalid', '*', 0, undefined],
  ])('%s', async (_, origin, noProxy, count, body) => {
    const { ask, requests } = await setUp({ noProxy })
    const result = await ask(origin)
    expect([requests.length, 'broken' in result ? undefined : result.body.toString()]).toEqual([count, body])
  })
})
