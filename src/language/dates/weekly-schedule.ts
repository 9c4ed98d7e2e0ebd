import { weekdayOf } from './calendar.ts'

/** The week as the service codes it, Monday first. */
export const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Day = (typeof WEEK)[number]

/** A weekly schedule: whole hours, `start` 1–23 on each of `days`, `duration` 1–23 from there, past midnight or not. */
export interface Schedule {
  days: readonly Day[]
  start?: number | undefined
  duration?: number | undefined
  timezone?: string | undefined
}

/**
 * Whether an hour of a day, by the day's number, is within a schedule. A span that passes midnight belongs to
 * the day on which it starts. A schedule without start or duration has no hours.
 */
export function spans({ days, start, duration }: Schedule, day: number, hour: number): boolean {
  if (start === undefined || duration === undefined) return false
  const starts = (on: number) => {
    const day = WEEK[weekdayOf(on)]
    return day !== undefined && days.includes(day)
  }
  return (
    (starts(day) && hour >= start && hour < start + duration) ||
    (starts(day - 1) && hour + 24 < start + duration)
  )
}
