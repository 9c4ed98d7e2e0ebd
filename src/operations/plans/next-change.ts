import type { Plan } from '../../core/context.ts'
import type { Moment } from '../../core/locale.ts'
import { parseDay, writeDay } from '../../language/dates/calendar.ts'
import { compareDays, sayDay, WEEKDAYS } from '../../language/dates/text.ts'
import { type Schedule, spans, WEEK } from '../../language/dates/week.ts'
import { clockOfSchedule, offsetOfClock } from '../../language/dates/zone.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { pausedUntil, standingPauses, todayOf } from '../pauses/standing.ts'
import { stateOf } from './summary.ts'

/** An hour at which a schedule goes into its hours or out of them, so many hours after the last midnight. */
type Turn = { from: 'in' | 'out of'; hour: number }

const HOURS_A_DAY = 24
const DAYS_A_WEEK = WEEK.length

/**
 * What the schedule and the pauses of a plan bring next, on its own clock: `in hours until 19:00`, `out of hours until
 * Mon 08:00`, `paused from Mon 30 Nov`, `paused until Fri 4 Dec`. Nothing where nothing will be otherwise. It is true as
 * well of a plan that is turned off without the service saying so. An hour that another clock than the person's shows
 * bears its zone.
 */
export function sayNextChange(plan: Plan, at: Moment): string | undefined {
  if (stateOf(plan, at) === 'turned off') return undefined
  const today = todayOf(plan, at)
  const until = pausedUntil(plan, today)
  if (until) return `paused until ${dayFrom(until, 0, today)}`
  const turn = plan.schedule && nextTurn(plan.schedule, at.now)
  const coming = standingPauses(plan, today)[0]?.pause_start
  const days = coming === undefined ? Number.POSITIVE_INFINITY : compareDays(coming, today)
  if (turn && turn.hour < days * HOURS_A_DAY) return sayTurn(turn, today) + zoneOf(plan.schedule, at)
  return coming && `paused from ${dayFrom(coming, 0, today)}`
}

/**
 * What the schedule of a plan that no pause holds makes of it now, for everybody to read: every hour bears its zone.
 * Nothing where the service tells no hours.
 */
export function sayAsScheduled(plan: Plan, at: Moment): Mrkdwn | undefined {
  if (stateOf(plan, at) === 'turned off') return mrkdwn`It is turned off.`
  const change = sayNextChange(plan, { ...at, zone: undefined })
  return change === undefined ? undefined : mrkdwn`By its schedule it is ${change}.`
}

/**
 * The next hour at which it is no longer as it is now, within a week: after that it begins again. None on a clock that
 * cannot be read.
 */
function nextTurn(schedule: Schedule, now: Date): Turn | undefined {
  const clock = clockOfSchedule(schedule, now)
  if (!clock) return undefined
  const { day, hour } = clock
  const isOn = spans(schedule, day, hour)
  const coming = Array.from({ length: DAYS_A_WEEK * HOURS_A_DAY }, (_, ahead) => Math.floor(hour) + 1 + ahead)
  const turn = coming.find(
    each => spans(schedule, day + Math.floor(each / HOURS_A_DAY), each % HOURS_A_DAY) !== isOn,
  )
  return turn === undefined ? undefined : { from: isOn ? 'in' : 'out of', hour: turn }
}

/** Today at once, within the week by the day's name, else with the date too. */
function sayTurn({ from, hour }: Turn, today: string): string {
  const clock = (of: number) => `${String(of).padStart(2, '0')}:00`
  if (hour <= HOURS_A_DAY) return `${from} hours until ${clock(hour)}`
  const ahead = Math.floor(hour / HOURS_A_DAY)
  const day = dayFrom(today, ahead, today)
  return `${from} hours until ${ahead < DAYS_A_WEEK ? day.slice(0, WEEKDAYS[0].length) : day} ${clock(hour % HOURS_A_DAY)}`
}

/** The day so many days after another; with its year where that is not today's. */
function dayFrom(day: string, ahead: number, today: string): string {
  const number = parseDay(day)
  if (number === undefined) return day
  const said = sayDay(writeDay(number + ahead))
  const year = today.slice(-4)
  return said.endsWith(year) ? said.slice(0, -year.length - 1) : said
}

function zoneOf(schedule: Schedule | undefined, { now, zone }: Moment): string {
  const { timezone } = schedule ?? {}
  const same = zone !== undefined && offsetOfClock(timezone ?? 'UTC', now) === offsetOfClock(zone, now)
  return same || timezone === undefined ? '' : ` (${timezone})`
}
