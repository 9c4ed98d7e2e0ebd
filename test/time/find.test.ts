import { describe, expect, it } from 'vitest'
import { findDays } from '../../src/time/find.ts'

const AT = { now: new Date('2026-11-18T12:00:00Z'), zone: 'Europe/Madrid' }

/** The phrase that is found and what became of it, as `phrase: kind`; a dash when there is none. */
function find(text: string, locale?: string): string {
  const found = findDays(text, { ...AT, locale })
  if (!found) return '—'
  expect(found.phrase.startsWith(text.slice(found.start, found.end))).toBe(true)
  expect(
    found.phrase.endsWith(text.slice(found.more?.start ?? found.start, found.more?.end ?? found.end)),
  ).toBe(true)
  return `${found.phrase}: ${found.days.kind}`
}

describe('a phrase at the beginning', () => {
  it.each([
    ['tomorrow', 'tomorrow: days'],
    ['tomorrow to friday load test', 'tomorrow to friday: days'],
    ['  Tomorrow to Friday, load test', 'Tomorrow to Friday: days'],
    ['until friday load test', 'until friday: days'],
    ['to friday load test', 'to friday: days'],
    ['from 24/12 for 10 days holiday freeze', 'from 24/12 for 10 days: days'],
    ['mon-fri load test', 'mon-fri: days'],
    ['2026-12-24..2027-01-02 freeze', '2026-12-24..2027-01-02: days'],
    ['tomorrow because of the load test', 'tomorrow: days'],
    ['tomorrow for the load test', 'tomorrow: days'],
    ['tomorrow - load test', 'tomorrow: days'],
    ['tomorrow: load test', 'tomorrow: days'],
    ['now db is on fire', 'now: days'],
    ['right now, incident INC-42', 'right now: days'],
    ['now until friday: db', 'now until friday: days'],
    ['now or never', 'now or never: refused'],
    ['today and tomorrow db migration', 'today and tomorrow: days'],
    ['this weekend load test', 'this weekend: days'],
    ['3 days load test', '3 days: days'],
    ['tomorrow prep for friday', 'tomorrow: days'],
    ['friday 2 pods restart', 'friday: days'],
    ['until friday 2 open incidents', 'until friday: days'],
    ['until friday 1 TB copy', 'until friday: days'],
    ['mon-fri 3 nodes down', 'mon-fri: days'],
    ['from monday to wednesday 2 nodes down', 'from monday to wednesday: days'],
    ['until friday first try', 'until friday: days'],
    ['24/12 day off', '24/12: days'],
    ['24/12 holidays', '24/12: days'],
    ['5/12 upgrades', '5/12: days'],
    ['5/12 load tests', '5/12: days'],
    ['24/11 nodes down', '24/11: days'],
    ['1/12 to 4/12 nodes down', '1/12 to 4/12: days'],
    ['24/11 to 28/11 week off', '24/11 to 28/11: days'],
    ['tomorrow week off', 'tomorrow: days'],
    ['tomorrow half year review', 'tomorrow: days'],
    ['friday coming release', 'friday coming: days'],
    ['tomorrow penultimate sprint', 'tomorrow: days'],
    ['tomorrow week 2 of migration', 'tomorrow: days'],
    ['until friday week off', 'until friday: days'],
    ['until friday week load test', 'until friday week: days'],
    ['friday prep for monday', 'friday: days'],
    ['until friday without traffic', 'until friday: days'],
    ['tomorrow but keep db', 'tomorrow: days'],
    ['tomorrow excluding db', 'tomorrow: days'],
    ['until friday max', 'until friday max: days'],
    ['until friday max 2 pods', 'until friday: days'],
    ['until friday at the latest', 'until friday at the latest: days'],
    ['tomorrow to friday at the latest, load test', 'tomorrow to friday at the latest: days'],
    ['friday in two weeks load test', 'friday in two weeks: days'],
    ['week #50 upgrade', 'week #50: days'],
    ['tomorrow @9am load test', 'tomorrow @9am: choice'],
    ['until friday maybe longer', 'until friday: days'],
    ['until friday not needed', 'until friday: days'],
    ['this week not in use', 'this week: days'],
    ['tomorrow to save money', 'tomorrow: days'],
    ['until friday since nobody works', 'until friday: days'],
    ['tomorrow after the incident', 'tomorrow: days'],
    ['tomorrow by <@U012ABC>', 'tomorrow: days'],
    ['tomorrow from JIRA', 'tomorrow: days'],
    ['tomorrow and then resume', 'tomorrow: days'],
    ['until friday second attempt', 'until friday: days'],
    ['until friday 16.4 upgrade', 'until friday: days'],
    ['until friday 3.12 upgrade', 'until friday: days'],
    ['until friday 27.11. load test', 'until friday 27.11.: days'],
    ['friday 1.28 upgrade', 'friday: days'],
    ['tomorrow - 2nd try', 'tomorrow: days'],
    ['tomorrow 3rd attempt', 'tomorrow: days'],
    ['march 3 db move', 'march 3: days'],
    ['on the 24th load test', 'on the 24th: days'],
    ['24.12. load test', '24.12.: days'],
    ['03/04 load test', '03/04: days'],
    ['1/12 load test', '1/12: days'],
    ['1/4, load test', '1/4: days'],
    ['3/4 for the load test', '3/4: days'],
    ['1/4 to 3/4 load test', '1/4 to 3/4: days'],
    ['friday <@U012ABC> load test', 'friday: days'],
    ['24.12-26.12 load test', '24.12-26.12: days'],
    ['friday 3 days load test', 'friday 3 days: days'],
    ['tomorrow, 2 weeks of load test', 'tomorrow, 2 weeks: days'],
    ['from the 24 to the 28 december freeze', 'from the 24 to the 28 december: days'],
    ['thu load test', 'thu: days'],
    ['mon, holiday', 'mon: days'],
    ['sat - moving', 'sat: days'],
    ['mon (holiday)', 'mon: days'],
    ['mon, tue holiday', 'mon, tue: days'],
    ['26-30 nov black friday', '26-30 nov: days'],
    ['27 nov black friday', '27 nov: days'],
    ['friday 27 load test', 'friday 27: days'],
    ['friday 27, load test', 'friday 27: days'],
    ['until friday 27 load test', 'until friday 27: days'],
    ['friday 27 nodes down', 'friday: days'],
    ['friday 27 is an offsite', 'friday 27: days'],
    ['friday 4 nodes down', 'friday: days'],
    ['friday 20 load test', 'friday 20: days'],
    ['tomorrow: friday release prep', 'tomorrow: days'],
    ['next week: the release of friday', 'next week: days'],
    ['3 days in a row load test', '3 days in a row: days'],
    ['2 days straight to prod', '2 days: days'],
    ['thu 3 to sat 5 load test', 'thu 3 to sat 5: days'],
    ['monday, next week load test', 'monday, next week: days'],
    ['next week (mon-wed) load test', 'next week (mon-wed): days'],
    ['next week: mon to wed load test', 'next week: mon to wed: days'],
    ['next month: 2 to 3 nodes replaced', 'next month: days'],
    ['friday starting the migration', 'friday: days'],
    ['tomorrow to friday, may be longer', 'tomorrow to friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a phrase at the beginning in the language of the speaker', () => {
  it.each([
    ['de-DE', 'übermorgen Lasttest', 'übermorgen: days'],
    ['de-DE', 'von Montag bis Mittwoch Lasttest', 'von Montag bis Mittwoch: days'],
    ['de-DE', '24. Dezember bis 2. Januar Weihnachten', '24. Dezember bis 2. Januar: days'],
    ['de-DE', 'nächste Woche Umzug', 'nächste Woche: days'],
    ['de-DE', 'bis Jahresende Umzug', 'bis Jahresende: days'],
    ['de-DE', 'Freitag Lasttest für 3 Tage', 'Freitag für 3 Tage: days'],
    ['de-DE', 'bis Freitag Lasttest für 3 Tage', 'bis Freitag Lasttest für 3 Tage: refused'],
    ['de-DE', 'Freitag Lasttest für das Team', 'Freitag: days'],
    ['de-DE', 'Freitag Lasttest bis Montag', 'Freitag Lasttest bis Montag: refused'],
    ['fr-FR', "demain test jusqu'à vendredi", "demain test jusqu'à vendredi: refused"],
    ['es-ES', 'mañana prueba hasta el viernes', 'mañana prueba hasta el viernes: refused'],
    ['de-DE', 'Freitag Lasttest der neuen Version', 'Freitag: days'],
    ['es-ES', 'mañana prueba por 3 días', 'mañana por 3 días: days'],
    ['fr-FR', 'demain test pendant deux semaines', 'demain pendant deux semaines: days'],
    ['sv-SE', 'nästa vecka lasttest', 'nästa vecka: days'],
    ['sv-SE', '3 dagar lasttest', '3 dagar: days'],
    ['sv-SE', 'i produktion', '—'],
    ['de-DE', 'tomorrow to friday Lasttest', 'tomorrow to friday: days'],
    ['es-ES', 'del 24 al 28 de diciembre vacaciones', 'del 24 al 28 de diciembre: days'],
    ['fr-FR', "jusqu'à vendredi, test de charge", "jusqu'à vendredi: days"],
    ['it-IT', 'domani prova', 'domani: days'],
    ['nl-NL', 'tot vrijdag onderhoud', 'tot vrijdag: days'],
    ['pt-BR', 'amanhã manutenção', 'amanhã: days'],
    ['ru-RU', 'завтра нагрузочный тест', 'завтра: days'],
    ['zh-CN', '明天 压力测试', '明天: days'],
    ['de-DE', 'nächsten Freitag Lasttest', 'nächsten Freitag: choice'],
    ['pt-BR', 'amanhã de manhã teste', 'amanhã de manhã: choice'],
    ['de-DE', 'ab Montag Lasttest', 'ab Montag: refused'],
    ['de-DE', 'Freitag oder Samstag Lasttest', 'Freitag oder Samstag: refused'],
    ['de-DE', 'Freitag Samstag Lasttest', 'Freitag Samstag: refused'],
    ['de-DE', 'morgen bis zum Release', 'morgen bis zum: refused'],
    ['de-DE', 'nächste Woche außer Freitag Lasttest', 'nächste Woche außer Freitag: refused'],
    ['de-DE', 'nächste Woche ohne die Datenbank', 'nächste Woche ohne die: refused'],
    ['es-ES', 'la próxima semana menos el viernes', 'la próxima semana menos el viernes: refused'],
    ['de-DE', 'morgen um 10 Uhr Lasttest', 'morgen um 10 Uhr: choice'],
    ['fr-FR', 'demain soir test', 'demain soir: choice'],
    ['de-DE', 'so geht das nicht', '—'],
    ['de-DE', 'nicht morgen', '—'],
    ['de-DE', 'Mai ist schön', '—'],
    ['es-ES', 'mar de fondo', '—'],
    ['es-ES', 'mar', 'mar: choice'],
    ['es-ES', 'toda week', 'toda week: days'],
    ['en-GB', 'toda prueba', 'toda: days'],
    ['es-ES', '(mañana) prueba', 'mañana: days'],
    ['pt-BR', 'ter um teste', '—'],
    ['en-GB', 'morgen test', '—'],
    ['fr-FR', 'vendredi 27 maintenance', 'vendredi 27: days'],
    ['fr-FR', 'vendredi 27, maintenance', 'vendredi 27: days'],
    ['fr-FR', "jusqu'au vendredi 27 maintenance", "jusqu'au vendredi 27: days"],
    ['fr-FR', 'vendredi 27 serveurs en panne', 'vendredi: days'],
    ['fr-FR', 'vendredi 28, maintenance', 'vendredi 28: refused'],
    ['fr-FR', "jusqu'au vendredi 4 maintenance", "jusqu'au vendredi 4: refused"],
    ['es-ES', 'lunes 30 mantenimiento', 'lunes 30: days'],
    ['es-ES', 'hasta el viernes 27 mantenimiento', 'hasta el viernes 27: days'],
    ['es-ES', 'del lunes 23 al viernes 27 mantenimiento', 'del lunes 23 al viernes 27: days'],
    ['de-DE', 'Freitag 27. Wartung', 'Freitag 27.: days'],
    ['de-DE', 'bis Freitag 27. Wartung', 'bis Freitag 27.: days'],
    ['de-DE', 'bis Freitag 2 Server kaputt', 'bis Freitag: days'],
    ['it-IT', 'venerdì 27 manutenzione', 'venerdì 27: days'],
    ['pt-BR', 'até sexta-feira 27 manutenção', 'até sexta-feira 27: days'],
    ['pt-BR', 'sexta-feira 4 carga', 'sexta-feira 4: refused'],
    ['nl-NL', 'tot vrijdag 27 onderhoud', 'tot vrijdag 27: days'],
    ['sv-SE', 'fredag 27 underhåll', 'fredag 27: days'],
    ['ru-RU', 'до пятницы 27 обслуживание', 'до пятницы 27: days'],
    ['uk-UA', "п'ятниця 27 обслуговування", "п'ятниця 27: days"],
  ])('%s: %s', (locale, text, found) => {
    expect(find(text, locale)).toBe(found)
  })
})

describe('a phrase at the beginning that is no answer is found with its question or refusal', () => {
  it.each([
    ['next friday load test', 'next friday: choice'],
    ['2h load test', '2h: choice'],
    ['until 10pm load test', 'until 10pm: choice'],
    ['until 18.00 load test', 'until 18.00: choice'],
    ['until friday 10.30 load test', 'until friday 10.30: choice'],
    ['until friday 5 for the load test', 'until friday 5: choice'],
    ['tomorrow 10.30 load test', 'tomorrow 10.30: choice'],
    ['from monday 9am load test', 'from monday 9am: refused'],
    ['this afternoon load test', 'this afternoon: choice'],
    ['tonight load test', 'tonight: choice'],
    ['for friday night deploy', 'for friday night: choice'],
    ['for tomorrow morning load test', 'for tomorrow morning: choice'],
    ['-3 days', '-3 days: refused'],
    ['-1 day load test', '-1 day: refused'],
    ['tomorrow -3 days load test', 'tomorrow -3 days: refused'],
    ['26 dec 2027 y', '26 dec 2027 y: refused'],
    ['31/02 load test', '31/02: refused'],
    ['from monday load test', 'from monday: refused'],
    ['yesterday load test', 'yesterday: refused'],
    ['friday or saturday load test', 'friday or saturday: refused'],
    ['every monday load test', 'every monday: refused'],
    ['tomorrow to yesterday load test', 'tomorrow to yesterday: refused'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a phrase at the end', () => {
  it.each([
    ['load test until friday', 'until friday: days'],
    ['load test, tomorrow', 'tomorrow: days'],
    ['load test for 3 days', 'for 3 days: days'],
    ['load test - 3 days', '3 days: days'],
    ['- 3 days', '3 days: days'],
    ['load test -3 days', '-3 days: refused'],
    ['load test tonight', 'tonight: choice'],
    ['load test next week', 'next week: days'],
    ['load test 24/12 - 2/1', '24/12 - 2/1: days'],
    ['load test from tomorrow to friday', 'from tomorrow to friday: days'],
    ['restart in may', 'in may: days'],
    ['load test next friday', 'next friday: choice'],
    ['release 1.2 until friday', 'until friday: days'],
    ['upgrade to 20.04 until friday', 'until friday: days'],
    ['upgrade from 1.2 to 1.5 until friday', 'until friday: days'],
    ['release 1.30 tomorrow', 'tomorrow: days'],
    ['load test until friday 18.00', 'until friday 18.00: choice'],
    ['3/4 of the cluster until friday', 'until friday: days'],
    ['1/2 day tomorrow', 'tomorrow: days'],
    ['1/4 fleet until friday', 'until friday: days'],
    ['load test all week', 'all week: days'],
    ['offsite all of next week', 'all of next week: days'],
    ['black friday freeze 23 nov to 30 nov', '23 nov to 30 nov: days'],
    ['black friday 26-30 nov', '26-30 nov: days'],
    ['cyber monday prep until friday', 'until friday: days'],
    ['load test on black friday', 'on black friday: days'],
    ['weekly maintenance tomorrow', 'tomorrow: days'],
    ['nightly build broken until friday', 'until friday: days'],
    ['team on leave until friday', 'until friday: days'],
    ['scale from 3 to 5 tomorrow', 'tomorrow: days'],
    ['load test all weekend', 'all weekend: days'],
    ['sprint 24 until 24/12', 'until 24/12: days'],
    ['node 24 until the 24th', 'until the 24th: days'],
    ['#12 until 15 dec', 'until 15 dec: days'],
    ['see #12 until 15 dec', 'until 15 dec: days'],
    ['OPS-12 until 15 dec', 'until 15 dec: days'],
    ['phase two until 24/12', 'until 24/12: days'],
    ['release 1/2 until friday', 'until friday: days'],
    ['part 3/5 tomorrow', 'tomorrow: days'],
    ['4/5 nodes down until friday', 'until friday: days'],
    ['load test 24/12', '24/12: days'],
    ['part 2/3 for 3 days', 'for 3 days: days'],
    ['load test, 12 until 15 dec', '12 until 15 dec: days'],
    ['load test 24 to 28 dec', '24 to 28 dec: days'],
    ['load test 24-28 dec', '24-28 dec: days'],
    ['load test 1/12 until friday', '1/12 until friday: days'],
    ['release 12 24/12 - 2/1', '24/12 - 2/1: days'],
    ['for <@U012ABC> until friday', 'until friday: days'],
    ['asked by <@U012ABC> until friday', 'until friday: days'],
    ['<#C012ABC> load test, next week', 'next week: days'],
    ['walk through the tests tomorrow', 'tomorrow: days'],
    ['load test fri', 'fri: days'],
    ['load test friday 27', 'friday 27: days'],
    ['load test all through january', 'all through january: days'],
    ['load test kw 1/2', 'kw 1/2: days'],
    ['load test (tomorrow)', '(tomorrow): days'],
    ['load test [until friday]', '[until friday]: days'],
    ['load test, next week?', 'next week?: days'],
    ['load test tomorrow 🎉', 'tomorrow 🎉: days'],
    ['load test tomorrow (thu)', 'tomorrow (thu): days'],
    [`${'very '.repeat(200)}long story until friday`, 'until friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('what leaves open which days it leads to', () => {
  it.each([
    ['-> friday load test', '—'],
    ['<= friday load test', '—'],
    ['<= friday', '—'],
    ['load test >= friday', '—'],
    ['friday latest', 'friday latest: refused'],
    ['friday latest release', 'friday: days'],
    ['load test friday earliest', '—'],
    ['load test at least until friday', 'at least until friday: refused'],
    ['+3d load test', '+3d: choice'],
    ['monday 2 wednesday load test', 'monday 2 wednesday: refused'],
    ['monday tro wednesday load test', 'monday tro wednesday: refused'],
    ['friday 2 pods', 'friday: days'],
    ['tomorrow 0900 load test', 'tomorrow 0900: choice'],
    ['incident 0900 tomorrow', 'tomorrow: days'],
    ['3 days prior to 7 dec', '3 days prior to 7 dec: days'],
    ['3 days around 7 dec', '3 days around 7: refused'],
    ['3 days around the corner', '3 days: days'],
    ['7 dec ±1 day', '7 dec ±1: refused'],
    ['load test within two days', '—'],
    ['tomorrow // load test', 'tomorrow: days'],
    ['load test later this week', '—'],
    ['load test some time next week', '—'],
    ['load test any day next week', '—'],
    ['load test daily until friday', '—'],
    ['load test the 50th week of the year', '—'],
    ['review of next week', '—'],
    ['next week sometime load test', 'next week sometime: refused'],
    ['24.12. bis 2.1. Urlaub', '24.12. bis 2: refused'],
    ['Urlaub bis 2.1.', '—'],
    ['vacaciones hasta 24/12', '—'],
    ['sprint 24 next week', 'next week: days'],
    ['load test last friday of november', 'last friday of november: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('a phrase at the end in the language of the speaker, where a word leads to it', () => {
  it.each([
    ['de-DE', 'Lasttest bis Freitag', 'bis Freitag: days'],
    ['de-DE', 'Lasttest bis 24.12.', 'bis 24.12.: days'],
    ['de-DE', 'Lasttest 24.12. bis 26.12.', '24.12. bis 26.12.: days'],
    ['de-DE', 'Lasttest von 24. bis 26. Dezember', 'von 24. bis 26. Dezember: days'],
    ['de-DE', 'Lasttest ab 24.12.', 'ab 24.12.: refused'],
    ['de-DE', 'Incident 4711 bis Freitag', 'bis Freitag: days'],
    ['de-DE', 'Sprint 24 bis 26.12.', '—'],
    ['de-DE', 'Lasttest außer 24.12.', '—'],
    ['de-DE', 'Lasttest vor 24.12.', '—'],
    ['de-DE', 'Lasttest am 24.12.', '24.12.: days'],
    ['de-DE', 'load test until friday', 'until friday: days'],
    ['es-ES', 'prueba hasta 24/12', 'hasta 24/12: days'],
    ['es-ES', 'prueba menos 24/12', '—'],
    ['fr-FR', 'test du 24/12 au 26/12', 'du 24/12 au 26/12: days'],
    ['fr-FR', "test demain jusqu'à vendredi", "demain jusqu'à vendredi: days"],
    ['nl-NL', 'test van 24 tot 28 december', 'van 24 tot 28 december: days'],
    ['nl-NL', 'test behalve 24 december', '—'],
    ['nl-NL', 'morgen op productie', 'morgen: days'],
    ['nl-NL', 'morgen voor een test', 'morgen: days'],
    ['de-DE', 'Freitag nicht', 'Freitag nicht: refused'],
    ['de-DE', 'Freitag nicht nötig', 'Freitag nicht nötig: refused'],
    ['en-GB', 'friday not', 'friday not: refused'],
    ['en-GB', 'friday not needed', 'friday: days'],
    ['de-DE', 'Freitag nach dem Release', 'Freitag: days'],
    ['sv-SE', 'test från 24 till 28 december', 'från 24 till 28 december: days'],
    ['ru-RU', 'тест до пятницы', 'до пятницы: days'],
    ['en-GB', 'test bis Freitag', '—'],
  ])('%s: %s', (locale, text, found) => {
    expect(find(text, locale)).toBe(found)
  })
})

describe('a length behind the reason', () => {
  it.each([
    ['friday load test for 3 days', 'friday for 3 days: days'],
    ['fri load test for 3 days', 'fri for 3 days: days'],
    ['friday load test (for 3 days)', 'friday (for 3 days): days'],
    ['tomorrow load test for the next 3 days', 'tomorrow for the next 3 days: days'],
    ['tomorrow load test for the rest of the week', 'tomorrow for the rest of the week: days'],
    ['from monday, db migration, for 2 weeks', 'from monday for 2 weeks: days'],
    ['next friday load test for a week', 'next friday for a week: choice'],
    ['24/12 freeze for 10 days', '24/12 for 10 days: days'],
    ['until friday load test for 3 days', 'until friday load test for 3 days: refused'],
    ['tomorrow load test 3 days', 'tomorrow load test 3 days: refused'],
    ['tomorrow load test -3 days', 'tomorrow load test -3 days: refused'],
    ['tomorrow test of 3 days', 'tomorrow: days'],
    ['every friday load test for 3 days', 'every friday: refused'],
    ['friday load test for the team', 'friday: days'],
    ['friday fix for 3 bugs', 'friday: days'],
    ['tomorrow load test for 2 hours', 'tomorrow: days'],
    ['month end close 30/12 - 2/1', 'month end close 30/12 - 2/1: refused'],
    ['tomorrow prep for 24-28 dec', 'tomorrow: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })

  it('counts from the days that are said before it', () => {
    expect(findDays('friday load test for 3 days', AT)).toMatchObject({
      days: { from: '20/11/2026', until: '22/11/2026' },
      more: { start: 17, end: 27 },
    })
  })
})

describe('a stated reason', () => {
  it.each([
    'because of friday',
    'because of black friday',
    'because of the deployment on friday',
    'because of the deploy tomorrow',
    'because of christmas',
    'because black friday is near',
    'due to friday',
    'due to the release on friday',
    'on account of next week',
    'because of black friday until monday',
    'until the release because of friday',
  ])('is all that stands behind it: %s', text => {
    expect(find(text)).toBe('—')
  })

  it.each([
    ["tomorrow because of friday's deploy", 'tomorrow: days'],
    ['tomorrow because of friday', 'tomorrow: days'],
    ['tomorrow due to the release on friday', 'tomorrow: days'],
    ['load test tomorrow because of friday', 'tomorrow: days'],
    ['next friday because of monday', 'next friday: choice'],
  ])('leaves the days before it alone: %s', (text, found) => {
    expect(find(text)).toBe(found)
  })

  it.each([
    ['because of the deploy until friday', 'until friday: days'],
    ['because of the deploy for 3 days', 'for 3 days: days'],
    ['due to the outage from monday to wednesday', 'from monday to wednesday: days'],
    ['because of the freeze from monday', 'from monday: refused'],
    ['friday because of the deploy for 3 days', 'friday for 3 days: days'],
    ['tomorrow because of rain until friday', 'tomorrow because of rain until friday: refused'],
  ])('ends where a word of their own leads to days: %s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('one slip of the finger is put right, where no other word is meant', () => {
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

describe('half a phrase is never taken for the whole', () => {
  it.each([
    ['tomorrow until the release', 'tomorrow until the: refused'],
    ['tomorrow until', 'tomorrow until: refused'],
    ['friday to', 'friday to: refused'],
    ['tomorrow and', 'tomorrow and: refused'],
    ['tomorrow for', 'tomorrow for: refused'],
    ['tomorrow for the next', 'tomorrow for the next: refused'],
    ['friday for 3', 'friday for 3: refused'],
    ['friday for 3 bugs', 'friday: days'],
    ['until friday, except', 'until friday, except: refused'],
    ['tomorrow...', 'tomorrow: days'],
    ['tomorrow load test until', 'tomorrow load test until: refused'],
    ['friday 28, load test', 'friday 28: refused'],
    ['friday 4 load test', 'friday 4: refused'],
    ['next week: monday load test', 'next week: monday: refused'],
    ['next week (friday release)', 'next week (friday: refused'],
    ['fri load test until sat', 'fri load test until sat: refused'],
    ['load test (see 24/11)', '—'],
    ['load test (1/2)', '—'],
    ['next week starting tuesday load test', 'next week starting tuesday: refused'],
    ['long weekend until tuesday', 'long weekend until tuesday: refused'],
    ['tomorrow to release', 'tomorrow to release: refused'],
    ['friday deploy tomorrow', 'friday deploy tomorrow: refused'],
    ['monday migration next week', 'monday migration next week: refused'],
    ['week 48 retro tomorrow', 'week 48 retro tomorrow: refused'],
    ['tomorrow, resume friday', 'tomorrow, resume friday: refused'],
    ['move all tomorrow', '—'],
    ['move all of tomorrow', '—'],
    ['load test black friday', '—'],
    ['for 3 days from the release', 'for 3 days from the: refused'],
    ['for a week after go-live', 'for a week after go: refused'],
    ['next week not wensday', 'next week not wensday: refused'],
    ['next week but keep friday', 'next week but keep friday: refused'],
    ['next week but only the mornings', 'next week but only: refused'],
    ['until friday maybe', 'until friday maybe: refused'],
    ['tomorrow load test until friday', 'tomorrow load test until friday: refused'],
    ['fri sat is broken', 'fri sat: refused'],
    ['tomorrow friday load test', 'tomorrow friday: refused'],
    ['until friday for 3 days', 'until friday for 3 days: refused'],
    ['until before the weekend', '—'],
    ['until 3/4 of the nodes are back on friday', '—'],
    ['load test until the release on friday', '—'],
    ['everything but not tomorrow', '—'],
    ['load test but not this friday', '—'],
    ['load test, not next friday', '—'],
    ['not on friday', '—'],
    ['cost saving except for next week', '—'],
    ['cost saving excl. this weekend', '—'],
    ['anything but this friday', '—'],
    ['apart from next week', '—'],
    ['or this friday', '—'],
    ['skip friday', '—'],
    ['load test, skipping next week', '—'],
    ['unless friday', '—'],
    ['tomorrow skip the tests', 'tomorrow: days'],
    ['tomorrow unless it rains', 'tomorrow: days'],
    ['this week, friday excluded, load test', 'this week, friday excluded: refused'],
    ['next week (not friday) load test', 'next week (not friday): refused'],
    ['next week excl friday load test', 'next week excl friday: refused'],
    ['load test next week other than friday', 'next week other than friday: refused'],
    ['tomorrow to friday except mornings', 'tomorrow to friday except mornings: refused'],
    ['friday at the latest', 'friday at the latest: refused'],
    ['mon-wed at the latest', 'mon-wed at the latest: refused'],
    ['3 days max load test', '3 days max: refused'],
    ['load test for at least 3 days', 'for at least 3 days: refused'],
    ['until friday (exclusive) load test', 'until friday (exclusive): refused'],
    ['until friday excl', 'until friday excl: refused'],
    ['load test w/o next week', '—'],
    ['load test maybe friday', 'maybe friday: refused'],
    ['probably next week load test', 'probably next week: refused'],
    ['load test around friday', 'around friday: refused'],
    ['load test friday at the earliest', 'friday at the earliest: refused'],
    ['load test more than 3 days', 'more than 3 days: refused'],
    ['prepare monday release tomorrow', '—'],
    ['load test starts monday', '—'],
    ['upgrade front end next month', '—'],
    ['load test end next month', '—'],
    ['load test until end next month', 'until end next month: days'],
    ['load test end of next month', 'end of next month: days'],
    ['the friday deploy', '—'],
    ['friday of week 53 2027 load test', 'friday of week 53 2027: refused'],
    ['mon-fri after easter holidays', 'mon-fri after easter: refused'],
    ['monday after christmas break', 'monday after christmas: refused'],
    ['thanksgiving thu-sun load test', 'thanksgiving thu-sun: refused'],
    ['load test thu-sun thanksgiving', '—'],
    ['mon-fri christmas sale prep', 'mon-fri: days'],
    ['friday christmas party', 'friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('when something is over, or needed again, is no day of the pause', () => {
  it.each([
    ['resume monday', '—'],
    ['resume on monday', '—'],
    ['back on monday', '—'],
    ['not needed, back monday', '—'],
    ['ooo, back 4 jan', '—'],
    ['holiday, back in the office on 4 jan', '—'],
    ['office reopens 4 jan', '—'],
    ['team returns on 4 jan', '—'],
    ['expires friday', '—'],
    ['finish friday', '—'],
    ['ending: friday', '—'],
    ['stops on friday', '—'],
    ['unpause friday', '—'],
    ['needed again on monday', '—'],
    ['tomorrow, back on monday', 'tomorrow, back on monday: refused'],
    ['stop until friday', 'until friday: days'],
    ['scaled back for 3 days', 'for 3 days: days'],
    ['back to back meetings friday', 'friday: days'],
  ])('%s', (text, found) => {
    expect(find(text)).toBe(found)
  })
})

describe('ordinary words are no days', () => {
  it.each([
    '',
    '   ',
    '"load test"',
    'load test',
    'may be flaky',
    'sat down with bob',
    'sun is broken',
    'mon agent upgrade',
    'march madness',
    'jan called',
    'second try',
    'the second node fails',
    'the day we restart',
    'moved to the 2nd cluster',
    '12.06 upgrade',
    'upgrade to 20.04',
    'upgrade to 18.20',
    'upgrade from 12.30 to 14.50',
    'upgrade 1.2 to 1.5',
    '12.06 to friday upgrade',
    '1.2.3 rollout',
    '10-12 pods',
    '24/7 test',
    'q4 close',
    '2027 budget',
    'christmas sale prep',
    'testing now',
    'night shift',
    "friday's deploy",
    "next week's release",
    "until this week's release",
    '1/2 capacity',
    '2/3 nodes down',
    '0/5 pods ready',
    'until 2/3 nodes are back',
    '4/5 nodes down',
    '9/10 hosts down',
    '3/5 db pods ready',
    'only 7/8 replicas left',
    'until 4/5 nodes are back',
    'part 3/5',
    'load test step 4/7',
    'friday-deploy',
    'for the team',
    'after the deploy',
    'where we sat',
    'one two three',
  ])('%s', text => {
    expect(find(text)).toBe('—')
  })
})

it('says all that it understood', () => {
  expect(findDays('tomorrow to friday load test', AT)).toEqual({
    phrase: 'tomorrow to friday',
    start: 0,
    end: 18,
    days: { kind: 'days', from: '19/11/2026', until: '20/11/2026', matched: { start: 0, end: 18 } },
    never: false,
  })
})

it('asks an American which number is the month inside a sentence too', () => {
  expect(findDays('03/04 load test', { ...AT, locale: 'en-US' })?.days.kind).toBe('choice')
  expect(findDays('7/12 to 13/12 load test', { ...AT, locale: 'en-US' })?.days.kind).toBe('days')
})

describe('a phrase that is no stretch of days on any day', () => {
  it.each(['whenever', 'every monday', 'from monday', 'friday or saturday', 'a few days', 'asap'])(
    '%s',
    text => {
      expect(findDays(text, AT)).toMatchObject({ phrase: text, never: true })
    },
  )

  it.each(['tomorrow', 'yesterday', '24/12/2025', 'next friday', 'until 10pm'])('is not %s', text => {
    expect(findDays(text, AT)).toMatchObject({ phrase: text, never: false })
  })
})
