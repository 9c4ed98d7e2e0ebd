import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { webApi } from '@slack/bolt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRefused, isUnreachable, mayHaveArrived } from '../../../src/slack/delivery/delivery-error.ts'
import { createSlackHttp } from '../../../src/slack/delivery/slack-http.ts'
import { listen } from '../../port.ts'

/** Starts a server in place of Slack that records requests, and a client for it. */
async function startSlack(answer: RequestListener, failed?: (...what: string[]) => void) {
  const requests: { method?: string; url?: string; type?: string; authorization?: string; body: string }[] =
    []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const { 'content-type': type, authorization } = headers
    requests.push({ method, url, type, authorization, body: await text(request) })
    await answer(request, response)
  })
  let connections = 0
  server.on('connection', () => connections++)
  const base = `http://127.0.0.1:${await listen(server)}`
  const http = createSlackHttp({ apiUrl: base, ...(failed && { onFailure: failed }) })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await http.close()
  })
  return { base, requests, http, connections: () => connections }
}

describe('the HTTP client for Slack', () => {
  it('posts JSON to a response_url over kept connections and returns the status', async () => {
    const { base, requests, http, connections } = await startSlack((_, response) => {
      response.writeHead(requests.length < 4 ? 200 : 404).end('whatever')
    })
    for (const [text, ok, status] of [
      ['first', true, 200],
      ['second “ü”', true, 200],
      ['third', true, 200],
      ['fourth', false, 404],
      ['fifth', false, 404],
    ] as const)
      expect(await http.post(`${base}/respond/1?a=b`, { text })).toMatchObject({ ok, status })
    expect(requests).toMatchObject(
      ['first', 'second “ü”', 'third', 'fourth', 'fifth'].map(text => ({
        method: 'POST',
        url: '/respond/1?a=b',
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({ text }),
      })),
    )
    // A call immediately after another may open a second connection while the first is not yet free.
    expect(connections()).toBeLessThanOrEqual(2)
  })

  it('refuses a response_url outside of Slack', async () => {
    const { base, requests } = await startSlack((_, response) => void response.end())
    const http = createSlackHttp()
    onTestFinished(() => void http.close())
    for (const url of [
      `${base}/respond/1`,
      'https://hooks.slack.com.evil.test/x',
      'http://hooks.slack.com/x',
    ])
      await expect(http.post(url, {})).rejects.toThrow('leads away from Slack')
    expect(requests).toEqual([])
  })

  it('times out posts to a silent response_url, including those that wait for a connection', async () => {
    const { base } = await startSlack(() => new Promise(() => {}))
    const http = createSlackHttp({ apiUrl: base, timeoutMs: 50 })
    onTestFinished(() => void http.close())
    const posts = Array.from({ length: 100 }, () => http.post(`${base}/respond/1`, {}))
    const results = await Promise.allSettled(posts)
    expect(results.map(({ status }) => status)).toEqual(Array(100).fill('rejected'))
  })

  it("works as the fetch of Bolt's client for calls, responses and errors", async () => {
    const { base, requests, http } = await startSlack((request, response) => {
      const body = request.url?.endsWith('auth.test')
        ? { ok: true, user_id: 'U0BOT' }
        : { ok: false, error: 'not_in_channel' }
      response.setHeader('content-type', 'application/json')
      response.setHeader('x-oauth-scopes', 'commands,chat:write')
      response.end(JSON.stringify(body))
    })
    const options = { retryConfig: { retries: 0 }, logLevel: webApi.LogLevel.ERROR, fetch: http.fetch }
    const client = new webApi.WebClient('xoxb-1', { slackApiUrl: `${base}/api/`, ...options })
    const response_metadata = { scopes: ['commands', 'chat:write'] }
    expect(await client.auth.test()).toMatchObject({ user_id: 'U0BOT', response_metadata })
    await expect(client.chat.postMessage({ channel: 'C1', text: 'a & b' })).rejects.toThrow('not_in_channel')
    expect(requests.map(({ method, url, authorization }) => [method, url, authorization])).toEqual([
      ['POST', '/api/auth.test', 'Bearer xoxb-1'],
      ['POST', '/api/chat.postMessage', 'Bearer xoxb-1'],
    ])
    expect(requests[1]?.body).toBe('channel=C1&text=a%20%26%20b')
  })
})

