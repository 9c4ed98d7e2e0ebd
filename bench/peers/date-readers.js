import recognizers from '@microsoft/recognizers-text-date-time'
import * as chrono from 'chrono-node'
import nlp from 'compromise'
import datesPlugin from 'compromise-dates'

/** Date parsers that prefer future dates; return first and last day as DD/MM/YYYY, or undefined. */
export const readers = {
  /** Tries the speaker's language, then English. */
  'chrono-node'({ phrase, locale, noon }) {
    const own = languages.get(locale?.slice(0, 2)) ?? chrono.en
    const read = ({ casual }) => casual.parse(phrase, noon, { forwardDate: true })[0]
    const found = read(own) ?? (own === chrono.en ? undefined : read(chrono.en))
    return found && [format(found.start.date()), format((found.end ?? found.start).date())]
  },
  'recognizers-text'({ phrase, noon }) {
    const [found] = recognizers.recognizeDateTime(phrase, 'en-gb', undefined, noon)
    const { timex = '', value, start = value, end = start } = found?.resolution?.values.at(-1) ?? {}
    if (!ISO.test(start) || !ISO.test(end)) return undefined
    // A named period ends on the day after it, an explicit range on its last day.
    const last = new Date(end)
    if (Number.isNaN(last.getTime())) return undefined
    if (end !== start && !timex.startsWith('(')) last.setUTCDate(last.getUTCDate() - 1)
    return [fromIso(start), fromIso(last.toISOString())]
  },
  'compromise-dates'({ phrase, noon }) {
    const [found] = english(phrase).dates({ today: noon.toISOString(), timezone: 'UTC', dmy: true }).get()
    return found?.start && [fromIso(found.start), fromIso(found.end ?? found.start)]
  },
}

const languages = new Map(Object.entries(chrono))
const english = nlp.extend(datesPlugin)
const ISO = /^\d{4}-\d\d-\d\d/
const fromIso = text => text.slice(0, 10).split('-').reverse().join('/')
const format = date =>
  [date.getDate(), date.getMonth() + 1, date.getFullYear()].map(n => String(n).padStart(2, '0')).join('/')
