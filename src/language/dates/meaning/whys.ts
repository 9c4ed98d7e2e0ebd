import { writeDay } from '../calendar.ts'
import { MONTHS, WEEKDAYS } from '../reading/words.ts'
import { sayDay } from '../text.ts'
import type { DateParts, Why } from './when.ts'

/** Every question and refusal of the reader of days: each a full sentence that names the trouble. */

const MONTH_NAMES = [...MONTHS.keys()].map(capital)
const WEEKDAY_NAMES = [...WEEKDAYS.keys()].map(capital)

export const nothing = 'You have not said which days; try “tomorrow to friday”.'

export const tooLong =
  (limit: number): Why =>
  quoted =>
    `${quoted} is more than ${limit} characters of days; please shorten it.`

export const unread: Why = quoted =>
  `I cannot read ${quoted} as days; try “tomorrow to friday” or “24 dec – 2 jan”.`

export const leftover =
  (word: string): Why =>
  quoted =>
    `I cannot make out “${word}” in ${quoted}; say only the days, such as “tomorrow to friday”.`

export const past: Why = quoted => `${quoted} is in the past.`

export const pastWeek: Why = quoted => `${quoted} is in the past; only this week and later ones can be drawn.`

export const justGone =
  (next: number): Why =>
  quoted =>
    `${quoted} has just gone; if you mean ${sayDay(writeDay(next))}, say the year too.`

export const farAway =
  (next: number): Why =>
  quoted =>
    `${quoted} only comes again on ${sayDay(writeDay(next))}; if you mean that, say the year too.`

export const begunInPast: Why = quoted =>
  `${quoted} starts in the past; a pause can start today at the earliest.`

export const backwards: Why = quoted => `${quoted} ends before it starts.`

export const backwardsBut =
  (next: number): Why =>
  quoted =>
    `${quoted} ends before it starts; if you mean it to end on ${sayDay(writeDay(next))}, say the year too.`

export const endsLater =
  (end: number): Why =>
  quoted =>
    `${quoted} ends before it starts; if you mean it to end on ${sayDay(writeDay(end))}, say the month too.`

export const overTwoYears: Why = quoted =>
  `${quoted} is longer than two years; a pause can last two years at most.`

export const tooFar: Why = quoted => `${quoted} is too far away for a calendar of four-digit years.`

export const noEnd: Why = quoted => `${quoted} has no end; say the last day too, such as “monday to friday”.`

export const noStart: Why = quoted =>
  `${quoted} does not say when it starts and ends; say both, such as “today until thursday”.`

export const gap: Why = quoted =>
  `There is a gap between the days of ${quoted}; a pause is one stretch of days, so ask for each stretch by itself.`

export const corrected: Why = quoted =>
  `${quoted} names days, and then others in their place; say just the last one.`

export const condition: Why = quoted =>
  `${quoted} names a condition, which Dayshift cannot wait for; nothing was paused. Say only the days once you know them, such as “tomorrow to friday”.`

export const eitherOr: Why = quoted => `${quoted} leaves open which days you mean; say just one of them.`

export const oneOrOther: Why = quoted => `${quoted} could be one or the other.`

export const recurring: Why = quoted =>
  `${quoted} repeats; a pause is one stretch of days, and what repeats belongs in the schedule.`

export const vague: Why = quoted =>
  `${quoted} names no day; say the first and the last, such as “today to friday”.`

export const howMuchMore: Why = quoted =>
  `${quoted} does not say what to count from; say the last day, such as “until friday”.`

export const countsBackwards: Why = quoted =>
  `${quoted} counts backwards; say the first and the last day, such as “today to friday”.`

export const amountFrom: Why = quoted =>
  `${quoted} could be the day that far away, or that many days from the one you name.`

export const howMany: Why = quoted =>
  `${quoted} does not say exactly how many; give the number, such as “3 days”.`

export const except: Why = quoted =>
  `${quoted} leaves days out; a pause is one stretch of days, so ask for each stretch by itself.`

export const season: Why = quoted =>
  `${quoted} starts and ends on different days for different people; say the first and the last day.`

export const ofTheirCalendar: Why = quoted =>
  `I do not know your calendar, so I cannot know when ${quoted} is; say the first and the last day.`

export const wrongCount =
  (count: number): Why =>
  quoted =>
    `${quoted} covers ${count} ${count === 1 ? 'day' : 'days'}, which is not the number it gives.`

