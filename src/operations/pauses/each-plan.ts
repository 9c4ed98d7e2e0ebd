import type { Member, Pause, Person, Plan } from '../../core/context.ts'
import type { Execution } from '../../core/operation.ts'
import { formatList } from '../../language/names.ts'
import { formatCount, MAX_NAMES } from '../../language/wording.ts'
import { actions, type Button, section } from '../../message/blocks.ts'
import { composeBlocks, groupWhile, type Line, list } from '../../message/fit.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { PartialFailure, Reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { plansIn } from '../plans/plan-fields.ts'
import { statesById } from '../plans/plan-states.ts'
import type { PauseDetails, PausedPlan } from './active-pauses.ts'

/** What to do with a plan, and with which of its pauses. */
export type Step = { plan: Plan; pause?: Pause | undefined }
type StepOutcome =
  | { kind: 'waiting' }
  | { kind: 'done'; pause: PauseDetails }
  | { kind: 'skipped'; why: Mrkdwn }
  | ({ kind: 'failed' } & PartialFailure)
export type StepResult = Step & { outcome: StepOutcome }

const CONCURRENCY = 4
/** Reports of progress: Slack takes about one update of a message a second. */
const REPORTS = 10

/**
 * Executes steps, those of one plan in their order. A failed one stops no other. The plans that were changed
 * are returned with their states: one that is off is not promised back.
 */
