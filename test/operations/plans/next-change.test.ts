import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/core/context.ts'
import { type Schedule, WEEK } from '../../../src/language/dates/calendar.ts'
import { inHours, localTime } from '../../../src/language/dates/zone.ts'
import { formatNextChange } from '../../../src/operations/plans/next-change.ts'

/** Wednesday, 10:00 in Berlin. */
const NOW = new Date('2026-11-18T09:00:00Z')
const HERE = 'UTC+01:00'
const HOUR_MS = 3_600_000

const hours = (days: Schedule['days'], start: number, duration: number, timezone = HERE) => {
  return { days: [...days], start, duration, timezone }
}
const weekdays = WEEK.slice(0, 5)
const pausesOn = (...days: [string, string][]) =>
  days.map(([from, until]) => ({ id: from, from, until, reason: '' }))

function formatNext(about: Partial<Plan>, now = NOW, zone: string | undefined = 'Europe/Berlin') {
  const plan: Plan = { id: '1', name: 'web', organizationId: '1001', resources: 0, pauses: [], ...about }
  return formatNextChange(plan, { now, zone })?.mrkdwn
}

describe('the next change of a plan', () => {
  it.each<[string, Partial<Plan>, string | undefined]>([
    ['ends today', { schedule: hours(weekdays, 8, 11) }, 'running until 19:00'],
    ['ends at midnight', { schedule: hours(WEEK, 1, 23) }, 'running until 24:00'],
    ['begins in a week', { schedule: hours(['wed'], 8, 2) }, 'outside hours until Wed 25 Nov 08:00'],
    ['has no hours', { schedule: { days: ['mon'], timezone: HERE } }, undefined],
    ['is inactive', { schedule: hours(weekdays, 8, 11), state: 'inactive' }, undefined],
    [
      'is elsewhere',
      { schedule: hours(weekdays, 8, 11, 'UTC-05:00') },
      'outside hours until <!date^1795006800^{date_short_pretty} at {time}|14:00> your time (08:00 plan time)',
    ],
    ['has a clock that nobody can read', { schedule: hours(weekdays, 8, 11, 'PST') }, undefined],
    [
      'is paused',
      { pauses: pausesOn(['2026-11-16', '2026-12-04']) },
      'paused until Fri 4 Dec · back Sat 5 Dec',
    ],
    [
      'is paused twice without a gap',
      { pauses: pausesOn(['2026-11-16', '2026-11-20'], ['2026-11-21', '2026-11-22']) },
      'paused until Sun 22 Nov · back Mon 23 Nov',
    ],
    [
      'has hours before a pause',
      { schedule: hours(weekdays, 8, 11), pauses: pausesOn(['2026-11-19', '2026-11-20']) },
      'running until 19:00',
    ],
    [
      'has a pause that begins as its hours end',
      { schedule: hours(WEEK, 1, 23), pauses: pausesOn(['2026-11-19', '2026-11-19']) },
      'running until 24:00',
    ],
    [
      'has a pause in its next hours',
      { schedule: hours(['thu'], 8, 2), pauses: pausesOn(['2026-11-19', '2026-11-20']) },
      'outside hours · back Thu 26 Nov, 08:00',
    ],
  ])('is correct for a plan that %s', (_, about, text) => {
    expect(formatNext(about)).toBe(text)
  })

  it('includes its time zone for a person without one', () => {
    const plan: Plan = {
      id: '1',
      name: 'web',
      organizationId: '1001',
      resources: 0,
      pauses: [],
      schedule: hours(WEEK, 8, 11),
    }
    expect(formatNextChange(plan, { now: NOW, zone: undefined })?.mrkdwn).toBe(
      'running until 19:00 (UTC+01:00)',
    )
  })

  it('is the first hour in which the state differs from now', () => {
    const schedule = fc.record({
      days: fc.subarray([...WEEK], { minLength: 1 }),
      start: fc.integer({ min: 1, max: 23 }),
      duration: fc.integer({ min: 1, max: 23 }),
      timezone: fc.constantFrom('UTC', 'UTC-05:00', 'UTC+05:30'),
    })
    const ahead = fc.integer({ min: 0, max: 24 * 14 })
    fc.assert(
      fc.property(schedule, ahead, (schedule, ahead) => {
        const now = new Date(NOW.getTime() + ahead * HOUR_MS)
        const { hour } = localTime(now, schedule.timezone)
        const hourStart = now.getTime() - (hour % 1) * HOUR_MS
        const isOn = inHours(schedule, now)
        let step = 1
        while (inHours(schedule, new Date(hourStart + step * HOUR_MS)) === isOn) step += 1
        const clock = (Math.floor(hour) + step) % 24
        const text = formatNext({ schedule }, now, schedule.timezone) ?? ''
        expect(text).toMatch(isOn ? /^running / : /^outside hours /)
        expect(text).toMatch(
          new RegExp(`${String(clock).padStart(2, '0')}:00$`.replace('00:00', '(00|24):00')),
        )
      }),
    )
  })
})
