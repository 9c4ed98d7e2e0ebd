import { actions, type Button, carries, runs, section } from '../../block-kit/blocks.ts'
import { inGroups, type Line, list, withLists } from '../../block-kit/fitting.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../block-kit/mrkdwn.ts'
import { referToAll } from '../../fields/several.ts'
import type { Person, Plan } from '../../person.ts'
import type { OperationId, Raw } from '../../raw.ts'
import type { Reply, Trouble } from '../../reply.ts'
import type { Along } from '../../specification.ts'
import { sayCount, sayFirst } from '../../text/counts.ts'
import { sayList } from '../../text/lists.ts'
import { type PauseLike, sayDaysOf, sayPause } from './standing.ts'

/** What became of one plan among several, and of which pause of it; `same` is what needed no change. */
type Fate = { kind: 'waits' } | Settled | ({ kind: 'failed' } & Trouble)
type Settled = { kind: 'done'; pause: PauseLike } | { kind: 'same'; why: Mrkdwn }
export type Result = { plan: Plan; fate: Fate }
/** A plan, and the pause of it that was made or taken back. */
export type Paused = { plan: Plan; pause: PauseLike }

/** So many plans are changed at the same time: enough to be quick, few enough for the service. */
const AT_ONCE = 4
/** So many times progress is told: Slack takes about one change of a message a second. */
const STEPS = 10

/**
 * Does the same to several plans, a few at a time, and tells about every tenth of them how far it is. One that fails
 * stops no other. Slack has its answer by then and nobody waits for it, so each has a time of its own.
 */
export async function eachOf(
  plans: readonly Plan[],
  along: Along<Result[]>,
  work: (plan: Plan) => Promise<Settled>,
): Promise<Result[]> {
  const results: Result[] = plans.map(plan => ({ plan, fate: { kind: 'waits' } }))
  const waiting = results.entries()
  const step = Math.ceil(plans.length / STEPS)
  let settled = 0
  along.tell([...results])
  async function worker(): Promise<void> {
    for (const [index, { plan }] of waiting) {
      results[index] = { plan, fate: await fateOf(plan) }
      settled += 1
      if (settled % step === 0 && settled < plans.length) along.tell([...results])
    }
  }
  async function fateOf(plan: Plan): Promise<Fate> {
    try {
      return await along.afresh(() => work(plan))
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
  beside: Beside
}

/** Says of which plans that were changed another pause holds. */
export type Beside = { holds(paused: Paused): boolean; says: Mrkdwn }

/**
 * Tells the channel how far it is with several plans, and in the end what became of each. Where nothing was done nobody
 * else needs to know; and why something failed is for the one who asked.
 */
export function severalReply(
  { person, results, unread, doing, done, what, beside }: Several,
  buttonsFor: (plans: { done: Paused[]; failed: Result[] }) => Button[],
): Reply {
  const who = mention(person.user)
  const [failed, waits] = [having(results, 'failed'), having(results, 'waits')]
  const changed = pausedIn(results)
  const behind = what ? mrkdwn`: ${what}` : mrkdwn``
  const all = results.length
  if (waits.length > 0) {
    const text = mrkdwn`:hourglass_flowing_sand: ${who} is ${doing} ${sayCount(all, 'plan')} (${all - waits.length} of ${all})${behind}`
    return { text, to: 'channel' }
  }
  const others = changed.filter(beside.holds).map(({ plan }) => plan.name)
  const count = changed.length === all ? '' : `${changed.length || 'none'} of `
  const title = lines(
    mrkdwn`${who} ${done} ${count}${sayCount(all, 'plan')}${behind}`,
    unread > 0
      ? mrkdwn`:warning: ${sayCount(unread, 'plan')} cannot be read, so nothing was done there.`
      : undefined,
    others.length > 0 ? mrkdwn`${beside.says}: ${sayFirst(others)}` : undefined,
  )
  // Others read, and may try themselves, only what was told to the channel.
  const helped = changed.length > 0 ? ['anybody', 'others'] : ['anybody']
  const mayHelp = failed.some(({ fate }) => fate.kind === 'failed' && helped.includes(fate.helps))
  const next = buttonsFor({ done: changed, failed: mayHelp ? failed : [] })
  const first = failed.flatMap(({ fate }) => (fate.kind === 'failed' ? fate.first : [])).slice(0, 1)
  const pauses = linesOfPauses(changed, what === undefined)
  const fully = linesOfTroubles(results, ({ why }) => why)
  if (changed.length === 0) {
    const over = failed.length === 0 && unread === 0 ? title : undefined
    return { ...told(title, [fully], ...first, ...next), to: 'me', over }
  }
  const briefly = linesOfTroubles(
    results,
    ({ isSure }) => mrkdwn`${isSure ? 'could not be' : 'may or may not have been'} ${done}`,
  )
  const whys = linesOfTroubles(failed, ({ why }) => why)
  return {
    ...told(title, [pauses, briefly], ...next),
    to: 'channel',
    detail: sayFirst([...new Set(changed.map(({ pause }) => sayDaysOf(pause)))]),
    ...(failed.length > 0 && { aside: told(mrkdwn`Not all plans are ${done}:`, [whys], ...first) }),
  }
}

/** A title, lists below it, and buttons. */
const told = (title: Mrkdwn, all: readonly (readonly Line[])[], ...buttons: Button[]): Omit<Reply, 'to'> => ({
  text: lines(title, ...all.flat().map(({ text }) => text)),
  blocks: withLists([section(title), ...all.flatMap(list), ...actions(...buttons)]),
})

/** A line for each plan, with its pause where these differ. */
const linesOfPauses = (paused: readonly Paused[], differ: boolean): Line[] =>
  paused.map(({ plan: { name }, pause }) => ({
    text: mrkdwn`:white_check_mark: ${name}${differ ? `: ${sayPause(pause)}` : ''}`,
    count: 1,
  }))

/** A line for all plans with the same trouble, since the reason is the same: for so many as a line can name. */
function linesOfTroubles(results: readonly Result[], sayTrouble: (trouble: Trouble) => Mrkdwn): Line[] {
  const troubles = new Map<string, { sign: string; why: Mrkdwn; names: string[] }>()
  for (const { plan, fate } of results) {
    if (fate.kind !== 'same' && fate.kind !== 'failed') continue
    const why = fate.kind === 'same' ? fate.why : sayTrouble(fate)
    const trouble = troubles.get(why.mrkdwn) ?? { sign: SIGNS[fate.kind], why, names: [] }
    troubles.set(why.mrkdwn, { ...trouble, names: [...trouble.names, plan.name] })
  }
  return [...troubles.values()].flatMap(({ sign, why, names }) =>
    inGroups(names, some => sayList(some).length <= LONGEST_LIST).map(some => ({
      text: mrkdwn`${sign} ${sayList(some)}: ${why}`,
      count: some.length,
    })),
  )
}

/** Leaves a line room for the reason, within a paragraph. */
const LONGEST_LIST = 1500

const SIGNS = { same: ':heavy_minus_sign:', failed: ':warning:' }
