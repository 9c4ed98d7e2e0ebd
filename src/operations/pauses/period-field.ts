import { isDeepStrictEqual } from 'node:util'
import { type Period, periodSchema } from '../../core/args.ts'
import { REASON_LEAD, reason, textInput } from '../../core/common-fields.ts'
import type { Linked, Member, Plan, RequestTime } from '../../core/context.ts'
import {
  type Field,
  type FormValues,
  issue,
  type ParseResult,
  parseReference,
  type ReadResult,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import type { At, Days, Over, Reading } from '../../language/dates/settle.ts'
import { days, daysInAnyLanguage, findDaysInAnyLanguage } from '../../language/dates.ts'
import { parseName } from '../../language/names.ts'
import { withoutBrackets, withoutMarks, withoutQuestionMarks } from '../../language/normalize.ts'
import { findDaysIn } from '../../language/wishes.ts'
import { type Button, formButton } from '../../message/blocks.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { isoOf } from '../../service/contract/endpoint.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'

/** Button texts, which are also phrases that the field reads. */
const PRESETS = ['Today', 'This weekend', 'Until Monday', '1 week']

/** A period of whole days. Both inputs together form a phrase. */
export const period = periodField('refused')

/** The days of a new pause, with buttons for common phrases. */
export const newPeriod = periodField('refused', PRESETS)

/** The days that a list is filtered by; they may be over. */
export const anyPeriod = periodField('counts')

function periodField(past: Over, presets: readonly string[] = []): Field<Period, Linked> {
  const phrase = { max: 100, calendar: true, reshapes: true } as const
  return {
    schema: periodSchema,
    inputs: [
      {
        ...textInput('from', 'From', {
          ...phrase,
          placeholder: 'today, tomorrow, 24 Dec, next week, 2026-12-24 …',
        }),
        presets: presets.map(text => ({ text, values: { from: text.toLowerCase(), until: '' } })),
      },
      textInput('until', 'Until', {
        ...phrase,
        optional: true,
        placeholder: 'friday, 2 Jan, 2 weeks …',
        hint: 'The last day of the pause, or how long. Leave it empty if From already says it.',
      }),
    ],
    read: (values, { at }) => readPeriod(values, at, past),
    format: formatPeriodValues,
    parseFrom: (rest, { at }) => parsePeriod(rest, at),
    mayBeIn: hasSeveralWords,
    note: period => mrkdwn`:calendar: ${formatPeriod(period)}`,
  }
}

/** One word cannot name both a plan and days. */
export function hasSeveralWords(rest: string): boolean {
  return /\S\s+\S/.test(rest)
}

/** Puts a single day into From alone, so that changing From moves the period. */
export function formatPeriodValues({ from, until }: Period): FormValues {
  return withoutEmpty({ from: formatDay(from), until: from === until ? '' : formatDay(until) })
}

/** Recurring days, which the service cannot pause: `every friday`. */
const RECURRING = /^(?:every|each)\s+/i

/** Parses the days of a sentence, or words that `read` refuses. */
export const parsePeriod = (rest: string, at: RequestTime): ParseResult<Period> =>
  parseDays(rest, at)?.result ?? parseRest(rest, at)

/** Parses words without days: they are left for `read` to refuse, unless they state a reason. */
function parseRest(rest: string, at: RequestTime): ParseResult {
  const [prefix] = RECURRING.exec(rest) ?? []
  const days = prefix === undefined ? undefined : parseDays(rest.slice(prefix.length), at)
  if (days && days.days.kind !== 'refused')
    return { values: { from: `${prefix}${days.phrase}` }, rest: days.result.rest }
  return REASON_LEAD.test(rest) ? { values: {}, rest } : { values: withoutEmpty({ from: rest }), rest: '' }
}

/** Extracts the days from a sentence. The result's `rest` is the text before and after them. */
export function parseDays(
  rest: string,
  at: RequestTime,
): { days: Days; before: string; phrase: string; result: ParseResult<Period>; doubt?: string } | undefined {
  const zone = at.zone ?? 'UTC'
  const match = findDaysInAnyLanguage(withoutQuestionMarks(withoutMarks(rest)), { ...at, zone })
  if (!match) return undefined
  const { start, end, phrase } = match
  const touchesMatch = (from: number, to: number) => from < end && to > start
  const text = withoutBrackets(withoutMarks(rest, touchesMatch), start, end)
  const before = text.slice(0, start).replace(CONNECTORS, '').trim()
  const remaining = `${before} ${text.slice(end).replace(/^[\s?]+/, '')}`.trim()
  if (match.days.kind !== 'days' && isUnclearInContext(match.days, phrase, at)) {
    // The words before may make them unclear: `load test tomorrow, sorry, friday`.
    const isLast = readPhrase(rest.slice(start), at).kind !== 'refused'
    const result = isLast
      ? { values: { from: rest }, rest: '' }
      : { values: { from: rest.slice(start) }, rest: rest.slice(0, start).replace(CONNECTORS, '') }
    return { days: match.days, before, phrase, doubt: match.days.why, result }
  }
  const value = match.days.kind === 'days' && at.zone !== undefined ? toPeriod(match.days) : undefined
  const values = value ? undefined : { from: phrase }
  return { days: match.days, before, phrase, result: { value, values, rest: remaining } }
}

/** Whether days that are clear alone become unclear in context, as in `friday 4 load test`. */
function isUnclearInContext(days: Days, phrase: string, at: RequestTime): boolean {
  const standalone = readPhrase(phrase, at)
  return standalone.kind !== 'refused' && !isDeepStrictEqual(standalone, days)
}

/** Signs and words between a reason and the days after it: `load test on the` friday. No colon of an emoji's name. */
const CONNECTORS = /(?:[\s,;|–—-]|(?<!:[\w+-]{1,40}):|(?<!\S)(?:@|(?:on )?the(?!\S)))+$/i

export function readPeriod(
  { from, until, plan }: FormValues,
  at: RequestTime,
  past: Over,
): ReadResult<Period> {
  if (!from) return issue('from', 'Say the first and the last day, for example: tomorrow to friday.')
  const last = until?.replace(/^(until|till?|to) /i, '')
  const result = readAt(moment => daysInAnyLanguage(last ? `${from} until ${last}` : from, moment, past), at)
  // Until may hold a length: `2 weeks`.
  const phrase = `${from} for ${last?.replace(/^for /i, '')}`
  const other = last && result.kind === 'refused' ? readAt(moment => days(phrase, moment, past), at) : result
  const read = other.kind === 'refused' ? result : other
  if (read.kind === 'days') return value(toPeriod(read))
  const ask = (readings: readonly Reading[], buttons: readonly Button[]): ReadResult<Period> => {
    const options = readings.map(each => ({ label: each.label, value: toPeriod(each) }))
    return { kind: 'choice', input: 'from', question: read.why, options, buttons }
  }
  if (read.kind === 'choice') return ask(read.readings, read.isTimed ? [editHoursButton(plan)] : [])
  const single = RECURRING.test(from) ? readPhrase(from.replace(RECURRING, ''), at) : undefined
  if (single && single.kind !== 'refused' && single.only === undefined) {
    const readings =
      single.kind === 'choice' ? single.readings : [{ ...single, label: formatPeriod(toPeriod(single)) }]
    return ask(readings, [editHoursButton(plan)])
  }
  const input = last && readPhrase(from, at).kind !== 'refused' ? 'until' : 'from'
  // If words after the days make them unclear, explain that.
  return issue(input, parseDays((input === 'until' ? until : from) ?? '', at)?.doubt ?? read.why)
}

/** Recurring or hourly pauses can only be expressed as the hours of a plan. */
function editHoursButton(planValue: string | undefined): Button {
  const plan = parseReference(planValue)
  return formButton('Edit hours', 'plan.edit', plan && { plan })
}

export const findPeriodsIn = (text: string, { now, zone = 'UTC', locale }: RequestTime): Period[] =>
  findDaysIn(text, { now, zone, locale }).map(toPeriod)

const toPeriod = ({ from, until }: Period): Period => ({ from: isoOf(from), until: isoOf(until) })

export const readPhrase = (phrase: string, at: RequestTime): Days =>
  readAt(moment => daysInAnyLanguage(phrase, moment), at)

/** Reads days in the person's time zone; if unknown, refuses days that depend on it. */
function readAt(read: (moment: At) => Days, at: RequestTime): Days {
  const { zone } = at
  if (zone !== undefined) return read({ ...at, zone })
  const [first, last] = [read({ ...at, zone: 'Pacific/Kiritimati' }), read({ ...at, zone: 'Etc/GMT+12' })]
  return isDeepStrictEqual(first, last) ? first : { kind: 'refused', why: ZONE_UNKNOWN }
}

const ZONE_UNKNOWN =
  'Slack did not tell me your time zone just now, so I cannot know which days these are for you. Try again, or give dates, such as 24 Dec 2026.'

/** The reason of a pause. Words that may name more plans, or a command, are left over, to be asked about. */
export const pauseReason: Field<string, Member> = {
  ...reason,
  parseFrom: async (rest, context) => {
    const parsed = await reason.parseFrom?.(rest, context)
    const isUnclear = MAY_BE_COMMAND.test(rest) || mayNamePlans(rest, await context.plans())
    return { values: parsed?.values ?? {}, rest: isUnclear ? rest : '' }
  },
  explainRest: async rest =>
    MAY_BE_COMMAND.test(rest)
      ? `“${rest}” could be another request or the reason. Submit it as the reason, or send it by itself.`
      : `“${rest}” could be a plan or the reason. Submit it as the reason, or name all plans before the days, with commas between them.`,
}

const MAY_BE_COMMAND =
  /^\W*(?:preview|dry[ -]?run|cancel|stop|undo|(?:no )?wait)\W*$|(?:^|\s)\/(?:pause|resume|plan|dayshift)(?!\S)/i

/** Whether words may name more plans: a plan, a part of its name, or the continuation of a list. */
export function mayNamePlans(rest: string, plans: readonly Plan[]): boolean {
  const continues =
    /^[\s,–—-]*(?:and|or|&|\+|but|except|excluding|sorry|oops|actually|i meant?)(?=[\s,])/i.test(rest)
  const words = rest.replace(/^[\s,]*(?:(?:und|oder|et|ou|y|e|o|en|och|plus|then|with|as well as)\s+)?/i, '')
  const word = words.trim().toLowerCase()
  // A single word may abbreviate a name: `api` for `Payments API`.
  const isPart = plans.some(({ name }) =>
    name
      .toLowerCase()
      .split(/[\s._-]+/)
      .includes(word),
  )
  return continues || isPart || parseName(words, plans)?.item !== undefined
}
