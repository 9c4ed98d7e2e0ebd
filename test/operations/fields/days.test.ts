import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecord } from '../../../src/changes/record.ts'
import { createAdmit } from '../../../src/core/authenticate.ts'
import type { Linked } from '../../../src/core/context.ts'
import type { Parsed } from '../../../src/core/field.ts'
import type { Moment } from '../../../src/core/locale.ts'
import type { Raw } from '../../../src/core/raw.ts'
import { addMonths, mondayOf, writeDay } from '../../../src/language/dates/calendar.ts'
import { sayDays } from '../../../src/language/dates/text.ts'
import { today } from '../../../src/language/dates/zone.ts'
import { days as readDays } from '../../../src/language/dates.ts'
import { sayReference } from '../../../src/language/names.ts'
import { days, daysIfAny, type Period, sayPeriod, weekIfAny } from '../../../src/operations/fields/days.ts'
import { beginningOfDays, daysIn } from '../../../src/operations/fields/days-in-sentence.ts'
import { newDays, sayNew, sayNewPeriod } from '../../../src/operations/fields/new-days.ts'
import { createClient } from '../../../src/service/client.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { createSealer } from '../../../src/storage/encryption.ts'
import { createLinks, personKey } from '../../../src/storage/links.ts'
import { words } from '../../arbitraries.ts'

const ZONES = [
  'Pacific/Kiritimati',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Europe/Berlin',
  'UTC',
  'America/New_York',
  'Pacific/Pago_Pago',
  'Etc/GMT+12',
]
const zone = fc.constantFrom(...ZONES)
const locale = fc.constantFrom(undefined, 'en-US', 'en-GB', 'de-DE')
const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
/** Whenever; half of the time when it is three different days on earth. */
const instant = fc.oneof(
  date,
  date.map(day => new Date(day.toISOString().replace(/T.*/, 'T11:30:00Z'))),
)
const PHRASES = [
  ...['today', 'tomorrow', 'friday', 'this friday', 'next friday', 'until friday', 'tomorrow to friday'],
  ...['weekend', 'this weekend', 'next weekend', 'this week', 'next week', 'for 3 days', 'in 3 months'],
  ...['next month', 'this month', 'end of month', 'rest of the quarter', 'the 31st', '24 dec – 2 jan'],
  ...['29/02', '03/04', '1 jan 2028', '2027-06-30', '15/06 to 20/06', 'easter', 'week 1', '2h', 'yesterday'],
  ...['first monday of january', 'monday or tuesday', 'whenever', '31/02', 'until 10pm', 'mondays'],
]
const phrase = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PHRASES) }, words(20))

/** Somebody at a place; nothing is asked of anybody. */
async function somebody() {
  const clock = () => new Date(0)
  const database = await openDatabase(':memory:')
  const links = createLinks({ database, sealer: createSealer([Buffer.alloc(32)]), clock })
  const person = { key: personKey({ team: 'T1', user: 'U1' }), user: 'U1' }
  await links.keep(person.key, { token: 'token' })
  const service = createClient({ url: 'http://127.0.0.1:9', timeoutMs: 1 })
  const whereabouts = async () => ({ zone: undefined })
  const me = await createAdmit({
    service,
    links,
    record: createRecord(database),
    clock,
    kinds: ['aws', 'azure', 'gcp'],
  })
    .admit({ person, workspace: { team: 'T1' }, whereabouts, inSlack: async () => ({}) }, 'reading')
    .linked()
  await Promise.all([service.close(), database.destroy()])
  return (at: Moment): Linked => ({ ...me, at })
}

const at = await somebody()
const say = async (raw: Raw, place: Moment) => days.parse(raw, at(place))
const change = async (raw: Raw, place: Moment) => newDays.parse(raw, at(place))
const ask = { kind: 'issue', key: 'from', text: expect.stringContaining('your time zone') }
const isAsk = (parsed: Parsed<Period>) => parsed.kind === 'issue' && parsed.text.includes('your time zone')

describe('days that are said where nobody knows the time zone', () => {
  it('count only where they are the same in every zone, and today never does', async () => {
    await fc.assert(
      fc.asyncProperty(phrase, instant, locale, async (from, now, locale) => {
        fc.pre(from.trim() !== '')
        const place = { now, ...(locale && { locale }) }
        expect(await say({ from: 'today' }, { ...place, zone: undefined })).toEqual(ask)
        const unknown = await say({ from }, { ...place, zone: undefined })
        if (isAsk(unknown)) return
        for (const zone of ZONES) expect(await say({ from }, { ...place, zone })).toEqual(unknown)
      }),
      { numRuns: 300 },
    )
  })
})

