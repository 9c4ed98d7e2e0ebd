import type { Pause, Person, Plan } from '../../core/context.ts'
import type { OperationId, Raw } from '../../core/raw.ts'
import type { Along } from '../../core/specification.ts'
import { MOST_NAMES, sayCount, sayFirst } from '../../language/counts.ts'
import { sayList } from '../../language/lists.ts'
import { actions, type Button, carries, runs, section } from '../../message/blocks.ts'
import { inGroups, type Line, list, withLists } from '../../message/fit.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply, Trouble } from '../../message/reply.ts'
import { referToAll } from '../fields/several.ts'
import { type PauseLike, sayDaysOf } from './standing.ts'

/** What became of one plan among several, or of one pause of it; `same` is what needed no change. */
type Fate = { kind: 'waits' } | Settled | ({ kind: 'failed' } & Trouble)
type Settled = { kind: 'done'; pause: PauseLike } | { kind: 'same'; why: Mrkdwn }
/** What is to be done with a plan, and with which pause of it, where it has one already. */
export type Step = { plan: Plan; pause?: Pause }
export type Result = Step & { fate: Fate }
/** A plan, and the pause of it that was made or taken back. */
export type Paused = { plan: Plan; pause: PauseLike }

/** So many plans are changed at the same time: enough to be quick, few enough for the service. */
const AT_ONCE = 4
/** So many times progress is told: Slack takes about one change of a message a second. */
const STEPS = 10

/**
 * Does the same to several plans, a few at a time and each in its steps one after the other, and tells about every tenth
 * of these how far it is. One that fails stops no other. Slack has its answer by then and nobody waits for it, so each
 * has a time of its own.
 */
