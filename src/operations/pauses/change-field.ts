import { z } from 'zod'
import { daySchema, type Period, periodSchema } from '../../core/args.ts'
import type { Linked, Pause, RequestTime } from '../../core/context.ts'
import { type Field, type FormValues, issue, mapRead, type ReadResult, value } from '../../core/field.ts'
import { UNITS_1_TO_19 } from '../../language/dates/words.ts'
import { formatCount } from '../../language/wording.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { addDays, formatDay, formatPeriod } from '../calendar-days.ts'
import { clampToToday, covers, isLive } from './active-pauses.ts'
import {
  formatPeriodValues,
  hasSeveralWords,
  parseDays,
  period,
  readPeriod,
  readPhrase,
} from './period-field.ts'

/**
 * How the days of a pause change: to other `days`, to another end (`until`; `mayBegin` if “to” may also mean
 * the start), to another start (`from`), or by days at its end (`isLength` if only a length was given).
 */
export type Change = z.infer<typeof changeSchema>

const changeSchema = z.union([
  periodSchema.and(z.object({ kind: z.literal('days') })),
  z.object({ kind: z.literal('until'), until: daySchema, mayBegin: z.boolean().optional() }),
  z.object({ kind: z.literal('from'), from: daySchema }),
  z.object({ kind: z.literal('longer'), days: z.int().positive(), isLength: z.boolean().optional() }),
])

export const change: Field<Change, Linked> = {
  schema: changeSchema,
  inputs: period.inputs,
  read: (values, { at }) => readChange(values, at),
  format: formatChangeValues,
  parseFrom(sentence, { at }) {
    const longer = parseLonger(sentence)
    const days = parseDays(sentence, at)
    const rest = longer?.rest ?? (days?.before === '' ? days.result.rest : undefined)
    const relative = sentence.search(RELATIVE)
    const isRelative = rest !== undefined && relative >= 0 && relative <= sentence.length - rest.length
    if (rest === undefined || isRelative) return { values: { from: sentence }, rest: '' }
    if (longer) return { values: formatChangeValues(longer.change), rest }
    const isOneEnd = days?.days.kind === 'days' && days.days.only
    return { values: isOneEnd ? { from: days.phrase } : { ...days?.result.values }, rest }
  },
  mayBeIn: hasSeveralWords,
  note: change =>
    change.kind === 'longer' && change.isLength ? undefined : mrkdwn`:calendar: ${formatChange(change)}`,
}

/** Relative words that cannot be parsed, nor be a reason. */
const RELATIVE = /(?<!\S)(?:also|plus|too|as well|shorter|later|earlier|sooner)(?![^\s,;.!])/i

function readChange({ from = '', until = '' }: FormValues, at: RequestTime): ReadResult<Change> {
  if ((from === '' && until === '') || RELATIVE.test(from))
    return issue('from', 'Say the new days, such as “until friday” or “2 days longer”.')
  const longer = until === '' ? parseLonger(from) : undefined
  if (longer?.rest === '') return value(longer.change)
  const start = until === '' ? readStart(from, at) : undefined
  if (start) return start
  // The form of a live pause is filled with its first day, which is over.
  const past = FORMATTED_DAY.test(from) ? 'counts' : 'refused'
  const hasOneInput = from === '' || until === ''
  const phrase = from || `until ${until}`
  const read = readPeriod({ from: phrase, until: hasOneInput ? '' : until }, at, past)
  const parsed = hasOneInput ? readPhrase(phrase, at) : undefined
  const only = parsed?.kind === 'refused' ? undefined : parsed?.only
  if (only === 'length') return issue('from', explainBareLength(phrase))
  if (only !== 'end') return mapRead(read, days => ({ kind: 'days', ...days }))
  const mayBegin = /^to\s/i.test(phrase)
  const end = mapRead<Period, Change>(read, ({ until }) => ({
    kind: 'until',
    until,
    ...(mayBegin && { mayBegin }),
  }))
  if (end.kind !== 'choice') return end
  return { ...end, options: end.options.map(({ value }) => ({ label: formatChange(value), value })) }
}