describe('days that are taken out of a sentence', () => {
  const noon = new Date('2026-11-18T12:00:00Z')
  const here: Moment = { now: noon, zone: 'UTC', locale: 'de-DE' }

  it('are those of whoever says it when, whoever said the same before', async () => {
    const taken = async (sentence: string, elsewhere: Partial<Moment> = {}) =>
      (await days.take?.(sentence, at({ ...here, ...elsewhere })))?.raw
    const tomorrow = { from: 'Thu 19 Nov 2026' }
    const after = { from: 'Fri 20 Nov 2026' }
    expect(await taken('tomorrow load test')).toEqual(tomorrow)
    expect(await taken('tomorrow load test', { zone: 'Pacific/Kiritimati' })).toEqual(after)
    expect(await taken('tomorrow load test', { now: new Date('2026-11-19T12:00:00Z') })).toEqual(after)
    expect(await taken('tomorrow load test')).toEqual(tomorrow)
    expect(await taken('03/04 load test')).toEqual({ from: 'Sat 3 Apr 2027' })
    expect(await days.take?.('friday, load test, for 3 days', at(here))).toEqual({
      raw: { from: 'Fri 20 Nov 2026', until: 'Sun 22 Nov 2026' },
      rest: ', load test',
    })
    expect(await taken('03/04 load test', { locale: 'en-US' })).toEqual({ from: '03/04' })
  })

  it('are none that are struck', async () => {
    const taken = async (sentence: string) => (await days.take?.(sentence, at(here)))?.raw
    expect(await taken('~tomorrow~ friday deploy')).toEqual({ from: 'Fri 20 Nov 2026' })
    expect(await taken('tomorrow ~friday~ deploy')).toEqual({ from: 'Thu 19 Nov 2026' })
    expect(await taken('tomorrow ~to friday~ deploy')).toEqual({ from: 'Thu 19 Nov 2026' })
  })
})

describe('days that a sentence leaves open', () => {
  const STANDING = ['24 dec 27', '24 dec, christmas', 'friday 4', 'fri sat', 'monday after christmas', '5/4']
  const standing = fc.oneof(fc.constantFrom(...STANDING), phrase)
  const reason = fc.constantFrom('load test', 'nodes down', 'party', 'is broken', 'break', 'holidays')

  const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort()

  it('are asked about, also where they are plain without the words beside them', async () => {
    await fc.assert(
      fc.asyncProperty(standing, reason, instant, locale, async (phrase, reason, now, locale) => {
        const place = { now, zone: 'UTC', ...(locale && { locale }) }
        const sentence = `${phrase} ${reason}`
        const found = daysIn(sentence, place)
        fc.pre(found !== undefined && found.days.kind !== 'days')
        const taken = await days.take?.(sentence, at(place))
        expect((await say(taken?.raw ?? {}, place)).kind).not.toBe('ok')
        expect(wordsOf(`${taken?.raw.from} ${taken?.rest}`)).toEqual(wordsOf(sentence))
      }),
      { numRuns: 500 },
    )
  })
})

/** Days from today on, as they are where somebody is. */
const coming = fc
  .tuple(fc.nat({ max: 300 }), fc.nat({ max: 60 }), instant, zone, locale)
  .map(([begin, more, now, zone, locale]) => {
    const from = today(now, zone) + begin
    const period = { from: writeDay(from), until: writeDay(from + more) }
    return { period, place: { now, zone, ...(locale && { locale }) } }
  })

describe('days as the words of a form', () => {
  it('read back as the same days, in any locale, whether the zone is known or not', async () => {
    await fc.assert(
      fc.asyncProperty(coming, async ({ period, place }) => {
        expect(await say(sayPeriod(period), place)).toEqual({ kind: 'ok', value: period })
        const unknown = await say(sayPeriod(period), { ...place, zone: undefined })
        if (!isAsk(unknown)) expect(unknown).toEqual({ kind: 'ok', value: period })
      }),
    )
  })
})

