import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { listen } from './port.ts'

/** What reached the service: the endpoint's `action`, the rest of the query, the body, and whose token. */
export type Asked = {
  action: string
  path: string
  query: Record<string, string>
  body: unknown
  token: string
}

/** A request as it stood on the wire, nothing of it read. */
type Request = { method: string; target: string; authorization: string; type: string; body: string }

/**
 * What the service is made to answer; `hang` never answers, `reset` breaks the connection off: it is not
 * done then, or done before, or once the service was asked for something else. */
export type Answer =
  | { status: number; body?: unknown; html?: string; headers?: Record<string, string> }
  | 'hang'
  | 'reset'
  | 'reset after'
  | 'reset before'

/** A way to the service at `target` that tells what went over it, and can be made to fail or to wait. */
export async function openWire(target: string) {
  const asked: Asked[] = []
  const requests: Request[] = []
  const failing = new Map<string, Answer>()
  const failingPlans = new Map<string, Answer>()
  const failingPauses = new Map<string, Answer>()
  const unsaid = new Set<string>()
  let gate: { action: string; opened: Promise<void> } | undefined
  let arrived = () => {}
  let late: (() => Promise<unknown>) | undefined

  async function forward({ action, path, token }: Asked, method: string, url: string, body: string) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const options = { method, headers, ...(body && { body }) }
    const answer = await request(`${target}${path}${url.slice(path.length)}`, options)
    return {
      status: answer.statusCode,
      html: JSON.stringify(await answer.body.json(), (key, value) =>
        unsaid.has(`${action} ${key}`) ? undefined : value,
      ),
      headers: { 'content-type': 'application/json' },
    }
  }

  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '', headers } = incoming
    const [path = '', query = ''] = url.split('?')
    const { action = '', ...rest } = Object.fromEntries(new URLSearchParams(query))
    const body = await text(incoming)
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const said: Asked = { action, path, query: rest, body: body === '' ? undefined : JSON.parse(body), token }
    asked.push(said)
    const { authorization = '', 'content-type': type = '' } = headers
    requests.push({ method, target: url, authorization, type, body })
    arrived()
    if (gate?.action === '*' || gate?.action === action) await gate.opened
    const failingOne = failingPlans.get(idIn(said, 'plan_id')) ?? failingPauses.get(idIn(said, 'pause_id'))
    const failure = failing.get(action) ?? failing.get('*') ?? failingOne
    const does = () => forward(said, method, url, body)
    if (failure === 'reset after') await does()
    const answer = failure ?? (await does())
    await late?.()
    late = failure === 'reset before' ? does : undefined
    send(response, answer)
  })
  const port = await listen(server)

  return {
    url: `http://127.0.0.1:${port}`,
    /** What reached the service, in order. */
    asked,
    /** The same, as it stood on the wire. */
    requests,
    /** Resolves when so many requests in all have reached the service. */
    reached: (count: number) =>
      new Promise<void>(resolve => {
        arrived = () => {
          if (asked.length >= count) resolve()
        }
        arrived()
      }),
    /** The changes among it. */
    changes: () => asked.filter(({ action }) => !action.startsWith('list') && action !== 'describe_plan'),
    /** From now on the service answers so: to one action, or to all of them (`*`). */
    answers: (action: string, answer: Answer) => void failing.set(action, answer),
    /** From now on the service answers so to changes of one plan. */
    answersAbout: (plan: string, answer: Answer) => void failingPlans.set(plan, answer),
    /** The same of one pause. */
    answersAboutPause: (pause: string, answer: Answer) => void failingPauses.set(pause, answer),
    /** From now on the service's answers to an action have no members of this name. */
    leavesOut: (action: string, name: string) => void unsaid.add(`${action} ${name}`),
    recovers: () => {
      failing.clear()
      unsaid.clear()
      failingPlans.clear()
      failingPauses.clear()
    },
    /**
     * From now on nothing is answered, or this action is not, until the function that this gives is called. What has
     * come by then waits for just that function.
     */
    holds: (action = '*') => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = { action, opened: promise }
      return () => {
        gate = undefined
        resolve()
      }
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const idIn = ({ body }: Asked, key: 'plan_id' | 'pause_id'): string =>
  String(new Map(Object.entries(body ?? {})).get(key) ?? '')

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return
  if (typeof answer === 'string') return void response.socket?.destroy()
  const { status, body, html, headers } = answer
  const type = html === undefined ? 'application/json' : 'text/html'
  response
    .writeHead(status, { 'content-type': type, ...headers })
    .end(html ?? JSON.stringify(body ?? { status }))
}
