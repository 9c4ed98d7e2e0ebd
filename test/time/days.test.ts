import { describe, expect, it } from 'vitest'
import { days } from '../../src/time/days.ts'

/**
 * The rules of days, as a table: the phrase, and what it means. Days stand as `18/11 – 20/11` (of 2026 unless a year is
 * said), a question as its readings between `?`, a refusal as `!` with words of its sentence.
 */
const WEDNESDAY = '2026-11-18T12:00:00Z'

const RULES: Record<string, [phrase: string, means: string][]> = {
  'a lone day is that day': [
    ['today', '18/11'],
    ['tonight', '18/11'],
    ['eod', '18/11'],
    ['eod friday', '20/11'],
    ['until end of day', '18/11'],
    ['all day', '18/11'],
    ['rest of today', '18/11'],
    ['tomorrow', '19/11'],
    ['Tomorrow', '19/11'],
    ['tmrw', '19/11'],
    ['all day tomorrow', '19/11'],
    ['day after tomorrow', '20/11'],
    ['the day after tomorrow', '20/11'],
    ['in 3 days', '21/11'],
    ['in a week', '25/11'],
    ['in a fortnight', '02/12'],
    ['two weeks from tomorrow', '03/12'],
    ['a week from monday', '30/11'],
    ['monday week', '30/11'],
    ['2 days after christmas', '27/12'],
  ],
  'a weekday is the next one to come': [
    ['friday', '20/11'],
    ['on friday', '20/11'],
    ['fri', '20/11'],
    ['thurs', '19/11'],
    ['monday', '23/11'],
    ['this friday', '20/11'],
    ['this wednesday', '18/11'],
    ['this coming tuesday', '24/11'],
    ['friday this week', '20/11'],
    ['next week friday', '27/11'],
    ['friday of next week', '27/11'],
    ['next monday', '23/11'],
  ],
  'a weekday that can be two days is a question': [
    ['wednesday', '?18/11|25/11'],
    ['until wednesday', '?18/11|18/11 – 25/11'],
    ['wednesday to friday', '?18/11 – 20/11|25/11 – 27/11'],
    ['today to wednesday', '?18/11|18/11 – 25/11'],
    ['next friday', '?20/11|27/11'],
    ['nxt fri', '?20/11|27/11'],
    ['until next friday', '?18/11 – 20/11|18/11 – 27/11'],
    ['next weekend', '?21/11 – 22/11|28/11 – 29/11'],
    ['next december', '?01/12 – 31/12|01/12/2027 – 31/12/2027'],
    ['eow', '?20/11|22/11'],
    ['until end of next week', '?18/11 – 27/11|18/11 – 29/11'],
    ['until next week', '?18/11 – 22/11|18/11 – 29/11'],
    ['until january', '?18/11 – 31/12|18/11 – 31/01/2027'],
    ['next 3 days', '?18/11 – 20/11|19/11 – 21/11'],
    ['for the next week', '?18/11 – 24/11|23/11 – 29/11'],
    ['over the next month', '?18/11 – 17/12|01/12 – 31/12'],
    ['10-12', '?10/12|10/12 – 12/12'],
  ],
  'weeks are Monday to Sunday, and what has begun is what is left of it': [
    ['this week', '18/11 – 22/11'],
    ['all week', '18/11 – 22/11'],
    ['rest of the week', '18/11 – 22/11'],
    ['next week', '23/11 – 29/11'],
    ['all of next week', '23/11 – 29/11'],
    ['the week after next', '30/11 – 06/12'],
    ['this weekend', '21/11 – 22/11'],
    ['for the weekend', '21/11 – 22/11'],
    ['over the weekend', '21/11 – 22/11'],
    ['week of 4 jan', '04/01/2027 – 10/01/2027'],
    ['w/c 28 dec', '28/12 – 03/01/2027'],
    ['week of christmas', '21/12 – 27/12'],
    ['week 1', '04/01/2027 – 10/01/2027'],
    ['weekdays next week', '23/11 – 27/11'],
    ['next week from tuesday to thursday', '24/11 – 26/11'],
    ['tue-thu next week', '24/11 – 26/11'],
  ],
  'months, quarters and years': [
    ['this month', '18/11 – 30/11'],
    ['november', '18/11 – 30/11'],
    ['rest of the month', '18/11 – 30/11'],
    ['end of month', '30/11'],
    ['eom', '30/11'],
    ['until end of month', '18/11 – 30/11'],
    ['until eom', '18/11 – 30/11'],
    ['next month', '01/12 – 31/12'],
    ['december', '01/12 – 31/12'],
    ['in february', '01/02/2027 – 28/02/2027'],
    ['february 2028', '01/02/2028 – 29/02/2028'],
    ['12/2026', '01/12 – 31/12'],
    ['2027-01', '01/01/2027 – 31/01/2027'],
    ['january to march', '01/01/2027 – 31/03/2027'],
    ['q1', '01/01/2027 – 31/03/2027'],
    ['second quarter 2027', '01/04/2027 – 30/06/2027'],
    ['next quarter', '01/01/2027 – 31/03/2027'],
    ['2027', '01/01/2027 – 31/12/2027'],
    ['rest of the year', '18/11 – 31/12'],
    ['start of next month', '01/12'],
    ['end of q1', '31/03/2027'],
  ],
  'so many days, both ends counted': [
    ['for 3 days', '18/11 – 20/11'],
    ['for one day', '18/11'],
    ['for a couple of days', '18/11 – 19/11'],
    ['for 2 weeks', '18/11 – 01/12'],
    ['2w', '18/11 – 01/12'],
    ['10d', '18/11 – 27/11'],
    ['for a fortnight', '18/11 – 01/12'],
    ['for 1 month', '18/11 – 17/12'],
    ['for 2 years', '18/11 – 17/11/2028'],
    ['from monday for 3 days', '23/11 – 25/11'],
    ['for 3 days from monday', '23/11 – 25/11'],
    ['5 days starting next monday', '23/11 – 27/11'],
    ['from 24/12 for 10 days', '24/12 – 02/01/2027'],
    ['tomorrow for a week', '19/11 – 25/11'],
    ['tomorrow 2 weeks', '19/11 – 02/12'],
    ['friday 3d', '20/11 – 22/11'],
    ['starting monday, 5 days', '23/11 – 27/11'],
    ['for 4 working days', '18/11 – 23/11'],
    ['next working day', '19/11'],
  ],
  'until starts today': [
    ['until friday', '18/11 – 20/11'],
    ['til fri', '18/11 – 20/11'],
    ['till tomorrow', '18/11 – 19/11'],
    ['through sunday', '18/11 – 22/11'],
    ['until the 24th', '18/11 – 24/11'],
    ['until christmas', '18/11 – 25/12'],
    ['until 18/11', '18/11'],
    ['until friday inclusive', '18/11 – 20/11'],
    ['until black friday', '18/11 – 27/11'],
    ['through the weekend', '18/11 – 22/11'],
    ['thru next week', '18/11 – 29/11'],
    ['through january', '18/11 – 31/01/2027'],
  ],
  'throughout is not until': [
    ['throughout next week', '23/11 – 29/11'],
    ['throughout december', '01/12 – 31/12'],
  ],
  'from one day to another': [
    ['tomorrow to friday', '19/11 – 20/11'],
    ['from tomorrow until friday', '19/11 – 20/11'],
    ['tomorrow - friday', '19/11 – 20/11'],
    ['tomorrow – friday', '19/11 – 20/11'],
    ['tomorrow..friday', '19/11 – 20/11'],
    ['tomorrow -> friday', '19/11 – 20/11'],
    ['tomorrow thru friday', '19/11 – 20/11'],
    ['tomorrow till friday', '19/11 – 20/11'],
    ['between tomorrow and friday', '19/11 – 20/11'],
    ['now to sunday', '18/11 – 22/11'],
    ['mon-fri', '23/11 – 27/11'],
    ['friday to friday', '20/11 – 27/11'],
    ['friday to wednesday', '20/11 – 25/11'],
    ['friday > monday', '20/11 – 23/11'],
    ['fri ~ mon', '20/11 – 23/11'],
    ['this week until friday', '18/11 – 20/11'],
    ['next week until wednesday', '23/11 – 25/11'],
    ['next month to the 20th', '01/12 – 20/12'],
    ['this month until the 25th', '18/11 – 25/11'],
    ['this weekend until monday', '21/11 – 23/11'],
    ['from next monday to friday', '23/11 – 27/11'],
    ['tomorrow until next tuesday', '19/11 – 24/11'],
    ['24-28 dec', '24/12 – 28/12'],
    ['24 to 28 december', '24/12 – 28/12'],
    ['dec 24-28', '24/12 – 28/12'],
    ['from the 24th to the 28th of december', '24/12 – 28/12'],
    ['4 to 23 next month', '04/12 – 23/12'],
    ['24 dec – 2 jan', '24/12 – 02/01/2027'],
    ['24 dec – 2 jan 2027', '24/12 – 02/01/2027'],
    ['the 28th to the 3rd', '28/11 – 03/12'],
    ['24/12-2/1', '24/12 – 02/01/2027'],
    ['24.12. - 2.1.', '24/12 – 02/01/2027'],
    ['5. - 16.12.', '05/12 – 16/12'],
    ['2026-12-24..2027-01-02', '24/12 – 02/01/2027'],
    ['christmas eve to new year’s day', '24/12 – 01/01/2027'],
    ['10 nov – 30 nov', '18/11 – 30/11'],
    ['10th to 25th', '?18/11 – 25/11|10/12 – 25/12'],
  ],
  'days in a row': [
    ['friday and saturday', '20/11 – 21/11'],
    ['fri, sat & sun', '20/11 – 22/11'],
    ['on friday and saturday', '20/11 – 21/11'],
    ['weekend plus monday', '21/11 – 23/11'],
    ['today and tomorrow', '18/11 – 19/11'],
    ['sat/sun', '21/11 – 22/11'],
    ['24, 25 and 26 december', '24/12 – 26/12'],
    ['dec 24 and 25', '24/12 – 25/12'],
    ['31 dec and 1 jan', '31/12 – 01/01/2027'],
    ['this week and next week', '18/11 – 29/11'],
  ],
  'dates however they are written': [
    ['2026-12-24', '24/12'],
    ['2026/12/24', '24/12'],
    ['20261224', '24/12'],
    ['24/12', '24/12'],
    ['24/12/2026', '24/12'],
    ['24/12/26', '24/12'],
    ['24.12', '24/12'],
    ['24.12.', '24/12'],
    ['24.12.2026', '24/12'],
    ['24-12', '24/12'],
    ['24-12-2026', '24/12'],
    ['3/4', '03/04/2027'],
    ['24 dec', '24/12'],
    ['24dec', '24/12'],
    ['dec. 24', '24/12'],
    ['dec 24th', '24/12'],
    ['December 24, 2026', '24/12'],
    ['24-dec-2026', '24/12'],
    ['the 24th of december', '24/12'],
    ['twenty fourth of december', '24/12'],
    ['thu 24 dec', '24/12'],
    ['24 december, thursday', '24/12'],
    ['thursday the 24th of december', '24/12'],
    ['the 24th', '24/11'],
    ['24th', '24/11'],
    ['tuesday the 24th', '24/11'],
    ['17 nov', '17/11/2027'],
    ['29 feb', '29/02/2028'],
    ['today 18.11', '18/11'],
  ],
  'days that come once a year': [
    ['christmas eve', '24/12'],
    ['boxing day', '26/12'],
    ["new year's eve", '31/12'],
    ['nye', '31/12'],
    ['easter', '28/03/2027'],
    ['good friday', '26/03/2027'],
    ['easter monday 2028', '17/04/2028'],
    ['thanksgiving', '26/11'],
    ['black friday', '27/11'],
    ['cyber monday 2027', '29/11/2027'],
    ['first monday of january', '04/01/2027'],
    ['last friday of november', '27/11'],
    ['last day of next month', '31/12'],
  ],
  'polite words are no leftovers': [
    ['just tomorrow please', '19/11'],
    ['only today', '18/11'],
    ['tomorrow, please', '19/11'],
    ['the whole of next week', '23/11 – 29/11'],
    ['entire next week', '23/11 – 29/11'],
    ['ooo next week', '23/11 – 29/11'],
    ['  tomorrow   to   friday  ', '19/11 – 20/11'],
  ],
  'hours become a question about whole days': [
    ['2h', '?18/11|18/11 – 19/11'],
    ['for 3 hours', '?18/11|18/11 – 19/11'],
    ['until 10pm', '?18/11|18/11 – 19/11'],
    ['until 22:00', '?18/11|18/11 – 19/11'],
    ['this afternoon', '?18/11|18/11 – 19/11'],
    ['tomorrow morning', '?19/11|19/11 – 20/11'],
    ['tomorrow 9am to 5pm', '?19/11|19/11 – 20/11'],
    ['friday 18:00 to monday 8:00', '?20/11 – 23/11|20/11 – 22/11'],
    ['until 5pm tomorrow', '?18/11 – 19/11|18/11'],
    ['until 9am monday', '?18/11 – 23/11|18/11 – 22/11'],
    ['through friday night', '?18/11 – 20/11|18/11 – 19/11'],
  ],
  'hours that pass midnight become a question about more days': [
    ['24h', '?18/11 – 19/11|18/11'],
    ['36 hours', '?18/11 – 20/11|18/11 – 19/11'],
    ['for 72h', '?18/11 – 21/11|18/11 – 20/11'],
    ['2880 min', '?18/11 – 20/11|18/11 – 19/11'],
    ['tomorrow for 48 hours', '?19/11 – 21/11|19/11 – 20/11'],
    ['for 48h starting friday', '?20/11 – 22/11|20/11 – 21/11'],
  ],
  'what lies in the past is refused': [
    ['yesterday', '!past'],
    ['last friday', '!past'],
    ['3 days ago', '!past'],
    ['last week', '!past'],
    ['1 nov 2026', '!past'],
    ['monday this week', '!past'],
    ['2026-11-01 to 2026-11-30', '!starts in the past'],
  ],
  'what ends before it starts is refused': [
    ['tomorrow to today', '!ends before it starts'],
    ['28 dec to 24 dec', '!ends before it starts'],
    ['2026-12-24 to 2026-12-20', '!ends before it starts'],
  ],
  'what no calendar has is refused': [
    ['31/02', '!no 31 February'],
    ['29/02/2027', '!no 29 February 2027'],
    ['31 nov', '!no 31 November'],
    ['12/24', '!no month 24'],
    ['0/1', '!no 0 January'],
    ['monday 24 dec', '!Thu 24 Dec 2026'],
    ['fifth monday of february 2027', '!no such day'],
    ['today 20.11', '!not the same'],
    ['in 9999 years', '!too far'],
  ],
  'what is longer than two years is refused': [
    ['for 3 years', '!longer than two years'],
    ['2026-12-01 to 2029-01-01', '!longer than two years'],
  ],
  'what leaves the days open is refused': [
    ['from monday', '!no end'],
    ['starting tomorrow', '!no end'],
    ['after friday', '!no end'],
    ['from monday onwards', '!no end'],
    ['until further notice', '!no end'],
    ['friday or saturday', '!leaves open'],
    ['friday and monday', '!gap'],
    ['24 dec, 27 dec', '!gap'],
    ['every monday', '!again and again'],
    ['mondays', '!again and again'],
    ['asap', '!no day'],
    ['for now', '!no day'],
    ['forever', '!no day'],
    ['never', '!no day'],
    ['', '!Nothing'],
    ['   ', '!Nothing'],
    ['?!', '!cannot read'],
  ],
  'a word too many refuses the phrase': [
    ['not tomorrow', '!“not”'],
    ['tomorrow load test', '!“load”'],
    ['this week except friday', '!“except”'],
    ['tomorow', '!“tomorrow”'],
    ['from 4 to 22', '!cannot read'],
    ['24', '!cannot read'],
    ['x'.repeat(201), '!more than 200'],
  ],
}

