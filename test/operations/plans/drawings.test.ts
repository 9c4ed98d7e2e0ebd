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

/** Pauses around a day, which is the tenth of those that they are counted in. */
const around = (day: number, spans: { from: number; until: number }[]) =>
  spans.map(({ from, until }) => {
    return { from: isoOf(writeDay(day - 10 + from)), until: isoOf(writeDay(day - 10 + until)) }
  })
const count = (rows: string[], sign: string) => rows.join('').split(sign).length - 1

describe('the week of a plan', () => {
  it('is a row a day on its own clock, with the hours in, the pauses and now', () => {
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

  it('is that in which the plan’s clock stands, whatever the day elsewhere', () => {
    const sunday = new Date('2026-11-22T23:30:00Z')
    const [west, east] = ['UTC-05:00', 'UTC+01:00'].map(timezone =>
      drawWeek({ days: [], timezone }, [], sunday),
    )
    expect([west?.[1]?.slice(0, 6), east?.[1]?.slice(0, 6)]).toEqual(['Mon 16', 'Mon 23'])
  })

  it('is not drawn on a clock that nobody can read', () => {
    expect(drawWeek({ days: [...WEEK], start: 8, duration: 11, timezone: 'IST' }, [], WEDNESDAY)).toEqual([])
  })

  it('is that of any other day, and has no now unless that is in it', () => {
    const plan: Schedule = { days: [...WEEK], start: 1, duration: 22, timezone: 'UTC' }
    const now = new Date('2026-11-18T09:30:00Z')
    for (const ahead of [-7, 7, 14]) {
      const then = new Date(now.getTime() + ahead * 86_400_000)
      const of = then.toISOString().slice(0, 10)
      expect(drawWeek(plan, [], now, of)).toEqual(
        drawWeek(plan, [], then).map(row => row.replace(SIGNS.now, SIGNS.in)),
      )
    }
    expect(drawWeek(plan, [], now, '2026-11-20')).toEqual(drawWeek(plan, [], now))
  })

  it('has eight rows of the same width, which a phone holds', () => {
    fc.assert(
      fc.property(schedule, pauses, now, (schedule, spans, now) => {
        const rows = drawWeek(schedule, around(localTime(now, 'UTC').day, spans), now)
        expect(rows).toHaveLength(8)
        expect(new Set(rows.map(row => row.length))).toEqual(new Set([31]))
      }),
    )
  })

  it('says of every hour what the bot says of it when it comes', () => {
    fc.assert(
      fc.property(schedule, now, fc.integer({ min: 0, max: 7 * 24 - 1 }), (schedule, now, hour) => {
        const zone = schedule.timezone ?? ''
        const { day, hour: passed } = localTime(now, zone)
        const monday = mondayOf(day)
        const then = new Date(now.getTime() + (hour - (day - monday) * 24 - Math.floor(passed)) * HOUR_MS)
        const sign = drawWeek(schedule, [], now)[1 + Math.floor(hour / 24)]?.[7 + (hour % 24)]
        if (sign !== '|') expect(sign).toBe(inHours(schedule, then) ? '█' : '·')
      }),
    )
  })

  it('has no hour of a schedule on a day that is paused, and none that is paused on any other', () => {
    fc.assert(
      fc.property(schedule, pauses, now, (schedule, spans, now) => {
        const today = localTime(now, schedule.timezone ?? '').day
        const paused = around(today, spans)
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

  it('draws no hours where the service told none', () => {
    expect(count(drawWeek({ days: ['mon'] }, [], WEDNESDAY), '·')).toBe(7 * 24 - 1)
    expect(
      count(
        drawWeek({ days: ['mon'], start: 8, duration: 9 }, [{ from: 'soon', until: '' }], WEDNESDAY),
        '█',
      ),
    ).toBe(9)
  })
})
