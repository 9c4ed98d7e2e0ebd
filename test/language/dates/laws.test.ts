import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDay } from '../../../src/language/dates/calendar.ts'
import { WORDS as TABLES } from '../../../src/language/dates/languages/dictionaries.ts'
import { intlWords } from '../../../src/language/dates/languages/translate.ts'
import { today } from '../../../src/language/dates/zone.ts'
import { type Days, days, findDays } from '../../../src/language/dates.ts'
import { hours } from '../../../src/language/hours.ts'
import { codePoint } from '../../arbitraries.ts'
import { type Rule, readRules } from './rules.ts'
import { WALL_CLOCKS, ZONES } from './wall-clocks.ts'

/** What holds for every phrase, said whenever and wherever. */

const WORDS =
  `today tomorrow monday fri sat weekend week month quarter year this next last the of end rest until to from for in
  on between and or after before every a two 3 24 31 12 2026 2027 99 dec february may first second 24th st - – / . , .. → ( ) +
  days d weeks w working christmas new year's eve easter q1 h am 9 : please just all now ago
  morgen bis freitag dezember oder so do la semana del al mar hasta lunes 明日 から`.split(/\s+/)

const sentence = (words: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', '')), { maxLength: 14 })
    .map(words => words.flat().join(''))
const anything = fc.oneof(
  sentence(WORDS),
  fc.string({ unit: codePoint, maxLength: 250 }),
  fc.string({ unit: 'grapheme' }),
)

/** A sentence of the words of a language and English ones, and the locale of who says it. */
const abroad = fc.oneof(
  ...Object.entries(TABLES).map(([language, table]) => {
    const theirs = table.split(';').flatMap(row => row.replace(/^[^:]*: /s, '').split(/,\s+/))
    const names = intlWords(language).map(([name]) => name)
    return fc.tuple(sentence([...WORDS, ...theirs, ...names]), fc.constant(language))
  }),
)

function expectSound(result: Days, now: Date, zone: string, least = 2) {
  if (result.kind === 'refused') {
    expect(result.why).toMatch(/[.?]$/)
    return
  }
  const readings = result.kind === 'days' ? [result] : result.readings
  if (result.kind === 'choice') expect(readings.length).toBeGreaterThanOrEqual(least)
  expect(readings.length).toBeLessThanOrEqual(4)
  for (const { from, until } of readings) {
    expect(from).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    const [first = 0, last = -1] = [from, until].map(parseDay)
    expect(last).toBeGreaterThanOrEqual(first)
    expect(first).toBeGreaterThanOrEqual(today(now, zone))
  }
}

describe('whatever is said', () => {
  const someWhere = fc.constantFrom(...ZONES, 'UTC', 'nonsense')
  const someNow = fc.constantFrom(...WALL_CLOCKS).map(wall => new Date(`${wall}Z`))
  const someLocale = fc.constantFrom(undefined, 'en-US', 'de-DE', 'es-ES', 'ja-JP', 'zz')

  it('days answers with sound days, a question or a sentence, and never throws', () => {
    fc.assert(
      fc.property(anything, someNow, someWhere, someLocale, (phrase, now, zone, locale) => {
        expectSound(days(phrase, { now, zone, locale }), now, zone)
      }),
      { numRuns: 3000 },
    )
  })

  it('findDays answers with a part of the sentence, which days would read the same', () => {
    const result = fc.oneof(fc.tuple(anything, someLocale), abroad)
    fc.assert(
      fc.property(result, someNow, someWhere, ([text, locale], now, zone) => {
        const found = findDays(text, { now, zone, locale })
        if (!found) return
        expect(text.slice(found.start, found.end)).toBe(found.phrase)
        expectSound(found.days, now, zone, 1)
        const again = days(found.phrase, { now, zone, locale })
        if (found.days.kind === 'days')
          expect(again).toMatchObject({ from: found.days.from, until: found.days.until })
      }),
      { numRuns: 4000 },
    )
  }, 60_000)

  it('hours answers with what the service can hold', () => {
    fc.assert(
      fc.property(anything, phrase => {
        const result = hours(phrase)
        if (result.kind === 'refused') return
        for (const { days, start, duration } of result.kind === 'hours' ? [result] : result.readings) {
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
  ])(
    '"%s" over and over comes to an end, which it never would where each doubled the ways to read it',
    piece => {
      const text = piece.repeat(200)
      const at = { now: new Date('2026-11-18T12:00:00Z'), zone: 'UTC' }
      expect(days(text.slice(0, 200), at).kind).not.toBe('days')
      expect(hours(text.slice(0, 200)).kind).toBe('refused')
      expect(() => findDays(text, at)).not.toThrow()
    },
  )
})

/** The days alone, of all the readings that there are. */
function meant(result: Days): string[] {
  const readings = result.kind === 'days' ? [result] : result.kind === 'choice' ? result.readings : []
  return readings.map(({ from, until }) => `${from} – ${until}`).sort()
}

describe('until something', () => {
  const ends = readRules().filter(({ phrase }) => /^until [^,]*$/i.test(phrase))

  it.each(WALL_CLOCKS)('is today until then, on %s', wall => {
    for (const { phrase, at } of ends) {
      const here = { now: new Date(`${wall}Z`), zone: 'UTC', locale: at.locale }
      expect([phrase, meant(days(`today ${phrase}`, here))]).toEqual([phrase, meant(days(phrase, here))])
    }
  })
})

describe('days that a sentence leaves out, or leaves open', () => {
  const result = readRules().filter(
    ({ phrase, at, means }) => !at.locale && !means.startsWith('!') && /^[\p{L}\d].*[\p{L}\d]$/u.test(phrase),
  )
  const expectNone = (text: string, at: Rule['at']) =>
    expect([text, findDays(text, at)?.days.kind]).not.toEqual([text, 'days'])

  it.each([
    'not',
    'but not',
    'except',
    'except for',
    'excl.',
    'without',
    'other than',
    'apart from',
    'or',
    'maybe',
  ])('are never found behind “%s”', joint => {
    for (const { phrase, at } of result) expectNone(`load test ${joint} ${phrase}`, at)
  })

  it.each(['at the latest', 'max'])('are at most the same before “%s”', qualifier => {
    for (const { phrase, at } of result) {
      const found = findDays(`${phrase} ${qualifier}`, at)
      if (!found || found.days.kind === 'refused') continue
      const plain = found.phrase.replace(` ${qualifier}`, '')
      expect([phrase, meant(found.days)]).toEqual([phrase, meant(days(plain, at))])
    }
  })

  it.each(['at most', 'or so', 'except mornings', 'but late', 'maybe', 'at the earliest'])(
    'are never found before “%s”',
    qualifier => {
      for (const { phrase, at } of result) {
        const isWhole = findDays(`${phrase} load test`, at)?.phrase === phrase
        if (isWhole) expectNone(`${phrase} ${qualifier}`, at)
      }
    },
  )
})
