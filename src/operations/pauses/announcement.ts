import type { Period } from '../../core/args.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import type { ValueChange } from '../../core/operation.ts'
import { parseDay, spans } from '../../language/dates/calendar.ts'
import { instantOf, localTime, todayIn } from '../../language/dates/zone.ts'
import { capitalize, formatCount } from '../../language/wording.ts'
import type { Button } from '../../message/blocks.ts'
import { join, lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import {
  type AnnouncedPause,
  type PartialFailure,
  partialFailure,
  type Reply,
  reply,
} from '../../message/reply.ts'
import { toServiceDate } from '../../service/contract/endpoint.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { addDays, daysFrom, formatDay, formatPeriod, formatWeekday } from '../calendar-days.ts'
import { showButton } from '../plans/plan-fields.ts'
import { describeStates, withStateOrUnread } from '../plans/plan-states.ts'
import {
  addPause,
  clockOf,
  daysOf,
  formatBack,
  formatPause,
  isLive,
  type MadePause,
  OFF,
  type PausedPlan,
  periodOn,
  removePause,
  todayOf,
  type WantedPause,
  withoutPauses,
} from './active-pauses.ts'
import { backMondayButton, changeButton, resumeButton, undoChangeButton } from './pause-buttons.ts'

/** Tells the channel of a new pause, and offers what to do with it. */
export function announcePause(
  what: Mrkdwn,
  { plan, pause }: PausedPlan,
  at: RequestTime,
  note: Mrkdwn,
  last = backMondayButton(plan, pause, at) ?? showButton(plan),
): Reply {
  const text = lines(
    mrkdwn`${what}: ${formatPause(pause)}`,
    formatConsequence(plan, pause, at),
    note,
    formatBeginning(plan, pause, at),
  )
  return {
    ...reply('channel', text, resumeButton(plan, pause), changeButton(plan, pause), last),
    announces: [announcedPause({ plan, pause }, at)],
  }
}

/** A pause as announcements know it. */
export function announcedPause({ plan, pause }: PausedPlan, at: RequestTime): AnnouncedPause {
  const { id, from, until, remind } = pause
  const clock = clockOf(plan, at)
  const endsAt = instantOf(addDays(until, 1), '00:00', clock).toISOString()
  const { organizationId: organization, id: planId, name } = plan
  return { organization, plan: planId, name, id, from, until, endsAt, clock, remind }
}

/** What a person did with pauses that were announced before. */
export const outdatedPauses = (
  pauses: readonly PausedPlan[],
  didTo: (paused: PausedPlan) => Mrkdwn,
  { person, at }: Member,
) =>
  pauses.map(each => ({
    ...announcedPause(each, at),
    did: didTo(each),
    actor: person.key,
    doneAt: at.now.toISOString(),
  }))

/** That a pause from today on has not begun on the plan's clock, or that one begins long from now. */
function formatBeginning(plan: Plan, { from }: MadePause, at: RequestTime): Mrkdwn | undefined {
  const today = todayOf(plan, at)
  const days = daysFrom(today, from)
  if (days > 0 && at.zone && from === todayIn(at.zone, at.now))
    return mrkdwn`:information_source: It has not begun yet: on the plan’s own clock (${clockOf(plan, at)}) it is still ${formatDay(today)}.`
  return days > MANY_DAYS ? mrkdwn`:information_source: It begins in ${days} days.` : undefined
}

/** A date that has just gone by is read as that of the next year. */
const MANY_DAYS = 300

const HOURS_A_DAY = 24
const DAYS_A_WEEK = 7

/** What a pause does: `Skips Wed, Thu, Fri: 33 scheduled hours of 4 resources. Back Mon 30 Nov, 08:00.` */
export function formatConsequence(paused: Plan, pause: MadePause, at: RequestTime): Mrkdwn {
  if (paused.state === 'inactive') return mrkdwn`Skips nothing: it is ${OFF}.`
  const plan = withoutPauses(paused, [pause])
  const back = formatBack(plan, pause.until, at)
  const sentence = back && { mrkdwn: `${capitalize(back.mrkdwn)}.` }
  return join([mrkdwn`${formatSkipped(plan, pause, at)}`, sentence], ' ')
}

/** Plans with their states, as far as their consequences are told. */
export const withStatesToTell = (plans: readonly Plan[], context: Member): Promise<Plan[]> =>
  describeStates(plans, context, MAX_LINES)

/** The consequence for each plan that a period is to pause, for a form or a card; of many the first. */
export const formatConsequences = (plans: readonly Plan[], period: Period, at: RequestTime): Mrkdwn =>
  lines(
    ...plans.slice(0, MAX_LINES).map(plan => {
      const consequence = formatConsequence(plan, periodOn(plan, period, at) ?? period, at)
      return plans.length === 1 ? consequence : mrkdwn`• *${plan.name}*: ${consequence}`
    }),
    plans.length > MAX_LINES ? mrkdwn`• and ${plans.length - MAX_LINES} more plans` : undefined,
  )

const MAX_LINES = 10

function formatSkipped(plan: Plan, { from, until }: MadePause, at: RequestTime): string {
  if (!plan.schedule?.days.length) return ''
  const skipped: string[] = []
  let [hours, isScheduled] = [0, false]
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const scheduled = scheduledHours(plan, day, at)
    isScheduled ||= scheduled > 0
    if (scheduled === 0 || plan.pauses.some(pause => isLive(pause, day))) continue
    skipped.push(day)
    hours += scheduled
  }
  const [these, are] = from === until ? ['this day', 'is'] : ['these days', 'are']
  if (!isScheduled) return `Skips nothing: ${these} ${are} outside its hours anyway.`
  const [first, last] = [skipped[0], skipped.at(-1)]
  if (!first || !last) return `Skips nothing: its hours on ${these} are paused anyway.`
  const days =
    daysFrom(first, last) < DAYS_A_WEEK
      ? skipped.map(formatWeekday).join(', ')
      : formatCount(skipped.length, 'day')
  if (plan.schedule.start === undefined || plan.schedule.duration === undefined) return `Skips ${days}.`
  const resources = plan.resources ? ` of ${formatCount(plan.resources, 'resource')}` : ''
  return `Skips ${days}: ${formatCount(hours, 'scheduled hour')}${resources}.`
}

