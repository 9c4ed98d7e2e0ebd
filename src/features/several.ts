import { referToAll } from '../fields/several.ts'
import type { Along, Reply } from '../operation.ts'
import type { Person, Plan } from '../person.ts'
import type { OperationId, Raw } from '../raw.ts'
import { actions, type Button, carries, paragraphs, section } from '../slack/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../slack/mrkdwn.ts'
import { sayList } from '../text/lists.ts'

/** What became of one plan among several; `same` is what needed no change. */
type Fate = { kind: 'waits' | 'done' } | { kind: 'same' | 'failed'; why: Mrkdwn }
export type Result = { plan: Plan; fate: Fate }

/** So many plans are changed at the same time: enough to be quick, few enough for the service. */
const AT_ONCE = 4
/** So many times progress is told: Slack takes about one change of a message a second. */
const STEPS = 10

/**
 * Does the same to several plans, a few at a time, and tells about every tenth of them how far it is. One that fails
 * stops no other. `work` gives what needed no change, where that is so.
 */
export async function eachOf(
  plans: readonly Plan[],
  along: Along<Result[]>,
  work: (plan: Plan) => Promise<Mrkdwn | undefined>,
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
      const why = await work(plan)
      return why ? { kind: 'same', why } : { kind: 'done' }
    } catch (error) {
      return { kind: 'failed', why: along.explain(error) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const having = (results: readonly Result[], kind: Fate['kind']): Plan[] =>
  results.filter(({ fate }) => fate.kind === kind).map(({ plan }) => plan)

/** Buttons that do the same once more to just these plans: as many as their words need, none for none. */
export function retryButtons(
  text: string,
  operation: OperationId,
  plans: readonly Plan[],
  raw: Raw,
): Button[] {
  const button = (words: string): Button => ({ text, operation, raw: { ...raw, plans: words } })
  const lists = referToAll(plans, words => carries(button(words)))
  return lists.map((words, index) => ({
    ...button(words),
    ...(lists.length > 1 && { text: `${text} (${index + 1} of ${lists.length})` }),
  }))
}

type Several = {
  person: Person
  results: readonly Result[]
  doing: string
  done: string
  what?: string
}

/**
 * Tells the channel how far it is with several plans, and in the end what became of each. Where none needed a change
 * nobody else needs to know.
 */
export function severalReply(
  { person, results, doing, done, what }: Several,
  buttonsFor: (plans: { done: Plan[]; failed: Plan[] }) => Button[],
): Reply {
  const who = mention(person.user)
  const [changed, failed, waits] = [
    having(results, 'done'),
    having(results, 'failed'),
    having(results, 'waits'),
  ]
  const behind = what ? mrkdwn`: ${what}` : mrkdwn``
  const all = results.length
  if (waits.length > 0) {
    const text = mrkdwn`:hourglass_flowing_sand: ${who} is ${doing} ${all} plans (${all - waits.length} of ${all})${behind}`
    return { text, to: 'channel' }
  }
  const count = changed.length === all ? '' : `${changed.length || 'none'} of `
  const title = mrkdwn`${who} ${done} ${count}${all} plans${behind}`
  const told = linesOf(results)
  const blocks = [section(title), ...paragraphs(told), ...actions(...buttonsFor({ done: changed, failed }))]
  return { text: lines(title, ...told), blocks, to: changed.length + failed.length > 0 ? 'channel' : 'me' }
}

/** A line for each plan; those with the same trouble share one, since the reason is the same. */
function linesOf(results: readonly Result[]): Mrkdwn[] {
  const troubles = new Map<string, { sign: string; why: Mrkdwn; names: string[] }>()
  for (const { plan, fate } of results) {
    if (fate.kind !== 'same' && fate.kind !== 'failed') continue
    const { kind, why } = fate
    const trouble = troubles.get(why.mrkdwn) ?? { sign: SIGNS[kind], why, names: [] }
    troubles.set(why.mrkdwn, { ...trouble, names: [...trouble.names, plan.name] })
  }
  return [
    ...having(results, 'done').map(({ name }) => mrkdwn`:white_check_mark: ${name}`),
    ...[...troubles.values()].map(({ sign, why, names }) => mrkdwn`${sign} ${sayList(names)}: ${why}`),
  ]
}

const SIGNS = { same: ':heavy_minus_sign:', failed: ':warning:' }
