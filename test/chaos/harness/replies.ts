import { z } from 'zod'
import type { Call } from './fault-proxy.ts'
import { type Intent, intentIdIn, offerText } from './intent.ts'
import type { Kill, Replica } from './replica.ts'

/** A reply that a person received. */
export type ObservedReply = {
  at: number
  /** The method, `response_url` or `ack`. */
  way: string
  text: string
  /** The message that was updated. */
  ts?: string
  meaning: Meaning
  /** Why the bot cannot know that it was delivered, and may repeat it. */
  repeatReason: 'Slack broke off' | 'killed' | 'Slack was too slow' | undefined
}
type Meaning =
  | ('done' | 'failed' | 'unknown' | 'question')
  | ('progress' | 'detail' | 'rejected' | 'something else')

/** A process killed within this time may not have marked the reply as delivered. */
const SOON_MS = 2000
const TOGETHER_MS = 500

const PROGRESS =
  /:hourglass_flowing_sand:|I will keep checking|I will go on with it|asked for this before|taking longer than usual|Not all of this form could be loaded|^Not all plans are/
const REJECTED = /too busy right now/
const UNKNOWN = /may or may not have been done|not known whether it was done/
const FAILED = /Nothing was changed|[Nn]othing was done|was not done/
/** The private explanation of a partial failure. */
const DETAIL = /^Part of this did not work:/
const QUESTION = /You can say: `|Did you mean one of these\?/
/** None of several plans was certainly changed. */
const NONE = /none of \d+ plans/

function meaningOf(intent: Intent, text: string): Meaning {
  const isForm = text.startsWith('{')
  if (PROGRESS.test(text)) return 'progress'
  if (DETAIL.test(text)) return 'detail'
  if (QUESTION.test(text)) return 'question'
  if (NONE.test(text)) return UNKNOWN.test(text) ? 'unknown' : 'failed'
  if (REJECTED.test(text)) return 'rejected'
  // The result in a form is repeated in the channel.
  if (intent.scenario.reply(intent).test(text)) return isForm ? 'progress' : 'done'
  if (UNKNOWN.test(text)) return 'unknown'
  if (FAILED.test(text)) return 'failed'
  // A form in progress, or the message of the pressed button.
  return isForm || text === offerText(intent.plan) ? 'progress' : 'something else'
}

const okSchema = z.object({ ok: z.literal(true) })

/** Whether Slack's response means success. */
export function isTakenBySlack({ status, answer }: Call): boolean {
  try {
    return status === 200 && okSchema.safeParse(JSON.parse(answer)).success
  } catch {
    return false
  }
}

const responseSchema = z.object({
  text: z.string().default(''),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
})

/** Returns the text of a call that shows something to a person; undefined for others. */
function textOf({ path, body }: Call): Pick<ObservedReply, 'way' | 'text' | 'ts'> | undefined {
  if (path.includes('/respond/')) {
    const { text, replace_original, delete_original } = responseSchema.parse(JSON.parse(body))
    return replace_original || delete_original ? undefined : { way: 'response_url', text }
  }
  const way = path.replace(/^.*\//, '')
  const fields = new URLSearchParams(body)
  const text = fields.get('text') ?? ''
  if (way === 'chat.update') return { way, text, ts: fields.get('ts') ?? '' }
  if (way === 'chat.postMessage' || way === 'chat.postEphemeral') return { way, text }
  return way === 'views.update' || way === 'views.open' ? { way, text: fields.get('view') ?? '' } : undefined
}

const ackSchema = z.object({
  text: z.string().optional(),
  view: z.unknown().optional(),
  errors: z.unknown().optional(),
})

/** Returns the text of an acknowledgement. */
function textOfAck(body: unknown): string | undefined {
  const { data } = ackSchema.safeParse(body)
  if (!data) return typeof body === 'string' && body !== '' ? body : undefined
  const { text, view, errors } = data
  return text ?? (view || errors ? JSON.stringify(view ?? errors) : undefined)
}

/** Matches calls to Slack with intents by their names, and by response_urls and views that Slack issued. */
export function createMatcher() {
  const idsByToken = new Map<string, number>()
  const ISSUED = /respond\/[0-9a-f]{24}|\bV[0-9A-F]{10}\b/g
  return {
    learn(id: number, text: string): void {
      for (const [token] of text.matchAll(ISSUED)) if (!idsByToken.has(token)) idsByToken.set(token, id)
    },
    find(text: string): number | undefined {
      const [id] = [...text.matchAll(ISSUED)].flatMap(([token]) => idsByToken.get(token) ?? [])
      return id ?? intentIdIn(text)
    },
  }
}

/** Returns the replies to each intent in order. */
export function observedReplies({
  intents,
  calls,
  replicas,
  matcher,
}: {
  intents: ReadonlyMap<number, Intent>
  calls: readonly Call[]
  replicas: readonly Replica[]
  matcher: ReturnType<typeof createMatcher>
}): Map<number, ObservedReply[]> {
  const all = new Map([...intents.values()].map(intent => [intent.id, repliesInAcks(intent, replicas)]))
  const kills = replicas.flatMap(({ kills }) => kills())
  for (const call of calls) {
    const { doneAt, path, body } = call
    const intent = intents.get(matcher.find(`${path} ${decode(body)}`) ?? -1)
    const replies = all.get(intent?.id ?? -1)
    const post = textOf(call)
    // Before the first attempt only the form was requested.
    const since = intent?.attempts[0]?.at ?? Number.POSITIVE_INFINITY
    if (!intent || !replies || !post || doneAt === undefined || doneAt < since) continue
    // An update without a change is not read again.
    if (post.ts && replies.some(({ ts, text }) => ts === post.ts && text === post.text)) continue
    const meaning = meaningOf(intent, post.text)
    replies.push({ ...post, at: doneAt, meaning, repeatReason: repeatReasonOf(call, doneAt, kills) })
  }
  for (const replies of all.values()) replies.sort((a, b) => a.at - b.at)
  return all
}

function repliesInAcks(intent: Intent, replicas: readonly Replica[]): ObservedReply[] {
  const deliveries = intent.attempts.flatMap(attempt => attempt.deliveries)
  return deliveries.flatMap(({ status, body, answeredAt: at, replica, life }): ObservedReply[] => {
    const text = status === 200 ? textOfAck(body) : undefined
    if (text === undefined) return []
    const killedAt = replicas[replica]?.killedAt(life)
    const repeatReason = killedAt !== undefined && killedAt - at < SOON_MS ? 'killed' : undefined
    return [{ at, way: 'ack', text, meaning: meaningOf(intent, text), repeatReason }]
  })
}

/** A call's connection closes when its process is killed or stops waiting for the response. */
function repeatReasonOf(
  { fault, closedAt }: Call,
  doneAt: number,
  kills: readonly Kill[],
): ObservedReply['repeatReason'] {
  if (fault?.when === 'after') return 'Slack broke off'
  const closed = closedAt() ?? Number.POSITIVE_INFINITY
  const isKilled = ({ at, goneAt }: Kill) =>
    at - doneAt < SOON_MS && at <= closed && closed < goneAt + TOGETHER_MS
  if (kills.some(isKilled)) return 'killed'
  // Otherwise a connection stays open for seconds.
  return closed - doneAt < TOGETHER_MS ? 'Slack was too slow' : undefined
}

/** Decodes a form-encoded body; an invalid percent sign stands for itself. */
const decode = (body: string): string =>
  decodeURIComponent(body.replaceAll('+', ' ').replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
