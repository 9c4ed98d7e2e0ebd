import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'
import { parseJson } from '../message/json.ts'
import type { Activity } from './activity.ts'
import type { Inspector } from './inspector/inspector.ts'
import type { Team } from './local-workspace.ts'
import { envelope } from './payloads.ts'
import type { Refusal } from './slack-refusal.ts'

/** The app's response to a request; `status` 0 and an `error` if there was none. */
export type Answer = { status: number; body: unknown; error?: string }

/** A recorded request to the app and its response. */
export type Sent = Answer & { kind: string; payload: Record<string, unknown> }

export type ApplyAnswer = (body: unknown) => void

/** `retry` sets Slack's retry headers, `id` repeats an earlier event's id, `at` is the time of the event. */
export type EventOptions = { retry?: { num: number; reason: string }; id?: string; at?: Date }

export type Carrier = ReturnType<typeof createSignedCarrier>

/** Signs requests as Slack does (docs.slack.dev/authentication/verifying-requests-from-slack). */
export const createSignedCarrier = (deps: { clock: () => Date; signingSecret: string; ackMs: number }) => {
  const key = createSecretKey(deps.signingSecret, 'utf8')
  const dispatcher = new Agent()

  const send = async (
    url: string,
    contentType: string,
    body: string,
    extra: Record<string, string> = {},
  ): Promise<Answer> => {
    const timestamp = String(Math.floor(deps.clock().getTime() / 1000))
    const signature = createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')
    const headers = {
      'content-type': contentType,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
      ...extra,
    }
    const signal = AbortSignal.timeout(deps.ackMs)
    try {
      const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal })
      const text = await answer.body.text()
      const isJson = String(answer.headers['content-type']).includes('json')
      return { status: answer.statusCode, body: isJson ? (parseJson(text) ?? text) : text }
    } catch {
      return { status: 0, body: '', error: signal.aborted ? 'operation_timeout' : 'dispatch_failed' }
    }
  }

  return { send, close: () => dispatcher.destroy() }
}

export type Delivery = ReturnType<typeof createDelivery>

/** Sends commands, interactions and events to the app, and records each with its response. */
export const createDelivery = (deps: {
  clock: () => Date
  team: Team
  activity: Activity
  carrier: Carrier
  url: () => string
  inspector: Pick<Inspector, 'recordRequest'>
  catchRefusal: (what: string, work: () => void) => Refusal | undefined
  record: (sent: Sent) => unknown
}) => {
  const deliver = (
    kind: string,
    payload: Record<string, unknown>,
    content: { type: string; body: string; headers?: Record<string, string> },
    apply: ApplyAnswer = () => {},
    title?: string,
  ): Promise<Answer> =>
    deps.activity.track(async () => {
      const url = deps.url()
      const finish = deps.inspector.recordRequest(kind, payload, new URL(url).pathname, title)
      const answer = await deps.carrier.send(url, content.type, content.body, content.headers)
      const isGood = answer.status >= 200 && answer.status < 300
      const error = answer.error ?? (isGood ? undefined : 'dispatch_failed')
      const failure = error
        ? { error, messages: [] }
        : deps.catchRefusal(`answer to ${kind}`, () => apply(answer.body))
      finish({ status: answer.status, content: answer.body, failure })
      const result = { ...answer, ...(failure && { error: failure.error }) }
      deps.record({ kind, payload, ...result })
      return result
    })

  const form = (fields: Record<string, string>) => ({
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  })

  return {
    command: (fields: Record<string, string>, apply: ApplyAnswer) =>
      deliver('command', fields, form(fields), apply),
    /** `title` describes the person's action in the inspector. */
    interaction: <P extends { type: string }>(payload: P, title: string, apply?: ApplyAnswer) =>
      deliver(payload.type, payload, form({ payload: JSON.stringify(payload) }), apply, title),
    event: (payload: Record<string, unknown>, { retry, id, at = deps.clock() }: EventOptions = {}) => {
      const seconds = Math.floor(at.getTime() / 1000)
      const body = envelope(payload, id ?? `Ev${randomBytes(5).toString('hex')}`, seconds, deps.team)
      const headers: Record<string, string> = retry
        ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason }
        : {}
      const content = { type: 'application/json', body: JSON.stringify(body), headers }
      return deliver('event_callback', body, content)
    },
  }
}
