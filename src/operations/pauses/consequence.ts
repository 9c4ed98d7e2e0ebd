import type { Period } from '../../core/args.ts'
import type { Member, Plan, RequestTime } from '../../core/context.ts'
import { capitalize } from '../../language/capitals.ts'
import { formatCount } from '../../language/counts.ts'
import { parseDay } from '../../language/dates/calendar.ts'
import { spans } from '../../language/dates/weekly-schedule.ts'
import { localTime } from '../../language/dates/zone.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { toServiceDate } from '../../service/contract/endpoint.ts'
import { addDays, daysFrom, formatWeekday } from '../calendar-days.ts'
import { describeStates } from '../plans/plan-states.ts'
import {
  clockOf,
  formatBack,
  isLive,
  type MadePause,
  OFF,
  periodOn,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'

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
  const period = Array.from({ length: daysFrom(from, until) + 1 }, (_, after) => addDays(from, after))
  const these = period.length === 1 ? 'this day' : 'these days'
  const scheduled = period
    .map(day => ({ day, hours: scheduledHours(plan, day, at) }))
    .filter(({ hours }) => hours > 0)
  if (scheduled.length === 0)
    return `Skips nothing: ${these} ${period.length === 1 ? 'is' : 'are'} outside its hours anyway.`
  const skipped = scheduled.filter(({ day }) => !plan.pauses.some(pause => isLive(pause, day)))
  const [first, last] = [skipped[0], skipped.at(-1)]
  if (!first || !last) return `Skips nothing: its hours on ${these} are paused anyway.`
  const days =
    daysFrom(first.day, last.day) < DAYS_A_WEEK
      ? skipped.map(({ day }) => formatWeekday(day)).join(', ')
      : formatCount(skipped.length, 'day')
  if (plan.schedule.start === undefined || plan.schedule.duration === undefined) return `Skips ${days}.`
  const hours = skipped.reduce((sum, { hours }) => sum + hours, 0)
  const resources = plan.resources ? ` of ${formatCount(plan.resources, 'resource')}` : ''
  return `Skips ${days}: ${formatCount(hours, 'scheduled hour')}${resources}.`
}

/** The hours of a schedule that begin on a day of its own clock, those that are over left out. */
function scheduledHours(plan: Plan, day: string, at: RequestTime): number {
  const { days = [], start = 0, duration = HOURS_A_DAY } = plan.schedule ?? {}
  const date = parseDay(toServiceDate(day)) ?? 0
  const first = day === todayOf(plan, at) ? Math.floor(localTime(at.now, clockOf(plan, at)).hour) : 0
  return Array.from({ length: HOURS_A_DAY - first }, (_, after) => first + after).filter(hour =>
    spans({ days, start, duration }, date, hour),
  ).length
}
