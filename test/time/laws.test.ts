import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fromZonedTime } from 'date-fns-tz/fromZonedTime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Days, days } from '../../src/time/days.ts'
import { findDays } from '../../src/time/find.ts'
import { hours } from '../../src/time/hours.ts'
import { compareDays } from '../../src/time/text.ts'
import { calendarDay } from '../../src/time/zone.ts'

/** What holds for every phrase, said whenever and wherever. */

const WALL_CLOCKS = [
  '2026-11-16T12:30',
  '2026-11-17T09:15',
  '2026-11-18T18:45',
  '2026-11-19T01:00',
  '2026-11-20T23:30',
  '2026-11-21T12:30',
  '2026-11-22T12:30',
  '2026-03-29T12:30',
  '2026-10-25T12:30',
  '2026-12-31T23:59',
  '2028-02-29T00:30',
  '2027-01-31T12:30',
]

const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

const PHRASES = [
  'today',
  'tomorrow to friday',
  'monday',
  'next friday',
  'until end of month',
  'this week',
  'next weekend',
  'for 10 days',
  '24 dec – 2 jan',
  '29/02',
  'the 31st',
  'next month',
  'rest of the quarter',
  'in 3 months',
  'week 1',
  'until 10pm',
  'first monday of january',
  'yesterday',
]

const WORDS =
  `today tomorrow monday fri sat weekend week month quarter year this next last the of end rest until to from for in
  on between and or after before every a two 3 24 31 12 2026 2027 99 dec february may first second 24th st - – / . , .. → ( ) +
  days d weeks w working christmas new year's eve easter q1 h am 9 : please just all now ago`.split(/\s+/)

const vocabulary = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', '')), { maxLength: 14 })
  .map(words => words.flat().join(''))
const anything = fc.oneof(
  vocabulary,
  fc.string({ unit: 'binary', maxLength: 250 }),
  fc.string({ unit: 'grapheme' }),
)

function expectSound(said: Days, now: Date, zone: string) {
  if (said.kind === 'refused') {
    expect(said.why).toMatch(/[.?]$/)
    return
  }
  const readings = said.kind === 'days' ? [said] : said.readings
  if (said.kind === 'choice') expect(readings.length).toBeGreaterThan(1)
  expect(readings.length).toBeLessThanOrEqual(4)
  for (const { from, until } of readings) {
    expect(from).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    expect(compareDays(until, from)).toBeGreaterThanOrEqual(0)
    expect(compareDays(from, calendarDay(now, zone))).toBeGreaterThanOrEqual(0)
  }
}

describe('whatever is said', () => {
  const someWhere = fc.constantFrom(...ZONES, 'UTC', 'nonsense')
  const someNow = fc.constantFrom(...WALL_CLOCKS).map(wall => new Date(`${wall}Z`))
  const someLocale = fc.constantFrom(undefined, 'en-US', 'de-DE', 'zz')

  it('days answers with sound days, a question or a sentence, and never throws', () => {
    fc.assert(
      fc.property(anything, someNow, someWhere, someLocale, (phrase, now, zone, locale) => {
        expectSound(days(phrase, { now, zone, locale }), now, zone)
      }),
      { numRuns: 3000 },
    )
  })

  it('findDays answers with a part of the sentence, which days would read the same', () => {
    fc.assert(
      fc.property(anything, someNow, someWhere, (text, now, zone) => {
        const found = findDays(text, { now, zone })
        if (!found) return
        expect(text.slice(found.start, found.end)).toBe(found.phrase)
        expectSound(found.days, now, zone)
        const again = days(found.phrase, { now, zone })
        if (found.days.kind === 'days')
          expect(again).toMatchObject({ from: found.days.from, until: found.days.until })
      }),
      { numRuns: 2000 },
    )
  })

  it('hours answers with what the service can hold', () => {
    fc.assert(
      fc.property(anything, phrase => {
        const said = hours(phrase)
        if (said.kind === 'refused') return
        for (const { days, start, duration } of said.kind === 'hours' ? [said] : said.readings) {
          expect(days.length).toBeGreaterThan(0)
          for (const n of [start, duration]) expect(Number.isInteger(n) && n >= 1 && n <= 23).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '1,',
    '1/',
    '1-',
    'mon and ',
    'mon/',
    '24 dec, ',
    'the ',
    'dec ',
    'next ',
    'in ',
    '1.1.',
    'for 1 day from ',
  ])('"%s" over and over is answered at once', piece => {
    const text = piece.repeat(200)
    const at = { now: new Date('2026-11-18T12:00:00Z'), zone: 'UTC' }
    const start = performance.now()
    days(text.slice(0, 200), at)
    hours(text.slice(0, 200))
    findDays(text, at)
    expect(performance.now() - start).toBeLessThan(250)
  })
})

describe('the same wall clock', () => {
  it.each(ZONES)('in %s gives the same answers as in Greenwich', zone => {
    for (const wall of WALL_CLOCKS) {
      for (const phrase of PHRASES) {
        expect(days(phrase, { now: fromZonedTime(wall, zone), zone })).toEqual(
          days(phrase, { now: new Date(`${wall}Z`), zone: 'UTC' }),
        )
      }
    }
  })

  it('gives the same answers in a process of any time zone', async () => {
    const asked = WALL_CLOCKS.flatMap(wall =>
      [...PHRASES, 'pasado mañana', '24 de diciembre', 'viernes'].map(phrase => ({
        phrase,
        now: `${wall}Z`,
      })),
    )
    const at = { zone: 'Europe/Madrid', locale: 'es-ES' }
    const here = asked.map(({ phrase, now }) => days(phrase, { now: new Date(now), ...at }))
    const script = `
      import { days } from ${JSON.stringify(new URL('../../src/time/days.ts', import.meta.url).href)}
      const asked = ${JSON.stringify(asked)}
      const at = ${JSON.stringify(at)}
      const said = asked.map(({ phrase, now }) => days(phrase, { now: new Date(now), ...at }))
      process.stdout.write(JSON.stringify(said))`
    const there = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Europe/London'].map(
      async TZ => {
        const { stdout } = await promisify(execFile)(
          process.execPath,
          ['--input-type=module', '-e', script],
          { env: { TZ } },
        )
        return JSON.parse(stdout)
      },
    )
    for (const said of await Promise.all(there)) expect(said).toEqual(here)
  })
})
