import { z } from 'zod'
import { daySchema, type Period, periodSchema } from '../../core/args.ts'
import type { Linked, Pause, Plan, RequestTime } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { type Field, type FormValues, issue, mapRead, type ReadResult, value } from '../../core/field.ts'
import { formatCount } from '../../language/wording.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { addDays, daysFrom, formatDay, formatPeriod } from '../calendar-days.ts'
import { covers, daysOf, isAdjacent, isLive, leftOf, unitePeriods } from './active-pauses.ts'
import {
  askWhereLate,
  formatPeriodValues,
  hasSeveralWords,
  parseDays,
  period,
  readPeriod,
  readPhrase,
} from './period-field.ts'

/**
 * How the days of a pause change: to other `days`, by `added` days, `from` another beginning, to another end
 * (`until`, which may be its beginning as well after `to`), or by a length of time at its end or both edges; a
 * `length` alone makes it longer, if that is what is asked for.
 */
export type Change = z.infer<typeof changeSchema>
type Shift = Extract<Change, { kind: 'shift' }>

/** ISO 8601 in one unit: `P2D`, `-P1W`. */
const durationSchema = z.string().regex(/^-?P\d{1,4}[DWM]$/)

const changeSchema = z.union([
  periodSchema.and(z.object({ kind: z.enum(['days', 'added']) })),
  z.object({ kind: z.literal('until'), until: daySchema, mayBegin: z.boolean().optional() }),
  z.object({ kind: z.literal('from'), from: daySchema }),
  z.object({
    kind: z.literal('shift'),
    edge: z.enum(['end', 'both']),
    duration: durationSchema,
  }),
  z.object({ kind: z.literal('length'), duration: durationSchema }),
])

export const change: Field<Change, Linked> = {
  schema: changeSchema,
  inputs: period.inputs,
  read: (values, { at }) => askWhereLate(at => readChange(values, at), at, formatChange),
  format: formatChangeValues,
  parseFrom: (sentence, { at }) => {
    const rest = asEdge(sentence)
    const shift = parseShift(rest)
    if (shift) return { values: formatChangeValues(shift.change), rest: shift.rest }
    const [lead = '', adds] = LEAD.exec(rest) ?? []
    const days = parseDays(rest.slice(lead.length), at)
    if (!days) return { values: { from: rest }, rest: '' }
    const { found, phrase, result } = days
    const [too] = TOO.exec(result.rest) ?? []
    const isAdded = adds !== undefined || too !== undefined
    const values =
      found.kind === 'days' && found.only
        ? { from: phrase }
        : { ...result.values, ...(isAdded && { from: `also ${result.values.from}` }) }
    return { values, rest: result.rest.slice(too?.length ?? 0) }
  },
  mayBeIn: hasSeveralWords,
  note: change => (change.kind === 'length' ? undefined : mrkdwn`:calendar: ${formatChange(change)}`),
}

/** What leads to days; some words say that they come to those that a pause has. */
const LEAD =
  /^(?:(also|plus|with|including|incl\.?|to (?:include|cover|add))|over|across|into|by(?=\s+\d))\s+(?=\S)/i
const TOO = /^(?:too|also|as well)(?![^\s,;.!])[\s,;.!]*/i

/** `to start tomorrow`, `to end friday`: the new edge. */
const asEdge = (words: string): string =>
  words
    .replace(/^to (?:start|begin)\s+(?:on\s+)?/i, 'from ')
    .replace(/^to (?:end|finish)\s+(?:on\s+)?/i, 'until ')

const TIMES = /^(?:by\s+|for\s+|another\s+|\+\s*)*\d+\s*(?:h|hrs?|hours?|m|mins?|minutes?)(?![^\s,;.!])/i

