import { createHash } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { personKey } from '../../../src/core/person.ts'
import type { Answer } from '../../../src/playground/delivery.ts'
import { team } from '../../../src/playground/local-workspace.ts'
import { signed } from '../../signed.ts'
import type { Random } from '../random.ts'
import { type Attempt, type Delivery, type Intent, intentIdIn } from './intent.ts'

/** The delays of retries of an unacknowledged event, far shorter than in reality. */
const RETRY_MS = [200, 800, 3000, 6000, 6000, 6000]

const payloadSchema = z.object({
  type: z.string().optional(),
  trigger_id: z.string().optional(),
  user_id: z.string().optional(),
  event_id: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
  event: z.object({ user: z.string() }).optional(),
})
type Payload = z.infer<typeof payloadSchema>

/** The recipient of requests: a replica or the load balancer. */
export type Target = { index: number; address: string; life(): number }

type Deps = {
  targets(): readonly Target[]
  random: Random
  /** The possible numbers of deliveries of a request. */
  times: readonly number[]
  /** How long Slack waits for an acknowledgement. */
  ackMs: number
  signingSecret(): string
  intents: ReadonlyMap<number, Intent>
  /** Slack's address, and that of the fault proxy for a replica. */
  slackUrl(): string
  proxyUrl(replica: number): string
  onRequest(): void
  /** Called with the text of each request of an intent. */
  learn(intent: number, text: string): void
}

/** Returns the idempotency key of a payload, and its user. */
function keyOf({ trigger_id, event_id, ...ids }: Payload): { key: string; user: string } {
  const user = ids.user?.id ?? ids.event?.user ?? ids.user_id ?? ''
  const text = `${personKey({ team: team.id, user })} ${trigger_id ?? event_id}`
  return { user, key: createHash('sha256').update(text).digest('base64url') }
}

function payloadOf(contentType: string, body: string): Payload {
  if (contentType.includes('json')) return payloadSchema.parse(JSON.parse(body))
  const fields = new URLSearchParams(body)
  const payload = fields.get('payload')
  return payloadSchema.parse(payload === null ? Object.fromEntries(fields) : JSON.parse(payload))
}

/**
 * Sends Slack's requests: each payload once or several times, concurrently or in sequence, to one or more
 * replicas. Unacknowledged events are retried.
 */
export function createSender(deps: Deps) {
  const { targets, random, intents } = deps
  const all: Delivery[] = []
  const agent = new Agent({ connections: 64 })
  let inFlight = 0

  async function deliver(
    target: Target,
    type: string,
    text: string,
    more: Record<string, string>,
  ): Promise<Delivery> {
    const [real, proxy] = [deps.slackUrl(), deps.proxyUrl(target.index)]
    const body = text.replaceAll(real, proxy).replaceAll(encodeURIComponent(real), encodeURIComponent(proxy))
    const headers = { 'content-type': type, ...signed(deps.signingSecret(), new Date(), body), ...more }
    const sent = { replica: target.index, life: target.life(), at: performance.now() }
    try {
      const response = await request(`${target.address}/slack/events`, {
        dispatcher: agent,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(deps.ackMs),
      })
      const answer = await response.body.text()
      const isJson = String(response.headers['content-type']).includes('json')
      return {
        ...sent,
        status: response.statusCode,
        body: isJson ? JSON.parse(answer) : answer,
        answeredAt: performance.now(),
        refused: false,
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      const failed = { status: 0, body: '', answeredAt: performance.now(), error: code || String(error) }
      return { ...sent, ...failed, refused: code === 'ECONNREFUSED' }
    }
  }

  async function deliverTimes(
    times: number,
    deliverTo: (target: Target) => Promise<Delivery>,
  ): Promise<Delivery[]> {
    const all = targets()
    const first = Math.floor(random.below(all.length))
    const chosen = Array.from(
      { length: times },
      (_, index) => all[(first + index) % all.length] ?? random.pick(all),
    )
    if (random.chance(0.4)) {
      const delivered: Delivery[] = []
      for (const target of chosen) delivered.push(await deliverTo(target))
      return delivered
    }
    const apartMs = random.chance(0.5) ? 0 : random.below(80)
    return Promise.all(
      chosen.map(async (target, index) => after(index * apartMs).then(() => deliverTo(target))),
    )
  }

  async function send(
    _: string,
    type: string,
    body: string,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const payload = payloadOf(type, body)
    const text = decodeURIComponent(body.replaceAll('+', ' '))
    const intent = intents.get(intentIdIn(text) ?? -1)
    if (intent) deps.learn(intent.id, text)
    const isAsking = intent?.asking === true
    const attempt: Attempt = { ...keyOf(payload), at: performance.now(), deliveries: [] }
    if (isAsking) {
      intent.attempts.push(attempt)
      deps.onRequest()
    }
    const times = isAsking ? random.pick(deps.times) : 1
    inFlight += 1
    try {
      attempt.deliveries.push(...(await deliverTimes(times, target => deliver(target, type, body, more))))
      const isEvent = payload.type === 'event_callback'
      for (const [retry, ms] of isEvent ? RETRY_MS.entries() : []) {
        if (attempt.deliveries.some(({ status }) => status === 200)) break
        await after(ms)
        const retried = { 'x-slack-retry-num': String(retry + 1), 'x-slack-retry-reason': 'http_error' }
        attempt.deliveries.push(await deliver(random.pick(targets()), type, body, retried))
      }
    } finally {
      inFlight -= 1
      all.push(...attempt.deliveries)
    }
    const answered = attempt.deliveries.find(({ status }) => status === 200) ?? attempt.deliveries[0]
    const { status = 0, body: answer = '', error } = answered ?? {}
    return { status, body: answer, ...(error !== undefined && { error: 'dispatch_failed' }) }
  }

  return {
    send,
    close: () => agent.destroy(),
    inFlight: () => inFlight,
    /** All deliveries. */
    deliveries: all,
  }
}
