import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Activity, createActivity } from './activity.ts'
import { type Carrier, createDelivery, createSignedCarrier, type Sent } from './delivery.ts'
import { createDriver, type Driver } from './driver.ts'
import { createInspector } from './inspector/inspector.ts'
import { readBody } from './inspector/interceptor.ts'
import type { TypedSecrets } from './inspector/secrets.ts'
import {
  type Channel,
  createWorkspace,
  type Message,
  type MessageStore,
  type Person,
  type Team,
} from './local-workspace.ts'
import { createModals } from './modals.ts'
import { type Refusal, refusalBody, SlackRefusal } from './slack-refusal.ts'
import { createResponseUrls, createTriggers, type ResponseContext } from './triggers.ts'
import { type Call, createResponder, createWebApi, type Method } from './web-api-methods.ts'

const NO_SECRETS: TypedSecrets = { keys: new Set(), open: sentence => ({ open: sentence, wary: false }) }

/** Of calls, requests and refusals each. */
const MAX_RECORDS = 2000

export type Playground = ReturnType<typeof createPlayground>

/**
 * Creates a Slack in memory: signed HTTP to the app, a Web API and response_urls for the app to call, and
 * drivers that act as people. Refuses what Slack refuses. Uses the app's `clock` to sign requests and to
 * expire triggers and response_urls.
 */
export const createPlayground = (options: {
  clock: () => Date
  people: Person[]
  channels: Channel[]
  team?: Team
  /** Additional methods of the Web API. */
  methods?: Record<string, Method>
  /** Sends requests to the app instead of signed HTTP. */
  carrier?: Carrier
  store?: MessageStore
  /** How long the app may take to respond, in real milliseconds. */
  ackMs?: number
  /** Detects typed secrets, which the inspector does not record. */
  typedSecrets?: TypedSecrets
}) => {
  const { clock, methods = {}, ackMs = 3000 } = options
  const signingSecret = randomBytes(16).toString('hex')
  const botToken = `xoxb-${randomBytes(12).toString('hex')}`

  const calls: Call[] = []
  const requests: Sent[] = []
  const refusals: Refusal[] = []
  const drivers = new Map<string, Driver>()
  let base: string | undefined
  let appUrl: string | undefined

  const remember = <T>(list: T[], one: T): T => {
    list.push(one)
    if (list.length > MAX_RECORDS) list.shift()
    return one
  }

  const catchRefusal = (what: string, work: () => void): Refusal | undefined => {
    try {
      work()
      return undefined
    } catch (refusal) {
      if (!(refusal instanceof SlackRefusal)) throw refusal
      return remember(refusals, { what, error: refusal.code, messages: refusal.messages })
    }
  }

  const activity = createActivity()
  const { typedSecrets = NO_SECRETS } = options
  const inspector = createInspector({ clock, notify: activity.notify, typedSecrets })
  inspector.addSecrets([signingSecret, botToken])
  const workspace = createWorkspace({ ...options, activity })
  const modals = createModals(workspace, activity)
  const triggers = createTriggers(clock)
  const responseUrls = createResponseUrls(clock)
  const respond = createResponder(workspace)
  const carrier = options.carrier ?? createSignedCarrier({ clock, signingSecret, ackMs })
  const fileUrl = (id: string) => `${base}/files/${id}`
  const api = createWebApi({ workspace, modals, triggers, methods, botToken, fileUrl })

  const server = createSlackServer({
    activity,
    api: (method, token, args) => {
      let answer: Record<string, unknown> = {}
      const refusal = catchRefusal(method, () => {
        answer = api(method, token, args)
      })
      const failure = refusal && { error: refusal.error, messages: refusal.messages }
      remember(calls, { method, args, ok: !refusal, ...failure })
      return refusal ? refusalBody(refusal) : { ok: true, ...answer }
    },
    respond: (id, body) => {
      const refusal = catchRefusal('response_url', () => respond(responseUrls.redeem(id), body))
      if (!refusal) return { status: 200, body: { ok: true } }
      return { status: refusal.error.endsWith('_url') ? 404 : 400, body: refusalBody(refusal) }
    },
  })

  const delivery = createDelivery({
    clock,
    team: workspace.team,
    activity,
    carrier,
    inspector,
    catchRefusal,
    url: () => {
      if (!appUrl) throw new Error('call connect(eventsUrl) first')
      return appUrl
    },
    record: sent => remember(requests, sent),
  })

  const responseUrl = (context: ResponseContext) => {
    if (!base) throw new Error('call listen() first: a response_url needs an address')
    return `${base}/respond/${responseUrls.issue(context)}`
  }

  const person = (key: string): Driver => {
    const match = workspace.person(key)
    if (!match) throw new Error(`there is nobody called ${key}`)
    const driver =
      drivers.get(match.id) ??
      createDriver(match, { workspace, modals, delivery, respond, trigger: triggers.issue, responseUrl })
    drivers.set(match.id, driver)
    return driver
  }

  return {
    workspace,
    modals,
    signingSecret,
    botToken,
    calls,
    requests,
    refusals,
    inspector,
    person,
    /** The messages of a channel that all its members can read, by name or id. */
    channel: (key: string): Message[] => workspace.read(workspace.requireChannel(key)),
    dm: (key: string): Message[] => person(key).dm,
    event: delivery.event,
    /** Serves the Web API; `url` is the app's SLACK_API_URL. */
    listen: async (port = 0, host = '127.0.0.1') => {
      base = `http://${host}:${await server.listen(port, host)}`
      const close = async () => {
        await Promise.all([server.close(), carrier.close()])
      }
      return { url: `${base}/api/`, close }
    },
    /** Sets the app's events URL. */
    connect: (url: string) => {
      appUrl = url
    },
    /** Wraps the app: its work counts as in flight, and its requests belong to the action of the event. */
    watch: <E extends { body: Record<string, unknown> }>(app: { processEvent(event: E): Promise<void> }) =>
      inspector.attributeApp({ processEvent: (event: E) => activity.track(() => app.processEvent(event)) }),
    /** Clears all messages, views, triggers, response_urls and records. */
    reset: () => {
      for (const part of [triggers, responseUrls, modals, workspace, inspector]) part.reset()
      for (const list of [calls, requests, refusals]) list.length = 0
    },
    settled: activity.settled,
    until: activity.until,
    changed: activity.changed,
    notify: activity.notify,
  }
}

