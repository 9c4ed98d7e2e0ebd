import { addMonths, weekdayOf } from '../calendar.ts'
import { lastBy } from './dates.ts'
import { isYearly, type Outcome, type When } from './when.ts'
import { noSuchDay, otherWeekday } from './whys.ts'

/** Which one is meant of what comes again every year, where one has only just gone or is not over yet. */

/** Whoever names it so soon after it as an end is not sure to mean that of the next year. */
export const TWO_MONTHS = 61

/** Whether it came shortly before a day. */
export function hasJustGone(when: When, day: number): boolean {
  if (!isYearly(when)) return false
  const { spans } = when.read(day - TWO_MONTHS, true)
  return spans.length > 0 && spans.every(({ until }) => until < day)
}

/** What is made of a yearly day, such as the weekend after it, is not over with that day. */
export const byItsEnd = (when: When): When => ({
  ...when,
  read(from, strict) {
    if (!isYearly(when)) return when.read(from, strict)
    const lately = when.read(from - TWO_MONTHS, strict)
    return lately.spans.some(({ until }) => until >= from) ? lately : when.read(from, strict)
  },
})

/** From one Easter to the next it can be so many months. */
const LONGEST_YEAR = 13

/** The last time that it has begun by a day. */
export function lastBegun(when: When, by: number): Outcome {
  const { parts } = when
  if (!parts) return lastRead(when, by)
  const span = lastBy(parts, by)
  if (!span) return { spans: [], why: noSuchDay(parts) }
  const fits = parts.weekday === undefined || weekdayOf(span.from) === parts.weekday
  return fits ? { spans: [span] } : { spans: [], why: otherWeekday(span.from) }
}

function lastRead(when: When, by: number): Outcome {
  for (let months = 0; months <= LONGEST_YEAR; months++) {
    const outcome = when.read(addMonths(by, -months), true)
    if (outcome.spans.some(({ from }) => from <= by)) return outcome
  }
  return { spans: [] }
}