/** Reads a start alone, such as `from 2 dec`; undefined if the words include an end. */
function readStart(words: string, at: RequestTime): ReadResult<Change> | undefined {
  const [, phrase] = /^(?:from|starting|beginning)\s+(?:on\s+)?(\S.*)$/i.exec(words) ?? []
  if (phrase === undefined || readPhrase(words, at).kind !== 'refused') return undefined
  const read = readPeriod({ from: phrase }, at, 'refused')
  return read.kind === 'issue' ? undefined : mapRead(read, ({ from }) => ({ kind: 'from' as const, from }))
}

/** `Mon 16 Nov 2026`, as forms are filled. */
const FORMATTED_DAY = /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}$/

function formatChangeValues(change: Change): FormValues {
  if (change.kind === 'longer') return { from: formatChange(change) }
  if (change.kind === 'from') return { from: `from ${formatDay(change.from)}` }
  if (change.kind === 'until')
    return { from: `${change.mayBegin ? 'to' : 'until'} ${formatDay(change.until)}` }
  return formatPeriodValues(change)
}

/** Whether a change is a bare length (`2 days`), which is only clear as an extension. */
export const isBareLength = (change: Change, isExtension: boolean): boolean =>
  change.kind === 'longer' && change.isLength === true && !isExtension

export const explainBareLength = (length: string): string =>
  `“${length}” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.`

/** `until Fri 20 Nov 2026`, `2 days longer`. */
export function formatChange(change: Change): string {
  if (change.kind === 'longer') return `${formatCount(change.days, 'day')}${change.isLength ? '' : ' longer'}`
  if (change.kind === 'from') return `from ${formatDay(change.from)} on`
  if (change.kind === 'until') return `${change.mayBegin ? 'to' : 'until'} ${formatDay(change.until)}`
  return formatPeriod(change)
}

const LONGER =
  /^(?<by>by\s+|\+\s*)?(?:for\s+)?(?<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s*(?<more>more\s+)?(?<unit>d|w|days?|weeks?)(?<longer>\s+(?:longer|more))?(?![^\s,;.!])[\s,;.!]*/i

/** Parses an extension at the start of a sentence: `by 2 days`, `a week longer`. */
function parseLonger(sentence: string): { change: Change; rest: string } | undefined {
  const { by, count = '', more, unit = '', longer } = LONGER.exec(sentence)?.groups ?? {}
  const units = /^an?$/i.test(count) ? 1 : (UNITS_1_TO_19.get(count.toLowerCase()) ?? Number(count))
  if (units === 0) return undefined
  const days = /^w/i.test(unit) ? units * 7 : units
  const isLength = !(by || more || longer)
  return {
    change: { kind: 'longer', days, ...(isLength && { isLength }) },
    rest: sentence.replace(LONGER, ''),
  }
}

/**
 * Returns the days of a changed pause from today on; undefined if the change is impossible or ambiguous. An
 * extension keeps all days of the pause.
 */
export function applyChange(
  change: Change,
  pause: Pause,
  today: string,
  isExtension: boolean,
): Period | undefined {
  const old = clampToToday(pause, today)
  const days = resolveChange(change, old, today)
  if (isBareLength(change, isExtension)) return undefined
  const isMove = change.kind === 'until' && change.mayBegin && !isExtension
  if (isMove && !isLive(pause, today) && change.until !== old.from) return undefined
  if (days.from < today || days.until < days.from || days.until > addDays(days.from, TWO_YEARS))
    return undefined
  return isExtension && (!covers(days, old) || covers(old, days)) ? undefined : days
}

/** The maximum length of a pause, in days. */
const TWO_YEARS = 730

function resolveChange(change: Change, old: Period, today: string): Period {
  if (change.kind === 'from') return { from: change.from, until: old.until }
  if (change.kind === 'until') return { from: old.from, until: change.until }
  if (change.kind === 'longer') return { from: old.from, until: addDays(old.until, change.days) }
  return clampToToday(change, today)
}

export const explainInvalidChange = (pause: Pause, isExtension: boolean): string =>
  `It is paused ${formatPeriod(pause)}. ${isExtension ? 'An extension keeps these days: say a later last day, or how many days more.' : 'Say its first and its last day, or how much longer.'}`
