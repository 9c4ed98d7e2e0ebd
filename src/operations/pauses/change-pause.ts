import { z } from 'zod'
import { daySchema, type Period, periodSchema } from '../../core/args.ts'
import { hiddenField, reshaping } from '../../core/common-fields.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { type Field, type FormValues, issue, mapRead, type ReadResult, value } from '../../core/field.ts'
import { askFirst, operation } from '../../core/operation.ts'
import { MAX_CHOICES } from '../../core/reference-field.ts'
import { UNITS_1_TO_19 } from '../../language/dates/words.ts'
import { formatCount } from '../../language/wording.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { leadSchema, type Reply } from '../../message/reply.ts'
import { addDays, formatDay, formatPeriod } from '../calendar-days.ts'
import { changeVerb } from '../edit-conflicts.ts'
import { findExistingPlans, findPlan, planField, preferPaused } from '../plans/plan-fields.ts'
import { tryWithState } from '../plans/plan-states.ts'
import {
  clampToToday,
  covers,
  endOfFirstDay,
  formatPause,
  isLive,
  matchingPauses,
  type PauseReference,
  pauseReferenceSchema,
  periodOf,
  referToPause,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { formatConsequence, presentReplacement, recordReplacement, replacePause } from './announcement.ts'
import { ask, changeToButton } from './pause-buttons.ts'
import { requireValidPause } from './pause-plans.ts'
import {
  formatPeriodValues,
  hasSeveralWords,
  mayNamePlans,
  parseDays,
  pauseReason,
  period,
  readPeriod,
  readPhrase,
} from './period-field.ts'
import { pauseNotFound } from './why-paused.ts'

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

export const change: Field<Change, Member> = {
  schema: changeSchema,
  inputs: period.inputs,
  read: (values, { at }) => readChange(values, at),
  format: formatChangeValues,
  async parseFrom(sentence, { at, plans }) {
    const longer = parseLonger(sentence)
    const days = parseDays(sentence, at)
    const rest = longer?.rest ?? (days?.before === '' ? days.result.rest : undefined)
    const relative = sentence.search(RELATIVE)
    const isRelative = rest !== undefined && relative >= 0 && relative <= sentence.length - rest.length
    if (rest === undefined && mayNamePlans(sentence, await plans())) return { rest: sentence }
    if (rest === undefined || isRelative) return { values: { from: sentence }, rest: '' }
    if (longer) return { value: longer.change, rest }
    const isOneEnd = days?.days.kind === 'days' && days.days.only
    if (isOneEnd) return { values: { from: days.phrase }, rest }
    const { value: period, values } = days?.result ?? {}
    return period ? { value: { kind: 'days', ...period }, rest } : { values, rest }
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
  // `to 12-16 dec`, but `to friday` is an end.
  const bare = from.replace(/^to\s+/i, '')
  if (bare !== from && readPhrase(from, at).kind === 'refused') return readChange({ from: bare, until }, at)
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
  if (change.kind === 'days') return formatPeriodValues(change)
  return { from: change.kind === 'from' ? `from ${formatDay(change.from)}` : formatChange(change) }
}

/** Whether a change is a bare length (`2 days`), which is only clear as an extension. */
const isBareLength = (change: Change, isExtension: boolean): boolean =>
  change.kind === 'longer' && change.isLength === true && !isExtension

const explainBareLength = (length: string): string =>
  `“${length}” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.`

/** `until Fri 20 Nov 2026`, `2 days longer`. */
export function formatChange(change: Change): string {
  if (change.kind === 'longer') return `${formatCount(change.days, 'day')}${change.isLength ? '' : ' longer'}`
  if (change.kind === 'from') return `from ${formatDay(change.from)} on`
  if (change.kind === 'until') return `${change.mayBegin ? 'to' : 'until'} ${formatDay(change.until)}`
  return formatPeriod(change)
}

const LONGER =
  /^(?<by>by\s+|\+\s*)?(?:for\s+)?(?:(?<count>\d{1,3})\s*|(?<word>an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+)(?<more>more\s+)?(?<unit>d|w|days?|weeks?)(?<longer>\s+(?:longer|more))?(?![^\s,;.!])[\s,;.!]*/i

/** Parses an extension at the start of a sentence: `by 2 days`, `a week longer`. */
function parseLonger(sentence: string): { change: Change; rest: string } | undefined {
  const { by, count = '0', word, more, unit = '', longer } = LONGER.exec(sentence)?.groups ?? {}
  const units = word === undefined ? Number(count) : (UNITS_1_TO_19.get(word.toLowerCase()) ?? 1)
  if (units === 0) return undefined
  const days = /^w/i.test(unit) ? units * 7 : units
  const isLength = !(by || more || longer)
  return {
    change: { kind: 'longer', days, ...(isLength && { isLength }) },
    rest: sentence.replace(LONGER, ''),
  }
}

/** The changed days from today on; undefined if impossible or ambiguous. An extension keeps all days. */
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

const explainInvalidChange = (pause: Pause, isExtension: boolean): string =>
  `It is paused ${formatPeriod(pause)}. ${isExtension ? 'An extension keeps these days: say a later last day, or how many days more.' : 'Say its first and its last day, or how much longer.'}`

const EXTENSION = { isExtension: true }

export const pauseChange = operation({
  id: 'pause.change',
  effect: 'write',
  doing: 'changing the pause',
  command: {
    words: ['pause change', 'pause extend', 'extend', 'extend pause'],
    usage: '<plan> <days> [reason]',
    presets: { 'pause extend': EXTENSION, extend: EXTENSION, 'extend pause': EXTENSION },
  },
  summary: 'changes the days of a pause; “/pause extend” makes it longer',
  examples: ['pause change web-prod until friday', 'pause extend web-prod by 2 days'],
  form: { title: 'Change a pause', submit: 'Change dates', verb: 'change a pause of' },
  fields: {
    plan: preferPaused(reshaping(planField)),
    change,
    reason: pauseReason,
    pause: hiddenField(pauseReferenceSchema),
    isExtension: hiddenField(z.boolean()),
    remind: hiddenField(leadSchema),
  },
  async load(args, context) {
    if (!args.plan) return undefined
    const plan = await findPlan(args.plan, context)
    const references = referencesTo(plan, args.pause)
    const [pause, another] = matchingPauses(plan, references, context.at)
    if (!pause && references) throw await pauseNotFound(plan, references, 'change', context)
    const isExtension = args.change !== undefined && args.isExtension === true
    if (!pause || another) return { args: { change: undefined, reason: undefined, isExtension } }
    return {
      args: {
        pause: referToPause(plan, pause),
        change: { kind: 'days' as const, ...periodOf(pause) },
        reason: pause.reason,
        isExtension,
      },
    }
  },
  async notes({ plan: reference, change, pause, isExtension = false }, context) {
    if (!reference || !change) return undefined
    const [plan] = await findExistingPlans([reference], context)
    const [old, another] = plan ? matchingPauses(plan, referencesTo(plan, pause), context.at) : []
    if (!plan || !old || another) return undefined
    const period = applyChange(change, old, todayOf(plan, context.at), isExtension)
    if (!period) return undefined
    const consequence = await describeConsequence(plan, old, period, context)
    return { until: lines(mrkdwn`:calendar: ${formatPeriod(period)}`, consequence) }
  },
  async prepare({ plan: reference, change, reason: newReason, pause, isExtension = false }, context) {
    const plan = await findPlan(reference, context)
    const today = todayOf(plan, context.at)
    if (isBareLength(change, isExtension))
      throw new FieldIssue('from', explainBareLength(formatChange(change)))
    const references = referencesTo(plan, pause)
    const [old, ...others] = matchingPauses(plan, references, context.at)
    if (!old) throw await pauseNotFound(plan, references, 'change', context)
    if (others.length > 0)
      return askFirst(askWhichToChange(plan, [old, ...others], change, newReason, isExtension))
    if (change.kind === 'days' && change.from < today && change.from !== old.from)
      throw new FieldIssue('from', `${formatDay(change.from)} is in the past.`)
    const period = applyChange(change, old, today, isExtension)
    if (!period) throw new FieldIssue('from', explainInvalidChange(old, isExtension))
    // Forms and buttons carry the reason; a sentence without one keeps it.
    const reason = references ? newReason : newReason || (old.reason ?? '')
    await requireValidPause(plan, period, reason, context)
    return { plan, old, period, reason }
  },
  execute: ({ remind }, context, { prepared, explain }) =>
    replacePause({ ...prepared, remind }, context, explain),
  describeForApproval: async (_, { plan, old, period, reason }, context) => ({
    what: mrkdwn`${formatPause({ ...period, reason })}`,
    note: await describeConsequence(plan, old, period, context),
    firstDayEnds: endOfFirstDay([{ plan, period }], context.at),
  }),
  present: (result, context) => presentReplacement(changeVerb(context), result, context),
  record: recordReplacement,
})

/** Drops the pause of a button if another plan was selected in its form. */
const referencesTo = (plan: Plan, pause: PauseReference | undefined) =>
  pause?.plan === plan.id ? [pause] : undefined

async function describeConsequence(plan: Plan, old: Pause, period: Period, context: Member) {
  const remaining = withoutPauses(await tryWithState(plan, context), [old])
  return formatConsequence(remaining, period, context.at)
}

function askWhichToChange(
  plan: Plan,
  pauses: readonly Pause[],
  change: Change,
  newReason: string,
  isExtension: boolean,
): Reply {
  const buttons = pauses.slice(0, MAX_CHOICES).map(pause => {
    const reason = newReason || (pause.reason ?? '')
    const { args, ...button } = changeToButton(formatPause(pause), { plan, pause }, change, reason)
    return { ...button, args: { ...args, isExtension } }
  })
  const question = mrkdwn`*${plan.name}* has several pauses. Which one do you want to ${isExtension ? 'extend' : 'change'}? New days: ${formatChange(change)}.`
  const others = mrkdwn`These are the first ${MAX_CHOICES}; \`/pause list ${plan.name}\` shows all ${pauses.length}.`
  return ask(lines(question, pauses.length > MAX_CHOICES ? others : undefined), buttons)
}
