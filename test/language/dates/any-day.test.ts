import { fromZonedTime } from 'date-fns-tz/fromZonedTime'
import { describe, expect, it } from 'vitest'
import { days } from '../../../src/language/dates.ts'
import { WALL_CLOCKS, ZONES } from './wall-clocks.ts'

/** What phrases mean on any day, by a calendar of its own that is nothing but Date.UTC. */

const MS_PER_DAY = 86_400_000
type Meaning = readonly [from: number, until: number] | 'asked' | 'refused'

function on(wall: string) {
  const [y = 0, m = 0, d = 0] = wall.slice(0, 10).split('-').map(Number)
  const today = Date.UTC(y, m - 1, d) / MS_PER_DAY
  const weekday = (new Date(Date.UTC(y, m - 1, d)).getUTCDay() + 6) % 7
  return {
    today,
    weekday,
    monday: today - weekday,
    /** A day of the month that is so many months away; 0 is the last of the month before. */
    inMonth: (months: number, day: number) => Date.UTC(y, m - 1 + months, day) / MS_PER_DAY,
    /** The next such weekday, today included. */
    coming: (wanted: number) => today + ((wanted - weekday + 7) % 7),
    /** The next time that such a date comes, today included. */
    date: (day: number, month: number, means: (date: number) => Meaning): Meaning => {
      const thisYear = Date.UTC(y, month - 1, day) / MS_PER_DAY
      return means(thisYear >= today ? thisYear : Date.UTC(y + 1, month - 1, day) / MS_PER_DAY)
    },
    /** The same for an end: refused where it has gone within two months. */
    end: (day: number, month: number, means: (date: number) => Meaning): Meaning => {
      const [last = 0, thisYear = 0, next = 0] = [-1, 0, 1].map(
        more => Date.UTC(y + more, month - 1, day) / MS_PER_DAY,
      )
      const gone = thisYear < today ? thisYear : last
      return today - gone <= 61 ? 'refused' : means(thisYear < today ? next : thisYear)
    },
    quarter: (more: number) => Date.UTC(y, m - 1 - ((m - 1) % 3) + 3 * more, 1) / MS_PER_DAY,
    year: (more: number) => Date.UTC(y + more, 0, 1) / MS_PER_DAY,
  }
}
type On = ReturnType<typeof on>

const [FRIDAY, SATURDAY, SUNDAY] = [4, 5, 6]
const one = (day: number): Meaning => [day, day]

const MEANINGS: [phrase: string, means: (on: On) => Meaning][] = [
  ['today', ({ today }) => one(today)],
  ['tmrw', ({ today }) => one(today + 1)],
  ['the day after tomorrow', ({ today }) => one(today + 2)],
  ['in 10 days', ({ today }) => one(today + 10)],
  ['a week from tomorrow', ({ today }) => one(today + 8)],
  ['for 3 days', ({ today }) => [today, today + 2]],
  ['2w', ({ today }) => [today, today + 13]],
  ['tomorrow for a week', ({ today }) => [today + 1, today + 7]],
  ['friday', ({ coming, weekday }) => (weekday === FRIDAY ? 'asked' : one(coming(FRIDAY)))],
  ['this friday', ({ coming }) => one(coming(FRIDAY))],
  ['until friday', ({ today, coming, weekday }) => (weekday === FRIDAY ? 'asked' : [today, coming(FRIDAY)])],
  [
    'friday to sunday',
    ({ coming, weekday }) => (weekday === FRIDAY ? 'asked' : [coming(FRIDAY), coming(FRIDAY) + 2]),
  ],
  [
    'fridya and satruday',
    ({ coming, weekday }) => (weekday === FRIDAY ? 'asked' : [coming(FRIDAY), coming(FRIDAY) + 1]),
  ],
  ['friday next week', ({ monday }) => one(monday + 7 + FRIDAY)],
  ['next week', ({ monday }) => [monday + 7, monday + 13]],
  ['this week', ({ today, monday }) => [today, monday + 6]],
  ['rest of the week', ({ today, monday }) => [today, monday + 6]],
  ['tue-thu next week', ({ monday }) => [monday + 8, monday + 10]],
  ['this week and next', ({ today, monday }) => [today, monday + 13]],
  ['in 3 days to a week later', ({ today }) => [today + 3, today + 10]],
  ['the week after next', ({ monday }) => [monday + 14, monday + 20]],
  ['this weekend', ({ today, monday }) => [Math.max(today, monday + SATURDAY), monday + SUNDAY]],
  ['next weekend', ({ weekday, monday }) => (weekday < SATURDAY ? 'asked' : [monday + 12, monday + 13])],
  ['next friday', ({ weekday, monday }) => (weekday < FRIDAY ? 'asked' : one(monday + 7 + FRIDAY))],
  ['this month', ({ today, inMonth }) => [today, inMonth(1, 0)]],
  ['until end of month', ({ today, inMonth }) => [today, inMonth(1, 0)]],
  ['eom', ({ inMonth }) => one(inMonth(1, 0))],
  ['next month', ({ inMonth }) => [inMonth(1, 1), inMonth(2, 0)]],
  ['the last day of next month', ({ inMonth }) => one(inMonth(2, 0))],
  ['the 1st of next month', ({ inMonth }) => one(inMonth(1, 1))],
  ['4 to 23 next month', ({ inMonth }) => [inMonth(1, 4), inMonth(1, 23)]],
  ['rest of the quarter', ({ today, quarter }) => [today, quarter(1) - 1]],
  ['next quarter', ({ quarter }) => [quarter(1), quarter(2) - 1]],
  ['until the end of the year', ({ today, year }) => [today, year(1) - 1]],
  ['next year', ({ year }) => [year(1), year(2) - 1]],
  ['24 dec', ({ date }) => date(24, 12, one)],
  ['24/12', ({ date }) => date(24, 12, one)],
  ['until christmas eve', ({ today, end }) => end(24, 12, day => [today, day])],
  ['15 nov', ({ date }) => date(15, 11, one)],
  ['until 20 october', ({ today, end }) => end(20, 10, day => [today, day])],
  ['until 24.12.', ({ today, end }) => end(24, 12, day => [today, day])],
  ['1 june for 10 days', ({ date }) => date(1, 6, day => [day, day + 9])],
  ['1-10 june', ({ date }) => date(1, 6, day => [day, day + 9])],
  ['until 10pm', () => 'asked'],
  ['next 3 days', () => 'asked'],
]

const written = (day: number): string =>
  new Date(day * MS_PER_DAY).toISOString().slice(0, 10).split('-').toReversed().join('/')

describe.each(WALL_CLOCKS)('said on %s', wall => {
  it.each(MEANINGS)('%s', (phrase, means) => {
    const meant = means(on(wall))
    for (const zone of ZONES) {
      const result = days(phrase, { now: fromZonedTime(wall, zone), zone })
      if (meant === 'asked') expect(result).toMatchObject({ kind: 'choice' })
      else if (meant === 'refused') expect(result).toMatchObject({ kind: 'refused' })
      else expect(result).toMatchObject({ kind: 'days', from: written(meant[0]), until: written(meant[1]) })
    }
  })
})
