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
