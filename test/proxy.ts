import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { portOf } from './port.ts'

/**
 * Opens a proxy with a password that resolves made-up host names. It records and forwards requests and opens
 * tunnels (RFC 9110, 9.3.6), but never answers the first `silent` ones.
 */
export async function openProxy(
  ports: Readonly<Record<string, number>>,
  password: string,
  { silent = 0 } = {},
) {
  let tunnels = 0
  const requests: string[] = []
  const allowed = `Basic ${Buffer.from(`bot:${password}`).toString('base64')}`
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    const { host, pathname, search } = new URL(url)
    requests.push(`${method} ${host}`)
    const { 'proxy-authorization': authorization, ...rest } = headers
    const port = ports[host]
    if (authorization !== allowed) return void response.writeHead(407).end()
    if (port === undefined) return void response.writeHead(502).end()
    const relay = request({ port, method, path: pathname + search, headers: rest, agent: false }, answer => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    relay.on('error', () => response.destroy())
    incoming.pipe(relay)
  })
  server.on('connect', ({ url = '', headers }, socket, head) => {
    requests.push(`CONNECT ${url}`)
    if (++tunnels <= silent) return
    const port = ports[url]
    if (headers['proxy-authorization'] !== allowed) return void socket.end('HTTP/1.1 407 Denied\r\n\r\n')
    if (port === undefined) return void socket.end('HTTP/1.1 502 Not known\r\n\r\n')
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 There\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [socket, upstream]) end.on('error', () => {}).on('close', () => upstream.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, url: `http://bot:${password}@127.0.0.1:${portOf(server)}` }
}

/** Opens a proxy that refuses tunnels with a status or by hanging up, and records their targets. */
export async function refusingProxy(status: number | undefined) {
  const requests: string[] = []
  const server = createServer().on('connect', ({ url = '' }, socket) => {
    requests.push(url)
    socket.end(status && `HTTP/1.1 ${status} No\r\n\r\n`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { requests, url: `http://127.0.0.1:${portOf(server)}` }
}
