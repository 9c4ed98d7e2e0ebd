import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDay, sayDay, sayDays, sayHours, writeDay } from '../../../src/language/dates/calendar.ts'
import { days } from '../../../src/language/dates.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const TODAY = 20775
const someDay = fc.integer({ min: TODAY, max: TODAY + 40_000 })

describe('days', () => {
  it('are said with weekday, day, month and year', () => {
    expect(sayDay('07/12/2026')).toBe('Mon 7 Dec 2026')
    expect(sayDays('07/12/2026', '13/12/2026')).toBe('Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days)')
    expect(sayDays('07/12/2026', '07/12/2026')).toBe('Mon 7 Dec 2026 (1 day)')
  })

  it('are said as they are when they are none', () => {
    expect(sayDay('31/02/2026')).toBe('31/02/2026')
    expect(sayDays('soon', '07/12/2026')).toBe('soon → Mon 7 Dec 2026')
  })

  const near = fc.integer({ min: TODAY, max: TODAY + 700 })
  const at = { now: NOW, zone: 'UTC', locale: 'en-US' }

  it('are read back as they are said from one to another', () => {
    fc.assert(
      fc.property(near, near, fc.constantFrom('to', 'until'), (one, other, until) => {
        const [first = one, last = other] = [one, other].sort((a, b) => a - b)
        const phrase = `${sayDay(writeDay(first))} ${until} ${sayDay(writeDay(last))}`
        expect(days(phrase, at)).toMatchObject({ kind: 'days', from: writeDay(first), until: writeDay(last) })
      }),
    )
  })

  it('mean the same in small letters, those that are over and those of several too', () => {
    const meant = (phrase: string) => JSON.stringify(days(phrase, at)).toLowerCase()
    const others = fc.integer({ min: TODAY - 5, max: TODAY + 800 })
    fc.assert(
      fc.property(fc.array(others, { minLength: 1, maxLength: 3 }), some => {
        const phrase = some.map(day => sayDay(writeDay(day))).join(' to ')
        expect(meant(phrase)).toBe(meant(phrase.toLowerCase()))
      }),
    )
  })

  it('are written and parsed back', () => {
    fc.assert(
      fc.property(someDay, day => {
        expect(parseDay(writeDay(day))).toBe(day)
      }),
    )
    expect(parseDay('7/1/2027')).toBe(parseDay('07/01/2027'))
    expect(parseDay('31/02/2027')).toBeUndefined()
    expect(parseDay('01/01/0050')).toBeUndefined()
    expect(parseDay('2027-01-07')).toBeUndefined()
  })

  it('are read back by the reader of phrases, with their number and without', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 0, max: 700 }), (first, more) => {
        const [from, until] = [writeDay(first), writeDay(first + more)]
        const shown = sayDays(from, until)
        for (const phrase of [shown, shown.replace(/ \(.*\)/, '')]) {
          expect(days(phrase, { now: NOW, zone: 'UTC' })).toMatchObject({ kind: 'days', from, until })
        }
      }),
    )
  })
})

describe('hours', () => {
  it.each([
    [
      { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: 8, duration: 11, timezone: 'UTC+01:00' } as const,
      'Mon–Fri 08:00–19:00, UTC+01:00',
    ],
    [{ days: ['mon'], start: 20, duration: 10 } as const, 'Mon 20:00–06:00 (+1)'],
    [{ days: ['sun', 'mon', 'sat', 'wed'], start: 9, duration: 8 } as const, 'Mon, Wed, Sat–Sun 09:00–17:00'],
    [{ days: ['sat', 'sun'], start: 8, duration: 16 } as const, 'Sat–Sun 08:00–24:00'],
    [{ days: ['sat', 'sun'], timezone: 'UTC' } as const, 'Sat–Sun, UTC'],
    [{ days: [] } as const, ''],
  ])('%j → %s', (schedule, shown) => {
    expect(sayHours(schedule)).toBe(shown)
  })
})
