import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exchange, openConnections } from '../../src/service/http.ts'
import { openProxy } from '../proxy.ts'
import { listen } from './server.ts'

const LIMITS = { ms: 5000, bytes: 100 }

/** What came of asking somebody through a proxy that leads all of them to one server. */
async function asking(origin: string, noProxy: string) {
  const server = createServer((_, response) => response.end('here'))
  const port = Number((await listen(server)).split(':')[1])
  onTestFinished(() => void server.close())
  const proxy = await openProxy({ 'a.invalid': port, 'b.a.invalid': port }, 'x')
  const connections = openConnections({}, { httpProxy: proxy.url, httpsProxy: '', noProxy })
  onTestFinished(() => connections.close())
  const result = await exchange(
    connections,
    { origin: origin.replace('PORT', String(port)), path: '/', method: 'GET' },
    LIMITS,
  )
  return { requests: proxy.requests.length, body: 'broken' in result ? undefined : result.body.toString() }
}

describe('a proxy that does not answer a CONNECT', () => {
  it('is given up in time, and asked again by the next', async () => {
    const server = createServer((_, response) => response.end('here'))
    const port = Number((await listen(server)).split(':')[1])
    onTestFinished(() => void server.close())
    const proxy = await openProxy({ 'a.invalid:80': port }, 'x', { silent: 1 })
    const connections = openConnections(
      { connectTimeout: 50, connections: 1, proxyTunnel: true },
      { httpProxy: proxy.url, httpsProxy: '', noProxy: '' },
    )
    onTestFinished(() => connections.destroy())
    const ask = () => exchange(connections, { origin: 'http://a.invalid', path: '/', method: 'GET' }, LIMITS)
    expect(await ask()).toEqual({ broken: 'UND_ERR_CONNECT_TIMEOUT', written: false })
    expect(await ask()).toMatchObject({ status: 200, body: Buffer.from('here') })
    expect(proxy.requests).toEqual(['CONNECT a.invalid:80', 'CONNECT a.invalid:80'])
  })

  it('does not delay connections to others', async () => {
    const proxy = await openProxy({}, 'x', { silent: 1 })
    const connections = openConnections({}, { httpProxy: proxy.url, httpsProxy: '', noProxy: '' })
    onTestFinished(() => connections.destroy())
    const ask = () => exchange(connections, { origin: 'https://a.invalid', path: '/', method: 'GET' }, LIMITS)
    const current = ask()
    expect(await Promise.race([current, ask()])).toEqual({ broken: 'proxy_502', written: false })
    expect(proxy.requests).toEqual(['CONNECT a.invalid:443', 'CONNECT a.invalid:443'])
    await connections.destroy()
    expect(await current).toMatchObject({ written: false })
  })
})

describe('through a proxy goes', () => {
  it.each([
    ['what nobody has excepted', 'http://a.invalid', 'localhost', { requests: 1, body: 'here' }],
    [
      'what is not excepted itself',
      'http://a.invalid',
      '*.a.invalid,c.invalid',
      { requests: 1, body: 'here' },
    ],
    ['nothing that is excepted', 'http://a.invalid', 'c.invalid,a.invalid', { requests: 0, body: undefined }],
    ['nothing below that', 'http://b.a.invalid', '.a.invalid', { requests: 0, body: undefined }],
    ['nothing of this machine', 'http://127.0.0.1:PORT', '127.0.0.1', { requests: 0, body: 'here' }],
    ['nothing at all', 'http://a.invalid', '*', { requests: 0, body: undefined }],
  ])('%s', async (_, origin, noProxy, expected) => {
    expect(await asking(origin, noProxy)).toEqual(expected)
  })
})