const at = (now: string, zone = 'Europe/Madrid', locale?: string) => ({ now: new Date(now), zone, locale })

function show(phrase: string, when: { now: Date; zone: string; locale?: string | undefined }): string {
  const said = days(phrase, when)
  if (said.kind === 'refused') return `!${said.why}`
  if (said.kind === 'days') return span(said)
  return `?${said.readings.map(span).join('|')}`
}

function span({ from, until }: { from: string; until: string }): string {
  const short = (day: string) => day.replace('/2026', '')
  return from === until ? short(from) : `${short(from)} – ${short(until)}`
}

describe('said on Wednesday 18 November 2026', () => {
  for (const [rule, rows] of Object.entries(RULES)) {
    it.each(rows)(`${rule}: %s → %s`, (phrase, means) => {
      const shown = show(phrase, at(WEDNESDAY))
      if (means.startsWith('!')) expect(shown).toMatch(/^!.*[.?]$/)
      if (means.startsWith('!')) expect(shown).toContain(means.slice(1))
      else expect(shown).toBe(means)
    })
  }
})

describe('said on other days', () => {
  it.each([
    ['2026-11-23T12:00:00Z', 'monday', '?23/11|30/11'],
    ['2026-11-23T12:00:00Z', 'next monday', '30/11'],
    ['2026-11-23T12:00:00Z', 'monday to friday', '?23/11 – 27/11|30/11 – 04/12'],
    ['2026-11-21T12:00:00Z', 'this weekend', '21/11 – 22/11'],
    ['2026-11-21T12:00:00Z', 'next weekend', '28/11 – 29/11'],
    ['2026-11-21T12:00:00Z', 'next friday', '27/11'],
    ['2026-11-22T12:00:00Z', 'weekend', '?22/11|28/11 – 29/11'],
    ['2026-11-22T12:00:00Z', 'this week', '22/11'],
    ['2026-11-20T12:00:00Z', 'this week until sunday', '20/11 – 22/11'],
    ['2026-11-28T12:00:00Z', 'thanksgiving', '25/11/2027'],
    ['2026-11-23T12:00:00Z', 'until 9am monday', '?23/11|23/11 – 30/11'],
    ['2026-12-28T12:00:00Z', '24 dec – 2 jan', '28/12 – 02/01/2027'],
    ['2026-12-31T12:00:00Z', 'tomorrow', '01/01/2027'],
    ['2026-12-31T12:00:00Z', 'next month', '01/01/2027 – 31/01/2027'],
    ['2027-01-31T12:00:00Z', 'next month', '01/02/2027 – 28/02/2027'],
    ['2027-01-31T12:00:00Z', 'in 1 month', '28/02/2027'],
    ['2028-02-29T12:00:00Z', 'today', '29/02/2028'],
    ['2028-02-29T12:00:00Z', '29/02', '29/02/2028'],
    ['2028-02-29T12:00:00Z', 'in 1 year', '28/02/2029'],
    ['2026-11-01T12:00:00Z', 'the 31st', '31/12'],
  ])('%s: %s → %s', (now, phrase, means) => {
    expect(show(phrase, at(now))).toBe(means)
  })
})

