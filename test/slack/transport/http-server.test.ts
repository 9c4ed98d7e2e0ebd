import { connect } from 'node:net'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { extrasOf } from '../../../src/slack/transport/dispatch.ts'
import { acknowledge, command, form, genuine, host, json, minutesFromNow, send } from './slack-requests.ts'
import { gate, started } from './started-receiver.ts'

/** Sends raw text; resolves to everything received until the connection closes. */
function sendRaw(port: number, sent: string): Promise<string> {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  socket.write(sent)
  return text(socket)
}

describe('the receiver', () => {
  const pause = genuine(form, command)

  it('serves other routes for one method or all methods', async () => {
    const { port } = await started({
      routes: {
        'GET /healthz': (_, response) => void response.end('well'),
        'POST /echo': (q, r) => void q.pipe(r),
        '/page': ({ method }, response) => void response.end(`by ${method}`),
      },
    })
    expect(await send(port, { method: 'GET', path: '/healthz?now' })).toMatchObject({
      status: 200,
      text: 'well',
    })
    expect(await send(port, { path: '/echo', body: 'hello' })).toMatchObject({ status: 200, text: 'hello' })
    expect(await send(port, { path: '/healthz' })).toMatchObject({ status: 405, allow: 'GET, HEAD' })
    expect(await send(port, { method: 'GET', path: '/slack/events' })).toMatchObject({
      status: 405,
      allow: 'POST',
    })
    expect(await send(port, { method: 'PUT', path: '/page?a' })).toMatchObject({
      status: 200,
      text: 'by PUT',
    })
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    expect(await send(port, { ...pause, path: '/events' })).toMatchObject({ status: 404 })
    expect(await send(port, { method: 'HEAD', path: '/healthz' })).toMatchObject({ status: 200 })
  })

  it('responds 500 if a route fails, logs it without the query, and keeps serving', async () => {
    const { port, log } = await started({
      routes: {
        'GET /thrown': () => {
          throw new Error('thrown')
        },
        'GET /rejected': async () => {
          throw new Error('rejected')
        },
        'GET /half': (_, response) => {
          response.write('half of it')
          throw new Error('half')
        },
      },
    })
    expect(await send(port, { method: 'GET', path: '/thrown?code=secret' })).toMatchObject({ status: 500 })
    expect(await send(port, { method: 'GET', path: '/rejected' })).toMatchObject({ status: 500 })
    await expect(send(port, { method: 'GET', path: '/half' })).rejects.toThrow()
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    expect(log.lines).toMatchObject([
      { level: 'error', fields: { path: '/thrown' } },
      { level: 'error', fields: { path: '/rejected' } },
      { level: 'error', fields: { path: '/half' } },
    ])
  })

  it('logs why it refused a request, without quoting it', async () => {
    const { port, log } = await started({ bodyLimit: 100 })
    await send(port, genuine(json, 'xoxb-not-for-logs'))
    await send(port, { headers: form, body: 'token=xoxb-not-for-logs' })
    await send(port, genuine(form, 'token=xoxb-not-for-logs', minutesFromNow(-6)))
    await send(port, { body: 'xoxb-not-for-logs'.repeat(10) })
    expect(log.lines.map(line => line.fields)).toMatchObject([
      { why: 'malformed', status: 400 },
      { why: 'unsigned', status: 401 },
      { why: 'stale', status: 401, hint: expect.stringContaining('clock') },
      { why: 'too long', status: 413 },
    ])
    expect(JSON.stringify(log.lines)).not.toContain('xoxb')
  })

  it('acknowledges only once, with the first content', async () => {
    const sent: unknown[] = []
    const { port } = await started({}, async event => {
      sent.push(await acknowledge(event, 'Paused.'), await acknowledge(event, 'Twice.'))
    })
    expect(await send(port, pause)).toMatchObject({ status: 200, text: 'Paused.' })
    expect(sent).toEqual([true, false])
  })

  it('acknowledges in time with the time-out reply, and reports the late acknowledgement as unsent', async () => {
    const late = Promise.withResolvers<unknown>()
    const { open, behaviour } = gate(event => acknowledge(event, 'Paused.').then(late.resolve))
    const { port } = await started({ ackWithinMs: 10 }, event => {
      extrasOf(event.customProperties ?? {}).ack.onTimeout = () => ({ text: 'It takes longer.' })
      return behaviour(event)
    })
    expect(await send(port, pause)).toMatchObject({ status: 200, text: '{"text":"It takes longer."}' })
    open()
    expect(await late.promise).toBe(false)
  })

  it('reports an acknowledgement as unsent if the connection is closed', async () => {
    const sent = Promise.withResolvers<unknown>()
    const { reached, open, behaviour } = gate(event => acknowledge(event, 'Paused.').then(sent.resolve))
    const { port, receiver } = await started({ stopGraceMs: 1 }, behaviour)
    const sending = send(port, pause).catch(() => 'broken off')
    await reached
    // The end of the grace period closes every connection.
    await receiver.stop()
    expect(await sending).toBe('broken off')
    open()
    expect(await sent.promise).toBe(false)
  })

  it('delivers its refusal of a long body to a client that is still sending', async () => {
    const { port } = await started()
    expect(await send(port, { body: 'x'.repeat(8 * 1024 * 1024) })).toMatchObject({ status: 413 })
  })

  it('checks the signature of a long form before parsing it, which would take seconds', async () => {
    const { port } = await started()
    const before = process.threadCpuUsage().user
    expect(await send(port, { headers: form, body: 'a&'.repeat(500_000) })).toMatchObject({ status: 401 })
    expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(1000)
  })

  it('buffers at most 32 MB of concurrent unfinished requests', async () => {
    const { port } = await started()
    const megabyte = 1024 * 1024
    const clients = Array.from({ length: 34 }, () => connect(port, host))
    let refused = 0
    for (const client of clients) {
      client.on('data', answer => (refused += answer.toString().startsWith('HTTP/1.1 503 ') ? 1 : 0))
      client.write(`POST /slack/events HTTP/1.1\r\nHost: here\r\nContent-Length: ${megabyte}\r\n\r\nx`)
    }
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    for (const client of clients) client.write('x'.repeat(megabyte - 2))
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    for (const client of clients) client.destroy()
  })

  it('does not log a client that disconnects early', async () => {
    const { port, log, receiver } = await started()
    const client = connect(port, host)
    client.write('POST /slack/events HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nx')
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    client.destroy()
    await receiver.stop()
    expect(log.lines).toEqual([])
  })

  it.each(['GET', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'])(
    'survives malformed requests: %j',
    async sent => {
      const { port } = await started({ requestTimeoutMs: 100 })
      expect(await sendRaw(port, sent)).toMatch(/^$|^HTTP\/1\.1 4\d\d /)
      expect(await send(port, pause)).toMatchObject({ status: 200 })
    },
  )

  it('times out slow clients while it serves others', async () => {
    const { port } = await started({ requestTimeoutMs: 200 })
    const head = 'POST /slack/events HTTP/1.1\r\nHost: here\r\n'
    const slow = [head, `${head}Content-Length: 99\r\n\r\n`].map(sent => sendRaw(port, sent))
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    expect(await Promise.all(slow)).toEqual(Array(2).fill(expect.stringContaining('408 Request Timeout')))
  })
})