function readChange({ from: said = '', until = '' }: FormValues, at: RequestTime): ReadResult<Change> {
  const from = asEdge(said)
  if (TIMES.test(from)) return issue('from', 'A pause is made of whole days, so say how many days.')
  const shift = until === '' ? parseShift(from) : undefined
  if (shift?.rest === '') return value(shift.change)
  const [lead = '', adds] = LEAD.exec(from) ?? []
  const words = from.slice(lead.length)
  if (words === '' && until === '')
    return issue('from', 'Say the new days, such as “until friday” or “2 days longer”.')
  const beginning = until === '' ? readBeginning(words, at) : undefined
  if (beginning) return beginning
  // The day on which a live pause began is over, and stands in its form.
  const over = WRITTEN_DAY.test(words) ? 'counts' : 'refused'
  const phrase = until === '' || words !== '' ? words : `until ${until}`
  const read = readPeriod({ from: phrase, until: words === '' ? '' : until }, at, over)
  const found = until === '' || words === '' ? readPhrase(phrase, at) : undefined
  const only = found?.kind === 'refused' ? undefined : found?.only
  if (read.kind === 'issue') return read
  const length = only === 'length' ? parseShift(`by ${phrase.replace(/^for\s+/i, '')}`) : undefined
  if (length?.rest === '') return value({ kind: 'length', duration: length.change.duration })
  if (only === 'length') return issue('from', countFrom(phrase))
  const mayBegin = /^to\s/i.test(phrase)
  const toChange = (days: Period): Change => {
    if (only === 'end' && adds === undefined)
      return { kind: 'until', until: days.until, ...(mayBegin && { mayBegin }) }
    return { kind: adds === undefined ? 'days' : 'added', ...days }
  }
  if (read.kind === 'value') return value(toChange(read.value))
  const options = read.options.map(({ label, value }) => {
    const change = toChange(value)
    return { label: change.kind === 'until' ? formatChange(change) : label, value: change }
  })
  return { ...read, options }
}

/** A beginning alone, such as `from 2 dec`; undefined for words that say an end as well. */
function readBeginning(words: string, at: RequestTime): ReadResult<Change> | undefined {
  const [, phrase] = /^(?:from|starting|beginning)\s+(?:on\s+)?(\S.*)$/i.exec(words) ?? []
  if (phrase === undefined || readPhrase(words, at).kind !== 'refused') return undefined
  const read = readPeriod({ from: phrase }, at, 'refused')
  return read.kind === 'issue' ? undefined : mapRead(read, ({ from }) => ({ kind: 'from' as const, from }))
}

/** `Mon 16 Nov 2026`, as a form is filled. */
const WRITTEN_DAY = /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}$/

function formatChangeValues(change: Change): FormValues {
  if (change.kind === 'shift' || change.kind === 'length') return { from: formatChange(change) }
  if (change.kind === 'from') return { from: `from ${formatDay(change.from)}` }
  if (change.kind === 'until')
    return { from: `${change.mayBegin ? 'to' : 'until'} ${formatDay(change.until)}` }
  const { from = '', ...values } = formatPeriodValues(change)
  return { ...values, from: change.kind === 'added' ? `also ${from}` : from }
}

/** Why a length alone says nothing of a pause that is not made longer. */
export const countFrom = (length: string): string =>
  `“${length}” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.`

/** `until Fri 20 Nov 2026`, `2 days longer`. */
export function formatChange(change: Change): string {
  if (change.kind === 'length') return formatLength(change.duration)
  if (change.kind === 'shift') return formatShift(change)
  if (change.kind === 'from') return `from ${formatDay(change.from)} on`
  if (change.kind === 'until')
    return change.mayBegin
      ? `moved to, or until, ${formatDay(change.until)}`
      : `until ${formatDay(change.until)}`
  return change.kind === 'added' ? `extended by ${formatPeriod(change)}` : formatPeriod(change)
}

const UNITS = { D: 'day', W: 'week', M: 'month' } as const

function formatLength(duration: string): string {
  const [, count = '', unit] = /^-?P(\d+)([DWM])$/.exec(duration) ?? []
  return formatCount(count, UNITS[unit === 'W' || unit === 'M' ? unit : 'D'])
}