export const wholeDays: Why = quoted =>
  `The service pauses whole days only, so ${quoted} cannot be kept to the hour.`

export const sameWeekday =
  (weekday: number): Why =>
  quoted =>
    `Today is a ${WEEKDAY_NAMES[weekday]}, so ${quoted} could mean today or a week from now.`

export const whichEnd: Why = quoted => `${quoted} could mean that same day or a week later.`

export const whichNext: Why = quoted => `${quoted} could mean the next one or the one after it.`

export const whichHoliday: Why = quoted => `${quoted} is a different day in other countries.`

export const whichWeekend: Why = quoted => `${quoted} could mean the weekend that has begun or the next one.`

export const whichMonth: Why = quoted =>
  `${quoted} could begin on the next such day, or on the one in the month it ends in.`

export const whichMonths: Why = quoted =>
  `${quoted} could begin in the month before, or end in the month after.`

export const dayOrHour: Why = quoted =>
  `${quoted} could end on that day of the month, or at that hour, which the service cannot do.`

export const dayOrHours: Why = quoted => `${quoted} could be a date, or hours of today.`

export const whichStart: Why = quoted => `${quoted} could begin in that week or before it.`

export const daysOrHours: Why = quoted => `${quoted} could be days of a month, or hours of one day.`

export const whichWeek: Why = quoted => `${quoted} could mean one week or another.`

export const workingHoliday: Why = quoted =>
  `${quoted} could be New Year’s Day, or the first working day after it.`

export const holidayWeekends: Why = quoted =>
  `${quoted} could be the weekend alone, or the weekend with the holiday beside it.`

export const roughly: Why = quoted => `${quoted} gives no exact days.`

export const endOfWeek: Why = quoted => `${quoted} could mean Friday or Sunday.`

export const untilPeriod: Why = quoted => `${quoted} could mean until it begins, or up to its last day.`

export const untilAfter: Why = quoted => `${quoted} could end with those days, or with the day after them.`

export const todayOrTwo: Why = quoted => `${quoted} could be today, or two days.`

export const countsToday: Why = quoted => `${quoted} could begin today or tomorrow.`

export const fromTodayOrNext: Why = quoted =>
  `${quoted} could begin today, or when the next one on the calendar does.`

export const whichTime: Why = quoted =>
  `${quoted} has already begun; you could mean the rest of it or the next one.`

export const dayOrRange: Why = quoted => `${quoted} could be one date or a range of days.`

export const dayOrMonthFirst: Why = quoted => `${quoted} can be read with the day first or the month first.`

export const twoLanguages: Why = quoted => `${quoted} means different days in English and in your language.`

export const noSuchDay =
  ({ y, m = 0, d }: DateParts): Why =>
  quoted => {
    const month = MONTH_NAMES[m - 1]
    if (!month) return `There is no month ${m} in ${quoted}; dates are read day first, such as 24/12.`
    return `There is no ${[d, month, y].filter(part => part !== undefined).join(' ')}, so ${quoted} is not a date.`
  }

export const otherWeekday =
  (day: number): Why =>
  quoted =>
    `${quoted} does not fit the calendar: that date is ${sayDay(writeDay(day))}.`

export const noSuchDayIn: Why = quoted => `There are not that many, so there is no such day as ${quoted}.`

export const noWeekend: Why = quoted => `The days of ${quoted} are not a Saturday and a Sunday.`

export const noSuchWeek =
  (week: number, y: number): Why =>
  quoted =>
    `There is no week ${week} in ${y}, so ${quoted} is not a week.`

export const mayBeOfReason: Why = quoted =>
  `The last words of ${quoted} could belong to the days or to the reason; say only the days, such as “tomorrow to friday”.`

export const disagree: Why = quoted => `The two days in ${quoted} are not the same day.`

export const notWithin: Why = quoted =>
  `${quoted} names a period and then a day outside it; say the first and the last day.`

export const misspelt =
  (word: string, meant: readonly string[]): Why =>
  quoted =>
    `I do not know “${word}” in ${quoted}; did you mean ${meant.map(each => `“${each}”`).join(' or ')}?`

export const twoPlaces: Why = quoted =>
  `${quoted} names days in two places; say them together, such as “tomorrow to friday”.`

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
