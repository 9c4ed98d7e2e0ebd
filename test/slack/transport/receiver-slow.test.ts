import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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

const large = Buffer.alloc(32 * 1024 * 1024, 'a')
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`

/** Resolves when the connection of the response is gone, and tells whether it was all taken. */
const end = async (response: ServerResponse) => {
  await once(response, 'close')
  return response.writableFinished
}

describe('the receiver, before callers who do not read,', () => {
  it('lets go of one who reads nothing of their answer, and not of one who waits for it', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const stalled = Promise.withResolvers<boolean>()
    const routes = {
      'GET /quiet': (_: unknown, response: ServerResponse) => {
        response.write('at first')
        asked.resolve(response)
      },
      'GET /large': (_: unknown, response: ServerResponse) => {
        void end(response).then(stalled.resolve)
        response.end(large)
      },
    }
    const { port } = await started({ stalledMs: 50, routes })
    const listening = says(port, get('/quiet').replace('Host', 'Connection: close\r\nHost'))
    const quiet = await asked.promise
    const socket = connect(port, host).pause()
    onTestFinished(() => void socket.destroy())
    socket.write(get('/large'))
    // Which was asked for later, and so would have gone later.
    expect(await stalled.promise).toBe(false)
    quiet.end('and at last')
    expect(await listening).toContain('and at last')
  })

  it('lets go of one who asks for more and more at once', async () => {
    let asked = 0
    const routes = {
      'GET /slow': () => {
        asked += 1
      },
    }
    const { port } = await started({ routes })
    await says(port, get('/slow').repeat(100)).catch(() => {})
    expect(asked).toBe(8)
    expect(await send(port, genuine(form, command))).toMatchObject({ status: 200 })
  })

  it('serves one who asks for a few things at once, and as often as they like', async () => {
    const { port } = await started({ routes: { 'GET /page': (_, response) => void response.end('page') } })
    const socket = connect(port, host)
    onTestFinished(() => void socket.destroy())
    let read = ''
    socket.on('data', chunk => {
      read += chunk
    })
    for (let times = 1; times <= 5; times += 1) {
      socket.write(get('/page').repeat(4))
      await vi.waitFor(() => expect(read.match(/200 OK/g)).toHaveLength(4 * times))
    }
  })
})

describe('the receiver, where there are more connections than it may have,', () => {
  const page = { 'GET /page': (_: unknown, response: ServerResponse) => void response.end('page') }

  /** A connection over which so much was said, once that is answered. */
  async function asking(port: number, said: string) {
    const socket = connect(port, host)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    let read = ''
    socket.on('data', chunk => {
      read += chunk
    })
    const closed = once(socket, 'close')
    if (said) {
      socket.write(said)
      await vi.waitFor(() => expect(read).toContain('200 OK'))
    }
    return { closed, read: () => read, write: (more: string) => socket.write(more) }
  }

  it('closes the oldest over which nothing is asked, and serves whoever comes', async () => {
    const { port } = await started({ mostConnections: 2, routes: page })
    const [first, second] = [await asking(port, get('/page')), await asking(port, get('/page'))]
    const third = await asking(port, get('/page'))
    await first.closed
    for (const { write } of [second, third]) write(get('/page'))
    for (const { read } of [second, third])
      await vi.waitFor(() => expect(read().match(/200 OK/g)).toHaveLength(2))
  })

  it('takes no more where something is asked over all of them, and does not let go of those', async () => {
    const responses: ServerResponse[] = []
    const held = Promise.withResolvers<void>()
    const routes = {
      'GET /slow': (_: unknown, response: ServerResponse) => {
        response.write('at first')
        if (responses.push(response) === 2) held.resolve()
      },
    }
    const { port } = await started({ mostConnections: 2, routes })
    const both = [await asking(port, get('/slow')), await asking(port, get('/slow'))]
    await held.promise
    expect(await says(port, '')).toBe('')
    for (const response of responses) response.end('and at last')
    for (const { read } of both) await vi.waitFor(() => expect(read()).toContain('and at last'))
  })
})

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
