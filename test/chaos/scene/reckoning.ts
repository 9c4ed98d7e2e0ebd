import { z } from 'zod'
import type { Tables } from '../../../src/storage/schema.ts'
import type { Standing } from './deed.ts'
import type { Call } from './front.ts'
import type { Telling } from './tellings.ts'
import { isTaken, type Wish, wishIn } from './wish.ts'

type Row = Tables['changes']

export type Reckoning = {
  /** What is not as it was promised, in sentences. */
  problems: string[]
  counts: Record<string, number>
}

type Found = {
  wishes: readonly Wish[]
  rows: readonly Row[]
  told: ReadonlyMap<number, readonly Telling[]>
  /** The plans of each organization. */
  standing: ReadonlyMap<string, readonly Standing[]>
  /** What went to the service. */
  calls: readonly Call[]
}

const OUTCOMES = ['done', 'failed', 'unknown'] as const

type Wrong = (what: string) => void
type Count = (what: string, by?: number) => void

/** Holds what was asked for against what the database, the service and the people have of it. */
export function reckon({ wishes, rows, told, standing, calls }: Found): Reckoning {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  const count: Count = (what, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by
  }
  const byKey = new Map(rows.map(row => [row.idempotency_key, row]))
  const sent = callsOf(wishes, calls)
  const claimed = new Set<Row>()

  for (const wish of wishes) {
    const wrong: Wrong = what => void problems.push(`${wish.plan} (${wish.deed.name}): ${what}`)
    const asked = wish.asks.flatMap(({ key }) => byKey.get(key) ?? [])
    const tellings = (told.get(wish.id) ?? []).filter(
      (telling, _, all) => isAbout(asked, telling.text) && !isSaidBeside(telling, all),
    )
    count('requests', wish.asks.length)
    count('deliveries', wish.asks.flatMap(({ deliveries }) => deliveries).length)
    for (const row of asked) {
      claimed.add(row)
      count(row.state)
      checkEnd(row, wrong)
    }
    checkService(wish, asked, tellings, standing.get(wish.person.organization.id) ?? [], wrong)
    checkTellings(wish, asked, tellings, { wrong, count })
    checkTokens(wish, asked, sent.get(wish.id) ?? [], wrong)
  }
  for (const row of rows)
    if (!claimed.has(row)) problems.push(`nobody asked for ${row.operation} of ${row.actor}`)
  problems.push(...strays(wishes, standing))
  return { problems, counts: { ...counts, wishes: wishes.length } }
}

/** Nothing is left to do for it. */
function checkEnd({ state, due_at, delivered_at }: Row, wrong: Wrong): void {
  // What is delivered is due once its pauses are over.
  if ((due_at !== null && delivered_at === null) || state === 'accepted') wrong(`it is still ${state}`)
  if (delivered_at === null) wrong(`it is ${state}, and not marked as told`)
}

/** It is in the service once where it is done, and not where it is not; where it is done in part that is told. */
function checkService(
  wish: Wish,
  asked: readonly Row[],
  tellings: readonly Telling[],
  plans: readonly Standing[],
  wrong: Wrong,
): void {
  const made = wish.deed.made(wish, plans)
  const states = new Set(asked.map(({ state }) => state))
  const isPart = tellings.some(({ text }) =>
    /could not be|may or may not (?:be|have been)|may still stand|none of/.test(text),
  )
  if (made.some(times => times > 1)) wrong(`it is in the service ${made} times`)
  if (states.has('done') && !isPart && made.some(times => times < 1))
    wrong(`it is done, and in the service ${made} times`)
  if (states.has('partly') && !isPart) wrong('it is done in part, and nobody was told so')
  if (!['done', 'partly', 'unknown'].some(state => states.has(state)) && made.some(times => times > 0))
    wrong(`it is in the service, and ${stateOf(asked)}`)
}