describe('new days for a pause that a form was filled with', () => {
  const pauseOf = ({ from, until }: { from: string; until: string }) =>
    sayReference({ id: '7', name: sayDays(from, until) })

  it('begin today where its own beginning is over, for the one who submits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.nat({ max: 60 }),
        instant,
        zone,
        async (past, more, now, zone) => {
          const here = today(now, zone)
          const own = { from: writeDay(here - past), until: writeDay(here + more) }
          const raw = { pause: pauseOf(own), ...sayPeriod(own) }
          expect(await change(raw, { now, zone })).toEqual({
            kind: 'ok',
            value: { ...own, from: writeDay(here) },
          })
        },
      ),
    )
  })

  it('are read as any others where they are not over, or not its own, or no form was filled', async () => {
    await fc.assert(
      fc.asyncProperty(coming, phrase, fc.boolean(), async ({ period, place }, from, unfilled) => {
        const pause: Raw = unfilled ? {} : { pause: pauseOf(period) }
        const read = readDays(from, place)
        const isOpen = read.kind !== 'refused' && read.only !== undefined
        for (const raw of [
          sayPeriod(period),
          ...(isOpen ? [] : [{ from }]),
          { from: sayPeriod(period).from },
        ])
          expect(await change({ ...pause, ...raw }, place)).toMatchObject(await say(raw, place))
      }),
    )
  })

  it.each([
    ['until friday', 'until Fri 20 Nov 2026'],
    ['thru friday', 'until Fri 20 Nov 2026'],
    ['up to and including friday please', 'until Fri 20 Nov 2026'],
    ['bis Freitag', 'until Fri 20 Nov 2026'],
    ['until wednesday', '?until Wed 18 Nov 2026|until Wed 25 Nov 2026'],
    ['until 10pm', '?until Wed 18 Nov 2026|until Thu 19 Nov 2026'],
    [
      '3 days',
      '!“3 days” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.',
    ],
    [
      'a week',
      '!“a week” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.',
    ],
    [
      'a few more days',
      '!“a few more days” does not say exactly how many; give the number, such as “3 days”.',
    ],
    ['2 more days', '2 days longer'],
    ['2 days longer', '2 days longer'],
    ['for 3 more days', '3 days longer'],
    ['for 2 days longer', '2 days longer'],
    ['by 2 days', '2 days longer'],
    ['by another 2 weeks', '2 weeks longer'],
    ['another week', 'a week longer'],
    ['for another week', 'a week longer'],
    ['an additional day', 'a day longer'],
    ['+2d', '2d longer'],
    ['another friday', '!'],
    ['by 3 years', '!“3 years” is longer than two years; a pause can last two years at most.'],
    ['by 2 hours', '!The service pauses whole days only, so “2 hours” cannot be kept to the hour.'],
    [
      '2h',
      '!“2h” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.',
    ],
    [
      '3 Tage',
      '!“3 Tage” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.',
    ],
    ['friday for 3 days', 'Fri 20 Nov 2026 → Sun 22 Nov 2026 (3 days)'],
    ['for the next 3 days', 'Wed 18 Nov 2026 → Fri 20 Nov 2026 (3 days)'],
  ])('say only their end, or only how long, or both: %s', async (from, meant) => {
    const place = { now: new Date('2026-11-18T12:00:00Z'), zone: 'UTC', locale: 'de-DE' }
    const taken = await newDays.take?.(`${from}, load test`, at(place))
    for (const raw of [{ from }, taken?.raw ?? {}]) {
      const parsed = await change(raw, place)
      if (parsed.kind === 'ok') {
        expect(sayNew(parsed.value)).toBe(meant)
        const again = await change(sayNewPeriod(parsed.value), place)
        expect(again).toMatchObject({ kind: 'ok', value: parsed.value })
      } else if (meant === '!') expect(parsed.kind).toBe('issue')
      else if (parsed.kind === 'issue') expect(`!${parsed.text}`).toBe(meant)
      else expect(`?${parsed.options.map(({ raw }) => raw.from).join('|')}`).toBe(meant)
    }
  })

  it('of a part of its beginning are no beginning of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        instant,
        zone,
        fc.nat(),
        async (past, now, zone, cut) => {
          const here = today(now, zone)
          const own = { from: writeDay(here - past), until: writeDay(addMonths(here, 1)) }
          const { from } = sayPeriod(own)
          const part = from.slice(0, 1 + (cut % (from.length - 1)))
          fc.pre(readDays(part, { now, zone }).kind === 'refused')
          expect(await change({ pause: pauseOf(own), from: part }, { now, zone })).toMatchObject({
            kind: 'issue',
          })
        },
      ),
    )
  })
})

describe('where days begin in a sentence', () => {
  it('is at a word, and depends on no time', () => {
    expect(beginningOfDays('warehouse-9 tomorrow to friday load test')).toBe('warehouse-9 '.length)
    expect(beginningOfDays('tomorrow')).toBe(0)
    expect(beginningOfDays('some words without any')).toBeUndefined()
  })
})

describe('days to look at', () => {
  const place = fc.record({ now: instant, zone, locale })

  it('are those of a pause where it could have some, and none of them is refused for being over', async () => {
    await fc.assert(
      fc.asyncProperty(phrase, place, async (from, place) => {
        const [paused, looked] = [await say({ from }, place), await daysIfAny.parse({ from }, at(place))]
        if (paused.kind === 'issue') {
          if (looked.kind === 'issue') expect(looked.text).not.toMatch(/starts in the past|two years/)
        } else expect(looked).toEqual(paused)
      }),
    )
  })

  it('are always shown by a button that has them in full, and a week of them is this one at the earliest', async () => {
    await fc.assert(
      fc.asyncProperty(date, fc.nat(1000), fc.record({ now: instant, zone }), async (day, length, place) => {
        const from = today(day, 'UTC')
        const period = { from: writeDay(from), until: writeDay(from + length) }
        const raw = sayPeriod(period)
        expect(await daysIfAny.parse(raw, at(place))).toEqual({ kind: 'ok', value: period })
        const current = mondayOf(today(place.now, place.zone))
        const value = from + length < current ? undefined : Math.max(mondayOf(from), current)
        expect(await weekIfAny.parse(raw, at(place))).toEqual({ kind: 'ok', value })
      }),
    )
  })
})
