import type { Period } from '../../core/args.ts'
import type { Member, Plan, RequestTime } from '../../core/context.ts'
import { capitalize } from '../../language/capitals.ts'
import { formatCount } from '../../language/counts.ts'
import { parseDay } from '../../language/dates/calendar.ts'
import { spans } from '../../language/dates/weekly-schedule.ts'
import { instantOf, localTime, todayIn } from '../../language/dates/zone.ts'
import type { Button } from '../../message/blocks.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type AnnouncedPause, type Reply, reply } from '../../message/reply.ts'
import { toServiceDate } from '../../service/contract/endpoint.ts'
import { addDays, daysFrom, formatDay, formatWeekday } from '../calendar-days.ts'
import { showButton } from '../plans/plan-field.ts'
import { describeStates } from '../plans/plan-states.ts'
import {
  clockOf,
  formatBack,
  formatPause,
  isLive,
  type MadePause,
  OFF,
  overlapping,
  type PausedPlan,
  periodOn,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { backMondayButtons, changeButton, resumeButton } from './pause-buttons.ts'

/** Tells the channel of a new pause, and offers what to do with it. */
export function announcePause(
  what: Mrkdwn,
  { plan, pause }: PausedPlan,
  at: RequestTime,
  more: { note?: Mrkdwn; buttons?: readonly Button[] } = {},
): Reply {
  const text = lines(
    mrkdwn`${what}: ${formatPause(pause)}`,
    formatConsequence(plan, pause, at),
    more.note,
    formatBeginning(plan, pause, at),
    formatOverlapping(plan, pause, at),
  )
  const [last = showButton(plan)] = [...(more.buttons ?? []), ...backMondayButtons(plan, pause, at)]
  return {
    ...reply('channel', text, resumeButton(plan, pause), changeButton(plan, pause), last),
    announces: announcedPauses([{ plan, pause }], at),
  }
}

/** Pauses as announcements know them. */
export const announcedPauses = (pauses: readonly PausedPlan[], at: RequestTime): AnnouncedPause[] =>
  pauses.map(({ plan, pause: { id, from, until, remind } }) => {
    const clock = clockOf(plan, at)
    const endsAt = instantOf(addDays(until, 1), '00:00', clock).toISOString()
    return {
      organization: plan.organizationId,
      plan: plan.id,
      name: plan.name,
      id,
      from,
      until,
      endsAt,
      clock,
      remind,
    }
  })

/** What a person did with pauses that were announced before. */
export const outdatedPauses = (
  pauses: readonly PausedPlan[],
  didTo: (paused: PausedPlan) => Mrkdwn,
  { person, at }: Pick<Member, 'person' | 'at'>,
) =>
  pauses.flatMap(each =>
    announcedPauses([each], at).map(pause => ({
      ...pause,
      did: didTo(each),
      actor: person.key,
      doneAt: at.now.toISOString(),
    })),
  )

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

/** Which other pauses cover some of the days of a pause. */
export function formatOverlapping(plan: Plan, pause: MadePause, at: RequestTime): Mrkdwn | undefined {
  const [first, ...more] = overlapping(plan, pause, at)
  if (!first) return undefined
  return more.length > 0
    ? mrkdwn`:information_source: ${1 + more.length} other pauses cover some of these days, the first: ${formatPause(first)}`
    : mrkdwn`:information_source: It is also paused ${formatPause(first)}`
}

/** Stands below what was done with a plan of whose pauses some cannot be read. */
export const UNREAD_PAUSES = mrkdwn`:warning: It also has pauses that cannot be read.`

const HOURS_A_DAY = 24
const DAYS_A_WEEK = 7

/** What a pause does: `Skips Wed, Thu, Fri: 33 scheduled hours of 4 resources. Back Mon 30 Nov, 08:00.` */
export function formatConsequence(paused: Plan, pause: MadePause, at: RequestTime): Mrkdwn {
  if (paused.pausesUnread) return UNREAD_PAUSES
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
