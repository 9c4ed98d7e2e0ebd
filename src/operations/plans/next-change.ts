import type { Plan, RequestTime } from '../../core/context.ts'
import {
  type Schedule,
  sayHour,
  spans,
  WEEK,
  WEEKDAYS,
  weekdayOf,
  writeDay,
} from '../../language/dates/calendar.ts'
import { type Clock, clockOfSchedule } from '../../language/dates/zone.ts'
import { formatInstant, join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { isoOf } from '../../service/contract/endpoint.ts'
import { addDays, dayAndTimeOn, daysFrom, formatShortDay, formatWeekday, todayAt } from '../calendar-days.ts'
import { activePauses, formatBack, formatZone, OFF, pausedUntil, todayOf } from '../pauses/active-pauses.ts'
import type { PlanWithState } from './plan-states.ts'

/** The next change of a schedule: `hour` counts from midnight of `clock`; `isOn` is the state until then. */
type HourChange = { isOn: boolean; hour: number; clock: Clock }

const HOURS_A_DAY = 24
const DAYS_A_WEEK = WEEK.length

/**
 * Formats a plan's status and when it changes: `running until 19:00`, `outside hours until Mon 08:00`,
 * `paused until Fri 4 Dec · back Mon 7 Dec, 08:00`. If the plan's clock differs from the person's, or always
 * with `isForAll`, the reader's time comes first: `running until today at 16:30 your time (21:00 plan time)`.
 * `outside hours · back Mon 7 Dec, 08:00` if its next hours are paused. Undefined if no change is known.
 */
export function formatNextChange(plan: PlanWithState, at: RequestTime, { isForAll = false } = {}) {
  if (plan.state === 'inactive') return undefined
  const today = todayOf(plan, at)
  const until = pausedUntil(plan, today)
  if (until)
    return join([mrkdwn`paused until ${formatShortDay(until, today)}`, formatBack(plan, until, at)], ' · ')
  const change = plan.schedule && !plan.pausesUnread && nextHourChange(plan.schedule, at.now)
  const nextPauseDay = activePauses(plan, today)[0]?.from
  if (!change) return undefined
  const pauseHour = nextPauseDay ? daysFrom(today, nextPauseDay) * HOURS_A_DAY : Number.POSITIVE_INFINITY
  if (nextPauseDay && !change.isOn && pauseHour <= change.hour)
    return join([mrkdwn`outside hours`, formatBack(plan, addDays(nextPauseDay, -1), at)], ' · ')
  const status = change.isOn ? (plan.stateUnread ? 'scheduled to run' : 'running') : 'outside hours'
  const end = { ...change, hour: Math.min(change.hour, pauseHour) }
  return mrkdwn`${status} until ${formatTime(end, plan, at, isForAll)}`
}

/** Formats a plan's status and when it changes as a sentence for everyone. */
export function formatBySchedule(plan: PlanWithState, at: RequestTime): Mrkdwn | undefined {
  if (plan.state === 'inactive') return mrkdwn`It is ${OFF}.`
  const change = formatNextChange(plan, at, { isForAll: true })
  return change === undefined ? undefined : mrkdwn`It is ${change}.`
}

/** Finds the next change within a week; undefined if there is none or the time zone cannot be read. */
function nextHourChange(schedule: Schedule, now: Date): HourChange | undefined {
  const clock = clockOfSchedule(schedule, now)
  if (!clock) return undefined
  const { day, hour } = clock
  const isOn = spans(schedule, day, hour)
  const first = Math.floor(hour) + 1
  for (let next = first; next < first + DAYS_A_WEEK * HOURS_A_DAY; next += 1)
    if (spans(schedule, day + Math.floor(next / HOURS_A_DAY), next % HOURS_A_DAY) !== isOn)
      return { isOn, hour: next, clock }
  return undefined
}

/** Formats the time of a change, first in the person's time zone. */
function formatTime(change: HourChange, plan: Plan, at: RequestTime, isForAll: boolean): Mrkdwn {
  const planTime = formatHour(change)
  const zoneNote = formatZone(plan, at)
  if (!isForAll && (zoneNote === '' || at.zone === undefined)) return mrkdwn`${planTime}${zoneNote}`
  const zone = at.zone ?? 'UTC'
  const minutes = at.now.getTime() / MS_A_MINUTE + (change.hour - change.clock.hour) * 60
  const instant = new Date(Math.round(minutes) * MS_A_MINUTE)
  const { day, time } = dayAndTimeOn(instant, zone)
  const text = day === todayAt(at) ? time : `${formatWeekday(day)} ${time}`
  return mrkdwn`${formatInstant(instant, text)} your time${zoneNote && ` (${planTime} plan time)`}`
}

const MS_A_MINUTE = 60_000

/** `19:00` today, `Mon 08:00` within a week, else with the date. */
function formatHour({ hour, clock }: HourChange): string {
  if (hour <= HOURS_A_DAY) return sayHour(hour)
  const daysAhead = Math.floor(hour / HOURS_A_DAY)
  const day = clock.day + daysAhead
  const isoDay = (number: number) => isoOf(writeDay(number))
  const text =
    daysAhead < DAYS_A_WEEK ? WEEKDAYS[weekdayOf(day)] : formatShortDay(isoDay(day), isoDay(clock.day))
  return `${text} ${sayHour(hour % HOURS_A_DAY)}`
}
