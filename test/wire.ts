import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { listen } from './port.ts'

/** A call to the service: the endpoint's `action`, the rest of the query, the body, and the token. */
export type Received = {
  action: string
  path: string
  query: Record<string, string>
  body: unknown
  token: string
}

/** A request as it was sent, unparsed. */
type Request = { method: string; target: string; authorization: string; type: string; body: string }

/**
 * A configured response. `hang` never responds; `reset` closes the connection before the call takes effect,
 * `reset after` once it has.
 */
export type Answer =
  | { status: number; body?: unknown; html?: string; headers?: Record<string, string> }
  | 'hang'
  | 'reset'
  | 'reset after'

/** Opens a proxy before the service at `target` that records calls, and can fail or hold them. */
export async function openWire(target: string) {
  const received: Received[] = []
  const requests: Request[] = []
  const failing = new Map<string, Answer>()
  const failingPlans = new Map<string, Answer>()
  const failingPauses = new Map<string, Answer>()
  const omitted = new Set<string>()
  let gate: { action: string; opened: Promise<void> } | undefined
  let notifyWaiter = () => {}

  async function forward({ action, path, token }: Received, method: string, url: string, body: string) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const options = { method, headers, ...(body && { body }) }
    const answer = await request(`${target}${path}${url.slice(path.length)}`, options)
    return {
      status: answer.statusCode,
      html: JSON.stringify(await answer.body.json(), (key, value) =>
        omitted.has(`${action} ${key}`) ? undefined : value,
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
    const entry: Received = {
      action,
      path,
      query: rest,
      body: body === '' ? undefined : JSON.parse(body),
      token,
    }
    received.push(entry)
    const { authorization = '', 'content-type': type = '' } = headers
    requests.push({ method, target: url, authorization, type, body })
    notifyWaiter()
    if (gate?.action === '*' || gate?.action === action) await gate.opened
    const failingOne = failingPlans.get(idIn(entry, 'plan_id')) ?? failingPauses.get(idIn(entry, 'pause_id'))
    const failure = failing.get(action) ?? failing.get('*') ?? failingOne
    const forwarded = () => forward(entry, method, url, body)
    if (failure === 'reset after') await forwarded()
    send(response, failure ?? (await forwarded()))
  })
  const port = await listen(server)

  const changes = () =>
    received.filter(({ action }) => !action.startsWith('list') && action !== 'describe_plan')

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** The same calls, unparsed. */
    requests,
    /** Resolves once the service has received this many calls in total. */
    reached: (count: number) =>
      new Promise<void>(resolve => {
        notifyWaiter = () => {
          if (received.length >= count) resolve()
        }
        notifyWaiter()
      }),
    /** The calls that change something. */
    changes,
    /** The actions and bodies of these calls. */
    sent: () => changes().map(({ action, body }) => ({ action, body })),
    /** Sets the response to an action, or to all (`*`). */
    respond: (action: string, answer: Answer) => void failing.set(action, answer),
    /** Sets a successful response to an action. */
    respondWith: (action: string, body: object = {}) =>
      void failing.set(action, { status: 200, body: { status: 200, ...body } }),
    /** Sets the response to changes of one plan. */
    respondForPlan: (plan: string, answer: Answer) => void failingPlans.set(plan, answer),
    /** Sets the response to changes of one pause. */
    respondForPause: (pause: string, answer: Answer) => void failingPauses.set(pause, answer),
    /** Removes a member from the responses to an action. */
    omit: (action: string, name: string) => void omitted.add(`${action} ${name}`),
    restore: () => {
      failing.clear()
      omitted.clear()
      failingPlans.clear()
      failingPauses.clear()
    },
    /** Holds back all responses, or those to an action, until the returned function is called. */
    hold: (action = '*') => {
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

const idIn = ({ body }: Received, key: 'plan_id' | 'pause_id'): string =>
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
