import { dateOf, mondayOf, parseDay } from '../../language/dates/calendar.ts'
import { WEEKDAYS } from '../../language/dates/text.ts'
import { type Schedule, spans } from '../../language/dates/weekly-schedule.ts'
import { clockOfSchedule } from '../../language/dates/zone.ts'

/** Whole days on which a schedule rests, as DD/MM/YYYY, both ends included. */
export type Rest = { pause_start: string; pause_end: string }

/** What a column of a strip says of its hour. Each sign is one column wide in every monospaced face of Slack's. */
export const SIGNS = { in: '█', out: '·', paused: '░', now: '|' } as const

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LABEL = 7
const RULER = `${' '.repeat(LABEL)}${[0, 6, 12, 18].map(hour => String(hour).padEnd(6)).join('')}`

/**
 * The week in which an instant falls, or that of a day by its number, on the plan's own clock: a ruler of hours, and a
 * row a day from Monday on with a column an hour, all of 31 columns. Nothing where the plan's clock cannot be read.
 */
export function drawWeek(schedule: Schedule, pauses: readonly Rest[], now: Date, of?: number): string[] {
  const clock = clockOfSchedule(schedule, now)
  if (!clock) return []
  const { day: today, hour } = clock
  const monday = mondayOf(of ?? today)
  const rows = WEEKDAYS.map((name, weekday) => {
    const day = monday + weekday
    const cells = HOURS.map(each =>
      day === today && each === Math.floor(hour) ? SIGNS.now : SIGNS[stateOf(schedule, pauses, day, each)],
    )
    return `${name} ${String(dateOf(day).d).padStart(2)} ${cells.join('')}`
  })
  return [RULER, ...rows]
}

function stateOf(schedule: Schedule, pauses: readonly Rest[], day: number, hour: number) {
  if (!spans(schedule, day, hour)) return 'out'
  return pauses.some(pause => rests(pause, day)) ? 'paused' : 'in'
}

/** Whether a day, by its number, is one of those. What is no day rests nowhere. */
function rests({ pause_start, pause_end }: Rest, day: number): boolean {
  const [from, until] = [parseDay(pause_start), parseDay(pause_end)]
  return from !== undefined && until !== undefined && from <= day && day <= until
}
