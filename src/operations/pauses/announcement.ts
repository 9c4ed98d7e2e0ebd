import type { Period } from '../../core/args.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import type { ValueChange } from '../../core/operation.ts'
import { instantOf, todayIn } from '../../language/dates/zone.ts'
import { capitalize, formatCount } from '../../language/wording.ts'
import type { Button } from '../../message/blocks.ts'
import { join, lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type AnnouncedPause, type Failure, type Reply, reply } from '../../message/reply.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { addDays, daysFrom, formatDay, formatPeriod, formatWeekday } from '../calendar-days.ts'
import { hoursOf } from '../plans/drawings.ts'
import { showButton } from '../plans/plan-fields.ts'
import { loadStates, tryWithState } from '../plans/plan-states.ts'
import {
  addPause,
  clockOf,
  formatBack,
  formatPause,
  OFF,
  type PauseDetails,
  type PausedPlan,
  type PauseRequest,
  periodOf,
  remainingPeriod,
  removePause,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { backMondayButton, changeButton, resumeButton, undoChangeButton } from './pause-buttons.ts'

export function announcePause(
  headline: Mrkdwn,
  { plan, pause }: PausedPlan,
  at: RequestTime,
  note: Mrkdwn,
  last = backMondayButton(plan, pause, at) ?? showButton(plan),
): Reply {
  const text = lines(
    mrkdwn`${headline}: ${formatPause(pause)}`,
    formatConsequence(plan, pause, at),
    note,
    formatStartNote(plan, pause, at),
  )
  return {
    ...reply('channel', text, resumeButton(plan, pause), changeButton(plan, pause), last),
    announces: [announcedPause({ plan, pause }, at)],
  }
}

export function announcedPause({ plan, pause }: PausedPlan, at: RequestTime): AnnouncedPause {
  const { id, from, until, remind } = pause
  const clock = clockOf(plan, at)
  const endsAt = instantOf(addDays(until, 1), '00:00', clock).toISOString()
  const { organizationId: organization, id: planId, name } = plan
  return { organization, plan: planId, name, id, from, until, endsAt, clock, remind }
}

/** Marks announced pauses as changed by the person. */
export const outdatedPauses = (
  pauses: readonly PausedPlan[],
  describeChange: (paused: PausedPlan) => Mrkdwn,
  { person, at }: Member,
) =>
  pauses.map(each => ({
    ...announcedPause(each, at),
    did: describeChange(each),
    actor: person.key,
    doneAt: at.now.toISOString(),
  }))

/** Notes that the first day has not begun on the plan's clock, or that it is far in the future. */
function formatStartNote(plan: Plan, { from }: PauseDetails, at: RequestTime): Mrkdwn | undefined {
  const today = todayOf(plan, at)
  const days = daysFrom(today, from)
  if (days > 0 && at.zone && from === todayIn(at.zone, at.now))
    return mrkdwn`:information_source: It has not begun yet: on the plan’s own clock (${clockOf(plan, at)}) it is still ${formatDay(today)}.`
  return days > FAR_AHEAD_DAYS ? mrkdwn`:information_source: It begins in ${days} days.` : undefined
}

/** A date that has just passed is read as next year's: worth pointing out. */
const FAR_AHEAD_DAYS = 300

const HOURS_A_DAY = 24
const DAYS_A_WEEK = 7

/** `Skips Wed, Thu, Fri: 33 scheduled hours of 4 resources. Back Mon 30 Nov, 08:00.` */
export function formatConsequence(pausedPlan: Plan, pause: PauseDetails, at: RequestTime): Mrkdwn {
  if (pausedPlan.state === 'inactive') return mrkdwn`Skips nothing: it is ${OFF}.`
  const plan = withoutPauses(pausedPlan, [pause])
  const back = formatBack(plan, pause.until, at)
  const sentence = back && { mrkdwn: `${capitalize(back.mrkdwn)}.` }
  return join([mrkdwn`${formatSkipped(plan, pause, at)}`, sentence], ' ')
}

export const withVisibleStates = (plans: readonly Plan[], context: Member): Promise<Plan[]> =>
  loadStates(plans, context, MAX_LINES)

/** Formats what a pause would do to each plan, for a form or card; at most `MAX_LINES` plans. */
export const formatConsequences = (plans: readonly Plan[], period: Period, at: RequestTime): Mrkdwn =>
  lines(
    ...plans.slice(0, MAX_LINES).map(plan => {
      const remaining = remainingPeriod(plan, period, at)
      const consequence = remaining
        ? formatConsequence(plan, remaining, at)
        : mrkdwn`That is over, by plan time.`
      return plans.length === 1 ? consequence : mrkdwn`• *${plan.name}*: ${consequence}`
    }),
    plans.length > MAX_LINES ? mrkdwn`• and ${plans.length - MAX_LINES} more plans` : undefined,
  )

const MAX_LINES = 10

function formatSkipped(plan: Plan, { from, until }: PauseDetails, at: RequestTime): string {
  const { days, start = 0, duration = HOURS_A_DAY } = plan.schedule ?? { days: [] }
  if (days.length === 0) return ''
  const schedule = { days, start, duration, timezone: clockOf(plan, at) }
  const { hours, now = 0 } = hoursOf(schedule, plan.pauses, from, daysFrom(from, until) + 1, at.now)
  const remaining = hours.map((state, hour) => (hour < Math.floor(now) ? 'out' : state))
  const skippedHours = remaining.flatMap((state, hour) => (state === 'in' ? hour : []))
  const skippedDays = [...new Set(skippedHours.map(hour => Math.floor(hour / HOURS_A_DAY)))]
  const [these, are] = from === until ? ['this day', 'is'] : ['these days', 'are']
  if (!remaining.some(state => state === 'in' || state === 'skipped'))
    return `Skips nothing: ${these} ${are} outside its hours anyway.`
  const [first, last] = [skippedDays[0], skippedDays.at(-1)]
  if (first === undefined || last === undefined)
    return `Skips nothing: its hours on ${these} are paused anyway.`
  const dayNames =
    last - first < DAYS_A_WEEK
      ? skippedDays.map(day => formatWeekday(addDays(from, day))).join(', ')
      : formatCount(skippedDays.length, 'day')
  if (plan.schedule?.start === undefined || plan.schedule.duration === undefined) return `Skips ${dayNames}.`
  const resources = plan.resources ? ` of ${formatCount(plan.resources, 'resource')}` : ''
  return `Skips ${dayNames}: ${formatCount(skippedHours.length, 'scheduled hour')}${resources}.`
}

/** What happened to the old pause; after a failure it may still exist. */
type RemovalOutcome = 'removed' | 'gone' | Failure
export type Replacement = { plan: Plan; pause: PauseDetails; old: Pause; outcome: RemovalOutcome }

/** Adds a pause, then removes the old one: the plan stays paused throughout. */
export async function replacePause(
  { old, ...request }: PauseRequest & { old: Pause },
  context: Member,
  explain: (error: unknown) => Promise<Failure>,
): Promise<Replacement> {
  const { plan } = request
  const pause = await addPause(request, context)
  const outcome = await removePause(plan, old, context).then(
    (): RemovalOutcome => 'removed',
    (error: unknown): RemovalOutcome | Promise<RemovalOutcome> =>
      error instanceof ServiceError && error.kind === 'not found' ? 'gone' : explain(error),
  )
  return { plan: await tryWithState(plan, context), pause, old, outcome }
}

export function presentReplacement(verb: string, replacement: Replacement, context: Member): Reply {
  const { pause, old, outcome } = replacement
  const { person, at, isUndo } = context
  const plan = withoutPauses(replacement.plan, [old])
  const headline = mrkdwn`${mention(person.user)} ${verb} the pause of *${plan.name}*`
  const oldText = (old.reason ?? '') === pause.reason ? formatPeriod(old) : formatPause(old)
  const announce = (note: Mrkdwn, last?: Button) => announcePause(headline, { plan, pause }, at, note, last)
  if (outcome === 'removed') {
    const toDays = () => mrkdwn`changed to ${formatPeriod(pause)}`
    const undo = isUndo ? undefined : undoChangeButton(plan, pause, old, at)
    const outdates = outdatedPauses([{ plan, pause: old }], toDays, context)
    return { ...announce(mrkdwn`It was ${oldText}.`, undo), outdates }
  }
  if (outcome === 'gone')
    return announce(
      mrkdwn`:warning: Meanwhile someone else ended, cancelled or changed the old pause, ${oldText}. Please check whether both are wanted.`,
    )
  const note = outcome.isCertain
    ? mrkdwn`:warning: The old pause, ${oldText}, could not be removed and is still there. Please remove it.`
    : mrkdwn`:warning: The old pause, ${oldText}, may still be there. Please check, and remove it if so.`
  const failed = mrkdwn`removing the old pause of *${plan.name}*, ${formatPeriod(old)}`
  const reason = mrkdwn`Part of this did not work:\n:warning: ${failed}: ${outcome.cause}`
  return {
    ...announce(note, { ...resumeButton(plan, old), text: 'Remove the old pause' }),
    isPartial: true,
    privateNote: reply('me', reason, ...outcome.nextSteps),
  }
}

export const recordReplacement = ({ old, pause }: Replacement): ValueChange[] => [
  { field: 'period', before: periodOf(old), after: periodOf(pause) },
]
