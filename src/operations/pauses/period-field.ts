import { isDeepStrictEqual } from 'node:util'
import { type Period, periodSchema } from '../../core/args.ts'
import { optional, REASON_LEAD, reason, textInput } from '../../core/common-fields.ts'
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

/** Each is a phrase as people say it. */
const PRESETS = ['Today', 'This weekend', 'Until Monday', '1 week']

/** Whole days from one to another, said in a phrase over both inputs. */
export const period = periodField('refused')

/** Days of a list, where any are given: they may be over. */
export const optionalPeriod = optional(periodField('counts'))

/** The days of a new pause, with those that people say most as buttons. */
export const newPeriod: Field<Period, Linked> = {
  ...period,
  inputs: period.inputs.map(input => ({
    ...input,
    ...(input.key === 'from' && {
      presets: PRESETS.map(text => ({ text, values: { from: text.toLowerCase(), until: '' } })),
    }),
  })),
}

function periodField(over: Over): Field<Period, Linked> {
  const phrase = { max: 100, calendar: true, reshapes: true } as const
  return {
    schema: periodSchema,
    inputs: [
      textInput('from', 'From', {
        ...phrase,
        placeholder: 'today, tomorrow, 24 Dec, next week, 2026-12-24 …',
      }),
      textInput('until', 'Until', {
        ...phrase,
        optional: true,
        placeholder: 'friday, 2 Jan, 2 weeks …',
        hint: 'The last day of the pause, or how long. Leave it empty if From already says it.',
      }),
    ],
    read: (values, { at }) => readPeriod(values, at, over),
    format: formatPeriodValues,
    parseFrom: (rest, { at }) => parseDays(rest, at)?.result ?? parseRest(rest, at),
    mayBeIn: hasSeveralWords,
    note: period => mrkdwn`:calendar: ${formatPeriod(period)}`,
  }
}

/** One word cannot hold a plan and days. */
export function hasSeveralWords(rest: string): boolean {
  return /\S\s+\S/.test(rest)
}

/** A single day is in From alone: then changing From moves the whole. */
export function formatPeriodValues({ from, until }: Period): FormValues {
  return withoutEmpty({ from: formatDay(from), until: from === until ? '' : formatDay(until) })
}

/** Days of every week, which the service cannot pause: `every friday`. */
const REPEATED = /^(?:every|each)\s+/i

/** Words without any days that can be found are those that `read` refuses, unless they state a reason. */
function parseRest(rest: string, at: RequestTime): ParseResult {
  const [lead] = REPEATED.exec(rest) ?? []
  const days = lead === undefined ? undefined : parseDays(rest.slice(lead.length), at)
  if (days && days.found.kind !== 'refused')
    return { values: { from: `${lead}${days.phrase}` }, rest: days.result.rest }
  return REASON_LEAD.test(rest) ? { values: {}, rest } : { values: withoutEmpty({ from: rest }), rest: '' }
}

/** Takes the days out of a sentence; what stands before and behind them is left. */
export function parseDays(
  rest: string,
  at: RequestTime,
): { found: Days; before: string; phrase: string; result: ParseResult; doubt?: string } | undefined {
  const zone = at.zone ?? 'UTC'
  const found = findDaysInAnyLanguage(withoutQuestionMarks(withoutMarks(rest)), { ...at, zone })
  if (!found) return undefined
  const { start, end, phrase } = found
  const isAround = (from: number, to: number) => from < end && to > start
  const text = withoutBrackets(withoutMarks(rest, isAround), start, end)
  const before = text.slice(0, start).replace(LEADS_ON, '').trim()
  const left = `${before} ${text.slice(end).replace(/^[\s?]+/, '')}`.trim()
  const sure = found.days.kind === 'days' && at.zone !== undefined ? found.days : undefined
  if (found.days.kind !== 'days' && isOpenAround(found.days, phrase, at)) {
    // Words before them can be what leaves them open: `load test tomorrow, sorry, friday`.
    const isLast = readPhrase(rest.slice(start), at).kind !== 'refused'
    const result = isLast
      ? { values: { from: rest }, rest: '' }
      : { values: { from: rest.slice(start) }, rest: rest.slice(0, start).replace(LEADS_ON, '') }
    return { found: found.days, before, phrase, doubt: found.days.why, result }
  }
  const values = sure ? formatPeriodValues(toPeriod(sure)) : { from: phrase }
  return { found: found.days, before, phrase, result: { values, rest: left } }
}

/** Whether the words around days leave them open, as in `friday 4 load test`: then all of it is asked about. */
function isOpenAround(found: Days, phrase: string, at: RequestTime): boolean {
  const alone = readPhrase(phrase, at)
  return alone.kind !== 'refused' && !isDeepStrictEqual(alone, found)
}

