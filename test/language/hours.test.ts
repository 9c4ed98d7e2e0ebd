import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sayHours } from '../../src/language/dates/text.ts'
import { WEEK } from '../../src/language/dates/weekly-schedule.ts'
import { hours } from '../../src/language/hours.ts'

/** As the days, the start hour and the duration; a question as its labels between `?`, a refusal as `!` and its sentence. */
function show(phrase: string): string {
  const result = hours(phrase)
  if (result.kind === 'hours') return `${result.days.join(' ')} ${result.start} +${result.duration}`
  return result.kind === 'choice'
    ? `?${result.readings.map(({ label }) => label).join('|')}`
    : `!${result.why}`
}

const WEEKDAYS = 'mon tue wed thu fri'
const EVERY_DAY = 'mon tue wed thu fri sat sun'

describe('days and hours', () => {
  it.each([
    ['weekdays 8am to 7pm', `${WEEKDAYS} 8 +11`],
    ['Weekdays 8AM–7PM', `${WEEKDAYS} 8 +11`],
    ['8am to 7pm weekdays', `${WEEKDAYS} 8 +11`],
    ['9-17 on weekdays', `${WEEKDAYS} 9 +8`],
    ['mon-thu 9 for 8h', 'mon tue wed thu 9 +8'],
    ['mon-fri 900-1700', `${WEEKDAYS} 9 +8`],
    ['to weekdays 9-5', `${WEEKDAYS} 9 +8`],
    ['for weekdays 9-5', `${WEEKDAYS} 9 +8`],
    ['werktags 8 Uhr bis 19 Uhr', `${WEEKDAYS} 8 +11`],
    ['lunes a viernes de 8 a 18', `${WEEKDAYS} 8 +10`],
    ['пн-пт с 8 до 18', `${WEEKDAYS} 8 +10`],
    ['пн–чт 8-18', 'mon tue wed thu 8 +10'],
    ['mon-thu from 9am, 8 hours', 'mon tue wed thu 9 +8'],
    ['every day 6-22', `${EVERY_DAY} 6 +16`],
    ['daily 7am - 11pm', `${EVERY_DAY} 7 +16`],
    ['7 days a week 8 to 20', `${EVERY_DAY} 8 +12`],
    ['weekends 10:00 to 16:00', 'sat sun 10 +6'],
    ['mon, wed and fri 8-12', 'mon wed fri 8 +4'],
    ['tuesdays and thursdays 10am for 4 hours', 'tue thu 10 +4'],
    ['weekdays and saturday 8 to 18', 'mon tue wed thu fri sat 8 +10'],
    ['fri-mon 8-20', 'mon fri sat sun 8 +12'],
    ['monday to friday between 8 and 19', `${WEEKDAYS} 8 +11`],
    ['working days 8am-6pm', `${WEEKDAYS} 8 +10`],
    ['m-f 9-17', `${WEEKDAYS} 9 +8`],
    ['Mo-Fr 8-18', `${WEEKDAYS} 8 +10`],
    ['mwf 8-18', 'mon wed fri 8 +10'],
    ['M/W/F 9-5', 'mon wed fri 9 +8'],
    ['T/Th 9-5', 'tue thu 9 +8'],
    ['weekdays - 8-18', `${WEEKDAYS} 8 +10`],
    ['8-18 — weekdays', `${WEEKDAYS} 8 +10`],
    ['di–do 8-18', 'tue wed thu 8 +10'],
    ['lun-vie 8-18', `${WEEKDAYS} 8 +10`],
    ['Montag - Freitag 8-18', `${WEEKDAYS} 8 +10`],
    ['sun-thu 9-18', 'mon tue wed thu sun 9 +9'],
    ['mon wed fri 8-18', 'mon wed fri 8 +10'],
    ['from monday to friday from 8 to 18', `${WEEKDAYS} 8 +10`],
    ['monday - friday: 8am - 6pm', `${WEEKDAYS} 8 +10`],
    ['weekdays only, 8-18', `${WEEKDAYS} 8 +10`],
    ['just weekdays 8-18 please', `${WEEKDAYS} 8 +10`],
    ['weekdays except friday 8-18', 'mon tue wed thu 8 +10'],
    ['mon-fri but not wed 8-18', 'mon tue thu fri 8 +10'],
    ['mon-fri starting at 8 for 10 hours', `${WEEKDAYS} 8 +10`],
    ['mon-fri start 8 duration 10', `${WEEKDAYS} 8 +10`],
    ['mon-fri 8 + 10h', `${WEEKDAYS} 8 +10`],
    ['for 10 hours from 8am on weekdays', `${WEEKDAYS} 8 +10`],
    ['mon-fri 0900-1700', `${WEEKDAYS} 9 +8`],
    ['8h-18h mon-fri', `${WEEKDAYS} 8 +10`],
    ['weekdays nine to five', `${WEEKDAYS} 9 +8`],
    ['every day but saturday 8-18', 'mon tue wed thu fri sun 8 +10'],
    ['all but monday 8-18', 'tue wed thu fri sat sun 8 +10'],
    ['every day 8-18 except weekends', `${WEEKDAYS} 8 +10`],
    ['mon-wed 8-18 and thu 8-18', 'mon tue wed thu 8 +10'],
    ['mon 8-18, wed 8-18, fri 8-18', 'mon wed fri 8 +10'],
    ['weekdays 8 for 10', `${WEEKDAYS} 8 +10`],
    ['weekdays 8 - 18 hrs', `${WEEKDAYS} 8 +10`],
    ['weekdays start 8 stop 18', `${WEEKDAYS} 8 +10`],
    ['5 days a week 8-18', `${WEEKDAYS} 8 +10`],
    ['working week 8-18', `${WEEKDAYS} 8 +10`],
    ['week days 8-18', `${WEEKDAYS} 8 +10`],
    ['every workday 7-19', `${WEEKDAYS} 7 +12`],
    ['weekdays 07h00-19h00', `${WEEKDAYS} 7 +12`],
    ['weekdays 0700h-1900h', `${WEEKDAYS} 7 +12`],
    ['7am to 7pm (mon-fri)', `${WEEKDAYS} 7 +12`],
    ['mon-fri (8-18)', `${WEEKDAYS} 8 +10`],
    ['mon-fri 8-18!', `${WEEKDAYS} 8 +10`],
    ['“mon-fri 8-18”', `${WEEKDAYS} 8 +10`],
    ['`mon-fri 8-18`', `${WEEKDAYS} 8 +10`],
    ['Montag bis Freitag 8-18 Uhr', `${WEEKDAYS} 8 +10`],
    ['Mo-Fr 8 Uhr bis 18 Uhr', `${WEEKDAYS} 8 +10`],
    ['lunes a viernes 8-18', `${WEEKDAYS} 8 +10`],
    ['mon-fri excl. wed 8-18', 'mon tue thu fri 8 +10'],
    ['monday to friday, 9 to 5, except wednesday', 'mon tue thu fri 9 +8'],
    ['every week day 8-18', `${WEEKDAYS} 8 +10`],
    ['at weekends 10-16', 'sat sun 10 +6'],
    ['at the weekend, 10am to 4pm', 'sat sun 10 +6'],
    ['10-16 on the weekend', 'sat sun 10 +6'],
    ['during the week 8-18', `${WEEKDAYS} 8 +10`],
    ['mon-fri, not wed, 9-17', 'mon tue thu fri 9 +8'],
    ['mon; wed; fri 9-17', 'mon wed fri 9 +8'],
    ['weekdays starting 8am ending 6pm', `${WEEKDAYS} 8 +10`],
    ['du lundi au vendredi de 9h à 17h', `${WEEKDAYS} 9 +8`],
    ['lundi, mercredi et jeudi 9h-17h', 'mon wed thu 9 +8'],
    ['de lunes a viernes de 9 a 17', `${WEEKDAYS} 9 +8`],
    ['dal lunedì al venerdì dalle 9 alle 17', `${WEEKDAYS} 9 +8`],
    ['segunda a sexta das 9 às 17', `${WEEKDAYS} 9 +8`],
    ['segunda a sexta das 8h às 18h', `${WEEKDAYS} 8 +10`],
    ['平日 9時〜18時', `${WEEKDAYS} 9 +9`],
    ['月〜金 9:00-18:00', `${WEEKDAYS} 9 +9`],
    ['月曜から金曜 9時から18時', `${WEEKDAYS} 9 +9`],
    ['周一至周五 9点到18点', `${WEEKDAYS} 9 +9`],
    ['工作日 9点到18点', `${WEEKDAYS} 9 +9`],
    ['seg-sex 9h às 12h', `${WEEKDAYS} 9 +3`],
    ['segunda a sexta das 8:00 às 18:00', `${WEEKDAYS} 8 +10`],
    ['de segunda a sexta-feira, 8 horas às 18 horas', `${WEEKDAYS} 8 +10`],
    ['lunes a viernes de las 8:00 a las 18:00 horas', `${WEEKDAYS} 8 +10`],
    ['lunedì-venerdì dalle 9:00 alle 18:00', `${WEEKDAYS} 9 +9`],
    ['måndag till fredag kl 9-17', `${WEEKDAYS} 9 +8`],
    ['mon-fri 8h + 10h', `${WEEKDAYS} 8 +10`],
    ['maandag t/m vrijdag van 9 tot 17 uur', `${WEEKDAYS} 9 +8`],
    ['mån-fre 9-17', `${WEEKDAYS} 9 +8`],
    ['Mo. bis Fr. 9-17 Uhr', `${WEEKDAYS} 9 +8`],
    ['с понедельника по пятницу с 9 до 17', `${WEEKDAYS} 9 +8`],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('days behind the hours add to those before them, or are off', () => {
  it.each([
    ['weekdays 9-5 and saturdays', `${WEEKDAYS} sat 9 +8`],
    ['weekdays 9-5 + sat', `${WEEKDAYS} sat 9 +8`],
    ['mon-wed 8-18, on fri', 'mon tue wed fri 8 +10'],
    ['weekdays 9-5 weekends off', `${WEEKDAYS} 9 +8`],
    ['weekdays 9-5, closed on weekends', `${WEEKDAYS} 9 +8`],
    ['9-5 weekdays, off on weekends', `${WEEKDAYS} 9 +8`],
    ['weekdays 9-5 (weekends off)', `${WEEKDAYS} 9 +8`],
    ['weekdays, no weekends, 9-17', `${WEEKDAYS} 9 +8`],
    ['mon-fri 8-18 not weekends', `${WEEKDAYS} 8 +10`],
    ['every day 9-5, sundays closed', `${WEEKDAYS} sat 9 +8`],
    ['weekdays 9-5 no fridays', 'mon tue wed thu 9 +8'],
    ['on: weekdays 8-18', `${WEEKDAYS} 8 +10`],
    [
      'weekends 9-5, weekends off',
      '!I cannot read “weekends 9-5, weekends off” as weekly hours; try “weekdays 8am to 7pm” or “mon-thu 9 for 8h”.',
    ],
    [
      'mon-fri off 9-5',
      '!I cannot read “mon-fri off 9-5” as weekly hours; try “weekdays 8am to 7pm” or “mon-thu 9 for 8h”.',
    ],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('am and pm', () => {
  it.each([
    ['weekdays 9 to 5', `${WEEKDAYS} 9 +8`],
    ['weekdays 8-7pm', `${WEEKDAYS} 8 +11`],
    ['weekdays 2-6pm', `${WEEKDAYS} 14 +4`],
    ['weekdays 12 to 8', `${WEEKDAYS} 12 +8`],
    ['weekdays noon to midnight', `${WEEKDAYS} 12 +12`],
    ['weekdays 10am - 12am', `${WEEKDAYS} 10 +14`],
    ['weekdays 8pm to 6am', `${WEEKDAYS} 20 +10`],
    ['weekdays 22-6', `${WEEKDAYS} 22 +8`],
    ['mon-fri 8a-6p', `${WEEKDAYS} 8 +10`],
    ['mon-fri 8 a.m. to 6 p.m.', `${WEEKDAYS} 8 +10`],
    ['weekdays 8 in the morning until 7 in the evening', `${WEEKDAYS} 8 +11`],
    ['weekdays 8 to 8', `${WEEKDAYS} 8 +12`],
    ['weekdays 12pm-8pm', `${WEEKDAYS} 12 +8`],
    ['weekdays 09:00 to 05:00', `${WEEKDAYS} 9 +20`],
    ['weekdays 1 to 24', `${WEEKDAYS} 1 +23`],
    ['weekdays 1 to 5', '?Mon–Fri 01:00–05:00|Mon–Fri 13:00–17:00'],
    ['weekdays 5-1', '?Mon–Fri 05:00–13:00|Mon–Fri 17:00–01:00 (+1)'],
    ['weekdays 3-3', '?Mon–Fri 03:00–15:00|Mon–Fri 15:00–03:00 (+1)'],
    ['weekdays 8-11', `${WEEKDAYS} 8 +3`],
    ['weekdays 12-12', '?Mon–Fri 12:00–24:00|Mon–Fri 01:00–12:00|Mon–Thu, Sun 23:00–12:00 (+1)'],
    ['weekdays 9-11pm', '?Mon–Fri 09:00–23:00|Mon–Fri 21:00–23:00'],
    ['weekday mornings 6-10', `${WEEKDAYS} 6 +4`],
    ['weekday afternoons 2 to 6', `${WEEKDAYS} 14 +4`],
    ['saturday evening 6-11', 'sat 18 +5'],
    ['weekday nights 9-5', `${WEEKDAYS} 21 +8`],
    ['overnight mon-thu 8pm to 6am', 'mon tue wed thu 20 +10'],
    ['6-9 weekday evenings', `${WEEKDAYS} 18 +3`],
    ['every night 10pm to 6am', `${EVERY_DAY} 22 +8`],
    ['10-6 every night', `${EVERY_DAY} 22 +8`],
    ['every night 1 to 5', `${EVERY_DAY} 1 +4`],
    ['nightly 22-6', `${EVERY_DAY} 22 +8`],
    ['each morning 6-9', `${EVERY_DAY} 6 +3`],
    ['weeknights: 9 to 6', `${WEEKDAYS} 21 +9`],
    ['weekdays 8am to 11', '?Mon–Fri 08:00–11:00|Mon–Fri 08:00–23:00'],
    ['weekdays 9-11am', `${WEEKDAYS} 9 +2`],
    ['weekdays 9-12pm', `${WEEKDAYS} 9 +3`],
    ['weekdays 9-9pm', `${WEEKDAYS} 9 +12`],
    ['weekdays 12-12am', `${WEEKDAYS} 12 +12`],
    ['weekdays 10pm-6am', `${WEEKDAYS} 22 +8`],
    ['weekdays 9pm-9am', `${WEEKDAYS} 21 +12`],
    ['every night 10-6am', `${EVERY_DAY} 22 +8`],
    ["weekdays 9 o'clock to 5 o'clock", `${WEEKDAYS} 9 +8`],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('am for pm, and pm for am, may be a slip', () => {
  it.each([
    ['weekdays 9-12am', '?Mon–Fri 09:00–12:00|Mon–Fri 09:00–24:00|Mon–Fri 21:00–24:00'],
    ['8-12am mon', '?Mon 08:00–12:00|Mon 08:00–24:00|Mon 20:00–24:00'],
    ['weekdays 9-5am', '?Mon–Fri 09:00–17:00|Mon–Fri 09:00–05:00 (+1)|Mon–Fri 21:00–05:00 (+1)'],
    ['weekdays 8-8am', '?Mon–Fri 08:00–20:00|Mon–Fri 20:00–08:00 (+1)'],
    ['weekdays 1-12pm', '?Mon–Fri 01:00–12:00|Mon–Fri 13:00–24:00|Mon–Fri 13:00–12:00 (+1)'],
    ['weekdays 8pm-6pm', '?Mon–Fri 08:00–18:00|Mon–Fri 20:00–06:00 (+1)|Mon–Fri 20:00–18:00 (+1)'],
    ['weekdays 10am-8am', '?Mon–Fri 10:00–20:00|Mon–Fri 10:00–08:00 (+1)|Mon–Fri 22:00–08:00 (+1)'],
    ['weekdays 8pm-12pm', '?Mon–Fri 08:00–12:00|Mon–Fri 20:00–24:00|Mon–Fri 20:00–12:00 (+1)'],
    ['weekdays 20:00-6pm', '?Mon–Fri 20:00–06:00 (+1)|Mon–Fri 20:00–18:00 (+1)'],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('an hour by its word is of the 24-hour clock, where it can be', () => {
  it.each([
    ['weekdays 9h-5h', '?Mon–Fri 09:00–17:00|Mon–Fri 09:00–05:00 (+1)'],
    ['weekdays 9 Uhr bis 5 Uhr', '?Mon–Fri 09:00–17:00|Mon–Fri 09:00–05:00 (+1)'],
    ['weekdays 9h to 5', '?Mon–Fri 09:00–05:00 (+1)|Mon–Fri 09:00–17:00'],
    ['weekdays 8h-8h', '?Mon–Fri 08:00–20:00|Mon–Fri 20:00–08:00 (+1)'],
    ['weekdays 5h-9h', `${WEEKDAYS} 5 +4`],
    ['weekdays 8-12h', `${WEEKDAYS} 8 +4`],
    ['weekdays 22-6h', `${WEEKDAYS} 22 +8`],
    ['weekdays 22h-6h', `${WEEKDAYS} 22 +8`],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('what the service cannot hold becomes the nearest it can, or a refusal that says why', () => {
  it.each([
    [
      'weekdays 8:30am to 5:30pm',
      '?Mon–Fri 08:00–18:00|Mon–Fri 08:00–17:00|Mon–Fri 09:00–18:00|Mon–Fri 09:00–17:00',
    ],
    ['weekdays 9 for 7.5h', '?Mon–Fri 09:00–17:00|Mon–Fri 09:00–16:00'],
    ['mon 0-6', '?Mon 01:00–06:00|Sun 23:00–06:00 (+1)'],
    ['weekdays 8-12 and 14-18', '!The service allows one span of hours a day'],
    ['8-12 and 13-17 weekdays', '!The service allows one span of hours a day'],
    [
      'mon-fri 830am-530pm',
      '?Mon–Fri 08:00–18:00|Mon–Fri 08:00–17:00|Mon–Fri 09:00–18:00|Mon–Fri 09:00–17:00',
    ],
    ['8am to 7pm', '?Mon–Fri 08:00–19:00|Mon–Sun 08:00–19:00'],
    ['24/7', '!The service allows 23 hours a day at most'],
    ['24-7', '!The service allows 23 hours a day at most'],
    ['all day every day', '!The service allows 23 hours a day at most'],
    ['weekdays 8am to 8am', '!The service allows 23 hours a day at most'],
    ['weekdays 9 for 30h', '!The service allows 23 hours a day at most'],
    ['mon-thu 8-18, fri 8-14', '!The service uses the same hours on every day'],
    ['24x7', '!The service allows 23 hours a day at most'],
    ['mon 8-18 tue 9-17', '!The service uses the same hours on every day'],
    ['weekdays from 8am', '!“weekdays from 8am” does not say when it ends'],
    ['weekdays until 6pm', '!“weekdays until 6pm” does not say when it starts'],
    ['business hours', '!I cannot read'],
    ['fri 18:00 to mon 8:00', '!I cannot read'],
    ['mon-fri 8-25', '!I cannot read'],
    ['mon to mon 8-18', '!I cannot read'],
    ['weekday nights 8am-4pm', '!I cannot read'],
    ['saturday night 1am-5am', '!I cannot read'],
    ['do 8-18', '!I cannot read'],
    ['so mon-wed 8-18', '!I cannot read'],
    ['sa-do 8-18', '!I cannot read'],
    ['weekdays', '!“weekdays” says no hours'],
    ['whenever', '!I cannot read'],
    ['no weekends, 9-17', '!I cannot read'],
    ['mon-fri 08:00–10:00 (+1)', '!I cannot read'],
    ['weekdays 8-19 (10h)', '!I cannot read'],
    ['', '!You have not said which hours'],
    ['x'.repeat(201), '!“xxx'],
  ])('%s → %s', (phrase, means) => {
    const shown = show(phrase)
    if (means.startsWith('!')) expect(shown.startsWith(means)).toBe(true)
    else expect(shown).toBe(means)
  })
})

it('says of a whole day what comes nearest', () => {
  for (const phrase of ['24/7', '24/5', 'weekdays 0-24', 'weekends 24h', 'mon-fri 8am-8am'])
    expect(show(phrase)).toContain('the nearest is “every day 01:00 for 23h”')
  expect(hours('every day 01:00 for 23h')).toMatchObject({ kind: 'hours', duration: 23 })
})

it('reads back every schedule that it says', () => {
  const hour = fc.integer({ min: 1, max: 23 })
  const schedule = fc.record({ days: fc.subarray([...WEEK], { minLength: 1 }), start: hour, duration: hour })
  fc.assert(
    fc.property(schedule, weekly => {
      expect(hours(sayHours(weekly))).toEqual({ kind: 'hours', ...weekly })
    }),
    { numRuns: 2000 },
  )
})

it('asks about every span of the 12-hour clock that begins early, whenever it ends', () => {
  for (const start of [1, 2, 3, 4, 5, 6])
    for (let end = 1; end <= 12; end++) expect(hours(`weekdays ${start}-${end}`).kind).toBe('choice')
})
