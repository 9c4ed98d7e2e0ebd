import { describe, expect, it } from 'vitest'
import { findDays } from '../../../src/language/dates.ts'

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
    ['3 days load test', '3 days: days'],
    ['24/12 day off', '24/12: days'],
    ['tomorrow(load test)', 'tomorrow: days'],
    ['tomorrow half year review', 'tomorrow: days'],
    ['tomorrow but keep db', 'tomorrow: days'],
    ['tomorrow for time tracking', 'tomorrow: days'],
    ['tomorrow to save money', 'tomorrow: days'],
    ['03/04 load test', '03/04: days'],
    ['from the 24 to the 28 december freeze', 'from the 24 to the 28 december: days'],
    ['friday 27, load test', 'friday 27: days'],
    ['tomorrow 4711', 'tomorrow: days'],
    ['20/7 to 24/7 holidays', '20/7 to 24/7: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a length of a thing', () => {
  it.each([
    ['one year anniversary', '—'],
    ['90-day review', '—'],
    ['3-month contract ended', '—'],
    ['6 months review', '—'],
    ['5 days late', '—'],
    ['2 years old hardware', '—'],
    ['2 weeks of backlog', '—'],
    ['tomorrow 90 day review', 'tomorrow: days'],
    ['until friday 30-day trial', 'until friday: days'],
    ['tomorrow twenty five day review', 'tomorrow: days'],
    ['2 day', '2 day: days'],
    ['for 2-day load test', 'for 2-day: days'],
    ['3 day starting monday load test', '3 day starting monday: days'],
    ['a week load test', 'a week: days'],
    ['tomorrow 2 days load test', 'tomorrow 2 days: days'],
    ['week 50 upgrade', 'week 50: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('another language at the beginning', () => {
  it.each([
    ['de-DE', 'übermorgen Lasttest', 'übermorgen: days'],
    ['de-DE', 'Freitag Lasttest für das Team', 'Freitag: days'],
    ['sv-SE', 'nästa vecka lasttest', 'nästa vecka: days'],
    ['nl-NL', 'tot vrijdag onderhoud', 'tot vrijdag: days'],
    ['de-DE', 'Freitag oder Samstag Lasttest', 'Freitag oder Samstag: choice'],
    ['de-DE', 'so geht das nicht', '—'],
    ['es-ES', '(mañana) prueba', 'mañana: days'],
    ['es-ES', 'hasta el viernes 27 mantenimiento', 'hasta el viernes 27: days'],
    ['de-DE', 'am 2. Standort', '—'],
    ['sv-SE', 'fredag 27 underhåll', 'fredag 27: days'],
    ['ru-RU', 'в среду тест', 'в среду: choice'],
    ['pt-BR', 'segunda manutenção', '—'],
    ['pt-BR', 'upgrade 2 out of 5 nodes', '—'],
    ['pt-BR', '24 de out manutenção', '24 de out: days'],
    ['fr-FR', 'demain 2e essai', 'demain 2e essai: choice'],
    ['de-DE', 'Freitag, Wartung', 'Freitag: days'],
    ['es-ES', 'de vuelta el lunes', 'de vuelta el lunes: refused'],
    ['sv-SE', 'till måndag morgon underhåll', 'till måndag morgon: choice'],
  ])('%s: %s', (locale, text, found) => {
    expect(find(text, locale)).toBe(found)
  })
})

describe('a question or a refusal at the beginning', () => {
  it.each([
    ['next friday load test', 'next friday: choice'],
    ['until 10pm load test', 'until 10pm: choice'],
    ['tomorrow during business hours', 'tomorrow during business hours: choice'],
    ['this week mornings only', 'this week mornings: choice'],
    ['mon-fri every week', 'mon-fri every: refused'],
    ['friday weekly report', 'friday: days'],
    ['friday every weekly job', 'friday: days'],
    ['from monday 9am load test', 'from monday 9am: refused'],
    ['tonight load test', 'tonight: choice'],
    ['for tomorrow morning load test', 'for tomorrow morning: choice'],
    ['26 dec 2027 y', '26 dec 2027 y: refused'],
    ['from monday load test', 'from monday: refused'],
    ['friday or saturday load test', 'friday or saturday: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a phrase at the end', () => {
  it.each([
    ['load test until friday', 'until friday: days'],
    ['load test for 3 days', 'for 3 days: days'],
    ['load test tonight', 'tonight: choice'],
    ['restart in may', 'in may: days'],
    ['upgrade from 1.2 to 1.5 until friday', 'until friday: days'],
    ['1/4 fleet until friday', 'until friday: days'],
    ['black friday 26-30 nov', '26-30 nov: days'],
    ['nights watch tomorrow', 'tomorrow: days'],
    ['load test all weekend', 'all weekend: days'],
    ['see #12 until 15 dec', 'until 15 dec: days'],
    ['part 3/5 tomorrow', 'tomorrow: days'],
    ['load test, 12 until 15 dec', '12 until 15 dec: days'],
    ['release 12 24/12 - 2/1', '24/12 - 2/1: days'],
    ['walk through the tests tomorrow', 'tomorrow: days'],
    ['load test second friday', 'second friday: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('words that leave the days open', () => {
  it.each([
    ['-> friday load test', '—'],
    ['<= friday', '<= friday: choice'],
    ['friday latest', 'friday latest: choice'],
    ['load test at least until friday', 'least until friday: choice'],
    ['monday 2 wednesday load test', 'monday 2 wednesday load test: choice'],
    ['tomorrow 0900 load test', 'tomorrow 0900: choice'],
    ['3 days prior to 7 dec', '3 days prior to 7 dec: days'],
    ['3 days around the corner', '3 days: days'],
    ['load test within two days', 'within two days: choice'],
    ['load test later this week', 'later this week: choice'],
    ['load test any day next week', '—'],
    ['load test the 50th week of the year', '—'],
    ['next week sometime load test', 'next week sometime: choice'],
    ['vacaciones hasta 24/12', '—'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('another language at the end', () => {
  it.each([
    ['de-DE', 'Lasttest bis Freitag', 'bis Freitag: days'],
    ['de-DE', 'Lasttest bis 24.12.', 'bis 24.12.: days'],
    ['de-DE', 'Lasttest von 24. bis 26. Dezember', 'von 24. bis 26. Dezember: days'],
    ['de-DE', 'Lasttest vom 24. bis 26.', 'vom 24. bis 26.: days'],
    ['ru-RU', 'тест с 24 по 28', 'с 24 по 28: days'],
    ['de-DE', 'Lasttest ab 24.12.', 'ab 24.12.: refused'],
    ['de-DE', 'Incident 4711 bis Freitag', 'bis Freitag: days'],
    ['de-DE', 'wird gebraucht bis Freitag', 'wird gebraucht bis Freitag: refused'],
    ['de-DE', 'wird nicht gebraucht bis Freitag', 'bis Freitag: days'],
    ['nl-NL', 'nodig tot vrijdag', 'nodig tot vrijdag: refused'],
    ['nl-NL', 'niet nodig tot vrijdag', 'tot vrijdag: days'],
    ['de-DE', 'Lasttest außer 24.12.', 'Lasttest außer 24.12.: refused'],
    ['de-DE', 'Lasttest vor 24.12.', 'vor 24.12.: refused'],
    ['de-DE', 'Lasttest am 24.12.', 'am 24.12.: days'],
    ['de-DE', 'load test until friday', 'until friday: days'],
    ['es-ES', 'prueba hasta 24/12', 'hasta 24/12: days'],
  ])('%s: %s', (locale, text, found) => {
    expect(find(text, locale)).toBe(found)
  })
})

describe('days behind the reason', () => {
  it.each([
    ['from monday load test until yesterday', 'from monday: refused'],
    ['next friday load test for a week', 'next friday: choice'],
    ['until friday load test for 3 days', 'until friday: choice'],
    ['tomorrow load test 3 days', 'tomorrow: choice'],
    ['load test 20.11.2026 - 23.11.2026', '20.11.2026 - 23.11.2026: days'],
    ['tomorrow test of 3 days', 'tomorrow: days'],
    ['friday load test for 3 days', 'friday: choice'],
    ['friday load test (for 3 days)', 'friday: choice'],
    ['from monday load test until friday', 'from monday: refused'],
    ['every friday load test for 3 days', 'for 3 days: refused'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a stated reason', () => {
  it.each([
    ['because of friday', '—'],
    ['because of black friday', '—'],
    ['because of the deployment on friday', '—'],
    ['because of the deploy tomorrow', '—'],
    ['because of christmas', '—'],
    ['because black friday is near', '—'],
    ['due to friday', '—'],
    ['due to the release on friday', '—'],
    ['on account of next week', '—'],
    ['until the release because of friday', '—'],
    ["tomorrow because of friday's deploy", 'tomorrow: days'],
    ['tomorrow because of friday', 'tomorrow: days'],
    ['tomorrow since friday is a holiday', 'tomorrow: days'],
    ['tomorrow to friday since the 24th of december was bad', 'tomorrow to friday: days'],
    ['friday as agreed on monday', 'friday: days'],
    ['friday as discussed yesterday', 'friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a misspelt word', () => {
  it.each([
    ['tomorow load test', 'tomorow: days'],
    ['from tomorow untl fridya load test', 'from tomorow untl fridya: days'],
    ['monday – thrusday load test', 'monday – thrusday: days'],
    ['load test from tomorrow untl friday', 'from tomorrow untl friday: days'],
    ['eastern region', '—'],
    ['march of the mouth', '—'],
    ['augusta is down', '—'],
    ['form monday load test', '—'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('other days behind the days', () => {
  it.each([
    ['tomorrow 1st level support', 'tomorrow: days'],
    ['tomorrow, 2nd test', 'tomorrow: days'],
    ['tomorrow, last day of the sprint', 'tomorrow: days'],
    ['tomorrow end of month', 'tomorrow: choice'],
    ['tomorrow friday load test', 'tomorrow friday: refused'],
    ['tomorrow 27th maintenance', 'tomorrow 27th: refused'],
    ['tomorrow end of next week load test', 'tomorrow: choice'],
    ['friday, the day before', 'friday, the day: refused'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('half a phrase', () => {
  it.each([
    ['tomorrow until the release', 'tomorrow until the release: choice'],
    ['tomorrow for', 'tomorrow for: choice'],
    ['tomorrow...', 'tomorrow: days'],
    ['next week (friday release)', 'next week: choice'],
    ['this weekend 28-29', 'this weekend 28-29: choice'],
    ['friday (and the db)', 'friday: days'],
    ['friday deploy tomorrow', 'friday: choice'],
    ['for 3 days from the release', 'for 3 days from the release: choice'],
    ['until friday maybe', 'until friday maybe: choice'],
    ['tomorrow friday load test', 'tomorrow friday: refused'],
    ['load test until the release on friday', 'load test until the release on friday: choice'],
    ['cost saving except for next week', 'except for next week: refused'],
    ['skip friday', 'skip friday: refused'],
    ['next week (not friday) load test', 'next week: choice'],
    ['mon-wed at the latest', 'mon-wed at the latest: choice'],
    ['load test maybe friday', 'maybe friday: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('corrections and additions', () => {
  it.each([
    ['tomorrow no wait friday load test', 'tomorrow: choice'],
    ['tomorrow, i mean friday, load test', 'tomorrow: choice'],
    ['tomorrow, no: friday load test', 'tomorrow: choice'],
    ['tomorrow to friday, sorry, to monday, load test', 'tomorrow to friday: choice'],
    ['fri oops mon deploy', 'fri: choice'],
    ['until tomorrow, no, friday load test', 'until tomorrow: choice'],
    ['monday *tuesday deploy', 'monday: choice'],
    ['monday (sorry, tuesday) deploy', 'monday: choice'],
    ['tomorrow make that friday deploy', 'tomorrow: choice'],
    ['load test tomorrow, sorry, friday', 'friday: choice'],
    ['tomorrow load test, sorry, friday load test', 'tomorrow: choice'],
    ['tomorrow load test, no, on friday', 'tomorrow: choice'],
    ['tomorrow, perhaps also friday', 'tomorrow, perhaps: choice'],
    ['tomorrow, possibly till friday load test', 'tomorrow, possibly: choice'],
    ['tomorrow, at latest friday', 'tomorrow, at latest: choice'],
    ['monday if needed tuesday deploy', 'monday if needed tuesday deploy: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a clause behind a row of days', () => {
  it.each([
    ['friday, next week is audit', 'friday, next week is audit: choice'],
    ['until friday, next week we go live', 'until friday, next week we go live: choice'],
    ['friday. next week is quiet', 'friday.: choice'],
    ['fri. next week load test', 'fri. next week: days'],
    ['next week, 30 nov is release', 'next week, 30 nov is release: choice'],
    ['next week, december is quiet', 'next week, december: refused'],
    ['tomorrow, friday is a holiday', 'tomorrow, friday is a holiday: choice'],
    ['tomorrow and friday we deploy', 'tomorrow and friday we deploy: choice'],
    ['tomorrow, on friday we deploy', 'tomorrow, on friday we deploy: choice'],
    ["tomorrow, friday there's a release", "tomorrow, friday there's a release: choice"],
    ['tomorrow, friday the office is closed', 'tomorrow, friday the office is closed: choice'],
    ['friday, the weekend will be busy', 'friday, the weekend will be busy: choice'],
    ['tomorrow, saturday is busy', 'tomorrow, saturday: refused'],
    ['tomorrow and the day after launch', 'tomorrow and the day: refused'],
    ['mon-fri we are away', 'mon-fri: days'],
    ['next week, friday we go live', 'next week, friday we go live: choice'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('conditions', () => {
  it.each([
    ['tomorrow if the release slips', 'tomorrow if the release slips: choice'],
    ['if the release slips tomorrow', 'if the release slips tomorrow: choice'],
    ['assuming the release slips, until friday', 'assuming the release slips, until friday: choice'],
    ['tomorrow load test if the release slips', 'tomorrow load test if the release slips: choice'],
    ['tomorrow, only if bob agrees', 'tomorrow, only if bob agrees: choice'],
    ['tomorrow unless bob objects', 'tomorrow unless bob objects: choice'],
    ['tomorrow provided that bob agrees', 'tomorrow provided that bob agrees: choice'],
    ['next friday if needed', 'next friday if needed: choice'],
    ['tomorrow as long as nobody needs it', 'tomorrow as long as nobody needs it: choice'],
    ['tomorrow given that bob agrees', 'tomorrow given that bob agrees: choice'],
    ['tomorrow in case the release slips', 'tomorrow in case the release slips: choice'],
    ['tomorrow if possible', 'tomorrow: days'],
    ["if that's ok until friday", 'until friday: days'],
    ['tomorrow if you could', 'tomorrow: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('when something ends or is needed', () => {
  it.each([
    ['resume monday', 'resume monday: refused'],
    ['ooo, back 4 jan', 'back 4 jan: refused'],
    ['expires friday', 'expires friday: refused'],
    ['unpause friday', 'unpause friday: refused'],
    ['we may need it friday', 'need it friday: refused'],
    ['needed until friday', 'needed until friday: refused'],
    ['not needed until friday', 'until friday: days'],
    ['eta: friday', 'eta: friday: refused'],
    ['not done until friday', 'until friday: days'],
    ['load test again tomorrow', 'tomorrow: days'],
    ['online again on friday', 'online again on friday: refused'],
    ['no need, pause tomorrow', 'tomorrow: days'],
    ['team moves from monday to friday', 'from monday to friday: days'],
    ['upgrade to version 2. 1.', '—'],
    ['freeze lifts monday', 'lifts monday: refused'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('ordinary words', () => {
  it.each([
    ['', '—'],
    ['"load test"', '—'],
    ['may be flaky', '—'],
    ['sun is broken', '—'],
    ['march madness', '—'],
    ['second try', '—'],
    ['the day we restart', '—'],
    ['12.06 upgrade', '—'],
    ['upgrade to 18.20', '—'],
    ['upgrade 1.2 to 1.5', '—'],
    ['1.2.3 rollout', '—'],
    ['24/7 test', '—'],
    ['2027 budget', '—'],
    ['testing now', '—'],
    ["friday's deploy", '—'],
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
      days: { kind: 'days', from: '19/11/2026', until: '20/11/2026', matched: { start: 0, end: 18 } },
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
  })
})
