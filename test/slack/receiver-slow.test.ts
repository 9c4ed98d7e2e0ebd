import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { command, form, genuine, host, send } from './slack-requests.ts'
import { started } from './started-receiver.ts'

const post = 'POST /slack/events HTTP/1.1\r\nHost: here\r\n'

/** What a caller reads who says no more than this, until the other side closes. */
function says(port: number, said: string): Promise<string> {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  if (said) socket.write(said)
  return text(socket)
}

describe('the receiver, before callers who take their time,', () => {
  const pause = genuine(form, command)
  const fresh = Object.entries(pause.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)

  it.each([
    ['says nothing', ''],
    ['stops in the middle of the headers', `${post}X-Slack`],
    ['stops before the body', `${post}${fresh.join('')}Content-Length: 10\r\n\r\n`],
    ['stops in the middle of the body', `${post}${fresh.join('')}Content-Length: 10\r\n\r\nhalf`],
    ['stops between chunks', `${post}${fresh.join('')}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`],
    [
      'stops in the body of what nothing answers',
      'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf',
    ],
  ])('lets go of one who %s', async (_, said) => {
    const { port } = await started({ requestTimeoutMs: 100 })
    expect(await says(port, said)).toMatch(/^$|^HTTP\/1\.1 (408|404) /)
  })

  it('serves everybody else meanwhile, and lets go of all of them, however often they add a byte', async () => {
    const { port } = await started({ requestTimeoutMs: 400 })
    const sockets = Array.from({ length: 200 }, () => connect(port, host))
    onTestFinished(() => sockets.forEach(socket => void socket.destroy()))
    // Not by `once`, which an error ends as well: whoever is dropped while it writes is gone right after.
    const gone = sockets.map(
      socket =>
        new Promise(resolve =>
          socket
            .on('error', () => {})
            .on('close', resolve)
            .resume(),
        ),
    )
    sockets.forEach(
      (socket, at) =>
        void socket.write(at % 2 ? post : `${post}${fresh.join('')}Content-Length: 999\r\n\r\n`),
    )
    const drip = () => sockets.forEach(socket => void (socket.writable && socket.write('a')))
    const dripping = setInterval(drip, 20)
    onTestFinished(() => clearInterval(dripping))
    expect(await send(port, pause)).toMatchObject({ status: 200 })
    await Promise.all(gone)
    expect(await send(port, pause)).toMatchObject({ status: 200 })
  })

  it.each([
    ['is too long', `${post}Content-Length: 1048577\r\n\r\n`, '413 Payload Too Large'],
    [
      'is too long, of a caller who asks first',
      `${post}Content-Length: 1048577\r\nExpect: 100-continue\r\n\r\n`,
      '413',
    ],
    ['is longer than anything that is not signed', `${post}Content-Length: 4097\r\n\r\n`, '401 Unauthorized'],
    ['belongs to no path', 'PUT /none HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n', '404 Not Found'],
  ])('does not wait for a body that %s', async (_, said, status) => {
    const { port } = await started({ requestTimeoutMs: 60_000 })
    const answer = await says(port, said)
    expect(answer.startsWith(`HTTP/1.1 ${status}`)).toBe(true)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('bids a caller who asks first to go on with what is not too long', async () => {
    const { port } = await started()
    const asked = `${post}${fresh.join('')}Content-Length: ${command.length}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`
    expect(await says(port, asked + command)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })

  it.each([
    '\u0016\u0003\u0001',
    'GET',
    'FETCH / HTTP/1.1\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  ])('survives what is no request: %j', async said => {
    const { port } = await started({ requestTimeoutMs: 100 })
    expect(await says(port, said)).toMatch(/^$|^HTTP\/1\.1 4\d\d /)
    expect(await send(port, pause)).toMatchObject({ status: 200 })
  })
})