type Answer = Record<string, unknown>

const FORM = 'application/x-www-form-urlencoded'
const fieldsSchema = z.record(z.string(), z.unknown())

/** The HTTP server that the app calls: `/api/<method>`, `/respond/<id>` and `/files/<id>`. */
const createSlackServer = (deps: {
  activity: Activity
  api: (method: string, token: string | undefined, args: Record<string, unknown>) => Answer
  respond: (id: string, body: Record<string, unknown>) => { status: 200 | 400 | 404; body: Answer }
}) => {
  const fieldsOf = async ({ req }: Context) =>
    fieldsSchema.safeParse(readBody(req.header('content-type') ?? FORM, await req.text())).data

  const app = new Hono()
  app.use((_, next) => deps.activity.track(next))
  app.post('/api/:method', async c => {
    const fields = await fieldsOf(c)
    if (!fields) return c.json({ ok: false, error: 'invalid_json' })
    const { token, ...args } = fields
    const bearer = c.req.header('authorization')?.replace(/^Bearer /i, '')
    return c.json(deps.api(c.req.param('method'), bearer ?? (token ? String(token) : undefined), args))
  })
  app.post('/respond/:id', async c => {
    const { status, body } = deps.respond(c.req.param('id'), (await fieldsOf(c)) ?? {})
    return c.json(body, status)
  })
  // Files are not kept: local mode has an address for its pictures.
  app.post('/files/:id', c => c.body(null))

  const server = createServer(getRequestListener(app.fetch))

  return {
    /** Returns the port; 0 lets the system choose one. */
    listen: async (port: number, host: string): Promise<number> => {
      await once(server.listen(port, host), 'listening')
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close: (): Promise<void> =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
