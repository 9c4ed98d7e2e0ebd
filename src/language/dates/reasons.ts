import { capitalize } from '../capitals.ts'
import type { dateOf } from './calendar.ts'
import { sayNumber } from './text.ts'
import { MONTHS } from './words.ts'

/** A question or a refusal about a phrase, which it is given in quotes. */
export type Why = (quoted: string) => string

export const about =
  (text: string): Why =>
  quoted =>
    text.replaceAll('{}', () => quoted)
const aboutDay =
  (text: string) =>
  (day: number): Why =>
    about(text.replace('[day]', sayNumber(day)))

export const unread = about('I cannot read {} as days; try “tomorrow to friday” or “24 dec – 2 jan”.')
export const past = about('{} is in the past.')
export const pastWeek = about('{} is in the past; only this week and later ones can be drawn.')
export const pastMonth = about('{} is in the past; only this month and later ones can be drawn.')
export const begunInPast = about('{} starts in the past; a pause can start today at the earliest.')
export const backwards = about('{} ends before it starts.')
export const overTwoYears = about('{} is longer than two years; a pause can last two years at most.')
export const tooFar = about('{} is too far away for a calendar of four-digit years.')
export const noEnd = about('{} has no end; say the last day too, such as “monday to friday”.')
export const noStart = about(
  '{} does not say when it starts and ends; say both, such as “today until thursday”.',
)
export const gap = about(
  'There is a gap between the days of {}; a pause is one stretch of days, so ask for each stretch by itself.',
)
export const corrected = about('{} names days, and then others in their place; say just the last one.')
export const condition = about(
  '{} names a condition, which Dayshift cannot wait for; nothing was paused. Say only the days once you know them, such as “tomorrow to friday”.',
)
export const eitherOr = about('{} leaves open which days you mean; say just one of them.')
export const denied = about('{} says which days are not meant; say only those that are.')
export const oneOrOther = about('{} could be one or the other.')
export const recurring = about(
  '{} repeats; a pause is one stretch of days, and what repeats belongs in the schedule.',
)
export const vague = about('{} names no day; say the first and the last, such as “today to friday”.')
export const howMuchMore = about(
  '{} does not say what to count from; say the last day, such as “until friday”.',
)
export const amountFrom = about('{} could be the day that far away, or that many days from the one you name.')
export const howMany = about('{} does not say exactly how many; give the number, such as “3 days”.')
export const except = about(
  '{} leaves days out; a pause is one stretch of days, so ask for each stretch by itself.',
)
export const season = about(
  '{} starts and ends on different days for different people; say the first and the last day.',
)
export const ofTheirCalendar = about(
  'I do not know your calendar, so I cannot know when {} is; say the first and the last day.',
)
export const wholeDays = about('The service pauses whole days only, so {} cannot be kept to the hour.')
export const whichEnd = about('{} could mean that same day or a week later.')
export const whichNext = about('{} could mean the next one or the one after it.')
export const whichHoliday = about('{} is a different day in other countries.')
export const whichWeekend = about('{} could mean the weekend that has begun or the next one.')
export const whichMonth = about('{} could begin on the next such day, or on the one in the month it ends in.')
export const dayOrHour = about(
  '{} could end on that day of the month, or at that hour, which the service cannot do.',
)
export const dayOrHours = about('{} could be a date, or hours of today.')
export const dayOrRange = about('{} could be one date or a range of days.')
export const whichStart = about('{} could begin in that week or before it.')
export const whichWeek = about('{} could mean one week or another.')
export const holidayWeekends = about(
  '{} could be the weekend alone, or the weekend with the holiday beside it.',
)
export const roughly = about('{} gives no exact days.')
export const endOfWeek = about('{} could mean Friday or Sunday.')
export const untilPeriod = about('{} could mean until it begins, or up to its last day.')
export const countsToday = about('{} could begin today or tomorrow.')
export const fromTodayOrNext = about('{} could begin today, or when the next one on the calendar does.')
export const whichTime = about('{} has already begun; you could mean the rest of it or the next one.')
export const dayOrMonthFirst = about('{} can be read with the day first or the month first.')
export const twoLanguages = about('{} means different days in English and in your language.')
export const noSuchDayIn = about('There are not that many, so there is no such day as {}.')
export const disagree = about('The two days in {} are not the same day.')
export const twoPlaces = about(
  '{} names days in two places; say them together, such as “tomorrow to friday”.',
)
export const notOfPause = about('{} says when something ends or is needed; say the days of the pause.')
export const mayBeOfReason = about(
  'The last words of {} could belong to the days or to the reason; say only the days, such as “tomorrow to friday”.',
)

export const farAway = aboutDay('{} could only end on [day]; if you mean that, say the year too.')
export const otherWeekday = aboutDay('{} does not fit the calendar: that date is [day].')

export const leftover = (word: string): Why =>
  about(`I cannot make out “${word}” in {}; say only the days, such as “tomorrow to friday”.`)
export const tooLong = (limit: number): Why =>
  about(`{} is more than ${limit} characters of days; please shorten it.`)
export const misspelt = (word: string, candidates: readonly string[]): Why =>
  about(`I do not know “${word}” in {}; did you mean ${candidates.map(each => `“${each}”`).join(' or ')}?`)
export const wrongCount = (count: number): Why =>
  about(`{} covers ${count} ${count === 1 ? 'day' : 'days'}, which is not the number it gives.`)
export const noSuchWeek = (week: number, y: number): Why =>
  about(`There is no week ${week} in ${y}, so {} is not a week.`)

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const sameWeekday = (weekday: number): Why =>
  about(`Today is a ${WEEKDAYS[weekday]}, so {} could mean today or a week from now.`)

export function noSuchDay({ y, m = 0, d }: Partial<ReturnType<typeof dateOf>>): Why {
  const month = MONTH_NAMES[m - 1]
  if (!month) return about(`There is no month ${m} in {}; dates are read day first, such as 24/12.`)
  const date = [d, month, y].filter(part => part !== undefined).join(' ')
  return about(`There is no ${date}, so {} is not a date.`)
}
const MONTH_NAMES = [...MONTHS.keys()].map(capitalize)
