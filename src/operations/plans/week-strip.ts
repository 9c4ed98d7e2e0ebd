import type { Pause } from '../../core/context.ts'
import {
  dateOf,
  mondayOf,
  parseDay,
  type Schedule,
  spans,
  WEEKDAYS,
  writeDay,
} from '../../language/dates/calendar.ts'
import { clockOfSchedule } from '../../language/dates/zone.ts'
import { isoOf, toServiceDate } from '../../service/contract/endpoint.ts'
import { isLive } from '../pauses/active-pauses.ts'

/** What a column of a strip says of its hour. Each sign is one column wide in every monospaced face of Slack's. */
export const SIGNS = { in: '█', out: '·', paused: '░', now: '|' } as const

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LABEL = 7
const RULER = `${' '.repeat(LABEL)}${[0, 6, 12, 18].map(hour => String(hour).padEnd(6)).join('')}`

/**
 * The week in which an instant falls, or that of a day, on the plan's own clock: a ruler of hours, and a row
 * a day from Monday on with a column an hour, all of 31 columns. Nothing where the plan's clock cannot be
 * read.
 */
export function drawWeek(
  schedule: Schedule,
  pauses: readonly Pick<Pause, 'from' | 'until'>[],
  now: Date,
  of?: string,
): string[] {
  const clock = clockOfSchedule(schedule, now)
  if (!clock) return []
  const { day: today, hour } = clock
  const monday = mondayOf((of && parseDay(toServiceDate(of))) || today)
  const rows = WEEKDAYS.map((name, weekday) => {
    const day = monday + weekday
    const date = isoOf(writeDay(day))
    const inHours = pauses.some(pause => isLive(pause, date)) ? SIGNS.paused : SIGNS.in
    const cells = HOURS.map(each => {
      if (day === today && each === Math.floor(hour)) return SIGNS.now
      return spans(schedule, day, each) ? inHours : SIGNS.out
    })
    return `${name} ${String(dateOf(day).d).padStart(2)} ${cells.join('')}`
  })
  return [RULER, ...rows]
}