/** Whoever asked was told once what came of it, unless nobody could know that they had been. */
function checkTellings(
  wish: Wish,
  asked: readonly Row[],
  tellings: readonly Telling[],
  { wrong, count }: { wrong: Wrong; count: Count },
): void {
  const isTakenOnce = wish.asks.some(isTaken)
  if (asked.length === 0 && !isTakenOnce) count('never taken')
  if (asked.length === 0 && isTakenOnce) {
    count('taken, and not to be done')
    if (tellings.length === 0)
      wrong(`it was taken, and nobody was told anything; asked: ${deliveriesOf(wish)}`)
  }
  for (const outcome of OUTCOMES) {
    const due = asked.filter(({ state }) => (state === 'partly' ? 'done' : state) === outcome).length
    const heard = tellings.filter(({ says }) => says === outcome)
    const again = heard.slice(0, -1).filter(({ excuse }) => excuse !== undefined)
    const more = heard.length - due
    // Where what was typed is asked about only later it has failed by then, since a form was filled in meanwhile.
    const questions = outcome === 'failed' ? tellings.filter(({ says }) => says === 'question').length : 0
    // What was refused before it was written down stands in no journal.
    const isUnwritten = asked.length === 0 && outcome === 'failed' && more - again.length === 1
    if (more + questions < 0 || (more > again.length && !isUnwritten))
      wrong(`${stateOf(asked)}, but told: ${listed(tellings)}; asked: ${deliveriesOf(wish)}`)
    else for (const { excuse } of again.slice(0, more)) count(`told again, since ${excuse}`)
  }
  for (const { says, text } of tellings) if (says === 'something else') wrong(`told: ${text.slice(0, 200)}`)
}

const referenceIn = (text: string): string | undefined => /\(Reference (\w+)\)/.exec(text)?.[1]

/** What bears another reference is about the form. */
const isAbout = (rows: readonly Row[], text: string): boolean => {
  const reference = referenceIn(text)
  return reference === undefined || rows.length === 0 || rows.some(({ id }) => id === reference)
}

/** Whether a form says what a message says as well: whoever has closed it reads it there. */
const isSaidBeside = ({ text, says }: Telling, all: readonly Telling[]): boolean => {
  const reference = text.startsWith('{') ? referenceIn(text) : undefined
  const messages = all.filter(other => other.says === says && !other.text.startsWith('{'))
  return reference !== undefined && messages.some(other => referenceIn(other.text) === reference)
}

const stateOf = (rows: readonly Row[]) =>
  rows.length === 0 ? 'it is not written down' : `it is ${rows.map(({ state }) => state).join(' and ')}`

const deliveriesOf = ({ asks }: Wish) =>
  asks
    .flatMap(({ deliveries }) => deliveries)
    .map(
      ({ at, answeredAt, status, replica, life, error }) =>
        `${Math.round(at)}–${Math.round(answeredAt)} replica ${replica}.${life}: ${error ?? status}`,
    )
    .join(', ')

const listed = (tellings: readonly Telling[]) =>
  tellings.length === 0
    ? 'nothing'
    : tellings
        .map(
          ({ at, way, says, text, excuse }) =>
            `[${Math.round(at)} ${way}, ${says}${excuse ? `, ${excuse}` : ''}] ${text.slice(0, 160)}`,
        )
        .join(' | ')

/** The calls about each wish. */
function callsOf(wishes: readonly Wish[], calls: readonly Call[]): Map<number, Call[]> {
  const byPlan = new Map(wishes.flatMap(({ id, plans }) => plans.map(plan => [plan, id] as const)))
  const planIn = z.object({ plan_id: z.string() })
  const found = new Map<number, Call[]>()
  for (const call of calls) {
    if (call.doneAt === undefined || call.body === '') continue
    const { data } = planIn.safeParse(JSON.parse(call.body))
    const id = byPlan.get(data?.plan_id ?? '') ?? wishIn(call.body)
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), call])
  }
  return found
}

/** Whoever asked acts with their own token, and nobody who did not ask. */
function checkTokens(
  { person, other, asks }: Wish,
  rows: readonly Row[],
  calls: readonly Call[],
  wrong: Wrong,
): void {
  const askers = [person, other].filter(({ id }) => rows.some(row => row.actor.endsWith(`:${id}`)))
  if (
    rows.some(
      row => !asks.some(({ key, user }) => key === row.idempotency_key && row.actor.endsWith(`:${user}`)),
    )
  )
    wrong('it is written down for somebody else')
  for (const { authorization } of calls)
    if (!askers.some(({ token }) => authorization === `Bearer ${token}`))
      wrong('it was done with another token')
}

/** What is in the service that nobody has asked for. */
function strays(wishes: readonly Wish[], standing: Found['standing']): string[] {
  const byId = new Map(wishes.map(wish => [wish.id, wish]))
  return [...standing.values()].flat().flatMap(({ name, pauses }) => {
    const wish = byId.get(wishIn(name) ?? -1)
    if (!wish) return [`nobody asked for the plan ${name}`]
    const reasons = [wish.why, 'as it was']
    const others = pauses.filter(({ reason }) => !reasons.includes(reason ?? ''))
    return others.map(({ reason }) => `nobody asked to pause ${name} for ${reason}`)
  })
}
