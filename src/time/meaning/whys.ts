import { writeDay } from '../calendar.ts'
import { MONTHS, WEEKDAYS } from '../reading/words.ts'
import { sayDay } from '../text.ts'
import type { DateParts, Why } from './when.ts'

/** Every question and refusal of the reader of days: each a full sentence that names the trouble. */

const MONTH_NAMES = [...MONTHS.keys()].map(capital)
const WEEKDAY_NAMES = [...WEEKDAYS.keys()].map(capital)

export const nothing = 'Nothing is said about the days; try “tomorrow to friday”.'

export const tooLong =
  (limit: number): Why =>
  quoted =>
    `${quoted} is more than ${limit} characters of days; say it shorter.`

export const unread: Why = quoted =>
  `I cannot read ${quoted} as days; try “tomorrow to friday” or “24 dec – 2 jan”.`

export const leftover =
  (word: string): Why =>
  quoted =>
    `I cannot make out “${word}” in ${quoted}; say only the days, such as “tomorrow to friday”.`

export const past: Why = quoted => `${quoted} lies in the past.`

export const pastWeek: Why = quoted =>
  `${quoted} lies in the past; only this week and those that come can be drawn.`

export const justGone =
  (next: number): Why =>
  quoted =>
    `${quoted} has just gone; where ${sayDay(writeDay(next))} is meant, say the year as well.`

export const farAway =
  (next: number): Why =>
  quoted =>
    `${quoted} comes again only on ${sayDay(writeDay(next))}; where that is meant, say the year as well.`

export const begunInPast: Why = quoted =>
  `${quoted} starts in the past; a pause starts today at the earliest.`

export const backwards: Why = quoted => `${quoted} ends before it starts.`

export const backwardsBut =
  (next: number): Why =>
  quoted =>
    `${quoted} ends before it starts; where ${sayDay(writeDay(next))} is meant as its end, say the year as well.`

export const endsLater =
  (end: number): Why =>
  quoted =>
    `${quoted} ends before it starts; where ${sayDay(writeDay(end))} is meant as its end, say its month as well.`

export const overTwoYears: Why = quoted =>
  `${quoted} is longer than two years; a pause lasts two years at the most.`

export const tooFar: Why = quoted => `${quoted} is too far away for a calendar of four-digit years.`

export const noEnd: Why = quoted =>
  `${quoted} has no end; say until when as well, such as “monday to friday”.`

export const noStart: Why = quoted =>
  `${quoted} does not say from when and up to which day; say both, such as “today until thursday”.`

export const gap: Why = quoted =>
  `There is a gap between the days of ${quoted}; a pause is one stretch of days, so ask for each by itself.`

export const eitherOr: Why = quoted => `${quoted} leaves open which days are meant; say just one of them.`

export const oneOrOther: Why = quoted => `${quoted} can be the one or the other.`

export const recurring: Why = quoted =>
  `${quoted} comes back again and again; a pause is one stretch of days, and what repeats belongs in the schedule.`

export const vague: Why = quoted =>
  `${quoted} names no day; say from when until when, such as “today to friday”.`

export const howMuchMore: Why = quoted =>
  `${quoted} does not say from when it counts; say the last day, such as “until friday”.`

export const countsBackwards: Why = quoted =>
  `${quoted} counts backwards; say the first day and the last, such as “today to friday”.`

export const amountFrom: Why = quoted =>
  `${quoted} can be the day so far away, or so many days beginning with the one that is said.`

export const howMany: Why = quoted =>
  `${quoted} does not say how many exactly; give the number, such as “3 days”.`

export const except: Why = quoted =>
  `${quoted} leaves days out; a pause is one stretch of days, so ask for each by itself.`

export const season: Why = quoted =>
  `${quoted} begins and ends on different days for different people; say the first and the last day.`

export const wrongCount =
  (count: number): Why =>
  quoted =>
    `The days of ${quoted} are ${count}, not as many as it says.`

export const wholeDays: Why = quoted =>
  `The service pauses whole days only, so ${quoted} cannot be kept to the hour.`

