import type { Args } from '../../core/args.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import { fitsValue, formButton, primary } from '../../message/blocks.ts'
import { join, lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatDay } from '../calendar-days.ts'
import { formatBySchedule } from '../plans/next-change.ts'
import { plansArgs, plansIn, showButton } from '../plans/plan-fields.ts'
import type { PlanWithState } from '../plans/plan-states.ts'
import {
  activePauses,
  formatPause,
  formatPauseOf,
  formatShortPause,
  isLive,
  livePauses,
  type PausedPlan,
  pausedUntil,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { outdatedPauses } from './announcement.ts'
import { type CountOf, completedPauses, type Entry, presentSteps, type StepResult } from './each-plan.ts'
import { pauseAgainButtons, plansButtons, resumeAllButtons, resumeButton } from './pause-buttons.ts'

type RemovedOne = { kind: 'one'; plan: PlanWithState; pause: Pause }
type RemovedSeveral = { kind: 'several'; results: StepResult[]; retry: Args }
export type RemovalResult = RemovedOne | RemovedSeveral

export function presentRemoval(result: RemovalResult, context: Member): Reply {
  const reply = result.kind === 'one' ? presentOne(result, context) : presentSeveral(result, context)
  const describeChange = (paused: PausedPlan) => mrkdwn`${verbOf(paused, context.at)}`
  return { ...reply, outdates: outdatedPauses(removedPauses(result), describeChange, context) }
}

/** A live pause is ended, an upcoming one cancelled. */
export const verbOf = ({ plan, pause }: PausedPlan, at: RequestTime) =>
  isLive(pause, todayOf(plan, at)) ? 'ended' : 'cancelled'

export const removedPauses = (result: RemovalResult): PausedPlan[] =>
  result.kind === 'one' ? [result] : completedPauses(result.results)

export function askWhichToEnd(plan: Plan, pauses: readonly Pause[], at: RequestTime): Reply {
  const today = todayOf(plan, at)
  const live = livePauses(pauses, today)
  const now = primary({ ...resumeButton(plan, ...live), how: 'replace' })
  const text = pauses.length === 2 ? 'Cancel both' : `Cancel all ${pauses.length}`
  const all = { ...resumeButton(plan, ...pauses), how: 'replace', text } as const
  const verb = live.length === 0 ? 'cancel' : live.length === pauses.length ? 'end' : 'end or cancel'
  const visible = pauses.length > MAX_LINES ? pauses.slice(0, MAX_LINES - 1) : pauses
  const question = lines(
    mrkdwn`*${plan.name}* has ${pauses.length} pauses. Which one do you want to ${verb}?`,
    ...visible.map(
      pause => mrkdwn`• ${formatShortPause(pause, today)}${isLive(pause, today) ? ' (live)' : ''}`,
    ),
    visible.length < pauses.length ? mrkdwn`• and ${pauses.length - visible.length} more` : undefined,
  )
  const buttons = [...(live.length > 0 ? [now] : []), ...(live.length < pauses.length ? [all] : [])]
  return reply(
    'me',
    question,
    ...buttons.filter(fitsValue),
    formButton('Choose one', 'pause.remove', plansArgs([plan])),
  )
}

/** Slack collapses text of more than five lines. */
const MAX_LINES = 4

function presentOne({ plan, pause }: RemovedOne, { person, at }: Member): Reply {
  const remaining = withoutPauses(plan, [pause])
  const today = todayOf(plan, at)
  const live = livePauses(remaining.pauses, today)
  const last = live.toSorted((a, b) => a.until.localeCompare(b.until)).at(-1)
  const stillPaused = last && mrkdwn`:warning: It is still paused: ${formatPauseOf(remaining, last, at)}`
  const wasLive = isLive(pause, today)
  const nextPause = wasLive ? activePauses(remaining, today)[0] : undefined
  const action = !wasLive
    ? mrkdwn`cancelled the upcoming pause of *${plan.name}*`
    : stillPaused
      ? mrkdwn`ended a pause of *${plan.name}*`
      : mrkdwn`resumed *${plan.name}* and ended its pause`
  const text = lines(
    mrkdwn`${mention(person.user)} ${action}: ${formatPause(pause)}`,
    wasLive && !stillPaused ? formatBySchedule(remaining, at) : undefined,
    stillPaused ??
      (nextPause &&
        mrkdwn`:information_source: It will be paused again ${formatPauseOf(remaining, nextPause, at)}`),
  )
  const resume = stillPaused ? [resumeButton(plan, ...live)] : []
  return reply('channel', text, ...resume, ...pauseAgainButtons([{ plan, pause }], at), showButton(plan))
}

function presentSeveral({ results, retry }: RemovedSeveral, { person, at }: Member): Reply {
  const upcoming = results.flatMap(({ plan, outcome }): PausedPlan[] => {
    const [pause] = outcome.kind === 'skipped' ? activePauses(plan, todayOf(plan, at)) : []
    return pause ? [{ plan, pause }] : []
  })
  const pauseAgain = pauseAgainButtons(completedPauses(results), at)
  const fitsAnnouncement = pauseAgain.length <= MAX_BUTTONS
  const label = upcoming.length === 1 ? 'this pause' : `these ${upcoming.length} pauses`
  const summary = presentSteps(
    { person, results, doing: 'resuming', done: 'resumed' },
    (cancelled, countOf) => summarizeRemoval(cancelled, countOf, at),
    ({ done, failed }) => [
      ...plansButtons('Retry failed', 'pause.remove', failed, () => retry),
      ...(fitsAnnouncement ? pauseAgain : []),
      ...(done.length === 0 && failed.length === 0 ? resumeAllButtons(upcoming, `Cancel ${label}`) : []),
      ...plansButtons('Show pauses', 'pause.list', upcoming, () => ({})),
    ],
  )
  if (fitsAnnouncement || summary.privateNote) return summary
  return { ...summary, privateNote: reply('me', mrkdwn`The plans had different pauses:`, ...pauseAgain) }
}

/** The maximum in an announcement; more buttons go into the private note. */
const MAX_BUTTONS = 3

/** Summarizes resumed plans, cancelled pauses, and plans that are still paused or will be again. */
function summarizeRemoval(cancelled: readonly PausedPlan[], countOf: CountOf, at: RequestTime) {
  const affected = plansIn(cancelled).map(plan => {
    const pauses = cancelled.filter(each => each.plan.id === plan.id).map(({ pause }) => pause)
    const today = todayOf(plan, at)
    const remaining = withoutPauses(plan, pauses)
    const until = pausedUntil(remaining, today)
    return { plan, pauses, remaining, until, wasLive: pauses.some(pause => isLive(pause, today)) }
  })
  const upcoming = affected.filter(({ wasLive }) => !wasLive).length
  const resumed = affected.filter(({ wasLive, until }) => wasLive && until === undefined).length
  const actions = [
    resumed > 0 ? mrkdwn`resumed ${countOf(resumed)}` : undefined,
    upcoming > 0 ? mrkdwn`cancelled upcoming pauses of ${countOf(upcoming)}` : undefined,
  ]
  const entries = affected.flatMap(({ plan, pauses, remaining, until, wasLive }): Entry[] => {
    const [nextPause] = wasLive ? activePauses(remaining, todayOf(plan, at)) : []
    const consequence =
      until !== undefined
        ? mrkdwn`; still paused until ${formatDay(until)}`
        : nextPause && mrkdwn`; it will be paused again ${formatPauseOf(remaining, nextPause, at)}`
    return pauses.map(pause => ({
      sign: until === undefined ? 'done' : 'failed',
      name: plan.name,
      reason: mrkdwn`${verbOf({ plan, pause }, at)} ${formatPause(pause)}${consequence ?? ''}`,
    }))
  })
  const ended = mrkdwn`ended pauses of ${countOf(affected.length)}`
  return { action: resumed + upcoming > 0 ? join(actions, ' and ') : ended, entries }
}
