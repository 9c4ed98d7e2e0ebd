import { STATUS_CODES } from 'node:http'
import type { webApi } from '@slack/bolt'
import { Agent, type Dispatcher } from 'undici'
import type { Post } from './deliver.ts'

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>

/** Slack answers within a second or two; what takes longer is too late for whoever waits. */
const TIMEOUT_MS = 5000
const CONNECTIONS = 32

/**
 * The one way out to Slack, over connections that are kept: `fetch` for Bolt's WebClient, which needs only this
 * much of it, and `post` for a response_url. Neither follows redirects.
 * @param watch sees what goes over the wire
 */
export function createSlackHttp({
  watch,
}: {
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
} = {}) {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const wire = watch ? agent.compose(watch) : agent

  const fetch: Fetch = async (url, { method = 'GET', headers, body, signal } = {}) => {
    if (body !== undefined && typeof body !== 'string') throw new TypeError('Only text is sent to Slack')
    const { origin, pathname, search } = new URL(url)
    const answer = await wire.request({
      origin,
      path: pathname + search,
      method: method === 'POST' ? 'POST' : 'GET',
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    const { statusCode: status } = answer
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText: STATUS_CODES[status] ?? '',
      url: String(url),
      headers: new Headers(flat(answer.headers)),
      text: () => answer.body.text(),
      json: () => answer.body.json(),
      arrayBuffer: () => answer.body.arrayBuffer(),
    }
  }

  const post: Post = async (url, body) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.text()
    return answer
  }

  return { fetch, post, close: () => agent.close() }
}

function flat(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
}
