import { z } from 'zod'
import type { Tables } from '../../../src/storage/schema.ts'
import type { Call } from './fault-proxy.ts'
import type { PlanState } from './fixtures.ts'
import { type Intent, intentIdIn, isAcknowledged } from './intent.ts'
import type { ObservedReply } from './replies.ts'

type Row = Tables['changes']

export type Report = {
  /** Each broken guarantee, in a sentence. */
  problems: string[]
  counts: Record<string, number>
}

/** The final state of an intent. */
type Outcome = {
  intent: Intent
  /** Its rows in the change log. */
  rows: readonly Row[]
  replies: readonly ObservedReply[]
  /** All plans of its organization. */
  plans: readonly PlanState[]
  /** Its calls to the service. */
  calls: readonly Call[]
}

type Observed = {
  intents: readonly Intent[]
  rows: readonly Row[]
  replies: ReadonlyMap<number, readonly ObservedReply[]>
  plansByOrganization: ReadonlyMap<string, readonly PlanState[]>
  calls: readonly Call[]
}

/** Compares the requests of people with the change log, the service and the replies. */
export function verify({ intents, rows, replies, plansByOrganization, calls }: Observed): Report {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  const count = (what: string, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by
  }
  const byKey = new Map(rows.map(row => [row.idempotency_key, row]))
  const callsByIntent = groupCalls(intents, calls)
  const expected = new Set<Row>()

  for (const intent of intents) {
    const own = intent.attempts.flatMap(({ key }) => byKey.get(key) ?? [])
    for (const row of own) {
      expected.add(row)
      count(row.state)
    }
    const outcome: Outcome = {
      intent,
      rows: own,
      replies: (replies.get(intent.id) ?? []).filter(
        (reply, _, all) => isAbout(own, reply.text) && !isRepeatedInMessage(reply, all),
      ),
      plans: plansByOrganization.get(intent.person.organization.id) ?? [],
      calls: callsByIntent.get(intent.id) ?? [],
    }
    count('requests', intent.attempts.length)
    count('deliveries', intent.attempts.flatMap(({ deliveries }) => deliveries).length)
    const ownProblems = [
      ...own.flatMap(problemsOfRow),
      ...problemsInService(outcome),
      ...problemsOfReplies(outcome, count),
      ...problemsOfTokens(outcome),
    ]
    problems.push(...ownProblems.map(problem => `${intent.plan} (${intent.scenario.name}): ${problem}`))
  }
  for (const row of rows)
    if (!expected.has(row)) problems.push(`nobody asked for ${row.operation} of ${row.actor}`)
  problems.push(...unexpectedPlans(intents, plansByOrganization))
  return { problems, counts: { ...counts, intents: intents.length } }
}

/** Reports a change that is not finished and delivered. */
function problemsOfRow({ state, due_at, delivered_at }: Row): string[] {
  // A delivered change may be due again when its pauses end.
  const isPending = state === 'accepted' || (due_at !== null && delivered_at === null)
  return [
    ...(isPending ? [`it is still ${state}`] : []),
    ...(delivered_at === null ? [`it is ${state}, and not marked as delivered`] : []),
  ]
}

const PARTLY_DONE = /could not be|may or may not (?:be|have been)|may still be there|none of/

/** Reports a done change not applied once, a failed one that is applied, or an unreported partial one. */
function problemsInService({ intent, rows, replies, plans }: Outcome): string[] {
  const applied = intent.scenario.applied(intent, plans)
  const states = new Set(rows.map(({ state }) => state))
  const isPartlyReported = replies.some(({ text }) => PARTLY_DONE.test(text))
  const mayBeApplied = states.has('done') || states.has('partly') || states.has('unknown')
  return [
    ...(applied.some(times => times > 1) ? [`it is in the service ${applied} times`] : []),
    ...(states.has('done') && !isPartlyReported && applied.some(times => times < 1)
      ? [`it is done, and in the service ${applied} times`]
      : []),
    ...(states.has('partly') && !isPartlyReported ? ['it is partly done, and nobody was told so'] : []),
    ...(!mayBeApplied && applied.some(times => times > 0)
      ? [`it is in the service, and ${formatStates(rows)}`]
      : []),
  ]
}

const OUTCOMES = ['done', 'failed', 'unknown'] as const