describe('a failed call to Slack', () => {
  const call = async (method: string, answer: RequestListener) => {
    const { base, requests, http } = await startSlack(answer)
    const url = method === 'response_url' ? `${base}/commands/T1/1` : `${base}/api/${method}`
    const { status } = await http.fetch(url, { method: 'POST', body: '{}' })
    return [requests.length, status]
  }
  const failing =
    (...failures: (number | string)[]): RequestListener =>
    (_, response) => {
      const failure = failures.shift()
      const body = typeof failure === 'string' ? { ok: false, error: failure } : { ok: true }
      response.writeHead(typeof failure === 'number' ? failure : 200).end(JSON.stringify(body))
    }

  it.each(['users.info', 'chat.update', 'views.update', 'views.publish', 'functions.completeError'])(
    'is retried if that is safe: %s',
    async method => {
      expect(await call(method, failing(500, 503))).toEqual([3, 200])
      expect(await call(method, failing(500, 500, 500, 500))).toEqual([3, 500])
      expect(await call(method, failing('internal_error', 'fatal_error'))).toEqual([3, 200])
      expect(await call(method, failing(...Array(4).fill('service_unavailable')))).toEqual([3, 200])
      expect(await call(method, failing('not_found'))).toEqual([1, 200])
    },
  )

  it.each(['chat.postMessage', 'chat.postEphemeral', 'response_url', 'views.open'])(
    'is not retried if that could post twice or use an expired trigger: %s',
    async method => {
      expect(await call(method, failing(500))).toEqual([1, 500])
      expect(await call(method, failing('internal_error'))).toEqual([1, 200])
    },
  )

  it('is retried after a short retry-after, unless it needs a trigger', async () => {
    const limited =
      (after: string): RequestListener =>
      (_, response) =>
        void response.writeHead(429, { 'retry-after': after }).end()
    expect(await call('chat.postMessage', limited('0'))).toEqual([3, 429])
    for (const after of ['30', '-5', 'soon', '999999999999999999999'])
      expect(await call('chat.postMessage', limited(after))).toEqual([1, 429])
    expect(await call('views.open', limited('0'))).toEqual([1, 429])
  })

  it('is reported with its method and a short reason', async () => {
    const failures: string[][] = []
    const { base, http } = await startSlack(
      (request, response) => {
        if (request.url === '/api/views.open') response.end('{"ok":false,"error":"trigger_expired"}')
        else response.writeHead(404).end('{"ok":false,"error":"no_text"}')
      },
      (...what) => failures.push(what),
    )
    await (await http.fetch(`${base}/api/views.open`, { method: 'POST', body: '{}' })).text()
    await http.post(`${base}/commands/T1/secret`, {})
    await http.post('http://127.0.0.1:9/commands/T1/secret', {}).catch(() => {})
    expect(failures).toEqual([
      ['views.open', 'trigger_expired'],
      ['response_url', 'http_404'],
      ['response_url', 'ECONNREFUSED'],
    ])
  })
})

const { WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } = webApi
const slackError = (error: string) => new WebAPIPlatformError({ ok: false, error })
const broken = (code: string) => new WebAPIRequestError(new Error(`Slack does not answer (${code})`))

describe('a failed delivery', () => {
  it('is final if Slack refuses it, but not if Slack is in trouble', () => {
    const errors = ['channel_not_found', 'a_word_of_next_year', 'ratelimited', 'internal_error']
    expect(errors.map(slackError).map(isRefused)).toEqual([true, true, false, false])
    expect([new WebAPIRateLimitedError(30), broken('ECONNRESET')].map(isRefused)).toEqual([false, false])
  })

  it('may have arrived if Slack does not answer', () => {
    const codes = ['ECONNRESET', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_CONN', 'proxy_407']
    expect(codes.map(broken).map(mayHaveArrived)).toEqual([true, false, false, false, false])
    expect(
      [slackError('internal_error'), new Error('The response_url answered 500')].some(mayHaveArrived),
    ).toBe(false)
  })

  it('is impossible for unreachable people', () => {
    const words = ['user_disabled', 'invalid_auth', 'cannot_dm_bot', 'ratelimited']
    expect(words.filter(word => isUnreachable(slackError(word)))).toEqual(['user_disabled', 'cannot_dm_bot'])
  })
})
