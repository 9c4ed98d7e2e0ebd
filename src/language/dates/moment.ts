import { sayDay } from './text.ts'
import { calendarDay, localTime } from './zone.ts'

const MINUTES = 60

/** A moment on the clock of a zone: `Wed 18 Nov 2026 10:05`. What is no zone counts as Greenwich. */
export function sayMoment(moment: Date, zone: string): string {
  const { hour } = localTime(moment, zone)
  const minutes = Math.floor(hour * MINUTES + 1e-6)
  const clock = [Math.floor(minutes / MINUTES), minutes % MINUTES].map(part => String(part).padStart(2, '0'))
  return `${sayDay(calendarDay(moment, zone))} ${clock.join(':')}`
}
