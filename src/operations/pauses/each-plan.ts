import type { Member, Pause, Person, Plan } from '../../core/context.ts'
import type { Execution } from '../../core/operation.ts'
import { formatList } from '../../language/names.ts'
import { formatCount, MAX_NAMES } from '../../language/wording.ts'
import { actions, type Button, section } from '../../message/blocks.ts'
import { groupWhile, type Line, list, toBlocks } from '../../message/fit.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { Failure, Reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { plansIn } from '../plans/plan-fields.ts'
import { loadStatesById } from '../plans/plan-states.ts'
import type { PauseDetails, PausedPlan } from './active-pauses.ts'

/** One call of a change of several plans: a plan and, for removals, one of its pauses. */
export type Step = { plan: Plan; pause?: Pause | undefined }
type StepOutcome =
  | { kind: 'waiting' }
  | { kind: 'done'; pause: PauseDetails }
  | { kind: 'skipped'; reason: Mrkdwn }
  | ({ kind: 'failed' } & Failure)
export type StepResult = Step & { outcome: StepOutcome }

const CONCURRENCY = 4
/** The number of progress reports: Slack accepts about one message update per second. */
const REPORTS = 10

/**
 * Executes steps concurrently, those of one plan in order. A failure stops no other step. Changed plans are
 * returned with their states, since one that is off is not announced as coming back.
 */