/** The hours of a schedule that begin on a day of its own clock, those that are over left out. */
function scheduledHours(plan: Plan, day: string, at: RequestTime): number {
  const { days = [], start = 0, duration = HOURS_A_DAY } = plan.schedule ?? {}
  const date = parseDay(toServiceDate(day)) ?? 0
  const first = day === todayOf(plan, at) ? Math.floor(localTime(at.now, clockOf(plan, at)).hour) : 0
  let count = 0
  for (let hour = first; hour < HOURS_A_DAY; hour += 1)
    if (spans({ days, start, duration }, date, hour)) count += 1
  return count
}

/** What became of the old pause; a trouble where it may still be there. */
type OldPause = 'removed' | 'gone' | PartialFailure
/** A pause in the place of another. */
export type Replaced = { plan: Plan; pause: MadePause; old: Pause; outcome: OldPause }

/** Adds a pause, and then removes the one in whose place it is: the plan is paused at any time. */
export async function replacePause(
  { old, ...wanted }: WantedPause & { old: Pause },
  context: Member,
  explain: (error: unknown) => Promise<PartialFailure>,
): Promise<Replaced> {
  const { plan } = wanted
  const pause = await addPause(wanted, context)
  const outcome = await removePause(plan, old, context).then(
    (): OldPause => 'removed',
    (error: unknown): OldPause | Promise<OldPause> =>
      error instanceof ServiceError && error.kind === 'not found' ? 'gone' : explain(error),
  )
  return { plan: await withStateOrUnread(plan, context), pause, old, outcome }
}

/** Tells the channel what was done to a pause by one in its place, and offers to undo it. */
export function presentReplaced(did: string, replaced: Replaced, context: Member): Reply {
  const { plan: known, pause, old, outcome } = replaced
  const { person, at, isUndo } = context
  const plan = withoutPauses(known, [old])
  const what = mrkdwn`${mention(person.user)} ${did} the pause of *${plan.name}*`
  const was = (old.reason ?? '') === pause.reason ? formatPeriod(old) : formatPause(old)
  const announce = (note: Mrkdwn, last?: Button) => announcePause(what, { plan, pause }, at, note, last)
  if (outcome === 'removed') {
    const toDays = () => mrkdwn`changed to ${formatPeriod(pause)}`
    const undo = isUndo ? undefined : undoChangeButton(plan, pause, old, at)
    const outdates = outdatedPauses([{ plan, pause: old }], toDays, context)
    return { ...announce(mrkdwn`It was ${was}.`, undo), outdates }
  }
  if (outcome === 'gone')
    return announce(
      mrkdwn`:warning: Meanwhile somebody else ended, cancelled or changed the old pause, ${was}. Please check whether both are wanted.`,
    )
  const note = outcome.isCertain
    ? mrkdwn`:warning: The old pause, ${was}, could not be removed and still stands. Please remove it.`
    : mrkdwn`:warning: The old pause, ${was}, may still stand. Please check, and remove it if so.`
  return {
    ...announce(note, { ...resumeButton(plan, old), text: 'Remove the old pause' }),
    ...partialFailure(mrkdwn`removing the old pause of *${plan.name}*, ${formatPeriod(old)}`, outcome),
  }
}

/** The days before and after, for the history. */
export const recordReplaced = ({ old, pause }: Replaced): ValueChange[] => [
  { field: 'period', before: daysOf(old), after: daysOf(pause) },
]