export async function eachOf(
  steps: readonly Step[],
  along: Along<Result[]>,
  work: (step: Step) => Promise<Settled>,
): Promise<Result[]> {
  const results: Result[] = steps.map(step => ({ ...step, fate: { kind: 'waits' } }))
  const waiting = Map.groupBy(steps.entries(), ([, { plan }]) => plan).values()
  const tenth = Math.ceil(steps.length / STEPS)
  let settled = 0
  along.tell([...results])
  async function worker(): Promise<void> {
    for (const ofPlan of waiting)
      for (const [index, step] of ofPlan) {
        results[index] = { ...step, fate: await fateOf(step) }
        settled += 1
        if (settled % tenth === 0 && settled < steps.length) along.tell([...results])
      }
  }
  async function fateOf(step: Step): Promise<Fate> {
    try {
      return await along.afresh(() => work(step))
    } catch (error) {
      return { kind: 'failed', ...along.explain(error) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const having = (results: readonly Result[], kind: Fate['kind']): Result[] =>
  results.filter(({ fate }) => fate.kind === kind)

const pausedIn = (results: readonly Result[]): Paused[] =>
  results.flatMap(({ plan, fate }) => (fate.kind === 'done' ? [{ plan, pause: fate.pause }] : []))

/** The plans of some results, each once. */
const plansIn = (results: readonly Result[]): Plan[] => [...new Set(results.map(({ plan }) => plan))]

/**
 * Buttons that do something to just these plans, each with the words of some: as many as their words need, none for
 * none.
 */
export function buttonsForPlans<Each extends { plan: Plan }>(
  text: string,
  operation: OperationId,
  all: readonly Each[],
  rawOf: (some: readonly Each[]) => Raw,
): Button[] {
  const buttonFor = (some: readonly Each[]): Button =>
    runs(text, operation, { ...rawOf(some), plans: referToAll(some.map(({ plan }) => plan)) })
  const lists = inGroups(all, some => carries(buttonFor(some)))
  return lists.map((some, index) => ({
    ...buttonFor(some),
    text: lists.length === 1 ? text : `${text} (${index + 1} of ${lists.length})`,
  }))
}

type Several = {
  person: Person
  results: readonly Result[]
  /** How many were meant as well that cannot be read. */
  unread: number
  doing: string
  done: string
  what?: string
}

/** What is said of the plans that were changed: `paused 3 plans`, a line for those of which the same is to say, and a note. */
type Telling = { did: Mrkdwn; each: readonly Said[]; note?: Mrkdwn | undefined }

/** How many of all plans something was done with: `3 plans`, `2 of 3 plans`; the one plan by its name. */
export type CountOf = (some: number) => Mrkdwn

/**
 * Tells the channel how far it is with several plans, and in the end what became of each. Where nothing was done nobody
 * else needs to know; and why something failed is for the one who asked.
 */
export function severalReply(
  { person, results, unread, doing, done, what }: Several,
  tellingOf: (changed: readonly Paused[], countOf: CountOf) => Telling,
  buttonsFor: (plans: { done: Paused[]; failed: { plan: Plan }[] }) => Button[],
): Reply {
  const who = mention(person.user)
  const [failed, waits] = [having(results, 'failed'), having(results, 'waits')]
  const changed = pausedIn(results)
  const behind = what ? mrkdwn`: ${what}` : mrkdwn``
  const plans = plansIn(results)
  const [only] = plans
  const all = plans.length
  if (waits.length > 0) {
    const far = `${all - plansIn(waits).length} of ${all}`
    const text = mrkdwn`:hourglass_flowing_sand: ${who} is ${doing} ${sayCount(all, 'plan')} (${far})${behind}`
    return { text, to: 'channel' }
  }
  const countOf: CountOf = some => {
    if (only && all === 1 && unread === 0) return mrkdwn`*${only.name}*`
    return mrkdwn`${some === all ? '' : `${some} of `}${sayCount(all, 'plan')}`
  }
  const { did, each, note } = tellingOf(changed, countOf)
  const not =
    unread > 0
      ? mrkdwn`:warning: ${sayCount(unread, 'plan')} cannot be read, so nothing was done there.`
      : undefined
  // Others read, and may try themselves, only what was told to the channel.
  const helped = changed.length > 0 ? ['anybody', 'others'] : ['anybody']
  const mayHelp = failed.some(({ fate }) => fate.kind === 'failed' && helped.includes(fate.helps))
  const again = mayHelp ? plansIn(failed).map(plan => ({ plan })) : []
  const next = buttonsFor({ done: changed, failed: again })
  const first = failed.flatMap(({ fate }) => (fate.kind === 'failed' ? fate.first : [])).slice(0, 1)
  if (changed.length === 0) {
    const none = mrkdwn`${done} none of ${sayCount(all, 'plan')}${behind}`
    const fully = linesOf(troublesOf(results, ({ why }) => why))
    const over = failed.length === 0 && unread === 0 ? mrkdwn`${who} ${none}` : undefined
    return { ...told(lines(mrkdwn`You ${none}`, not), fully, ...first, ...next), to: 'me', over }
  }
  const briefly = troublesOf(
    results,
    ({ isSure }) => mrkdwn`${isSure ? 'could not be' : 'may or may not have been'} ${done}`,
  )
  const whys = troublesOf(results, ({ why }) => why).filter(({ sign }) => sign === 'failed')
  return {
    ...told(lines(mrkdwn`${who} ${did}${behind}`, not, note), linesOf([...each, ...briefly]), ...next),
    to: 'channel',
    detail: sayFirst([...new Set(changed.map(({ pause }) => sayDaysOf(pause)))]),
    ...(failed.length > 0 && { aside: told(mrkdwn`Not all plans are ${done}:`, linesOf(whys), ...first) }),
  }
}

/** A title, a list below it, and buttons. */
const told = (title: Mrkdwn, all: readonly Line[], ...buttons: Button[]): Omit<Reply, 'to'> => ({
  text: lines(title, ...all.map(({ text }) => text)),
  blocks: withLists([section(title), ...list(all), ...actions(...buttons)]),
})

/** What is said of a plan by its name, in a line for all of which it is the same. */
export type Said = { sign: keyof typeof SIGNS; name: string; why?: Mrkdwn }

const SIGNS = { done: ':white_check_mark:', same: ':heavy_minus_sign:', failed: ':warning:' }

/** What needed no change, and what failed; of several pauses of a plan its days tell which. */
function troublesOf(results: readonly Result[], sayTrouble: (trouble: Trouble) => Mrkdwn): Said[] {
  const ofPlan = Map.groupBy(results, ({ plan }) => plan)
  return results.flatMap(({ plan, pause, fate }) => {
    if (fate.kind !== 'same' && fate.kind !== 'failed') return []
    const isOneOf = pause && ofPlan.get(plan)?.[1]
    const name = isOneOf ? `${plan.name} ${sayDaysOf(pause)}` : plan.name
    return [{ sign: fate.kind, name, why: fate.kind === 'same' ? fate.why : sayTrouble(fate) }]
  })
}

/** A line for all of which the same is said: for so many as a line can name. Of many that needed no change it counts. */
function linesOf(all: readonly Said[]): Line[] {
  const alike = Map.groupBy(all, ({ sign, why }) => `${sign} ${why?.mrkdwn}`)
  return [...alike.values()].flatMap(some => {
    const [{ sign, why } = NOTHING] = some
    const names = some.map(({ name }) => name)
    const line = (who: string, count: number): Line => ({
      text: mrkdwn`${SIGNS[sign]} ${who}${why ? mrkdwn`: ${why}` : ''}`,
      count,
    })
    if (sign === 'same' && names.length > MOST_NAMES)
      return [line(sayCount(names.length, 'plan'), names.length)]
    return inGroups(names, few => sayList(few).length <= LONGEST_LIST).map(few =>
      line(sayList(few), few.length),
    )
  })
}

const NOTHING: Pick<Said, 'sign' | 'why'> = { sign: 'same' }

/** Leaves a line room for the reason, within a paragraph. */
const LONGEST_LIST = 1500
