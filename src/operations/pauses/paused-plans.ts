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
import { completedPauses, presentSteps, type StepResult } from './each-plan.ts'
import { ask, changeToButton, plansButtons, resumeAllButtons } from './pause-buttons.ts'

/** Asks for the start day if the person's today is still tomorrow on the plan's clock. */
export function askStartDay({ plan, period, reason, remind }: PauseRequest, at: RequestTime): Reply {
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
    mrkdwn`For *${plan.name}* (${clockOf(plan, at)}) it is still ${formatShortDay(today, period.from)}. From which of its days should it be paused? Nothing was done yet.`,
    [
      button(`Now, ${formatShortDay(today, period.from)}`, today),
      button(`From ${formatShortDay(period.from, today)}`, period.from),
    ],
  )
}

/** Asks what to do with days that overlap or touch other pauses of the plan. */
export function askAboutOverlap(
  { plan, period, reason, remind }: PauseRequest,
  adjacent: readonly [Pause, ...Pause[]],
  at: RequestTime,
): Reply {
  const today = todayOf(plan, at)
  const [first, another] = adjacent
  const united = unitePeriods(first, clampToToday(period, today))
  const extended = `${formatShortDay(united.from, today)} → ${formatShortDay(united.until, today)}`
  const change = changeToButton(
    `Extend the existing one (${extended})`,
    { plan, pause: first },
    { kind: 'days', ...united },
    reason || first.reason,
  )
  const extend = { ...change, args: { ...change.args, remind } }
  const keepBoth = runButton('Keep both', 'pause.add', {
    ...plansArgs([plan]),
    period,
    reason,
    remind,
    isPlanDay: true,
    keepsBoth: true,
  })
  const coveringPause = adjacent.find(each => covers(each, period))
  const verb = adjacent.some(each => overlaps(each, period)) ? 'overlap' : 'touch'
  const existing = mrkdwn`${another ? `${adjacent.length} pauses, the first: ` : 'a pause: '}${formatPause(first)}`
  return ask(
    coveringPause
      ? mrkdwn`*${plan.name}* is already paused on these days: ${formatPause(coveringPause)}. Nothing was done yet.`
      : mrkdwn`The new days of *${plan.name}*, ${formatPeriod(period)}, ${verb} ${existing}. Nothing was done yet.`,
    [...(coveringPause ? [] : [extend]), keepBoth, runButton('Cancel', 'pause.suggest')],
  )
}

export type PauseSeveralResult = {
  kind: 'several'
  results: StepResult[]
  period: Period
  reason: string
  remind: Lead | undefined
}

export function presentPausedPlans(paused: PauseSeveralResult, { person, at, pauseMeans }: Member): Reply {
  const { results, period, reason, remind } = paused
  const pauseText = formatPause({ ...period, reason })
  const retryArgs = { period, reason, remind, isSure: true, keepsBoth: true }
  const summary = presentSteps(
    { person, results, doing: 'pausing', done: 'paused', what: pauseText, moreNote: MORE_PLANS_NOTE },
    (changed, countOf) => ({
      action: mrkdwn`paused ${countOf(changed.length)}`,
      entries: changed.map(({ plan, pause }) => ({
        sign: 'done',
        name: plan.name,
        reason: formatConsequence(plan, pause, at),
      })),
      note: mrkdwn`${pauseMeans}`,
    }),
    ({ failed, done }) => [
      ...plansButtons('Retry failed', 'pause.add', failed, () => retryArgs),
      ...resumeAllButtons(done),
    ],
  )
  if (summary.to === 'me') return summary
  return { ...summary, announces: completedPauses(results).map(each => announcedPause(each, at)) }
}

const MORE_PLANS_NOTE = mrkdwn`:information_source: The buttons do not cover all of these plans: ask for the others by name.`