describe('the speaker', () => {
  it('lives in a zone, and today is today there', () => {
    const late = '2026-11-18T23:30:00Z'
    expect(show('today', at(late, 'America/New_York'))).toBe('18/11')
    expect(show('today', at(late, 'Europe/Madrid'))).toBe('19/11')
    expect(show('today', at('2026-11-18T10:30:00Z', 'Pacific/Kiritimati'))).toBe('19/11')
    expect(show('today', at('2026-11-18T10:30:00Z', 'Pacific/Pago_Pago'))).toBe('17/11')
  })

  it.each(['Nowhere/Land', '', '__proto__', 'constructor', 'x'.repeat(500)])(
    'lives in Greenwich when "%s" is no zone',
    zone => {
      expect(show('today', at('2026-11-18T23:30:00Z', zone))).toBe('18/11')
    },
  )

  it('is asked which number is the month when both can be, in America alone', () => {
    expect(show('03/04', at(WEDNESDAY, 'America/New_York', 'en-US'))).toBe('?03/04/2027|04/03/2027')
    expect(show('3/4 to 5/4', at(WEDNESDAY, 'America/New_York', 'en-US'))).toBe(
      '?03/04/2027 – 05/04/2027|04/03/2027 – 04/05/2027',
    )
    expect(show('12/24', at(WEDNESDAY, 'America/New_York', 'en-US'))).toBe('24/12')
    expect(show('24/12', at(WEDNESDAY, 'America/New_York', 'en-US'))).toBe('24/12')
    expect(show('4/4', at(WEDNESDAY, 'America/New_York', 'en-US'))).toBe('04/04/2027')
    expect(show('12/1/2026', at(WEDNESDAY, 'America/New_York', 'en-US'))).toBe('01/12')
    expect(show('03/04', at(WEDNESDAY, 'America/New_York', 'en-GB'))).toBe('03/04/2027')
  })
})

describe('the answer', () => {
  it('says where the phrase stands, without the spaces around it', () => {
    expect(days('  tomorrow to friday ', at(WEDNESDAY))).toEqual({
      kind: 'days',
      from: '19/11/2026',
      until: '20/11/2026',
      matched: { start: 2, end: 20 },
    })
  })

  it('asks with full dates and a reason', () => {
    expect(days('wednesday', at(WEDNESDAY))).toEqual({
      kind: 'choice',
      readings: [
        { from: '18/11/2026', until: '18/11/2026', label: 'Wed 18 Nov 2026 (1 day)' },
        { from: '25/11/2026', until: '25/11/2026', label: 'Wed 25 Nov 2026 (1 day)' },
      ],
      why: 'Today is a Wednesday, so “wednesday” can mean today or a week from now.',
    })
  })

  it('quotes no more than 80 characters', () => {
    const { why } = { why: '', ...days(`tomorrow ${'é'.repeat(150)}`, at(WEDNESDAY)) }
    for (const [, quoted = ''] of why.matchAll(/“([^”]*)”/g)) expect(quoted.length).toBeLessThanOrEqual(80)
    expect(why).toContain('…')
  })
})
