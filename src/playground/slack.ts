import { randomBytes } from 'node:crypto'
import { createActivity } from './activity.ts'
import { type Call, createApi } from './api.ts'
import { createDriver, type Driver, type Post } from './driver.ts'
import { limits } from './limits.ts'
import { createModals } from './modals.ts'
import { createResponseUrls, createTriggers } from './passes.ts'
import { envelope } from './payloads.ts'
import { SlackRefusal } from './refusal.ts'
import { createResponder } from './respond.ts'
import { createSlackServer, type Served } from './server.ts'
import { type Answer, createSigned } from './signed.ts'
import { type Channel, createWorkspace, type Message, type Person, slackbot } from './workspace.ts'

/** A signed request that went to the app, and the app's answer. */
export type Sent = {
  kind: string
  payload: Record<string, unknown>
  status: number
  body: unknown
  error?: string
}

/** Something of the app's that Slack refused: an API call, a response_url post or an answer to a request. */
export type Refused = { what: string; error: string; messages: string[] }

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/**
 * A Slack in memory: real signed HTTP to the app, a Web API and response_urls for the app to call, and people who act.
 * It refuses what Slack refuses. `clock` is the app's clock too: it signs, and triggers and response_urls age by it.
 */
export const createPlayground = (options: {
  clock: () => Date
  people: Person[]
  channels: Channel[]
  signingSecret?: string
  botToken?: string
  /** How long the app may take to answer, in real milliseconds; Slack gives it three seconds. */
  ackMs?: number
}) => {
  const { clock, ackMs = limits.ack.milliseconds } = options
  const signingSecret = options.signingSecret ?? randomBytes(16).toString('hex')
  const botToken = options.botToken ?? `xoxb-${randomBytes(12).toString('hex')}`

  const activity = createActivity()
  const workspace = createWorkspace({ clock, people: options.people, channels: options.channels, activity })
  const modals = createModals(activity)
  const triggers = createTriggers(clock)
  const responseUrls = createResponseUrls(clock)
  const respond = createResponder(workspace)
  const signed = createSigned({ clock, signingSecret, ackMs })
  const api = createApi({ workspace, modals, triggers, botToken })

  const calls: Call[] = []
  const requests: Sent[] = []
  const refusals: Refused[] = []
  const drivers = new Map<string, Driver>()
  let eventsUrl: string | undefined
  let base: string | undefined
  let idle: () => Promise<void> = async () => {}

  const refused = (what: string, work: () => void): string | undefined => {
    try {
      work()
      return undefined
    } catch (refusal) {
      if (!(refusal instanceof SlackRefusal)) throw refusal
      refusals.push({ what, error: refusal.code, messages: refusal.messages })
      return refusal.code
    }
  }

  const server = createSlackServer({
    activity,
    api: (method, token, args): Served => {
      const body = api(method, token, args)
      const { ok } = body
      calls.push({ method, args, ok, ...('error' in body && { error: body.error }) })
      if ('error' in body) {
        refusals.push({ what: method, error: body.error, messages: body.response_metadata?.messages ?? [] })
      }
      return { status: 200, body }
    },
    respond: (id, body): Served => {
      const error = refused('response_url', () => respond(responseUrls.use(id), body))
      if (!error) return { status: 200, body: { ok: true } }
      return { status: /_url$/.test(error) ? 404 : 400, body: { ok: false, error } }
    },
  })

  /** Sends one request, has a good answer judged, and keeps what came of it. */
  const deliver = (
    kind: string,
    payload: Record<string, unknown>,
    content: { type: string; body: string; headers?: Record<string, string> },
    judged: (body: unknown) => void = () => {},
  ): Promise<Answer> =>
    activity.track(async () => {
      if (!eventsUrl) throw new Error('connect(eventsUrl) comes first: nobody is listening')
      const answer = await signed.send(eventsUrl, content.type, content.body, content.headers)
      const good = answer.status >= 200 && answer.status < 300
      const failed = answer.error ?? (good ? undefined : 'dispatch_failed')
      const error = failed ?? refused(`answer to ${kind}`, () => judged(answer.body))
      const told = { ...answer, ...(error && { error }) }
      requests.push({ kind, payload, ...told })
      return told
    })

  /** Sends an event in its envelope; `retry` sets Slack's retry headers. */
  const event = (
    payload: Record<string, unknown>,
    { retry }: { retry?: { num: number; reason: string } } = {},
  ): Promise<Answer> => {
    const whole = envelope(
      payload,
      `Ev${randomBytes(5).toString('hex')}`,
      Math.floor(clock().getTime() / 1000),
    )
    const headers: Record<string, string> = retry
      ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason }
      : {}
    return deliver('event_callback', whole, { type: JSON_TYPE, body: JSON.stringify(whole), headers })
  }

  const post: Post = {
    form: (kind, fields, judged) =>
      deliver(kind, fields, { type: FORM, body: new URLSearchParams(fields).toString() }, judged),
    interaction: (payload, judged) =>
      deliver(
        String(payload.type),
        payload,
        { type: FORM, body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString() },
        judged,
      ),
    event: payload => event(payload),
    trigger: triggers.issue,
    responseUrl: asked => `${base ?? 'http://127.0.0.1:9'}/respond/${responseUrls.issue(asked)}`,
    respond,
    say: (person, channel, text) => {
      workspace.post({ channel: channel.id, user: slackbot, text, blocks: [], only: person.id })
    },
  }

  /** The driver of one person, by id or name. */
  const person = (key: string): Driver => {
    const found = workspace.person(key)
    if (!found) throw new Error(`there is nobody called ${key}`)
    const known = drivers.get(found.id) ?? createDriver({ person: found, workspace, modals, post })
    drivers.set(found.id, known)
    return known
  }

  /** A channel's messages as everybody reads them, by the channel's name or id. */
  const channel = (key: string): Message[] => {
    const found = workspace.channel(key)
    if (!found) throw new Error(`there is no channel ${key}`)
    return workspace.read(found)
  }

  return {
    signingSecret,
    botToken,
    calls,
    requests,
    refusals,
    person,
    channel,
    /** The bot's DM with a person, as that person reads it. */
    dm: (key: string) => person(key).dm(),
    event,
    /** Serves the Web API; `url` is the app's SLACK_API_URL. */
    listen: async (port = 0, host = '127.0.0.1') => {
      base = `http://${host}:${await server.listen(port, host)}`
      const close = async () => {
        await Promise.all([server.close(), signed.close()])
      }
      return { url: `${base}/api/`, close }
    },
    /** Where the app takes requests; `idle`, if the app can tell, resolves when its own work is done. */
    connect: (url: string, app: { idle?: () => Promise<void> } = {}) => {
      eventsUrl = url
      idle = app.idle ?? (async () => {})
    },
    /** Resolves when nothing has been under way between Slack and the app for `quietMs`. */
    settled: (quietMs = 25) => activity.settled(quietMs, idle),
    until: activity.until,
  }
}