export async function executeSteps<S extends Step, R>(
  steps: readonly S[],
  task: {
    reasonToSkip(step: S): Mrkdwn | undefined
    execute(step: S): Promise<PauseDetails>
    toResult(results: StepResult[]): R
  },
  { report, explain }: Pick<Execution<never, unknown>, 'report' | 'explain'>,
  context: Member,
): Promise<R> {
  const results: StepResult[] = steps.map(step => ({ ...step, outcome: { kind: 'waiting' } }))
  const stepsByPlan = Map.groupBy(steps.entries(), ([, { plan }]) => plan.id).values()
  const interval = Math.ceil(steps.length / REPORTS)
  let finished = 0
  const hasWork = steps.some(step => !task.reasonToSkip(step))
  const reportProgress = () => hasWork && report(task.toResult([...results]))
  reportProgress()
  async function worker(): Promise<void> {
    for (const planSteps of stepsByPlan)
      for (const [index, step] of planSteps) {
        results[index] = { ...step, outcome: await executeStep(step) }
        finished += 1
        if (finished % interval === 0 && finished < steps.length) reportProgress()
      }
  }
  async function executeStep(step: S): Promise<StepOutcome> {
    const reason = task.reasonToSkip(step)
    if (reason) return { kind: 'skipped', reason }
    try {
      return { kind: 'done', pause: await task.execute(step) }
    } catch (error) {
      return { kind: 'failed', ...(await explain(error)) }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const changedPlans = completedPauses(results).map(({ plan }) => plan)
  const byId = await loadStatesById(changedPlans, context)
  return task.toResult(results.map(({ plan, ...result }) => ({ ...result, plan: byId.get(plan.id) ?? plan })))
}

export const completedPauses = (results: readonly StepResult[]): PausedPlan[] =>
  results.flatMap(({ plan, outcome }) => (outcome.kind === 'done' ? [{ plan, pause: outcome.pause }] : []))

export const withoutSkipped = (results: readonly StepResult[]): StepResult[] =>
  results.filter(({ outcome }) => outcome.kind !== 'skipped')

type StepsProgress = {
  person: Person
  results: readonly StepResult[]
  doing: string
  done: string
  what?: string
  /** Shown if there are more buttons than fit. */
  moreNote?: Mrkdwn
}

/** Formats `3 plans`, `2 of 3 plans`, or the name of a single plan. */
export type CountOf = (count: number) => Mrkdwn

/**
 * Reports progress and, at the end, the outcome of each plan to the channel. Failure reasons are private, as
 * is the whole reply if nothing was done.
 */
export function presentSteps(
  { person, results, doing, done, what, moreNote }: StepsProgress,
  summarize: (
    changed: readonly PausedPlan[],
    countOf: CountOf,
  ) => { action: Mrkdwn; entries: readonly Entry[]; note?: Mrkdwn },
  buttonsFor: (plans: { done: PausedPlan[]; failed: { plan: Plan }[] }) => Button[],
): Reply {
  const actor = mention(person.user)
  const suffix = what ? mrkdwn`: ${what}` : mrkdwn``
  const plans = plansIn(results)
  const planCount = formatCount(plans.length, 'plan')
  const waiting = results.filter(({ outcome }) => outcome.kind === 'waiting')
  if (waiting.length > 0) {
    const progress = `${plans.length - plansIn(waiting).length} of ${plans.length}`
    const text = mrkdwn`:hourglass_flowing_sand: ${actor} is ${doing} ${planCount} (${progress})${suffix}`
    return { text, to: 'channel' }
  }
  const changed = completedPauses(results)
  const failed = results.flatMap(({ plan, outcome }) =>
    outcome.kind === 'failed' ? [{ plan, outcome }] : [],
  )
  // Others can retry only what the channel shows.
  const retriers = changed.length > 0 ? ['anyone', 'others'] : ['anyone']
  const canRetry = failed.some(({ outcome }) => retriers.includes(outcome.retryHelps))
  const retryable = canRetry ? plansIn(failed).map(plan => ({ plan })) : []
  const buttons = buttonsFor({ done: changed, failed: retryable })
  const nextSteps = failed.flatMap(({ outcome }) => outcome.nextSteps).slice(0, 1)
  if (changed.length === 0) {
    const nothingDone = mrkdwn`${done} none of ${planCount}${suffix}`
    const over = failed.length === 0 ? mrkdwn`${actor} ${nothingDone}` : undefined
    const summary = renderEntries(
      mrkdwn`You ${nothingDone}`,
      entriesOf(results, ({ reason }) => reason),
      ...nextSteps,
      ...buttons,
    )
    return { ...summary, to: 'me', over }
  }
  const countOf: CountOf = count => {
    const [only] = plans
    if (only && plans.length === 1) return mrkdwn`*${only.name}*`
    return mrkdwn`${count === plans.length ? '' : `${count} of `}${planCount}`
  }
  const { action, entries, note } = summarize(changed, countOf)
  const failures = entriesOf(
    results,
    ({ isCertain }) => mrkdwn`${isCertain ? 'could not be' : 'may or may not have been'} ${done}`,
  )
  const reasons = entriesOf(results, ({ reason }) => reason).filter(({ sign }) => sign === 'failed')
  return {
    ...renderEntries(
      lines(mrkdwn`${actor} ${action}${suffix}`, note, buttons.length > MAX_BUTTONS ? moreNote : undefined),
      [...entries, ...failures],
      ...buttons.slice(0, MAX_BUTTONS),
    ),
    to: 'channel',
    ...(failed.length > 0 && {
      isPartial: true,
      privateNote: renderEntries(mrkdwn`Not all plans are ${done}:`, reasons, ...nextSteps),
    }),
  }
}

const MAX_BUTTONS = 3

/** Groups plans with the same outcome on one line; many skipped plans are only counted. */
function renderEntries(title: Mrkdwn, entries: readonly Entry[], ...buttons: Button[]): Omit<Reply, 'to'> {
  const sorted = entries.toSorted((a, b) => ORDER.indexOf(a.sign) - ORDER.indexOf(b.sign))
  const groups = Map.groupBy(sorted, ({ sign, reason }) => `${sign} ${reason?.mrkdwn}`)
  const rows = [...groups.values()].flatMap(group => {
    const { sign = 'skipped', reason } = group[0] ?? {}
    const names = group.map(({ name }) => name)
    const line = (subject: string, count: number): Line => ({
      text: mrkdwn`${SIGNS[sign]} ${subject}${reason ? mrkdwn`: ${reason}` : ''}`,
      count,
    })
    if (sign === 'skipped' && names.length > MAX_NAMES)
      return [line(formatCount(names.length, 'plan'), names.length)]
    const nameGroups = groupWhile(names, batch => formatList(batch).length <= MAX_LIST_LENGTH)
    return nameGroups.map(batch => line(formatList(batch), batch.length))
  })
  return {
    text: lines(title, ...rows.map(({ text }) => text)),
    blocks: toBlocks([section(title), ...list(rows), ...actions(...buttons)]),
  }
}

export type Entry = { sign: keyof typeof SIGNS; name: string; reason?: Mrkdwn }

const SIGNS = {
  done: mrkdwn`:white_check_mark:`,
  skipped: mrkdwn`:heavy_minus_sign:`,
  failed: mrkdwn`:warning:`,
}

const ORDER: readonly Entry['sign'][] = ['failed', 'skipped', 'done']

/** Returns the skipped and failed steps. Several pauses of one plan are distinguished by their days. */
function entriesOf(results: readonly StepResult[], formatFailure: (failure: Failure) => Mrkdwn): Entry[] {
  const byPlan = Map.groupBy(results, ({ plan }) => plan.id)
  return results.flatMap(({ plan, pause, outcome }): Entry[] => {
    if (outcome.kind !== 'skipped' && outcome.kind !== 'failed') return []
    const hasSeveral = pause && byPlan.get(plan.id)?.[1]
    const name = hasSeveral ? `${plan.name} ${formatPeriod(pause)}` : plan.name
    const reason = outcome.kind === 'skipped' ? outcome.reason : formatFailure(outcome)
    return [{ sign: outcome.kind, name, reason }]
  })
}

/** In characters; leaves room for the reason within a section. */
const MAX_LIST_LENGTH = 1500