/** Reports outcomes that were not delivered once; repeats are fine if the bot could not know of the first. */
function problemsOfReplies({ intent, rows, replies }: Outcome, count: (what: string) => void): string[] {
  const problems: string[] = []
  const details = `told: ${formatReplies(replies)}; asked: ${formatDeliveries(intent)}`
  if (rows.length === 0 && !intent.attempts.some(isAcknowledged)) count('never acknowledged')
  else if (rows.length === 0) {
    count('acknowledged, and not to be done')
    if (replies.length === 0) problems.push(`it was acknowledged, and nobody was told anything; ${details}`)
  }
  for (const outcome of OUTCOMES) {
    const due = rows.filter(({ state }) => (state === 'partly' ? 'done' : state) === outcome).length
    const texts = replies.filter(({ meaning }) => meaning === outcome)
    const repeats = texts.slice(0, -1).filter(({ repeatReason }) => repeatReason !== undefined)
    const extra = texts.length - due
    // A request that ended with a question, since a form was filled in at the same time, counts as failed.
    const questions =
      outcome === 'failed' ? replies.filter(({ meaning }) => meaning === 'question').length : 0
    // A request that was refused before it was stored has no row.
    const isUnrecorded = rows.length === 0 && outcome === 'failed' && extra - repeats.length === 1
    if (extra + questions < 0 || (extra > repeats.length && !isUnrecorded))
      problems.push(`${formatStates(rows)}, but ${details}`)
    else for (const { repeatReason } of repeats.slice(0, extra)) count(`told again, since ${repeatReason}`)
  }
  const others = replies.filter(({ meaning }) => meaning === 'something else')
  return [...problems, ...others.map(({ text }) => `told: ${text.slice(0, 200)}`)]
}

/** Reports changes that are recorded for, or made with the token of, a person who did not request them. */
function problemsOfTokens({ intent, rows, calls }: Outcome): string[] {
  const { person, other, attempts } = intent
  const isAsked = ({ idempotency_key, actor }: Row) =>
    attempts.some(({ key, user }) => key === idempotency_key && actor.endsWith(`:${user}`))
  const tokens = [person, other]
    .filter(({ id }) => rows.some(({ actor }) => actor.endsWith(`:${id}`)))
    .map(({ token }) => `Bearer ${token}`)
  return [
    ...(rows.every(isAsked) ? [] : ['it is recorded for another person']),
    ...(calls.every(({ authorization }) => tokens.includes(authorization))
      ? []
      : ['it was done with another token']),
  ]
}

const referenceIn = (text: string): string | undefined => /\(Reference (\w+)\)/.exec(text)?.[1]

/** Whether a reply is about these changes; one with another reference is about the form. */
const isAbout = (rows: readonly Row[], text: string): boolean => {
  const reference = referenceIn(text)
  return reference === undefined || rows.length === 0 || rows.some(({ id }) => id === reference)
}

/** Whether a form shows what a message repeats, for a person who has closed the form. */
const isRepeatedInMessage = ({ text, meaning }: ObservedReply, all: readonly ObservedReply[]): boolean => {
  const reference = text.startsWith('{') ? referenceIn(text) : undefined
  const messages = all.filter(other => other.meaning === meaning && !other.text.startsWith('{'))
  return reference !== undefined && messages.some(other => referenceIn(other.text) === reference)
}

const formatStates = (rows: readonly Row[]) =>
  rows.length === 0 ? 'it is not recorded' : `it is ${rows.map(({ state }) => state).join(' and ')}`

const formatDeliveries = ({ attempts }: Intent) =>
  attempts
    .flatMap(({ deliveries }) => deliveries)
    .map(
      ({ at, answeredAt, status, replica, life, error }) =>
        `${Math.round(at)}–${Math.round(answeredAt)} replica ${replica}.${life}: ${error ?? status}`,
    )
    .join(', ')

const formatReplies = (replies: readonly ObservedReply[]) =>
  replies
    .map(
      ({ at, way, meaning, text, repeatReason }) =>
        `[${Math.round(at)} ${way}, ${meaning}${repeatReason ? `, ${repeatReason}` : ''}] ${text.slice(0, 160)}`,
    )
    .join(' | ') || 'nothing'

const planSchema = z.object({ plan_id: z.string() })

/** Groups the successful writes to the service by intent. */
function groupCalls(intents: readonly Intent[], calls: readonly Call[]): Map<number | undefined, Call[]> {
  const byPlan = new Map(intents.flatMap(({ id, plans }) => plans.map(plan => [plan, id] as const)))
  const changes = calls.filter(({ doneAt, body }) => doneAt !== undefined && body !== '')
  return Map.groupBy(changes, ({ body }) => {
    const { data } = planSchema.safeParse(JSON.parse(body))
    return byPlan.get(data?.plan_id ?? '') ?? intentIdIn(body)
  })
}

/** Reports plans and pauses in the service that no intent requested. */
function unexpectedPlans(
  intents: readonly Intent[],
  plansByOrganization: Observed['plansByOrganization'],
): string[] {
  const byId = new Map(intents.map(intent => [intent.id, intent]))
  return [...plansByOrganization.values()].flat().flatMap(({ name, pauses }) => {
    const intent = byId.get(intentIdIn(name) ?? -1)
    if (!intent) return [`nobody asked for the plan ${name}`]
    const reasons = [intent.why, 'as it was']
    const others = pauses.filter(({ reason }) => !reasons.includes(reason ?? ''))
    return others.map(({ reason }) => `nobody asked to pause ${name} for ${reason}`)
  })
}
