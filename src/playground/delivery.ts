import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Activity } from './activity.ts'
import type { Inspector } from './inspector/inspector.ts'
import { envelope } from './payloads.ts'
import type { Refused } from './refusal.ts'
import type { Answer, Signed } from './signed.ts'
import type { Team } from './workspace.ts'

/** A signed request that went to the app, and the app's answer. */
export type Sent = {
  kind: string
  payload: Record<string, unknown>
  status: number
  body: unknown
  error?: string
}

/** Reads a good answer and applies it; throws SlackRefusal for one that Slack does not take. */
export type Judge = (body: unknown) => void

/** How an event goes out: `retry` sets Slack's retry headers, `id` repeats an earlier event's id. */
export type EventOptions = { retry?: { num: number; reason: string }; id?: string }

export type Delivery = ReturnType<typeof createDelivery>

/** What Slack sends to the app, in the three forms it has; each is tracked, judged and handed to `record`. */
export const createDelivery = (deps: {
  clock: () => Date
  team: Team
  activity: Activity
  signed: Signed
  url: () => string
  inspector: Pick<Inspector, 'sends'>
  refused: (what: string, work: () => void) => Refused | undefined
  record: (sent: Sent) => unknown
}) => {
  const deliver = (
    kind: string,
    payload: Record<string, unknown>,
    content: { type: string; body: string; headers?: Record<string, string> },
    judge: Judge = () => {},
  ): Promise<Answer> =>
    deps.activity.track(async () => {
      const url = deps.url()
      const begun = performance.now()
      const answered = deps.inspector.sends(kind, payload, new URL(url).pathname)
      const answer = await deps.signed.send(url, content.type, content.body, content.headers)
      const ms = Math.round(performance.now() - begun)
      const good = answer.status >= 200 && answer.status < 300
      const failed = answer.error ?? (good ? undefined : 'dispatch_failed')
      const refused = failed ? undefined : deps.refused(`answer to ${kind}`, () => judge(answer.body))
      const error = failed ?? refused?.error
      const told = { ...answer, ...(error && { error }) }
      const wrong = error ? { error, messages: refused?.messages ?? [] } : undefined
      answered({ status: answer.status, ms, content: answer.body, wrong })
      deps.record({ kind, payload, ...told })
      return told
    })

  const encoded = (fields: Record<string, string>) => ({
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  })

  const command = (fields: Record<string, string>, judge: Judge) =>
    deliver('command', fields, encoded(fields), judge)

  const interaction = <P extends { type: string }>(payload: P, judge?: Judge) =>
    deliver(payload.type, payload, encoded({ payload: JSON.stringify(payload) }), judge)

  const event = (payload: Record<string, unknown>, { retry, id }: EventOptions = {}) => {
    const seconds = Math.floor(deps.clock().getTime() / 1000)
    const whole = envelope(payload, id ?? `Ev${randomBytes(5).toString('hex')}`, seconds, deps.team)
    const headers: Record<string, string> = retry
      ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason }
      : {}
    const content = { type: 'application/json', body: JSON.stringify(whole), headers }
    return deliver('event_callback', whole, content)
  }

  return { command, interaction, event }
}
