import { describe, expect, it } from 'vitest'
import { findDays, findDaysInAnyLanguage } from '../../../src/language/dates.ts'

const AT = { now: new Date('2026-11-18T12:00:00Z'), zone: 'Europe/Madrid' }

/** The words that say the days and what became of them, as `words: kind`; a dash when there are none. */
function find(text: string, locale?: string): string {
  const found = findDays(text, { ...AT, locale })
  return found ? `${text.slice(found.start, found.end)}: ${found.days.kind}` : '—'
}

describe('a phrase at the beginning', () => {
  it.each([
    ['tomorrow', 'tomorrow: days'],
    ['tomorrow because of the load test', 'tomorrow: days'],
    ['nodes 3-5 tomorrow', 'tomorrow: days'],
    ['20/7 to 24/7 holidays', '20/7 to 24/7: days'],
    ['friday 27, load test', 'friday 27: days'],
    ['7-9 and 14-16 dec', '7-9 and 14-16 dec: choice'],
    ['friday to sunday (back on monday)', 'friday to sunday (back on monday): refused'],
    ['03/04 load test', '03/04: days'],
    ['3 days load test', '3 days: days'],
    ['load test from 10 tomorrow', 'from 10 tomorrow: choice'],
    ['tomorrow(load test)', 'tomorrow: days'],
    ['tomorrow but keep db', 'tomorrow: days'],
    ['tomorrow to save money', 'tomorrow: days'],
    ['from the 24 to the 28 december freeze', 'from the 24 to the 28 december: days'],
    ['tomorrow 4711', 'tomorrow: days'],
    ['thursday the 3rd load test', 'thursday the 3rd: days'],
    ['q1 and q2 load test', 'q1 and q2: days'],
    ['all of december load test', 'all of december: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a length of a thing', () => {
  it.each([
    ['one year anniversary', '—'],
    ['for 2-day load test', 'for 2-day: days'],
    ['3-month contract ended', '—'],
    ['2 weeks of backlog', '—'],
    ['tomorrow 90 day review', 'tomorrow: days'],
    ['until friday 30-day trial', 'until friday: days'],
    ['tomorrow twenty five day review', 'tomorrow: days'],
    ['3 day starting monday load test', '3 day starting monday: days'],
    ['a week load test', 'a week: days'],
    ['week 50 upgrade', 'week 50: days'],
    ['week 50 3 nodes down', 'week 50: days'],
    ['2 may be down', '—'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('another language at the beginning', () => {
  it.each([
    ['de-DE', 'übermorgen Lasttest', 'übermorgen: days'],
    ['sv-SE', 'nästa vecka lasttest', 'nästa vecka: days'],
    ['de-DE', 'Freitag oder Samstag Lasttest', 'Freitag oder Samstag: choice'],
    ['de-DE', 'so geht das nicht', '—'],
    ['es-ES', '(mañana) prueba', 'mañana: days'],
    ['de-DE', 'am 2. Standort', '—'],
    ['ru-RU', 'в среду тест', 'в среду: choice'],
    ['pt-BR', 'segunda manutenção', '—'],
    ['es-ES', 'de vuelta el lunes', 'de vuelta el lunes: refused'],
    ['sv-SE', 'till måndag morgon underhåll', 'till måndag morgon: choice'],
  ])('%s: %s', (locale, text, found) => {
    expect(find(text, locale)).toBe(found)
  })
})

describe('a question or a refusal at the beginning', () => {
  it.each([
    ['next friday load test', 'next friday: choice'],
    ['this week mornings only', 'this week mornings: choice'],
    ['until 10pm load test', 'until 10pm: choice'],
    ['mon-fri every week', 'mon-fri every: refused'],
    ['friday weekly report', 'friday: days'],
    ['from monday load test', 'from monday: refused'],
    ['friday or saturday load test', 'friday or saturday: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a phrase at the end', () => {
  it.each([
    ['load test until friday', 'until friday: days'],
    ['restart in may', 'in may: days'],
    ['upgrade from 1.2 to 1.5 until friday', 'until friday: days'],
    ['black friday 26-30 nov', '26-30 nov: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('words that leave the days open', () => {
  it.each([
    ['<= friday', '<= friday: choice'],
    ['friday latest', 'friday latest: choice'],
    ['tomorrow 0900 load test', 'tomorrow 0900: choice'],
    ['3 days prior to 7 dec', '3 days prior to 7 dec: days'],
    ['load test within two days', 'within two days: choice'],
    ['next week sometime load test', 'next week sometime: choice'],
    ['until friday or until tests pass', 'until friday or until: choice'],
    ['until friday, could be longer', 'until friday, could be longer: choice'],
    ['i think friday', 'think friday: choice'],
    ['friday i think it is idle', 'friday: days'],
    ['tomorrow out of hours', 'tomorrow out of hours: choice'],
    ['friday load test, monday too', 'friday: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('another language at the end', () => {
  it.each([
    ['de-DE', 'Lasttest bis Freitag', 'bis Freitag: days'],
    ['de-DE', 'Lasttest von 24. bis 26. Dezember', 'von 24. bis 26. Dezember: days'],
    ['ru-RU', 'тест с 24 по 28', 'с 24 по 28: days'],
    ['de-DE', 'Lasttest ab 24.12.', 'ab 24.12.: refused'],
    ['de-DE', 'wird nicht gebraucht bis Freitag', 'bis Freitag: days'],
    ['de-DE', 'Lasttest außer 24.12.', 'Lasttest außer 24.12.: refused'],
    ['es-ES', 'prueba hasta 24/12', 'hasta 24/12: days'],
  ])('%s: %s', (locale, text, found) => {
    expect(find(text, locale)).toBe(found)
  })
})

describe('days behind the reason', () => {
  it.each([
    ['from monday load test until yesterday', 'from monday: refused'],
    ['until friday load test for 3 days', 'until friday: choice'],
    ['load test 20.11.2026 - 23.11.2026', '20.11.2026 - 23.11.2026: days'],
    ['every friday load test for 3 days', 'for 3 days: refused'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a stated reason', () => {
  it.each([
    ['because of the deployment on friday', '—'],
    ['tomorrow because of friday', 'tomorrow: days'],
    ['tomorrow since friday is a holiday', 'tomorrow: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a misspelt word', () => {
  it.each([
    ['tomorow load test', 'tomorow: days'],
    ['thrusday load test', 'thrusday: days'],
    ['from tomorow untl fridya load test', 'from tomorow untl fridya: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('other days behind the days', () => {
  it.each([
    ['tomorrow 1st level support', 'tomorrow: days'],
    ['tomorrow end of month', 'tomorrow: choice'],
    ['tomorrow 27th maintenance', 'tomorrow 27th: refused'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('half a phrase', () => {
  it.each([
    ['tomorrow until the release', 'tomorrow until the release: choice'],
    ['tomorrow for', 'tomorrow for: choice'],
    ['for 3 days from the release', 'for 3 days from the release: choice'],
    ['tomorrow friday load test', 'tomorrow friday: refused'],
    ['load test until the release on friday', 'load test until the release on friday: choice'],
    ['cost saving except for next week', 'except for next week: refused'],
    ['next week (not friday) load test', 'next week: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('corrections and additions', () => {
  it.each([
    ['tomorrow no wait friday load test', 'tomorrow: choice'],
    ['tomorrow, i mean friday, load test', 'tomorrow: choice'],
    ['tomorrow to friday, sorry, to monday, load test', 'tomorrow to friday: choice'],
    ['monday *tuesday deploy', 'monday: choice'],
    ['load test tomorrow, sorry, friday', 'friday: choice'],
    ['tomorrow load test, no, on friday', 'tomorrow: choice'],
    ['tomorrow, perhaps also friday', 'tomorrow, perhaps also friday: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a clause behind a row of days', () => {
  it.each([
    ['friday, next week is audit', 'friday, next week is audit: choice'],
    ['tomorrow, friday is a holiday', 'tomorrow, friday is a holiday: choice'],
    ['tomorrow and friday we deploy', 'tomorrow and friday we deploy: choice'],
    ['mon-fri we are away', 'mon-fri: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('conditions', () => {
  it.each([
    ['tomorrow if the release slips', 'tomorrow if the release slips: choice'],
    ['if the release slips tomorrow', 'if the release slips tomorrow: choice'],
    ['tomorrow unless bob objects', 'tomorrow unless bob objects: choice'],
    ['tomorrow in case the release slips', 'tomorrow in case the release slips: choice'],
    ["if that's fine until friday", 'until friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('when something ends or is needed', () => {
  it.each([
    ['resume monday', 'resume monday: refused'],
    ['expires friday', 'expires friday: refused'],
    ['needed until friday', 'needed until friday: refused'],
    ['not needed until friday', 'until friday: days'],
    ['not done until friday', 'until friday: days'],
    ['team moves from monday to friday', 'from monday to friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('days that are part of a longer stretch', () => {
  it.each([
    ['28 mrt – 2 apr', '28 mrt – 2 apr: choice'],
    ['load test bis zum 6.12.', 'bis zum 6.12.: choice'],
    ['24.12. bis 2.1. urlaub', '24.12. bis 2.1: choice'],
    ['mar. 5 dec', 'mar. 5 dec: choice'],
    ['25 thu', '25 thu: choice'],
    ['friday di', 'friday di: choice'],
    ['load test from 18.12 until 20.12.', '18.12 until 20.12.: choice'],
    ['tomorrow not load test', 'tomorrow not: choice'],
    ['today in 8 days', 'today: choice'],
    ['one week in january', 'one week: choice'],
    ['a day or two', 'a day or two: choice'],
    ['mondays in december', 'mondays in december: refused'],
    ['somewhere in december', 'somewhere in december: choice'],
    ['tomorrow for a while', 'tomorrow for a while: choice'],
    ['friday before diwali', 'friday before diwali: choice'],
    ['the weekend before 5 dec', 'the weekend before 5 dec: refused'],
    ['christmas next year', 'christmas next year: days'],
    ['monday of december', '—'],
    ['the week of the release', '—'],
    ['tomorrow - march release', 'tomorrow - march release: choice'],
    ['tomorrow for black friday', 'tomorrow: days'],
    ['week 2 of january', 'week 2 of january: choice'],
    ['toda sexta', '—'],
    ['friday di migration', 'friday: days'],
    ['24 dec not needed', '24 dec: days'],
  ])('%s', (text, found) => {
    expect(find(text, 'en-US')).toBe(found)
  })

  it.each([
    ['24. dez – 2. jan', '24/12/2026', '02/01/2027'],
    ['24 dic – 2 jan Lasttest', '24/12/2026', '02/01/2027'],
    ['fr 4.12. bis mo 7.12.: Umzug', '04/12/2026', '07/12/2026'],
    ['bis einschl. 6.12.', '18/11/2026', '06/12/2026'],
    ['ce week-end', '21/11/2026', '22/11/2026'],
    ['月曜から水曜', '23/11/2026', '25/11/2026'],
  ])('is read in the language that knows it: %s', (text, from, until) => {
    expect(findDaysInAnyLanguage(text, { ...AT, locale: 'en-US' })?.days).toMatchObject({ from, until })
  })

  it.each([
    ['kommende woche außer mittwoch', 'choice'],
    ['la semaine prochaine sauf jeudi', 'choice'],
    ['nächste woche nur vormittags', 'choice'],
    ['del 7 al 20 sin fines de semana', 'choice'],
    ['el viernes no, el sábado', 'refused'],
    ['10 agosto 2012', 'refused'],
    ['la semana pasada', 'refused'],
  ])('is doubted in the language that knows it: %s', (text, kind) => {
    expect(findDaysInAnyLanguage(text, { ...AT, locale: 'en-US' })).toMatchObject({
      phrase: text,
      days: { kind },
    })
  })
})

describe('ordinary words', () => {
  it.each([
    ['', '—'],
    ['may be flaky', '—'],
    ['1.2.3 rollout', '—'],
    ['the day we restart', '—'],
    ['testing now', '—'],
    ["until this week's release", '—'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('the answer', () => {
  it('says where the days stand, and what they are', () => {
    expect(findDays('tomorrow to friday load test', AT)).toEqual({
      phrase: 'tomorrow to friday',
      start: 0,
      end: 18,
      days: { kind: 'days', from: '19/11/2026', until: '20/11/2026' },
    })
  })

  it('asks with the days where words behind the reason leave them open', () => {
    expect(findDays('tomorrow load test 10 to 4pm', AT)).toMatchObject({
      phrase: 'tomorrow',
      start: 0,
      end: 8,
      days: {
        kind: 'choice',
        readings: [{ from: '19/11/2026', label: 'Thu 19 Nov 2026 (1 day)' }],
        why: 'The service pauses whole days only, so “tomorrow load test 10 to 4pm” cannot be kept to the hour.',
      },
    })
  })

  it('asks with both of two days, the first of which is put right', () => {
    expect(findDays('monday load test, no, tuesday', AT)).toMatchObject({
      days: { kind: 'choice', readings: [{ from: '23/11/2026' }, { from: '24/11/2026' }] },
    })
  })

  it('asks an American which number is the month', () => {
    expect(findDays('03/04 load test', { ...AT, locale: 'en-US' })?.days.kind).toBe('choice')
    expect(findDays('7/12 to 13/12 load test', { ...AT, locale: 'en-US' })?.days.kind).toBe('days')
    expect(findDays('11-25 nodes down', { ...AT, locale: 'en-US' })).toBeUndefined()
  })
})
