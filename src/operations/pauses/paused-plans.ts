import type { Args, Period } from '../../core/args.ts'
import type { Member, Pause, RequestTime } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { type Button, runButton } from '../../message/blocks.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Lead, Reply } from '../../message/reply.ts'
import { formatPeriod, formatShortDay, todayAt } from '../calendar-days.ts'
import { plansArgs, showButton } from '../plans/plan-fields.ts'
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
    pauseButton(text, { plan, period: { from, until: period.until }, reason, remind })
  return ask(
    mrkdwn`For *${plan.name}* (${clockOf(plan, at)}) it is still ${formatShortDay(today, period.from)}. From which of its days should it be paused? Nothing was done yet.`,
    [
      button(`Now, ${formatShortDay(today, period.from)}`, today),
      button(`From ${formatShortDay(period.from, today)}`, period.from),
    ],
  )
}

/** Refuses days that are over on the plan's clock; on the person's, they may include today. */
export function daysOver({ plan, period, reason }: PauseRequest, at: RequestTime): Refused {
  if (period.until < todayAt(at))
    return new Refused(
      mrkdwn`${formatPeriod(period)} is over, so *${plan.name}* was not paused.`,
      showButton(plan),
    )
  const today = todayOf(plan, at)
  const day = formatShortDay(today, period.until)
  return new Refused(
    mrkdwn`For *${plan.name}* (${clockOf(plan, at)}) it is already ${day}, so it was not paused.`,
    pauseButton(`Pause ${day}`, { plan, period: { from: today, until: today }, reason }),
    showButton(plan),
  )
}

const pauseButton = (text: string, { plan, ...pause }: PauseRequest, answers: Args = {}): Button =>
  runButton(text, 'pause.add', { ...plansArgs([plan]), ...pause, isPlanDay: true, ...answers })

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
  const keepBoth = pauseButton('Keep both', { plan, period, reason, remind }, { keepsBoth: true })
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