function formatShift({ edge, duration }: Shift): string {
  const [length, sign] = [formatLength(duration), duration.startsWith('-')]
  if (edge === 'end') return `${length} ${sign ? 'shorter' : 'longer'}`
  return `${length} ${sign ? 'earlier' : 'later'}`
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const SHIFT = new RegExp(
  `^(?<lead>by\\s+|for\\s+)?(?<more>another\\s+|\\+\\s*)?(?:(?<count>\\d{1,4}|an?|${NUMBERS.join('|')})\\s*)?` +
    '(?<extra>(?:more|extra|additional|further)\\s+)?(?<unit>d|w|days?|weeks?|months?)' +
    '(?:\\s+(?<way>longer|more|extra|later|earlier|sooner|shorter))?(?![^\\s,;.!])[\\s,;.!]*',
  'i',
)

/** How much longer, shorter, later or earlier a sentence says first: `by 2 days`, `another week`, `a day later`. */
function parseShift(sentence: string): { change: Shift; rest: string } | undefined {
  const match = SHIFT.exec(sentence)
  const { lead, more, count, extra, unit = '', way = '' } = match?.groups ?? {}
  const isLonger = /^by/i.test(lead ?? '') || more !== undefined || extra !== undefined
  if (!match || (!isLonger && way === '') || (!count && !more)) return undefined
  const named = NUMBERS.indexOf(count?.toLowerCase() ?? '') + 1
  const number = named || (count && /\d/.test(count) ? Number(count) : 1)
  const isBack = /^(?:earlier|sooner|shorter)$/i.test(way)
  return {
    change: {
      kind: 'shift',
      edge: /^(?:later|earlier|sooner)$/i.test(way) ? 'both' : 'end',
      duration: `${isBack ? '-' : ''}P${number}${unit.charAt(0).toUpperCase()}`,
    },
    rest: sentence.slice(match[0].length),
  }
}

/** A change of a pause; an extension keeps all of its days. */
export type Rescheduling = { change: Exclude<Change, { kind: 'length' }>; isExtension: boolean }

/** Undefined where a length alone does not say what it is counted from. */
export function reschedulingOf(change: Change, isExtension: boolean): Rescheduling | undefined {
  if (change.kind !== 'length') return { change, isExtension }
  return isExtension ? { change: { ...change, kind: 'shift', edge: 'end' }, isExtension } : undefined
}

/** Days that are added to those of a pause: `also friday`, and whatever an extension says. */
export const isAdded = ({ change, isExtension }: Rescheduling) =>
  change.kind === 'added' || (isExtension && change.kind === 'days')

/** The days that a pause may get by a change: several where it has to be asked, none where there are none. */
export function possiblePeriods(rescheduling: Rescheduling, pause: Pause, today: string): Period[] {
  const old = leftOf(pause, today)
  const mustGrow = rescheduling.isExtension || isAdded(rescheduling)
  return candidatePeriods(rescheduling, pause, today).filter(
    (period, index, all) =>
      today <= period.from &&
      period.from <= period.until &&
      isShortEnough(period) &&
      (!mustGrow || (covers(period, old) && !covers(old, period))) &&
      all.findIndex(({ from, until }) => from === period.from && until === period.until) === index,
  )
}

function candidatePeriods(rescheduling: Rescheduling, pause: Pause, today: string): Period[] {
  const { change } = rescheduling
  const old = leftOf(pause, today)
  const hasBegun = isLive(pause, today)
  if (change.kind === 'from') return [{ from: change.from, until: old.until }]
  if (change.kind === 'until') {
    const { until } = change
    const ended = { from: old.from, until }
    const moved = { from: until, until: addDays(until, daysFrom(old.from, old.until)) }
    return change.mayBegin && until !== old.from && !hasBegun ? [moved, ended] : [ended]
  }
  if (change.kind === 'shift') {
    const moved = { from: moveDay(pause.from, change.duration), until: moveDay(pause.until, change.duration) }
    const ended = { from: old.from, until: moved.until }
    if (change.edge === 'end') return [ended]
    return hasBegun || rescheduling.isExtension ? [moved, ended] : [moved]
  }
  const days = leftOf(change, today)
  return [isAdded(rescheduling) ? unitePeriods(days, old) : days]
}

const moveDay = (day: string, duration: string): string =>
  Temporal.PlainDate.from(day).add(duration).toString()

/** A pause lasts two years at most. */
const isShortEnough = ({ from, until }: Period): boolean => until < moveDay(from, 'P24M')

/** Days by which a pause is to be extended, where days that are not paused lie between. */
export function separateDays(rescheduling: Rescheduling, pause: Pause, today: string): Period | undefined {
  const { change } = rescheduling
  if (!isAdded(rescheduling) || !('from' in change && 'until' in change)) return undefined
  const old = leftOf(pause, today)
  const isJoined = isAdjacent(change.from, old.until) && isAdjacent(old.from, change.until)
  return isJoined ? undefined : daysOf(change)
}

/** Why a pause cannot get such days. */
export function refuseChange(rescheduling: Rescheduling, { name }: Plan, pause: Pause, today: string) {
  const how = formatChange(rescheduling.change)
  if (candidatePeriods(rescheduling, pause, today).some(period => !isShortEnough(period)))
    return new Refused(
      mrkdwn`A pause can last two years at most, so it cannot be ${how}, and nothing was changed. ${SAY_BOTH}`,
    )
  return new Refused(
    rescheduling.isExtension || isAdded(rescheduling)
      ? mrkdwn`*${name}* is already paused ${formatPeriod(pause)}, so nothing was changed. To make the pause shorter or move it, use \`/pause change\`.`
      : mrkdwn`The pause of *${name}*, ${formatPeriod(pause)}, cannot be changed that way (${how}), so nothing was changed. ${SAY_BOTH}`,
  )
}

const SAY_BOTH = 'Say its first and its last day.'