export async function executeSteps<S extends Step, R>(
  steps: readonly S[],
  how: {
    reasonToSkip(step: S): Mrkdwn | undefined
    execute(step: S): Promise<PauseDetails>
    resultOf(results: StepResult[]): R
  },
  { report, explain }: Pick<Execution<never, unknown>, 'report' | 'explain'>,
  context: Member,
): Promise<R> {
  const results: StepResult[] = steps.map(step => ({ ...step, outcome: { kind: 'waiting' } }))
  const byPlan = Map.groupBy(steps.entries(), ([, { plan }]) => plan.id).values()
  const interval = Math.ceil(steps.length / REPORTS)
  let finished = 0
  report(how.resultOf([...results]))
  async function worker(): Promise<void> {
    for (const ofPlan of byPlan)
      for (const [index, step] of ofPlan) {
        results[index] = { ...step, outcome: await outcomeOf(step) }
        finished += 1
        if (finished % interval === 0 && finished < steps.length) report(how.resultOf([...results]))
      }
  }
  async function outcomeOf(step: S): Promise<StepOutcome> {
    const why = how.reasonToSkip(step)
    if (why) return { kind: 'skipped', why }
    try {
      return { kind: 'done', pause: await how.execute(step) }
    } catch (error) {
      return { kind: 'failed', ...(await explain(error)) }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const changed = doneIn(results).map(({ plan }) => plan)
  const byId = await statesById(changed, context)
  return how.resultOf(results.map(({ plan, ...result }) => ({ ...result, plan: byId.get(plan.id) ?? plan })))
}

export const doneIn = (results: readonly StepResult[]): PausedPlan[] =>
  results.flatMap(({ plan, outcome }) => (outcome.kind === 'done' ? [{ plan, pause: outcome.pause }] : []))

/** Those that needed something to be done. */
export const withoutSkipped = (results: readonly StepResult[]): StepResult[] =>
  results.filter(({ outcome }) => outcome.kind !== 'skipped')

type Work = {
  person: Person
  results: readonly StepResult[]
  doing: string
  done: string
  what?: string
  /** Said where there are more buttons than a message shows. */
  whenCut?: Mrkdwn
}

/** `3 plans`, `2 of 3 plans`, or the one plan by its name. */
export type CountOf = (some: number) => Mrkdwn

/**
 * Tells the channel how far the work is, and in the end what became of each plan. Where nothing was done, and
 * why something failed, is for the person alone.
 */
export function stepsReply(
  { person, results, doing, done, what, whenCut }: Work,
  summarize: (
    changed: readonly PausedPlan[],
    countOf: CountOf,
  ) => { did: Mrkdwn; each: readonly Entry[]; note?: Mrkdwn },
  buttonsFor: (plans: { done: PausedPlan[]; failed: { plan: Plan }[] }) => Button[],
): Reply {
  const who = mention(person.user)
  const behind = what ? mrkdwn`: ${what}` : mrkdwn``
  const plans = plansIn(results)
  const all = formatCount(plans.length, 'plan')
  const waiting = results.filter(({ outcome }) => outcome.kind === 'waiting')
  if (waiting.length > 0) {
    const progress = `${plans.length - plansIn(waiting).length} of ${plans.length}`
    const text = mrkdwn`:hourglass_flowing_sand: ${who} is ${doing} ${all} (${progress})${behind}`
    return { text, to: 'channel' }
  }
  const changed = doneIn(results)
  const failed = results.flatMap(({ plan, outcome }) =>
    outcome.kind === 'failed' ? [{ plan, outcome }] : [],
  )
  // Others read only what was told to the channel, and may try again themselves.
  const helped = changed.length > 0 ? ['anyone', 'others'] : ['anyone']
  const canRetry = failed.some(({ outcome }) => helped.includes(outcome.retryHelps))
  const retried = canRetry ? plansIn(failed).map(plan => ({ plan })) : []
  const next = buttonsFor({ done: changed, failed: retried })
  const first = failed.flatMap(({ outcome }) => outcome.nextSteps).slice(0, 1)
  if (changed.length === 0) {
    const none = mrkdwn`${done} none of ${all}${behind}`
    const over = failed.length === 0 ? mrkdwn`${who} ${none}` : undefined
    const summary = listed(
      mrkdwn`You ${none}`,
      entriesOf(results, ({ reason }) => reason),
      ...first,
      ...next,
    )
    return { ...summary, to: 'me', over }
  }
  const countOf: CountOf = some => {
    const [only] = plans
    if (only && plans.length === 1) return mrkdwn`*${only.name}*`
    return mrkdwn`${some === plans.length ? '' : `${some} of `}${all}`
  }
  const { did, each, note } = summarize(changed, countOf)
  const briefly = entriesOf(
    results,
    ({ isCertain }) => mrkdwn`${isCertain ? 'could not be' : 'may or may not have been'} ${done}`,
  )
  const reasons = entriesOf(results, ({ reason }) => reason).filter(({ sign }) => sign === 'failed')
  return {
    ...listed(
      lines(mrkdwn`${who} ${did}${behind}`, note, next.length > MAX_BUTTONS ? whenCut : undefined),
      [...each, ...briefly],
      ...next.slice(0, MAX_BUTTONS),
    ),
    to: 'channel',
    ...(failed.length > 0 && {
      isPartial: true,
      privateNote: listed(mrkdwn`Not all plans are ${done}:`, reasons, ...first),
    }),
  }
}

/** An announcement has no more. */
const MAX_BUTTONS = 3

/** One line for all plans of which the same is told; many that needed no change are only counted. */
function listed(title: Mrkdwn, entries: readonly Entry[], ...buttons: Button[]): Omit<Reply, 'to'> {
  const sorted = entries.toSorted((a, b) => ORDER.indexOf(a.sign) - ORDER.indexOf(b.sign))
  const alike = Map.groupBy(sorted, ({ sign, why }) => `${sign} ${why?.mrkdwn}`)
  const rows = [...alike.values()].flatMap(some => {
    const { sign = 'skipped', why } = some[0] ?? {}
    const names = some.map(({ name }) => name)
    const line = (who: string, count: number): Line => ({
      text: mrkdwn`${SIGNS[sign]} ${who}${why ? mrkdwn`: ${why}` : ''}`,
      count,
    })
    if (sign === 'skipped' && names.length > MAX_NAMES)
      return [line(formatCount(names.length, 'plan'), names.length)]
    const groups = groupWhile(names, few => formatList(few).length <= MAX_LIST_LENGTH)
    return groups.map(few => line(formatList(few), few.length))
  })
  return {
    text: lines(title, ...rows.map(({ text }) => text)),
    blocks: composeBlocks([section(title), ...list(rows), ...actions(...buttons)]),
  }
}

export type Entry = { sign: keyof typeof SIGNS; name: string; why?: Mrkdwn }

const SIGNS = {
  done: mrkdwn`:white_check_mark:`,
  skipped: mrkdwn`:heavy_minus_sign:`,
  failed: mrkdwn`:warning:`,
}

/** What failed comes first. */
const ORDER: readonly Entry['sign'][] = ['failed', 'skipped', 'done']

/** What needed no change, and what failed; several pauses of one plan are told apart by their days. */
function entriesOf(
  results: readonly StepResult[],
  formatTrouble: (trouble: PartialFailure) => Mrkdwn,
): Entry[] {
  const byPlan = Map.groupBy(results, ({ plan }) => plan.id)
  return results.flatMap(({ plan, pause, outcome }): Entry[] => {
    if (outcome.kind !== 'skipped' && outcome.kind !== 'failed') return []
    const isOneOf = pause && byPlan.get(plan.id)?.[1]
    const name = isOneOf ? `${plan.name} ${formatPeriod(pause)}` : plan.name
    const why = outcome.kind === 'skipped' ? outcome.why : formatTrouble(outcome)
    return [{ sign: outcome.kind, name, why }]
  })
}

/** Characters; leaves a line room for the reason within a section. */
const MAX_LIST_LENGTH = 1500
