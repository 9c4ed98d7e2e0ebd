import { createHash } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { personKey } from '../../../src/core/person.ts'
import type { Answer } from '../../../src/playground/delivery.ts'
import { team } from '../../../src/playground/local-workspace.ts'
import { signed } from '../../signed.ts'
import type { Dice } from '../dice.ts'
import { type Ask, type Delivery, type Wish, wishIn } from './wish.ts'

/** Slack sends an event again that nobody has taken: three times within six minutes, which are short here. */
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

/** Where something is carried to. */
export type Carried = { index: number; address: string; life(): number }

type Deps = {
  targets(): readonly Carried[]
  dice: Dice
  /** How often a request is delivered: one of these times. */
  times: readonly number[]
  /** How long Slack waits for an answer. */
  ackMs: number
  signingSecret(): string
  wishes: ReadonlyMap<number, Wish>
  /** Where Slack is, and where it seems to be to a replica. */
  slackAt(): string
  seemsAt(replica: number): string
  /** A request begins to be delivered. */
  begins(): void
  /** What a wish is known by from now on. */
  learn(wish: number, text: string): void
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The idempotency key of what a payload asks for. */
function keyOf({ trigger_id, event_id, ...who }: Payload): { key: string; user: string } {
  const user = who.user?.id ?? who.event?.user ?? who.user_id ?? ''
  return { user, key: digest(`${personKey({ team: team.id, user })} ${trigger_id ?? event_id}`) }
}

function payloadOf(contentType: string, body: string): Payload {
  if (contentType.includes('json')) return payloadSchema.parse(JSON.parse(body))
  const fields = new URLSearchParams(body)
  const payload = fields.get('payload')
  return payloadSchema.parse(payload === null ? Object.fromEntries(fields) : JSON.parse(payload))
}

/**
 * Carries what Slack sends: the very same payload once, twice or three times, at once or one after the other, to one
 * replica or to several. An event that nobody has taken comes again.
 */
export function createCarrier(deps: Deps) {
  const { targets, dice, wishes } = deps
  const all: Delivery[] = []
  const agent = new Agent({ connections: 64 })
  let underWay = 0

  async function deliver(
    replica: Carried,
    type: string,
    body: string,
    more: Record<string, string>,
  ): Promise<Delivery> {
    const [real, seems] = [deps.slackAt(), deps.seemsAt(replica.index)]
    const seen = body.replaceAll(real, seems).replaceAll(encodeURIComponent(real), encodeURIComponent(seems))
    const headers = { 'content-type': type, ...signed(deps.signingSecret(), new Date(), seen), ...more }
    const sent = { replica: replica.index, life: replica.life(), at: performance.now() }
    try {
      const answer = await request(`${replica.address}/slack/events`, {
        ...{ dispatcher: agent, method: 'POST', headers, body: seen },
        signal: AbortSignal.timeout(deps.ackMs),
      })
      const text = await answer.body.text()
      const isJson = String(answer.headers['content-type']).includes('json')
      const told: unknown = isJson ? JSON.parse(text) : text
      return { ...sent, status: answer.statusCode, body: told, answeredAt: performance.now(), refused: false }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      const failed = { status: 0, body: '', answeredAt: performance.now(), error: code || String(error) }
      return { ...sent, ...failed, refused: code === 'ECONNREFUSED' }
    }
  }

  async function deliverAll(times: number, go: (replica: Carried) => Promise<Delivery>): Promise<Delivery[]> {
    const replicas = targets()
    const first = Math.floor(dice.upTo(replicas.length))
    const to = Array.from(
      { length: times },
      (_, at) => replicas[(first + at) % replicas.length] ?? dice.one(replicas),
    )
    if (dice.happens(0.4)) {
      const delivered: Delivery[] = []
      for (const replica of to) delivered.push(await go(replica))
      return delivered
    }
    const apart = dice.happens(0.5) ? 0 : dice.upTo(80)
    return Promise.all(to.map(async (replica, at) => after(at * apart).then(() => go(replica))))
  }

  async function send(
    _: string,
    type: string,
    body: string,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const payload = payloadOf(type, body)
    const words = decodeURIComponent(body.replaceAll('+', ' '))
    const wish = wishes.get(wishIn(words) ?? -1)
    if (wish) deps.learn(wish.id, words)
    const asking = wish?.asking === true
    const ask: Ask = { ...keyOf(payload), at: performance.now(), deliveries: [] }
    if (asking) {
      wish.asks.push(ask)
      deps.begins()
    }
    const times = asking ? dice.one(deps.times) : 1
    underWay += 1
    try {
      ask.deliveries.push(...(await deliverAll(times, replica => deliver(replica, type, body, more))))
      const isEvent = payload.type === 'event_callback'
      for (const [num, ms] of isEvent ? RETRY_MS.entries() : []) {
        if (ask.deliveries.some(({ status }) => status === 200)) break
        await after(ms)
        const again = { 'x-slack-retry-num': String(num + 1), 'x-slack-retry-reason': 'http_error' }
        ask.deliveries.push(await deliver(dice.one(targets()), type, body, again))
      }
    } finally {
      underWay -= 1
      all.push(...ask.deliveries)
    }
    const answered = ask.deliveries.find(({ status }) => status === 200) ?? ask.deliveries[0]
    const { status = 0, body: told = '', error } = answered ?? {}
    return { status, body: told, ...(error !== undefined && { error: 'dispatch_failed' }) }
  }

  return {
    send,
    close: () => agent.destroy(),
    underWay: () => underWay,
    /** Everything that was delivered. */
    deliveries: all,
  }
}
