import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { JournalTable } from '../../../src/journal/table.ts'
import type { Standing } from './deeds.ts'
import type { Call } from './front.ts'
import type { Telling } from './tellings.ts'
import { isTaken, type Wish, wishIn } from './wish.ts'

type Row = Selectable<JournalTable>

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

/** Holds what was asked for against what the journal, the service and the people have of it. */
export function reckon({ wishes, rows, told, standing, calls }: Found): Reckoning {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  const count = (what: string, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by
  }
  const byKey = new Map(rows.map(row => [row.key, row]))
  const claimed = new Set<Row>()
  const sent = callsOf(wishes, calls)

  for (const wish of wishes) {
    const wrong = (what: string) => {
      problems.push(`${wish.plan} (${wish.deed.name}): ${what}`)
    }
    const asked = wish.asks.flatMap(ask => byKey.get(ask.key) ?? [])
    for (const row of asked) claimed.add(row)
    const taken = wish.asks.filter(isTaken)
    const plans = standing.get(wish.person.organization.id) ?? []
    const made = wish.deed.made(wish, plans)
    const tellings = (told.get(wish.id) ?? []).filter(({ text }) => isAbout(asked, text))
    const outcomes = tellings.filter(({ says }) => OUTCOMES.some(each => each === says))

    count('requests', wish.asks.length)
    count(
      'deliveries',
      wish.asks.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
    )
    if (asked.length === 0 && taken.length === 0) count('never taken')
    for (const { state } of asked) count(state)

    if (made.some(times => times > 1)) wrong(`it is in the service ${made} times`)
    const isDone = asked.some(({ state }) => state === 'done')
    const mayBe = asked.some(({ state }) => state === 'unknown')
    const isPart = outcomes.some(({ text }) => /could not be|may or may not be|none of/.test(text))
    if (isDone && !isPart && made.some(times => times !== 1))
      wrong(`it is done, and in the service ${made} times`)
    if (!isDone && !mayBe && made.some(times => times > 0))
      wrong(`it is in the service, and ${stateOf(asked)}`)

    for (const outcome of OUTCOMES) {
      const due = asked.filter(({ state }) => state === outcome).length
      const heard = outcomes.filter(({ says }) => says === outcome)
      if (heard.length < due)
        wrong(`${stateOf(asked)}, but told: ${listed(tellings)}; asked: ${deliveriesOf(wish)}`)
      const excused = heard.slice(0, -1).filter(({ excuse }) => excuse !== undefined)
      const more = heard.length - due
      if (more > 0 && due === 0 && taken.length > 0 && asked.length === 0) count('told and not written down')
      else if (more > excused.length) wrong(`${stateOf(asked)}, but told: ${listed(tellings)}`)
      else if (more > 0)
        for (const { excuse } of excused.slice(0, more)) count(`told again, since ${excuse ?? 'unknown'}`)
    }
    for (const { says, text } of tellings) if (says === 'something else') wrong(`told: ${text.slice(0, 200)}`)
    if (taken.length > 0 && asked.length === 0 && tellings.length === 0)
      wrong('it was taken, and nobody was told anything')
    for (const row of asked) {
      if (row.lease_until !== null || row.state === 'asked' || row.state === 'sent')
        wrong(`it is still ${row.state}`)
      if (row.announced_at === null) wrong(`it is ${row.state}, and not marked as told`)
    }
    checkTokens(wish, asked, sent.get(wish.id) ?? [], wrong)
  }
  for (const row of rows)
    if (!claimed.has(row)) problems.push(`nobody asked for ${row.operation} of ${row.person}`)
  problems.push(...strays(wishes, standing))
  count('wishes', wishes.length)
  return { problems, counts }
}

/** What bears another reference is about the form. */
const isAbout = (rows: readonly Row[], text: string): boolean => {
  const [, reference] = /\(Reference (\w+)\)/.exec(text) ?? []
  return reference === undefined || rows.length === 0 || rows.some(({ id }) => id === reference)
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
  wrong: (what: string) => void,
): void {
  const askers = [person, other].filter(({ id }) => rows.some(row => row.person.endsWith(`:${id}`)))
  if (rows.some(row => !asks.some(({ key, user }) => key === row.key && row.person.endsWith(`:${user}`))))
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
