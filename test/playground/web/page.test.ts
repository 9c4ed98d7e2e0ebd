import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../browser.ts'
import { openLocal } from '../local.ts'

/** Closes connections after use: a stopping server would wait for them. */
const CLOSING = { connection: 'close' }

/** Opens the playground, and a client of its page. */
async function setUp() {
  const local = await openLocal()
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(local.address + path, {
      headers: { ...headers, ...CLOSING },
      redirect: 'manual',
    })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
  const does = async (name: string, act: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${local.address}/${name}/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...CLOSING },
      body: JSON.stringify(act),
    })
    await local.settled()
    return { status: answer.status, text: await answer.text() }
  }
  return {
    ...local,
    visit,
    does,
    says: (name: string, place: string, text: string, thread?: string) =>
      does(name, { do: 'say', place, text, ...(thread && { thread }) }),
    /** Resolves to the text of a page. */
    sees: async (path: string) => words((await visit(path)).html),
  }
}

/** Returns the text of a page on one line. */
const words = (html: string): string => textOf(html).replace(/\s+/g, ' ')

/** Sends any headers, unlike `fetch` also Host; resolves to the status. */
async function statusFor(address: string, options: { method?: string; headers: Record<string, string> }) {
  const requests = send(`${address}/ana/ops`, options)
  requests.end()
  const [answer]: IncomingMessage[] = await once(requests, 'response')
  answer?.resume()
  return answer?.statusCode
}

describe('the page', () => {
  it('redirects a browser to Ana in #ops, and shows its usage to a terminal', async () => {
    const { visit } = await setUp()
    const redirect = await visit('/', { accept: 'text/html,application/xhtml+xml' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/ana/ops'])
    expect((await visit('/', { accept: '*/*' })).html).toMatch(/^Say what Ana does/)
  })

  it('loads and runs only its own assets', async () => {
    const { visit } = await setUp()
    const { headers, html } = await visit('/ana/ops')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http://127.0.0.1:*; connect-src 'self'; form-action 'self'; frame-ancestors 'self'; frame-src 'self'; base-uri 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(html).not.toMatch(/<script(?! type="module" src=")|\sstyle="|\son\w+="/)
    const loaded = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(loaded.length).toBeGreaterThan(4)
    for (const path of loaded) expect((await visit(path)).status).toBe(200)
  })

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['a page without an origin', { origin: 'null' }],
    ['a foreign host name', { host: 'evil.test' }],
    ['a host name with our prefix', { host: 'localhost.evil.test' }],
  ])('rejects requests from %s', async (_, headers) => {
    const { address, reads } = await setUp()
    expect(await statusFor(address, { headers })).toBe(403)
    expect(await statusFor(address, { method: 'POST', headers })).toBe(403)
    expect(reads('Ana')).toEqual([])
  })

  it('rejects forms of other sites by sec-fetch-site', async () => {
    const { does, reads } = await setUp()
    const act = { do: 'say', place: 'ops', text: '/pause web-prod tomorrow' }
    expect((await does('ana', act, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(reads('Bo')).toEqual([])
  })
})

/** Opens an event stream of the page. */
async function openEvents(address: string, path: string) {
  const answer = await fetch(address + path)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const waitFor = async (pattern: RegExp) => {
    let received = ''
    while (!pattern.test(received)) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) throw new Error(`it ended after: ${received}`)
      received += value
    }
    return received
  }
  return { waitFor, leave: () => reader?.cancel() }
}

describe('an open page', () => {
  it('receives changes until the bot stops', async () => {
    const { address, says, closeStreams: leave } = await setUp()
    const page = await openEvents(address, '/events')
    await page.waitFor(/event: change/)
    await says('ana', 'ops', '/pause web-prod tomorrow')
    await page.waitFor(/event: change/)
    leave()
    await expect(page.waitFor(/never/)).rejects.toThrow('it ended after')
  })
})

describe('writing on the page', () => {
  it('executes commands as in Slack', async () => {
    const { says, sees } = await setUp()
    expect(await says('ana', 'ops', '/pause web-prod tomorrow load test')).toEqual({ status: 204, text: '' })
    expect(await sees('/bo/ops')).toMatch(
      /Dayshift APP 04:00 .*@Ana paused web-prod ?: Thu 19 Nov 2026 \(1 day\) – load test/,
    )
  })

  it('reaches other people, and Dayshift only if mentioned', async () => {
    const { says, sees, playground } = await setUp()
    await says('ana', 'ops', 'is <web-prod> slow & down?')
    expect(await sees('/bo/ops')).toContain('Ana 04:00 is <web-prod> slow & down?')
    expect(playground.requests).toEqual([])
    await says('ana', 'ops', 'hey @dayshift pause list')
    expect(await sees('/ana/ops')).toMatch(/@Dayshift.*are live or upcoming/)
  })
})

describe('acting on the page', () => {
  it.each([
    [{ do: 'dance' }, 'This page cannot do that.'],
    [
      { do: 'press', at: 'message:COPS:1.2', block: 'a', action: 'b', value: [] },
      'This message is no longer there.',
    ],
    [{ do: 'submit', at: 'view:V1' }, 'This form is no longer open.'],
    [{ do: 'say', place: 'attic', text: 'hello' }, 'There is no such channel.'],
    [{ do: 'say', place: 'ops', text: 'hello', thread: '1.2' }, 'This thread is no longer there.'],
    [
      { do: 'enter', at: 'message:COPS:1.2', block: 'a', action: 'b', value: ['x'] },
      'This form is no longer open.',
    ],
  ])('is refused with a sentence: %j', async (act, text) => {
    const { does } = await setUp()
    expect(await does('ana', act)).toEqual({ status: 422, text })
  })
})
