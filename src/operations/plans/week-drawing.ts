import type { Pause, Plan } from '../../core/context.ts'
import { parseDay } from '../../language/dates/calendar.ts'
import type { Schedule } from '../../language/dates/weekly-schedule.ts'
import { drawWeek, SIGNS } from '../../language/week-strip.ts'
import { code, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { toServiceDate } from '../../service/contract/endpoint.ts'

/** What the signs of a week stand for. */
export const LEGEND = mrkdwn`${SIGNS.in} in hours (the schedule runs), ${SIGNS.out} out of hours, ${SIGNS.paused} paused, ${SIGNS.now} now, on the plan’s own clock`

/** The lines of this week, or of the week of a day; none where the clock of the schedule cannot be read. */
export const drawnWeek = (
  schedule: Schedule,
  pauses: readonly Pick<Pause, 'from' | 'until'>[],
  now: Date,
  day?: string,
): string[] =>
  drawWeek(
    schedule,
    pauses.map(({ from, until }) => ({ pause_start: toServiceDate(from), pause_end: toServiceDate(until) })),
    now,
    day === undefined ? undefined : parseDay(toServiceDate(day)),
  )

/** The week of a plan as a block of code, without hours where it is off; undefined where its hours or its clock are not known. */
export function weekOf(
  { schedule, pauses, state }: Pick<Plan, 'schedule' | 'pauses' | 'state'>,
  now: Date,
  day?: string,
): Mrkdwn | undefined {
  if (schedule?.start === undefined || schedule.duration === undefined) return undefined
  const hours = state === 'inactive' ? { ...schedule, days: [] } : schedule
  const drawn = drawnWeek(hours, pauses, now, day)
  return drawn.length > 0 ? code(drawn) : undefined
}
