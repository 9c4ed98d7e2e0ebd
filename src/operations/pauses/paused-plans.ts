import type { Period } from '../../core/args.ts'
import type { Member, Pause, RequestTime } from '../../core/context.ts'
import { runButton } from '../../message/blocks.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Lead, Reply } from '../../message/reply.ts'
import { formatPeriod, formatShortDay } from '../calendar-days.ts'
import { plansArgs } from '../plans/plan-fields.ts'
import {
  clampToToday,
  clockOf,
  covers,
  formatPause,
  overlaps,
  type PauseRequest,
  todayOf,
  unitePeriods,
} from './active-pauses.ts'
import { announcedPause, formatConsequence } from './announcement.ts'
import { doneIn, type StepResult, stepsReply } from './each-plan.ts'
import { ask, changeToButton, plansButtons, resumeAllButtons } from './pause-buttons.ts'

/** Asks from which day on, where the person's today is tomorrow for the plan. */
export function askDay({ plan, period, reason, remind }: PauseRequest, at: RequestTime): Reply {
  const today = todayOf(plan, at)
  const button = (text: string, from: string) =>
    runButton(text, 'pause.add', {
      ...plansArgs([plan]),
      period: { from, until: period.until },
      reason,
      remind,
      isPlanDay: true,
    })
  return ask(
    mrkdwn`For *${plan.name}* (${clockOf(plan, at)}) it is still ${formatShortDay(today, period.from)}. From which of its days on should it be paused? Nothing was done yet.`,
    [
      button(`Now, ${formatShortDay(today, period.from)}`, today),
      button(`From ${formatShortDay(period.from, today)}`, period.from),
    ],
  )
}

/** Asks what to do with days that touch other pauses of their plan. */
export function askTouching(
  { plan, period, reason, remind }: PauseRequest,
  touched: readonly [Pause, ...Pause[]],
  at: RequestTime,
): Reply {
  const today = todayOf(plan, at)
  const [first, another] = touched
  const all = unitePeriods(first, clampToToday(period, today))
  const extended = `${formatShortDay(all.from, today)} → ${formatShortDay(all.until, today)}`
  const change = changeToButton(
    `Extend the existing one (${extended})`,
    { plan, pause: first },
    { kind: 'days', ...all },
    reason || first.reason,
  )
  const extend = { ...change, args: { ...change.args, remind } }
  const keep = runButton('Keep both', 'pause.add', {
    ...plansArgs([plan]),
    period,
    reason,
    remind,
    isPlanDay: true,
    keepsBoth: true,
  })
  const covering = touched.find(each => covers(each, period))
  const does = touched.some(each => overlaps(each, period)) ? 'overlap' : 'touch'
  const others = mrkdwn`${another ? `${touched.length} pauses, the first: ` : 'a pause: '}${formatPause(first)}`
  return ask(
    covering
      ? mrkdwn`*${plan.name}* is already paused on these days: ${formatPause(covering)}. Nothing was done yet.`
      : mrkdwn`The new days of *${plan.name}*, ${formatPeriod(period)}, ${does} ${others}. Nothing was done yet.`,
    [...(covering ? [] : [extend]), keep, runButton('Cancel', 'pause.suggest')],
  )
}

/** What became of several plans that were to be paused. */
export type PausedPlans = {
  kind: 'several'
  results: StepResult[]
  period: Period
  reason: string
  remind: Lead | undefined
}

export function presentPausedPlans(paused: PausedPlans, { person, at, pauseMeans }: Member): Reply {
  const { results, period, reason, remind } = paused
  const what = formatPause({ ...period, reason })
  const retryArgs = { period, reason, remind, isSure: true, keepsBoth: true }
  const summary = stepsReply(
    { person, results, doing: 'pausing', done: 'paused', what, whenCut: NOT_ALL },
    (changed, countOf) => ({
      did: mrkdwn`paused ${countOf(changed.length)}`,
      each: changed.map(({ plan, pause }) => ({
        sign: 'done',
        name: plan.name,
        why: formatConsequence(plan, pause, at),
      })),
      note: mrkdwn`${pauseMeans}`,
    }),
    ({ failed, done }) => [
      ...plansButtons('Retry failed', 'pause.add', failed, () => retryArgs),
      ...resumeAllButtons(done),
    ],
  )
  if (summary.to === 'me') return summary
  return { ...summary, announces: doneIn(results).map(each => announcedPause(each, at)) }
}

const NOT_ALL = mrkdwn`:information_source: The buttons do not reach all of these plans: say the others by name.`
