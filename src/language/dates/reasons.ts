import { capitalize } from '../wording.ts'
import { type dateOf, sayNumber } from './calendar.ts'
import { MONTHS, WEEKDAYS } from './words.ts'

/** A question or refusal, with `{}` in place of the phrase. */
export type Why = string

/** Quotes the phrase in a question or refusal. */
export const explain = (why: Why, quoted: string): string => why.replaceAll('{}', () => quoted)

export const whys = {
  unread: 'I cannot read {} as days; try “tomorrow to friday” or “24 dec – 2 jan”.',
  past: '{} is in the past.',
  begunInPast: '{} starts in the past; a pause can start today at the earliest.',
  backwards: '{} ends before it starts.',
  overTwoYears: '{} is longer than two years; a pause can last two years at most.',
  tooFar: '{} is too far away for a calendar of four-digit years.',
  noEnd: '{} has no end; say the last day too, such as “monday to friday”.',
  noStart: '{} does not say when it starts and ends; say both, such as “today until thursday”.',
  gap: 'There is a gap between the days of {}; a pause is one stretch of days, so ask for each stretch by itself.',
  corrected: '{} names days, and then others in their place; say just the last one.',
  condition:
    '{} names a condition, which Dayshift cannot wait for; nothing was paused. Say only the days once you know them, such as “tomorrow to friday”.',
  eitherOr: '{} leaves open which days you mean; say just one of them.',
  denied: '{} says which days are not meant; say only those that are.',
  oneOrOther: '{} could be one or the other.',
  recurring: '{} repeats; a pause is one stretch of days, and what repeats belongs in the schedule.',
  vague: '{} gives no exact days; say the first and the last, such as “today to friday”.',
  howMuchMore: '{} does not say what to count from; say the last day, such as “until friday”.',
  amountFrom: '{} could be the day that far away, or that many days from the one you name.',
  howMany: '{} does not say exactly how many; give the number, such as “3 days”.',
  except: '{} leaves days out; a pause is one stretch of days, so ask for each stretch by itself.',
  season: '{} starts and ends on different days for different people; say the first and the last day.',
  ofTheirCalendar:
    'I do not know your calendar, so I cannot know when {} is; say the first and the last day.',
  wholeDays: 'The service pauses whole days only, so {} cannot be kept to the hour.',
  whichEnd: '{} could mean that same day or a week later.',
  whichNext: '{} could mean the next one or the one after it.',
  whichWeekend: '{} could mean the weekend that has begun or the next one.',
  whichMonth: '{} could begin on the next such day, or on the one in the month it ends in.',
  dayOrHour: '{} could end on that day of the month, or at that hour, which the service cannot do.',
  dayOrHours: '{} could be a date, or hours of today.',
  dayOrRange: '{} could be one date or a range of days.',
  whichStart: '{} could begin in that week or before it.',
  whichWeek: '{} could mean one week or another.',
  holidayWeekends: '{} could be only the weekend, or the weekend and the holiday.',
  endOfWeek: '{} could mean Friday or Sunday.',
  untilPeriod: '{} could mean until it begins, or up to its last day.',
  countsToday: '{} could begin today or tomorrow.',
  fromTodayOrNext: '{} could begin today, or when the next one on the calendar does.',
  whichTime: '{} has already begun; you could mean the rest of it or the next one.',
  dayOrMonthFirst: '{} can be read with the day first or the month first.',
  twoLanguages: '{} means different days in English and in your language.',
  noSuchDayIn: 'There is no such day or days as {}.',
  disagree: 'The two days in {} are not the same day.',
  twoPlaces: '{} names days in two places; say them together, such as “tomorrow to friday”.',
  notOfPause: '{} says when something ends or is needed; say the days of the pause.',
  mayBeOfReason:
    'The last words of {} could belong to the days or to the reason; say only the days, such as “tomorrow to friday”.',
  farAway: (day: number): Why =>
    `{} could only end on ${sayNumber(day)}; if you mean that, say the year too.`,
  otherWeekday: (day: number): Why => `{} does not fit the calendar: that date is ${sayNumber(day)}.`,
  leftover: (word: string): Why =>
    `I cannot make out “${word}” in {}; say only the days, such as “tomorrow to friday”.`,
  tooLong: (limit: number): Why => `{} is more than ${limit} characters of days; please shorten it.`,
  wrongCount: (count: number): Why =>
    `{} covers ${count} ${count === 1 ? 'day' : 'days'}, which is not the number it gives.`,
  noSuchWeek: (week: number, y: number): Why => `There is no week ${week} in ${y}, so {} is not a week.`,
  sameWeekday: (weekday: number): Why =>
    `Today is a ${WEEKDAY_NAMES[weekday]}, so {} could mean today or a week from now.`,
  noSuchDay({ y, m = 0, d }: Partial<ReturnType<typeof dateOf>>): Why {
    const month = MONTH_NAMES[m - 1]
    if (!month) return `There is no month ${m} in {}; dates are read day first, such as 24/12.`
    const date = [d, month, y].filter(part => part !== undefined).join(' ')
    return `There is no ${date}, so {} is not a date.`
  },
}
const WEEKDAY_NAMES = [...WEEKDAYS.keys()].map(capitalize)
const MONTH_NAMES = [...MONTHS.keys()].map(capitalize)
