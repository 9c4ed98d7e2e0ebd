import { z } from 'zod'
import { label, loose, text } from './answer.ts'

/** Assumed: the day codes, which the document does not list. */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]

const weekdays = z.array(z.enum(days)).min(1, 'must name a day at least')
const hour = z.number().int().min(1).max(23)

/** The schedule of a new plan, in which `start` is text. */
export const newSchedule = z.strictObject({
  days: weekdays,
  duration: hour,
  start: z.string().regex(/^([1-9]|1\d|2[0-3])$/, 'must be an hour from 1 to 23, as text'),
})

/** The schedule of a plan that is updated. */
export const changedSchedule = z.strictObject({ days: weekdays, duration: hour, start: hour })

/** Assumed: a day comes back in any case, by two letters or more, or as 0-7 (1 is Monday, 0 and 7 are Sunday). */
function readDay(text: string): Day | undefined {
  const name = text.trim().toLowerCase()
  if (/^[0-7]$/.test(name)) return days[(Number(name) + 6) % 7]
  return days.find(day => name.startsWith(day) || (name.length === 2 && day.startsWith(name)))
}

const daysAnswer = z.array(text.catch('')).transform(names => {
  const read = names.map(readDay)
  return days.filter(day => read.includes(day))
})

/** An hour, or a number of hours: 8, "8", "08", "08:00" or "8.0". */
const hours = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,2}((:00){0,2}|\.0+)\s*$/)
      .transform(hour => Number.parseInt(hour, 10)),
  ])
  .pipe(z.number().int().min(0).max(24))

/** A schedule as it comes back, without what cannot be read. */
export const scheduleAnswer = z.object({
  days: daysAnswer.catch([]),
  start: loose(hours),
  duration: loose(hours),
  timezone: loose(label),
})