export const sameWeekday =
  (weekday: number): Why =>
  quoted =>
    `Today is a ${WEEKDAY_NAMES[weekday]}, so ${quoted} can mean today or a week from now.`

export const whichEnd: Why = quoted => `${quoted} can mean that same day or a week later.`

export const whichNext: Why = quoted => `${quoted} can mean the one that comes next or the one after it.`

export const whichHoliday: Why = quoted => `${quoted} is another day in other countries.`

export const whichWeekend: Why = quoted => `${quoted} can mean the weekend that has begun or the coming one.`

export const whichMonth: Why = quoted =>
  `${quoted} can begin on the next such day, or on that of the month in which it ends.`

export const whichMonths: Why = quoted =>
  `${quoted} can begin in the month before it, or end in the month after it.`

export const dayOrHour: Why = quoted =>
  `${quoted} can end on that day of a month, or at that hour, to which the service cannot keep.`

export const dayOrHours: Why = quoted => `${quoted} can be a date, or hours of today.`

export const whichStart: Why = quoted => `${quoted} can begin in that week or before it.`

export const daysOrHours: Why = quoted => `${quoted} can be days of a month, or hours of one day.`

export const whichWeek: Why = quoted => `${quoted} can mean one week or another.`

export const workingHoliday: Why = quoted =>
  `${quoted} can be New Year’s Day, or the first working day after it.`

export const holidayWeekends: Why = quoted =>
  `${quoted} can be the weekend, or the weekend with the holiday beside it.`

export const roughly: Why = quoted => `${quoted} says no exact days.`

export const endOfWeek: Why = quoted => `${quoted} can mean Friday or Sunday.`

export const untilPeriod: Why = quoted => `${quoted} can mean until it begins, or up to its last day.`

export const todayOrTwo: Why = quoted => `${quoted} can be today, or two days.`

export const countsToday: Why = quoted => `${quoted} can begin today or tomorrow.`

export const fromTodayOrNext: Why = quoted =>
  `${quoted} can begin today, or when the next one in the calendar does.`

export const whichTime: Why = quoted =>
  `${quoted} has begun already; the rest of it or the next time can be meant.`

export const dayOrRange: Why = quoted => `${quoted} can be one date or a range of days.`

export const dayOrMonthFirst: Why = quoted => `${quoted} can be read with the day or with the month first.`

export const twoLanguages: Why = quoted => `${quoted} means other days in English than in your language.`

export const noSuchDay =
  ({ y, m = 0, d }: DateParts): Why =>
  quoted => {
    const month = MONTH_NAMES[m - 1]
    if (!month) return `There is no month ${m} in ${quoted}; dates are read day first, such as 24/12.`
    return `There is no ${[d, month, y].filter(part => part !== undefined).join(' ')}, so ${quoted} is no day.`
  }

export const otherWeekday =
  (day: number): Why =>
  quoted =>
    `${quoted} does not fit the calendar: that date is ${sayDay(writeDay(day))}.`

export const noSuchDayIn: Why = quoted => `There are not so many, so there is no such day as ${quoted}.`

export const noWeekend: Why = quoted => `The days of ${quoted} are no Saturday and Sunday.`

export const noSuchWeek =
  (week: number, y: number): Why =>
  quoted =>
    `There is no week ${week} in ${y}, so ${quoted} is no week.`

export const mayBeOfReason: Why = quoted =>
  `The last words of ${quoted} can be of the days or of the reason; say only the days, such as “tomorrow to friday”.`

export const disagree: Why = quoted => `The two days in ${quoted} are not the same one.`

export const notWithin: Why = quoted =>
  `${quoted} begins with days in which the day behind them does not lie; say from which day to which.`

export const misspelt =
  (word: string, meant: readonly string[]): Why =>
  quoted =>
    `I do not know “${word}” in ${quoted}; is ${meant.map(each => `“${each}”`).join(' or ')} meant?`

export const twoPlaces: Why = quoted =>
  `${quoted} speaks of days in two places; say them together, such as “tomorrow to friday”.`

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
