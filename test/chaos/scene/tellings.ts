import { z } from 'zod'
import type { Call } from './front.ts'
import type { Kill, Replica } from './replica.ts'
import { sayOffer, type Wish, wishIn } from './wish.ts'

/** What somebody was told, and why they may have to be told again: nobody can know then that they were. */
export type Telling = {
  at: number
  way: string
  text: string
  /** The message that was changed. */
  ts?: string
  says: Says
  excuse: 'Slack broke off' | 'killed' | 'Slack was too slow' | undefined
}
type Says =
  | ('done' | 'failed' | 'unknown' | 'question')
  | ('meanwhile' | 'aside' | 'turned away' | 'something else')

/** A process that is killed so soon after has not marked it. */
const SOON_MS = 2000
const TOGETHER_MS = 500

const MEANWHILE =
  /:hourglass_flowing_sand:|I will keep checking|I will carry on by myself|asked for this before|taking longer than usual|One moment …|Slack is not taking posts in|Not all of this form could be loaded|^Not all plans are/
const TURNED_AWAY = /too much to do right now|I am just starting|more than I take from one person/
const UNKNOWN = /may or may not have been done|not known whether it was done/
const FAILED = /Nothing was changed|[Nn]othing was done|was not done/

/** Why a part of it failed, beside what everybody is told. */
const ASIDE = /^Part of this did not work:/

/** Nothing was done, and what would have to be said for it to be. */
const QUESTION = /You can say: `|Did you mean one of these\?/
/** Of several plans at none of which anything was done for sure. */
const NONE = /none of \d+ plans/

function saysOf(wish: Wish, text: string): Says {
  if (MEANWHILE.test(text)) return 'meanwhile'
  if (ASIDE.test(text)) return 'aside'
  if (QUESTION.test(text)) return 'question'
  if (NONE.test(text)) return UNKNOWN.test(text) ? 'unknown' : 'failed'
  if (TURNED_AWAY.test(text)) return 'turned away'
  // What a form says of it when it has waited is told where everybody reads it as well.
  if (wish.deed.told(wish).test(text)) return text.startsWith('{') ? 'meanwhile' : 'done'
  if (UNKNOWN.test(text)) return 'unknown'
  if (FAILED.test(text)) return 'failed'
  // A form that is being filled in, or the message whose button was pressed.
  return text.startsWith('{') || text === sayOffer(wish.plan) ? 'meanwhile' : 'something else'
}

const isOk = z.object({ ok: z.literal(true) })
/** Whether an answer of Slack's says that it has done what it was asked. */
export function isTakenBySlack({ status, answer }: Call): boolean {
  try {
    return status === 200 && isOk.safeParse(JSON.parse(answer)).success
  } catch {
    return false
  }
}

const said = z.object({
  text: z.string().default(''),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
})

/** The words of a call that tells somebody something; nothing of the others. */
function wordsOf({ path, body }: Call): { way: string; text: string; ts?: string } | undefined {
  if (path.includes('/respond/')) {
    const { text, replace_original, delete_original } = said.parse(JSON.parse(body))
    return replace_original || delete_original ? undefined : { way: 'response_url', text }
  }
  const way = path.replace(/^.*\//, '')
  const fields = new URLSearchParams(body)
  const text = fields.get('text') ?? ''
  if (way === 'chat.update') return { way, text, ts: fields.get('ts') ?? '' }
  if (way === 'chat.postMessage' || way === 'chat.postEphemeral') return { way, text }
  return way === 'views.update' || way === 'views.open' ? { way, text: fields.get('view') ?? '' } : undefined
}

const acked = z.object({
  text: z.string().optional(),
  view: z.unknown().optional(),
  errors: z.unknown().optional(),
})

/** What an acknowledgement tells. */
function wordsOfAck(body: unknown): string | undefined {
  const { data } = acked.safeParse(body)
  if (!data) return typeof body === 'string' && body !== '' ? body : undefined
  const { text, view, errors } = data
  return text ?? (view || errors ? JSON.stringify(view ?? errors) : undefined)
}

/** Tells of calls to Slack which wish they are about, by the names in them and by what Slack gave out for it. */
export function createFinder() {
  const known = new Map<string, number>()
  const PASSES = /respond\/[0-9a-f]{24}|\bV[0-9A-F]{10}\b/g
  return {
    learn(id: number, text: string): void {
      for (const [pass] of text.matchAll(PASSES)) if (!known.has(pass)) known.set(pass, id)
    },
    find(text: string): number | undefined {
      const [pass] = [...text.matchAll(PASSES)].flatMap(([each]) => known.get(each) ?? [])
      return pass ?? wishIn(text)
    },
  }
}
type Finder = ReturnType<typeof createFinder>

type Told = {
  wishes: ReadonlyMap<number, Wish>
  calls: readonly Call[]
  replicas: readonly Replica[]
  finder: Finder
}

/** Everything that was told about each wish, in order. */
export function tellingsOf({ wishes, calls, replicas, finder }: Told): Map<number, Telling[]> {
  const all = new Map([...wishes.values()].map(wish => [wish.id, inAnswers(wish, replicas)]))
  const kills = replicas.flatMap(({ kills }) => kills())
  for (const call of calls) {
    const { doneAt, path, body } = call
    const wish = wishes.get(finder.find(`${path} ${decoded(body)}`) ?? -1)
    const told = all.get(wish?.id ?? -1)
    const words = wordsOf(call)
    // What came before somebody asked for it is about the form for it.
    const since = wish?.asks[0]?.at ?? Number.POSITIVE_INFINITY
    if (!wish || !told || !words || doneAt === undefined || doneAt < since) continue
    // A message that says the same once more is read once.
    if (words.ts && told.some(({ ts, text }) => ts === words.ts && text === words.text)) continue
    told.push({ ...words, at: doneAt, says: saysOf(wish, words.text), excuse: excuseOf(call, doneAt, kills) })
  }
  for (const told of all.values()) told.sort((a, b) => a.at - b.at)
  return all
}

/** What was told in acknowledgements. */
function inAnswers(wish: Wish, replicas: readonly Replica[]): Telling[] {
  const deliveries = wish.asks.flatMap(ask => ask.deliveries)
  return deliveries.flatMap(({ status, body, answeredAt: at, replica, life }): Telling[] => {
    const text = status === 200 ? wordsOfAck(body) : undefined
    if (text === undefined) return []
    const killedAt = replicas[replica]?.killedAt(life)
    const excuse = killedAt !== undefined && killedAt - at < SOON_MS ? 'killed' : undefined
    return [{ at, way: 'the answer itself', text, says: saysOf(wish, text), excuse }]
  })
}

/** Whoever made a call is known by its connection, which ends when they are killed. */
function excuseOf({ fault, closedAt }: Call, doneAt: number, kills: readonly Kill[]): Telling['excuse'] {
  if (fault?.when === 'after') return 'Slack broke off'
  const closed = closedAt() ?? Number.POSITIVE_INFINITY
  const isKilled = ({ at, goneAt }: Kill) =>
    at - doneAt < SOON_MS && at <= closed && closed < goneAt + TOGETHER_MS
  if (kills.some(isKilled)) return 'killed'
  // A connection is kept for seconds, unless nobody waits for its answer any more.
  return closed - doneAt < TOGETHER_MS ? 'Slack was too slow' : undefined
}

/** A form's body as it reads, whatever stands in it. */
const decoded = (body: string): string =>
  decodeURIComponent(body.replaceAll('+', ' ').replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
