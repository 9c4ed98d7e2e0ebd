import type { Args } from '../../core/args.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import { fitsValueLimit, formButton, primary } from '../../message/blocks.ts'
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
  overlappingPauses,
  type PausedPlan,
  pausedUntil,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { outdatedPauses } from './announcement.ts'
import { type CountOf, doneIn, type Entry, type StepResult, stepsReply } from './each-plan.ts'
import { pauseAgainButtons, plansButtons, resumeAllButtons, resumeButton } from './pause-buttons.ts'

/** What became of pauses that were to be ended or cancelled. */
type RemovedOne = { kind: 'one'; plan: PlanWithState; pause: Pause }
type RemovedSeveral = { kind: 'several'; results: StepResult[]; retry: Args }
export type Removed = RemovedOne | RemovedSeveral

export function presentRemoved(result: Removed, context: Member): Reply {
  const reply = result.kind === 'one' ? presentOne(result, context) : presentSeveral(result, context)
  const didTo = (paused: PausedPlan) => mrkdwn`${verbOf(paused, context.at)}`
  return { ...reply, outdates: outdatedPauses(removedBy(result), didTo, context) }
}

/** A pause that has begun is ended, another one cancelled. */
export const verbOf = ({ plan, pause }: PausedPlan, at: RequestTime) =>
  isLive(pause, todayOf(plan, at)) ? 'ended' : 'cancelled'

export const removedBy = (result: Removed): PausedPlan[] =>
  result.kind === 'one' ? [result] : doneIn(result.results)

/** Asks which of several pauses of a plan is meant. */
export function askWhichToEnd(plan: Plan, pauses: readonly Pause[], at: RequestTime): Reply {
  const today = todayOf(plan, at)
  const live = livePauses(plan, pauses, at)
  const now = primary({ ...resumeButton(plan, ...live), how: 'replace' })
  const text = pauses.length === 2 ? 'Cancel both' : `Cancel all ${pauses.length}`
  const all = { ...resumeButton(plan, ...pauses), how: 'replace', text } as const
  const verb = live.length === 0 ? 'cancel' : live.length === pauses.length ? 'end' : 'end or cancel'
  const shown = pauses.length > MAX_LINES ? pauses.slice(0, MAX_LINES - 1) : pauses
  const question = lines(
    mrkdwn`*${plan.name}* has ${pauses.length} pauses. Which one do you want to ${verb}?`,
    ...shown.map(
      pause => mrkdwn`• ${formatShortPause(pause, today)}${isLive(pause, today) ? ' (live)' : ''}`,
    ),
    shown.length < pauses.length ? mrkdwn`• and ${pauses.length - shown.length} more` : undefined,
  )
  const several = [...(live.length > 0 ? [now] : []), ...(live.length < pauses.length ? [all] : [])]
  return reply(
    'me',
    question,
    ...several.filter(fitsValueLimit),
    formButton('Choose one', 'pause.remove', plansArgs([plan])),
  )
}

/** Slack collapses what is longer than five lines. */
const MAX_LINES = 4

function presentOne({ plan, pause }: RemovedOne, { person, at }: Member): Reply {
  const left = withoutPauses(plan, [pause])
  const today = todayOf(plan, at)
  const live = livePauses(left, left.pauses, at)
  const last = live.toSorted((a, b) => a.until.localeCompare(b.until)).at(-1)
  const still = last && mrkdwn`:warning: It is still paused: ${formatPauseOf(left, last, at)}`
  const wasLive = isLive(pause, today)
  const [next] = wasLive ? activePauses(left, today) : overlappingPauses(plan, pause, at)
  const did = !wasLive
    ? mrkdwn`cancelled the upcoming pause of *${plan.name}*`
    : still
      ? mrkdwn`ended a pause of *${plan.name}*`
      : mrkdwn`resumed *${plan.name}* and ended its pause`
  const text = lines(
    mrkdwn`${mention(person.user)} ${did}: ${formatPause(pause)}`,
    wasLive && !still ? formatBySchedule(left, at) : undefined,
    still ?? (next && mrkdwn`:information_source: It will be paused again ${formatPauseOf(left, next, at)}`),
  )
  const resume = still ? [resumeButton(plan, ...live)] : []
  return reply('channel', text, ...resume, ...pauseAgainButtons([{ plan, pause }], at), showButton(plan))
}

function presentSeveral({ results, retry }: RemovedSeveral, { person, at }: Member): Reply {
  const upcoming = results.flatMap(({ plan, outcome }): PausedPlan[] => {
    const [pause] = outcome.kind === 'skipped' ? activePauses(plan, todayOf(plan, at)) : []
    return pause ? [{ plan, pause }] : []
  })
  const pauseAgain = pauseAgainButtons(doneIn(results), at)
  const areFew = pauseAgain.length <= MAX_AGAIN
  const these = upcoming.length === 1 ? 'this pause' : `these ${upcoming.length} pauses`
  const summary = stepsReply(
    { person, results, doing: 'resuming', done: 'resumed' },
    (cancelled, countOf) => tellCancelled(cancelled, countOf, at),
    ({ done, failed }) => [
      ...plansButtons('Retry failed', 'pause.remove', failed, () => retry),
      ...(areFew ? pauseAgain : []),
      ...(done.length === 0 && failed.length === 0 ? resumeAllButtons(upcoming, `Cancel ${these}`) : []),
      ...plansButtons('Show pauses', 'pause.list', upcoming, () => ({})),
    ],
  )
  if (areFew || summary.privateNote) return summary
  return { ...summary, privateNote: reply('me', mrkdwn`Each plan had another pause.`, ...pauseAgain) }
}

/** As many buttons as an announcement has; more are for the person alone. */
const MAX_AGAIN = 3

/** Tells which plans are resumed, of which upcoming pauses are cancelled, and which are still paused or will be again. */
function tellCancelled(cancelled: readonly PausedPlan[], countOf: CountOf, at: RequestTime) {
  const affected = plansIn(cancelled).map(plan => {
    const pauses = cancelled.filter(each => each.plan.id === plan.id).map(({ pause }) => pause)
    const today = todayOf(plan, at)
    const left = withoutPauses(plan, pauses)
    const until = pausedUntil(left, today)
    return { plan, pauses, left, until, wasLive: pauses.some(pause => isLive(pause, today)) }
  })
  const upcoming = affected.filter(({ wasLive }) => !wasLive).length
  const resumed = affected.filter(({ wasLive, until }) => wasLive && until === undefined).length
  const did = [
    resumed > 0 ? mrkdwn`resumed ${countOf(resumed)}` : undefined,
    upcoming > 0 ? mrkdwn`cancelled upcoming pauses of ${countOf(upcoming)}` : undefined,
  ]
  const each = affected.flatMap(({ plan, pauses, left, until, wasLive }): Entry[] => {
    const [next] = wasLive ? activePauses(left, todayOf(plan, at)) : []
    const then =
      until !== undefined
        ? mrkdwn`; still paused until ${formatDay(until)}`
        : next && mrkdwn`; it will be paused again ${formatPauseOf(left, next, at)}`
    return pauses.map(pause => ({
      sign: until === undefined ? 'done' : 'failed',
      name: plan.name,
      why: mrkdwn`${verbOf({ plan, pause }, at)} ${formatPause(pause)}${then ?? ''}`,
    }))
  })
  const ended = mrkdwn`ended pauses of ${countOf(affected.length)}`
  return { did: resumed + upcoming > 0 ? join(did, ' and ') : ended, each }
}
