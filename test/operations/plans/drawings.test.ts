import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mondayOf, type Schedule, WEEK, writeDay } from '../../../src/language/dates/calendar.ts'
import { inHours, localTime } from '../../../src/language/dates/zone.ts'
import { drawWeek, SIGNS } from '../../../src/operations/plans/drawings.ts'
import { isoOf } from '../../../src/service/contract/endpoint.ts'

const WEDNESDAY = new Date('2026-11-18T09:30:00Z')
const HOUR_MS = 3_600_000

const schedule: fc.Arbitrary<Schedule> = fc.record({
  days: fc.subarray([...WEEK]),
  start: fc.integer({ min: 1, max: 23 }),
  duration: fc.integer({ min: 1, max: 23 }),
  timezone: fc.constantFrom('UTC', 'UTC+01:00', 'UTC-05:00', 'UTC+05:30', 'UTC+14:00'),
})
const now = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const pauses = fc.array(
  fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 9 })).map(([from, more]) => ({ from, until: from + more })),
  { maxLength: 3 },
)

/** Returns pauses around a day: `spans` count days from ten days before it. */
const pausesAround = (day: number, spans: { from: number; until: number }[]) =>
  spans.map(({ from, until }) => {
    return { from: isoOf(writeDay(day - 10 + from)), until: isoOf(writeDay(day - 10 + until)) }
  })
const count = (rows: string[], sign: string) => rows.join('').split(sign).length - 1

describe('the drawing of a week', () => {
  it('has a row for each day, on the clock of the plan, with hours, pauses and now', () => {
    const nights: Schedule = { days: ['mon', 'tue', 'sun'], start: 20, duration: 9, timezone: 'UTC-05:00' }
    const paused = [{ from: '2026-11-16', until: '2026-11-17' }]
    expect(drawWeek(nights, paused, WEDNESDAY)).toEqual([
      '       0     6     12    18    ',
      'Mon 16 ░░░░░···············░░░░',
      'Tue 17 ░░░░░···············░░░░',
      'Wed 18 ████|···················',
      'Thu 19 ························',
      'Fri 20 ························',
      'Sat 21 ························',
      'Sun 22 ····················████',
    ])
  })

  it('shows the week of the current day on the clock of the plan', () => {
    const sunday = new Date('2026-11-22T23:30:00Z')
    const [west, east] = ['UTC-05:00', 'UTC+01:00'].map(timezone =>
      drawWeek({ days: [], timezone }, [], sunday),
    )
    expect([west?.[1]?.slice(0, 6), east?.[1]?.slice(0, 6)]).toEqual(['Mon 16', 'Mon 23'])
  })

  it('is empty for an unreadable time zone', () => {
    expect(drawWeek({ days: [...WEEK], start: 8, duration: 11, timezone: 'IST' }, [], WEDNESDAY)).toEqual([])
  })

  it('shows the week of any other day, and marks now only in the current one', () => {
    const plan: Schedule = { days: [...WEEK], start: 1, duration: 22, timezone: 'UTC' }
    const now = new Date('2026-11-18T09:30:00Z')
    for (const ahead of [-7, 7, 14]) {
      const then = new Date(now.getTime() + ahead * 86_400_000)
      const day = then.toISOString().slice(0, 10)
      expect(drawWeek(plan, [], now, day)).toEqual(
        drawWeek(plan, [], then).map(row => row.replace(SIGNS.now, SIGNS.in)),
      )
    }
    expect(drawWeek(plan, [], now, '2026-11-20')).toEqual(drawWeek(plan, [], now))
  })

  it('has eight rows of 31 characters, which fit on a phone', () => {
    fc.assert(
      fc.property(schedule, pauses, now, (schedule, spans, now) => {
        const rows = drawWeek(schedule, pausesAround(localTime(now, 'UTC').day, spans), now)
        expect(rows).toHaveLength(8)
        expect(new Set(rows.map(row => row.length))).toEqual(new Set([31]))
      }),
    )
  })

  it('agrees with inHours about each hour', () => {
    fc.assert(
      fc.property(schedule, now, fc.integer({ min: 0, max: 7 * 24 - 1 }), (schedule, now, hour) => {
        const zone = schedule.timezone ?? ''
        const { day, hour: hourNow } = localTime(now, zone)
        const monday = mondayOf(day)
        const then = new Date(now.getTime() + (hour - (day - monday) * 24 - Math.floor(hourNow)) * HOUR_MS)
        const sign = drawWeek(schedule, [], now)[1 + Math.floor(hour / 24)]?.[7 + (hour % 24)]
        if (sign !== '|') expect(sign).toBe(inHours(schedule, then) ? '█' : '·')
      }),
    )
  })

  it('shows pauses on exactly their days', () => {
    fc.assert(
      fc.property(schedule, pauses, now, (schedule, spans, now) => {
        const today = localTime(now, schedule.timezone ?? '').day
        const paused = pausesAround(today, spans)
        drawWeek(schedule, paused, now)
          .slice(1)
          .forEach((row, weekday) => {
            const day = mondayOf(today) + weekday
            const date = isoOf(writeDay(day))
            const isPaused = paused.some(({ from, until }) => from <= date && date <= until)
            expect(row.slice(7)).toMatch(isPaused ? /^[░·|]+$/ : /^[█·|]+$/)
          })
      }),
    )
  })

  it('draws no hours if the service returns none', () => {
    expect(count(drawWeek({ days: ['mon'] }, [], WEDNESDAY), '·')).toBe(7 * 24 - 1)
    expect(
      count(
        drawWeek({ days: ['mon'], start: 8, duration: 9 }, [{ from: 'soon', until: '' }], WEDNESDAY),
        '█',
      ),
    ).toBe(9)
  })
})
