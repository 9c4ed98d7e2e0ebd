import { MONTHS, WEEKDAYS } from '../words.ts'

/** Words that `Intl` has in a language, each with the word of the English grammar for it. */

export type Word = [other: string, word: string]

/** A Monday. */
const NEW_YEAR = Date.UTC(2024, 0, 1)
const MS_PER_DAY = 86_400_000

export const intlWords = (language: string): Word[] => [
  ...weekdayNames(language),
  ...monthNames(language, { month: 'long' }),
  ...monthNames(language, { month: 'long', day: 'numeric' }),
  ...periodsFromNow(language),
  ...units(language),
]

function weekdayNames(language: string): Word[] {
  return (['long', 'short'] as const).flatMap(weekday => {
    const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    return [...WEEKDAYS].map(([name, i]): Word => [format(NEW_YEAR + i * MS_PER_DAY), name])
  })
}

/** Behind a day a month has another ending in some languages: `января`. */
export function monthNames(language: string, options: Intl.DateTimeFormatOptions): Word[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return [...MONTHS].map(([name, m]): Word => {
    const parts = format.formatToParts(Date.UTC(2024, m - 1, 1))
    return [parts.find(({ type }) => type === 'month')?.value ?? '', name]
  })
}

/** `übermorgen`, `la semaine prochaine`, where they need no number. */
function periodsFromNow(language: string): Word[] {
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const days = ['yesterday', 'today', 'tomorrow', 'day after tomorrow'].map(
    (word, i): Word => [near.format(i - 1, 'day'), word],
  )
  const others = (['week', 'month', 'quarter', 'year'] as const).flatMap(unit =>
    ['last', 'this', 'next'].map((which, i): Word => [near.format(i - 1, unit), `${which} ${unit}`]),
  )
  return [...days, ...others].filter(([other]) => !/\d/.test(other))
}

function units(language: string): Word[] {
  return (['day', 'week', 'month', 'year', 'hour', 'minute'] as const).flatMap(unit => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    return [5, 2, 1].map((count): Word => {
      const name = format.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? ''
      return [name, count === 1 && unit !== 'hour' && unit !== 'minute' ? unit : `${unit}s`]
    })
  })
}
