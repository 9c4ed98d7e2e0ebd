import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sayHours, WEEK } from '../../src/language/dates/calendar.ts'
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
    ['8am to 7pm weekdays', `${WEEKDAYS} 8 +11`],
    ['9-17 on weekdays', `${WEEKDAYS} 9 +8`],
    ['mon-thu 9 for 8h', 'mon tue wed thu 9 +8'],
    ['mon-thu from 9am, 8 hours', 'mon tue wed thu 9 +8'],
    ['for weekdays 9-5', `${WEEKDAYS} 9 +8`],
    ['werktags 8 Uhr bis 19 Uhr', `${WEEKDAYS} 8 +11`],
    ['lunes a viernes de 8 a 18', `${WEEKDAYS} 8 +10`],
    ['пн-пт с 8 до 18', `${WEEKDAYS} 8 +10`],
    ['every day 6-22', `${EVERY_DAY} 6 +16`],
    ['7 days a week 8 to 20', `${EVERY_DAY} 8 +12`],
    ['mon, wed and fri 8-12', 'mon wed fri 8 +4'],
    ['weekdays and saturday 8 to 18', 'mon tue wed thu fri sat 8 +10'],
    ['fri-mon 8-20', 'mon fri sat sun 8 +12'],
    ['monday to friday between 8 and 19', `${WEEKDAYS} 8 +11`],
    ['m-f 9-17', `${WEEKDAYS} 9 +8`],
    ['between monday and friday 9-17', `${WEEKDAYS} 9 +8`],
    ['mwf 8-18', 'mon wed fri 8 +10'],
    ['T/Th 9-5', 'tue thu 9 +8'],
    ['di–do 8-18', 'tue wed thu 8 +10'],
    ['sun-thu 9-18', 'mon tue wed thu sun 9 +9'],
    ['monday - friday: 8am - 6pm', `${WEEKDAYS} 8 +10`],
    ['just weekdays 8-18 please', `${WEEKDAYS} 8 +10`],
    ['weekdays except friday 8-18', 'mon tue wed thu 8 +10'],
    ['mon-fri but not wed 8-18', 'mon tue thu fri 8 +10'],
    ['mon-fri start 8 duration 10', `${WEEKDAYS} 8 +10`],
    ['mon-fri 8 + 10h', `${WEEKDAYS} 8 +10`],
    ['for 10 hours from 8am on weekdays', `${WEEKDAYS} 8 +10`],
    ['mon-fri 0900-1700', `${WEEKDAYS} 9 +8`],
    ['8h-18h mon-fri', `${WEEKDAYS} 8 +10`],
    ['weekdays nine to five', `${WEEKDAYS} 9 +8`],
    ['every day but saturday 8-18', 'mon tue wed thu fri sun 8 +10'],
    ['every day 8-18 except weekends', `${WEEKDAYS} 8 +10`],
    ['mon 8-18, wed 8-18, fri 8-18', 'mon wed fri 8 +10'],
    ['weekdays 8 - 18 hrs', `${WEEKDAYS} 8 +10`],
    ['working week 8-18', `${WEEKDAYS} 8 +10`],
    ['weekdays 07h00-19h00', `${WEEKDAYS} 7 +12`],
    ['7am to 7pm (mon-fri)', `${WEEKDAYS} 7 +12`],
    ['mon-fri 8-18!', `${WEEKDAYS} 8 +10`],
    ['`mon-fri 8-18`', `${WEEKDAYS} 8 +10`],
    ['monday to friday, 9 to 5, except wednesday', 'mon tue thu fri 9 +8'],
    ['at the weekend, 10am to 4pm', 'sat sun 10 +6'],
    ['during the week 8-18', `${WEEKDAYS} 8 +10`],
    ['mon-fri, not wed, 9-17', 'mon tue thu fri 9 +8'],
    ['mon; wed; fri 9-17', 'mon wed fri 9 +8'],
    ['du lundi au vendredi de 9h à 17h', `${WEEKDAYS} 9 +8`],
    ['dal lunedì al venerdì dalle 9 alle 17', `${WEEKDAYS} 9 +8`],
    ['平日 9時〜18時', `${WEEKDAYS} 9 +9`],
    ['月〜金 9:00-18:00', `${WEEKDAYS} 9 +9`],
    ['月曜から金曜 9時から18時', `${WEEKDAYS} 9 +9`],
    ['周一至周五 9点到18点', `${WEEKDAYS} 9 +9`],
    ['工作日 9点到18点', `${WEEKDAYS} 9 +9`],
    ['de segunda a sexta-feira, 8 horas às 18 horas', `${WEEKDAYS} 8 +10`],
    ['lunes a viernes de las 8:00 a las 18:00 horas', `${WEEKDAYS} 8 +10`],
    ['måndag till fredag kl 9-17', `${WEEKDAYS} 9 +8`],
    ['maandag t/m vrijdag van 9 tot 17 uur', `${WEEKDAYS} 9 +8`],
    ['с понедельника по пятницу с 9 до 17', `${WEEKDAYS} 9 +8`],
    ['по будням с 9 до 17', `${WEEKDAYS} 9 +8`],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('days behind the hours add to those before them, or are off', () => {
  it.each([
    ['weekdays 9-5 and saturdays', `${WEEKDAYS} sat 9 +8`],
    ['mon-wed 8-18, on fri', 'mon tue wed fri 8 +10'],
    ['weekdays 9-5 weekends off', `${WEEKDAYS} 9 +8`],
    ['9-5 weekdays, off on weekends', `${WEEKDAYS} 9 +8`],
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
    ['mon-fri 8a-6p', `${WEEKDAYS} 8 +10`],
    ['mon-fri 8 a.m. to 6 p.m.', `${WEEKDAYS} 8 +10`],
    ['weekdays 8 in the morning until 7 in the evening', `${WEEKDAYS} 8 +11`],
    ['weekdays 8 to 8', `${WEEKDAYS} 8 +12`],
    ['weekdays 09:00 to 05:00', `${WEEKDAYS} 9 +20`],
    ['weekdays 1 to 24', `${WEEKDAYS} 1 +23`],
    ['weekdays 1 to 5', '?Mon–Fri 01:00–05:00|Mon–Fri 13:00–17:00'],
    ['weekdays 3-3', '?Mon–Fri 03:00–15:00|Mon–Fri 15:00–03:00 (+1)'],
    ['weekdays 8-11', `${WEEKDAYS} 8 +3`],
    ['weekdays 12-12', '?Mon–Fri 12:00–24:00|Mon–Fri 01:00–12:00|Mon–Thu, Sun 23:00–12:00 (+1)'],
    ['weekdays 9-11pm', '?Mon–Fri 09:00–23:00|Mon–Fri 21:00–23:00'],
    ['weekdays 8am to 11', '?Mon–Fri 08:00–11:00|Mon–Fri 08:00–23:00'],
    ['weekdays 9-12pm', `${WEEKDAYS} 9 +3`],
    ['weekdays 12-12am', `${WEEKDAYS} 12 +12`],
    ['weekdays 9pm-9am', `${WEEKDAYS} 21 +12`],
    ["weekdays 9 o'clock to 5 o'clock", `${WEEKDAYS} 9 +8`],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('am for pm, and pm for am, may be a slip', () => {
  it.each([
    ['weekdays 9-12am', '?Mon–Fri 09:00–12:00|Mon–Fri 09:00–24:00|Mon–Fri 21:00–24:00'],
    ['weekdays 9-5am', '?Mon–Fri 09:00–17:00|Mon–Fri 09:00–05:00 (+1)|Mon–Fri 21:00–05:00 (+1)'],
    ['weekdays 8-8am', '?Mon–Fri 08:00–20:00|Mon–Fri 20:00–08:00 (+1)'],
    ['weekdays 1-12pm', '?Mon–Fri 01:00–12:00|Mon–Fri 13:00–24:00|Mon–Fri 13:00–12:00 (+1)'],
    ['weekdays 8pm-6pm', '?Mon–Fri 08:00–18:00|Mon–Fri 20:00–06:00 (+1)|Mon–Fri 20:00–18:00 (+1)'],
    ['weekdays 10am-8am', '?Mon–Fri 10:00–20:00|Mon–Fri 10:00–08:00 (+1)|Mon–Fri 22:00–08:00 (+1)'],
    ['weekdays 8pm-12pm', '?Mon–Fri 08:00–12:00|Mon–Fri 20:00–24:00|Mon–Fri 20:00–12:00 (+1)'],
  ])('%s → %s', (phrase, means) => {
    expect(show(phrase)).toBe(means)
  })
})

describe('an hour by its word is of the 24-hour clock, where it can be', () => {
  it.each([
    ['weekdays 9h-5h', '?Mon–Fri 09:00–17:00|Mon–Fri 09:00–05:00 (+1)'],
    ['weekdays 9h to 5', '?Mon–Fri 09:00–05:00 (+1)|Mon–Fri 09:00–17:00'],
    ['weekdays 8h-8h', '?Mon–Fri 08:00–20:00|Mon–Fri 20:00–08:00 (+1)'],
    ['weekdays 5h-9h', `${WEEKDAYS} 5 +4`],
    ['weekdays 8-12h', `${WEEKDAYS} 8 +4`],
    ['weekdays 22-6h', `${WEEKDAYS} 22 +8`],
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
    [
      'mon-fri 830am-530pm',
      '?Mon–Fri 08:00–18:00|Mon–Fri 08:00–17:00|Mon–Fri 09:00–18:00|Mon–Fri 09:00–17:00',
    ],
    ['8am to 7pm', '?Mon–Fri 08:00–19:00|Mon–Sun 08:00–19:00'],
    ['24/7', '!The service allows 23 hours a day at most'],
    ['all day every day', '!The service allows 23 hours a day at most'],
    ['weekdays 8am to 8am', '!The service allows 23 hours a day at most'],
    ['mon-thu 8-18, fri 8-14', '!The service uses the same hours on every day'],
    ['mon 8-18 tue 9-17', '!The service uses the same hours on every day'],
    ['weekdays from 8am', '!“weekdays from 8am” does not say when it ends'],
    ['weekdays until 6pm', '!“weekdays until 6pm” does not say when it starts'],
    ['business hours', '!I cannot read'],
    ['weekdays 9 - 8h', '!I cannot read'],
    ['fri 18:00 to mon 8:00', '!I cannot read'],
    ['mon to mon 8-18', '!I cannot read'],
    ['saturday night 1am-5am', '!I do not know which hours “night” means in “saturday'],
    ['weekday nights 9-5', '!I do not know which hours “nights” means'],
    ['weeknights: 9pm to 6', '!I do not know which hours “weeknights” means'],
    ['weekday mornings 8-12', '!I do not know which hours “mornings” means'],
    ['do 8-18', '!I cannot read'],
    ['so mon-wed 8-18', '!I cannot read'],
    ['weekdays', '!“weekdays” says no hours'],
    ['no weekends, 9-17', '!I cannot read'],
    ['mon-fri 08:00–10:00 (+1)', '!I cannot read'],
    ['', '!You have not said which hours'],
    ['x'.repeat(201), '!“xxx'],
  ])('%s → %s', (phrase, means) => {
    const shown = show(phrase)
    if (means.startsWith('!')) expect(shown.startsWith(means)).toBe(true)
    else expect(shown).toBe(means)
  })
})

it.each([
  ['24/7', 'Mon–Sun 01:00–24:00'],
  ['24/5', 'Mon–Fri 01:00–24:00'],
  ['weekdays 0-24', 'Mon–Fri 01:00–24:00'],
  ['weekends 24h', 'Sat–Sun 01:00–24:00'],
  ['mon-fri 8am-8am', 'Mon–Fri 08:00–07:00 (+1)'],
])('says what comes nearest to a whole day: %s', (phrase, nearest) => {
  expect(show(phrase)).toContain(`the nearest is “${nearest}”`)
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
