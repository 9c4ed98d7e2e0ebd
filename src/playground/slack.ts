import { randomBytes } from 'node:crypto'
import { createActivity } from './activity.ts'
import { type Call, createApi } from './api.ts'
import { createDelivery, type Sent } from './delivery.ts'
import { createDriver, type Driver } from './driver.ts'
import { createInspector } from './inspector/inspector.ts'
import type { TypedSecrets } from './inspector/sentences.ts'
import type { Store } from './kept/store.ts'
import { limits } from './limits.ts'
import { createModals } from './modals.ts'
import { createResponseUrls, createTriggers } from './passes.ts'
import { metadataOf, type Refused, SlackRefusal } from './refusal.ts'
import { createResponder } from './respond.ts'
import { createSlackServer } from './server.ts'
import { createSigned, type Signed } from './signed.ts'
import { type Channel, createWorkspace, type Message, type Person, type Team } from './workspace.ts'

/** An app that asks for no secrets. */
const NONE: TypedSecrets = { keys: new Set(), open: sentence => ({ open: sentence, wary: false }) }

export type Playground = ReturnType<typeof createPlayground>

/**
 * A Slack in memory: real signed HTTP to the app, a Web API and response_urls for the app to call, and people who act.
 * It refuses what Slack refuses. `store` keeps what was said, where there is one. `clock` is the app's clock too: it signs, and triggers and response_urls age by it.
 */
export const createPlayground = (options: {
  clock: () => Date
  people: Person[]
  channels: Channel[]
  /** Which workspace it is, where there are several. */
  team?: Team
  /** What carries requests to the app, in place of signed HTTP. */
  carrier?: Signed
  store?: Pick<Store, 'messages' | 'homes'>
  signingSecret?: string
  botToken?: string
  /** How long the app may take to answer, in real milliseconds; Slack gives it three seconds. */
  ackMs?: number
  /** Where people may type secrets, which the inspector does not keep. */
  typedSecrets?: TypedSecrets
  /** How many calls, requests and refusals are remembered. */
  remembers?: number
}) => {
  const { clock, people, channels, store, ackMs = limits.ack.milliseconds, remembers = 10_000 } = options
  const signingSecret = options.signingSecret ?? randomBytes(16).toString('hex')
  const botToken = options.botToken ?? `xoxb-${randomBytes(12).toString('hex')}`

  const calls: Call[] = []
  const requests: Sent[] = []
  const refusals: Refused[] = []
  const drivers = new Map<string, Driver>()
  let base: string | undefined
  let app: { url: string; idle: () => Promise<void> } | undefined

  const remember = <T>(list: T[], one: T): T => {
    list.push(one)
    if (list.length > remembers) list.shift()
    return one
  }

  const refused = (what: string, work: () => void): Refused | undefined => {
    try {
      work()
      return undefined
    } catch (refusal) {
      if (!(refusal instanceof SlackRefusal)) throw refusal
      return remember(refusals, { what, error: refusal.code, messages: refusal.messages })
    }
  }

  const activity = createActivity()
  const inspector = createInspector({
    clock,
    changed: activity.changed,
    typedSecrets: options.typedSecrets ?? NONE,
    secrets: [signingSecret, botToken],
  })
  const workspace = createWorkspace({
    clock,
    people,
    channels,
    activity,
    ...(options.team && { team: options.team }),
    ...(store && { kept: store.messages }),
  })
  const modals = createModals(workspace.team, activity, store?.homes)
  const triggers = createTriggers(clock)
  const responseUrls = createResponseUrls(clock)
  const respond = createResponder(workspace)
  const signed = options.carrier ?? createSigned({ clock, signingSecret, ackMs })
  const api = createApi({ workspace, modals, triggers, botToken })

  const server = createSlackServer({
    activity,
    api: (method, token, args) => {
      const { call, body } = api(method, token, args)
      remember(calls, call)
      if (call.error) remember(refusals, { what: method, error: call.error, messages: call.messages ?? [] })
      return { status: 200, body }
    },
    respond: (id, body) => {
      const refusal = refused('response_url', () => respond(responseUrls.use(id), body))
      if (!refusal) return { status: 200, body: { ok: true } }
      const { error, messages } = refusal
      return {
        status: error.endsWith('_url') ? 404 : 400,
        body: { ok: false, error, ...metadataOf(messages) },
      }
    },
  })

  const delivery = createDelivery({
    clock,
    team: workspace.team,
    activity,
    signed,
    inspector,
    refused,
    url: () => {
      if (!app) throw new Error('connect(eventsUrl) comes first: nobody is listening')
      return app.url
    },
    record: sent => remember(requests, sent),
  })

  const doors = {
    workspace,
    modals,
    delivery,
    respond,
    trigger: triggers.issue,
    responseUrl: (asked: Parameters<typeof responseUrls.issue>[0]) => {
      if (!base) throw new Error('listen() comes first: a response_url needs an address')
      return `${base}/respond/${responseUrls.issue(asked)}`
    },
  }

  /** The driver of one person, by id or name. */
  const person = (key: string): Driver => {
    const found = workspace.person(key)
    if (!found) throw new Error(`there is nobody called ${key}`)
    const driver = drivers.get(found.id) ?? createDriver(found, doors)
    drivers.set(found.id, driver)
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
    /** The name of a person, by id. */
    nameOf: (id: string): string | undefined => workspace.person(id)?.name,
    /** A channel's messages as everybody reads them, by the channel's name or id. */
    channel: (key: string): Message[] => workspace.read(workspace.mustHave(key)),
    /** The bot's DM with a person, as that person reads it. */
    dm: (key: string): Message[] => person(key).dm,
    event: delivery.event,
    /** Serves the Web API; `url` is the app's SLACK_API_URL. */
    listen: async (port = 0, host = '127.0.0.1') => {
      base = `http://${host}:${await server.listen(port, host)}`
      const close = async () => {
        await Promise.all([server.close(), signed.close()])
      }
      return { url: `${base}/api/`, close }
    },
    /** Where the app takes requests; `idle`, if the app can tell, resolves when its own work is done. */
    connect: (url: string, { idle = async () => {} }: { idle?: () => Promise<void> } = {}) => {
      app = { url, idle }
    },
    /** Starts over: nobody has said or seen anything, and what the app may still answer to is gone. */
    reset: () => {
      for (const part of [triggers, responseUrls, modals, workspace, inspector]) part.reset()
      for (const list of [calls, requests, refusals]) list.length = 0
    },
    /** Resolves when nothing has been under way between Slack and the app for `quietMs`. */
    settled: (quietMs = 25) => activity.settled(quietMs, app?.idle ?? (async () => {})),
    until: activity.until,
    watch: activity.watch,
    changed: activity.changed,
  }
}