/** What leads from a reason to the days behind it; the colon of an emoji's name is none. */
const LEADS_ON = /(?:[\s,;|–—-]|(?<!:[\w+-]{1,40}):|(?<!\S)@)+$/

export function readPeriod(
  { from, until, plan }: FormValues,
  at: RequestTime,
  over: Over,
): ReadResult<Period> {
  if (!from) return issue('from', 'Say the first and the last day, for example: tomorrow to friday.')
  const last = until?.replace(/^(until|till?|to) /i, '')
  const result = readAt(moment => daysInAnyLanguage(last ? `${from} until ${last}` : from, moment, over), at)
  // Until may say how long: `2 weeks`.
  const lasting = `${from} for ${last?.replace(/^for /i, '')}`
  const long = last && result.kind === 'refused' ? readAt(moment => days(lasting, moment, over), at) : result
  const read = long.kind === 'refused' ? result : long
  if (read.kind === 'days') return value(toPeriod(read))
  const ask = (readings: readonly Reading[], buttons: readonly Button[]): ReadResult<Period> => {
    const options = readings.map(each => ({ label: each.label, value: toPeriod(each) }))
    return { kind: 'choice', input: 'from', question: read.why, options, buttons }
  }
  if (read.kind === 'choice') return ask(read.readings, read.isTimed ? [editHoursButton(plan)] : [])
  const next = REPEATED.test(from) ? readPhrase(from.replace(REPEATED, ''), at) : undefined
  if (next && next.kind !== 'refused' && next.only === undefined) {
    const readings =
      next.kind === 'choice' ? next.readings : [{ ...next, label: formatPeriod(toPeriod(next)) }]
    return ask(readings, [editHoursButton(plan)])
  }
  const input = last && readPhrase(from, at).kind !== 'refused' ? 'until' : 'from'
  // Words behind days make them doubtful: that is what is wrong with the whole.
  return issue(input, parseDays((input === 'until' ? until : from) ?? '', at)?.doubt ?? read.why)
}

/** What the service does every week, and to the hour, are the hours of a plan. */
function editHoursButton(picked: string | undefined): Button {
  const plan = parseReference(picked)
  return formButton('Edit hours', 'plan.edit', plan && { plan })
}

/** What the days may mean that a text names anywhere. */
export const findPeriodsIn = (text: string, { now, zone = 'UTC', locale }: RequestTime): Period[] =>
  findDaysIn(text, { now, zone, locale }).map(toPeriod)

const toPeriod = ({ from, until }: Period): Period => ({ from: isoOf(from), until: isoOf(until) })

export const readPhrase = (phrase: string, at: RequestTime): Days =>
  readAt(moment => daysInAnyLanguage(phrase, moment), at)

/** Reads days on the person's calendar; without their zone, only what is the same day everywhere. */
function readAt(read: (moment: At) => Days, at: RequestTime): Days {
  const { zone } = at
  if (zone !== undefined) return read({ ...at, zone })
  const [first, last] = [read({ ...at, zone: 'Pacific/Kiritimati' }), read({ ...at, zone: 'Etc/GMT+12' })]
  return isDeepStrictEqual(first, last) ? first : { kind: 'refused', why: ZONE_UNKNOWN }
}

const ZONE_UNKNOWN =
  'Slack did not tell me your time zone just now, so I cannot know which days these are for you. Try again, or give dates, such as 24 Dec 2026.'

/** The reason of a pause. Words that may as well be a plan that is meant are asked about. */
export const pauseReason: Field<string, Member> = {
  ...reason,
  parseFrom: async (rest, context) => {
    const parsed = await reason.parseFrom?.(rest, context)
    return { values: parsed?.values ?? {}, rest: mayBePlans(rest, await context.plans()) ? rest : '' }
  },
  explainRest: async rest =>
    `“${rest}” could be a plan or the reason. Submit it as the reason, or name all plans before the days, with commas between them.`,
}

/** Words that may be more plans: they begin with a plan, are a word of its name, or go on with a list, an exception or a correction. */
function mayBePlans(rest: string, known: readonly Plan[]): boolean {
  const isOpen = /^[\s,–—-]*(?:and|or|&|\+|but|except|excluding|sorry|oops|actually|i meant?)(?=[\s,])/i.test(
    rest,
  )
  const words = rest.replace(/^[\s,]+/, '')
  const word = words.trim().toLowerCase()
  // A word alone may be short for a plan: `api` for `Payments API`.
  const isPart = known.some(({ name }) =>
    name
      .toLowerCase()
      .split(/[\s._-]+/)
      .includes(word),
  )
  return isOpen || isPart || parseName(words, known)?.item !== undefined
}
