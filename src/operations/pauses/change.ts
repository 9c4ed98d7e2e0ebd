import { z } from 'zod'
import { type Period, periodSchema } from '../../core/args.ts'
import { hiddenField, reason, reshaping } from '../../core/common-fields.ts'
import type { Pause, Plan } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { leadSchema, type Reply } from '../../message/reply.ts'
import { addDays, daysFrom, formatDay, formatPeriod } from '../calendar-days.ts'
import { findPlan, plan, planSchema } from '../plans/plan-field.ts'
import { knownPlans, offeringOnly } from '../plans/plan-selection.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import {
  duplicateOf,
  endOfFirstDay,
  formatPause,
  isAdjacent,
  isLive,
  leftOf,
  matchingPauses,
  PAUSED_FIRST,
  pausedFirst,
  pauseReferenceSchema,
  referToPause,
  todayOf,
  unitePeriods,
  withoutPauses,
} from './active-pauses.ts'
import { type Change, change, formatChange } from './change-field.ts'
import { formatConsequence } from './consequence.ts'
import { pauseNotFound } from './not-found.ts'
import { anotherButton, ask, changeToButton } from './pause-buttons.ts'
import { refuseToPause } from './pause-plans.ts'
import { daysOf, pauseSchema, presentReplaced, recordReplaced, replacePause } from './replace-pause.ts'

const EXTENSION = { isExtension: true }

export const pauseChange = operation({
  id: 'pause.change',
  effect: 'write',
  doing: 'changing the pause',
  access: 'member',
  command: {
    words: ['pause change', 'pause extend', 'extend', 'extend pause'],
    usage: '<plan> <days> [reason]',
    presets: { 'pause extend': EXTENSION, extend: EXTENSION, 'extend pause': EXTENSION },
  },
  help: {
    summary: 'changes the days of a pause; “/pause extend” makes it longer',
    examples: ['pause change web-prod until friday', 'pause extend web-prod by 2 days'],
  },
  form: { title: 'Change a pause', submit: 'Change dates' },
  fields: {
    plan: offeringOnly(reshaping(plan), PAUSED_FIRST, pausedFirst),
    change,
    reason,
    pause: hiddenField(pauseReferenceSchema),
    isExtension: hiddenField(z.boolean()),
    /** When people are reminded of the pause, where that was said. */
    remind: hiddenField(leadSchema),
  },
  async load(known, context) {
    if (!known.plan) return undefined
    const plan = await findPlan(known.plan, context)
    // Another plan may have been picked in the form.
    const references = known.pause?.plan === plan.id ? [known.pause] : undefined
    const [pause, another] = matchingPauses(plan, references, context.at)
    if (!pause && references) throw await pauseNotFound(plan, references, 'change', context)
    const isExtension = known.change !== undefined && known.isExtension === true
    if (!pause || another) return { args: { change: undefined, reason: undefined, isExtension } }
    return {
      args: {
        pause: referToPause(plan, pause),
        change: { kind: 'days' as const, ...daysOf(pause) },
        reason: pause.reason,
        isExtension,
      },
    }
  },
  async notes({ plan: reference, change, pause, isExtension = false }, context) {
    if (!reference || !change) return undefined
    const [plan] = await knownPlans([reference], context)
    const [old, another] = plan
      ? matchingPauses(plan, pause?.plan === plan.id ? [pause] : undefined, context.at)
      : []
    if (!plan || !old || another) return undefined
    const [period, ...more] = possiblePeriods({ change, isExtension }, old, todayOf(plan, context.at))
    if (!period || more.length > 0) return undefined
    const left = withoutPauses(await withStateOrUnread(plan, context), [old])
    return {
      until: lines(mrkdwn`:calendar: ${formatPeriod(period)}`, formatConsequence(left, period, context.at)),
    }
  },
  prepared: z.object({ plan: planSchema, old: pauseSchema, period: periodSchema, reason: z.string() }),
  async prepare({ plan: reference, change, reason: given, pause, isExtension = false }, context) {
    const plan = await findPlan(reference, context)
    const today = todayOf(plan, context.at)
    const rescheduling = { change, isExtension }
    const references = pause?.plan === plan.id ? [pause] : undefined
    const [old, ...others] = matchingPauses(plan, references, context.at)
    if (!old) throw await pauseNotFound(plan, references, 'change', context)
    if (others.length > 0)
      return { question: askWhichToChange(plan, [old, ...others], rescheduling, given, today) }
    if (change.kind === 'days' && change.from < today && change.from !== old.from)
      throw new FieldIssue('from', `${formatDay(change.from)} is in the past.`)
    const [period, ...more] = possiblePeriods(rescheduling, old, today)
    if (!period) throw refuseChange(rescheduling, plan, old, today)
    // A form or a button holds the reason of the pause; a sentence without one keeps it.
    const reason = references ? given : given || (old.reason ?? '')
    const separate = separateDays(rescheduling, old, today)
    const periods = [period, ...more]
    if (more.length > 0 || separate) return { question: askDays({ plan, old, periods, separate, reason }) }
    await refuseToPause(plan, period, reason, context)
    return { plan, old, period, reason }
  },
  execute: ({ remind }, context, { prepared, explain }) =>
    replacePause({ ...prepared, remind }, context, explain),
  async describeForApproval(_, { plan, old, period, reason }, context) {
    const left = withoutPauses(await withStateOrUnread(plan, context), [old])
    return {
      what: mrkdwn`${formatPause({ ...period, reason })}`,
      note: formatConsequence(left, period, context.at),
      firstDayEnds: endOfFirstDay([{ plan, period }], context.at),
    }
  },
  present: (result, context) => presentReplaced('changed', result, context),
  record: recordReplaced,
})

/** A change of a pause; an extension keeps all of its days. */
type Rescheduling = { change: Change; isExtension: boolean }

/** Days that are added to those of a pause: `also friday`, and whatever an extension says. */
const isAdded = ({ change, isExtension }: Rescheduling) =>
  change.kind === 'added' || (isExtension && change.kind === 'days')

/** The days that a pause may get by a change: several where it has to be asked, none where there are none. */
export function possiblePeriods(rescheduling: Rescheduling, pause: Pause, today: string): Period[] {
  const old = leftOf(pause, today)
  const mustGrow = rescheduling.isExtension || isAdded(rescheduling)
  return candidatesFor(rescheduling, pause, today).filter(
    (period, index, all) =>
      today <= period.from &&
      period.from <= period.until &&
      isShortEnough(period) &&
      (!mustGrow || isLonger(period, old)) &&
      all.findIndex(other => formatPeriod(other) === formatPeriod(period)) === index,
  )
}

function candidatesFor(rescheduling: Rescheduling, pause: Pause, today: string): Period[] {
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

const isLonger = (one: Period, other: Period): boolean =>
  one.from <= other.from &&
  one.until >= other.until &&
  daysFrom(one.from, one.until) > daysFrom(other.from, other.until)

/** Days by which a pause is to be extended, where days that are not paused lie between. */
function separateDays(rescheduling: Rescheduling, pause: Pause, today: string): Period | undefined {
  const { change } = rescheduling
  if (!isAdded(rescheduling) || !('from' in change && 'until' in change)) return undefined
  const old = leftOf(pause, today)
  const isJoined = isAdjacent(change.from, old.until) && isAdjacent(old.from, change.until)
  return isJoined ? undefined : daysOf(change)
}

/** Offers the pauses that can get such days. @throws Refused where none can */
function askWhichToChange(
  plan: Plan,
  all: readonly Pause[],
  rescheduling: Rescheduling,
  given: string,
  today: string,
): Reply {
  const { change } = rescheduling
  const days =
    isAdded(rescheduling) && change.kind === 'days' ? { ...change, kind: 'added' as const } : change
  const how = formatChange(days)
  const reasonOf = (pause: Pause) => given || (pause.reason ?? '')
  const pauses = all.filter(pause =>
    possiblePeriods(rescheduling, pause, today).some(period => !duplicateOf(plan, period, reasonOf(pause))),
  )
  if (pauses.length === 0)
    throw new Refused(
      mrkdwn`No pause of *${plan.name}* can be changed that way (${how}). Nothing was changed. \`/pause list\` has *Change dates* for each.`,
    )
  return ask(
    pauses.length === 1
      ? mrkdwn`*${plan.name}* has several pauses. Only one of them can be changed that way: ${how}. Change it?`
      : mrkdwn`*${plan.name}* has several pauses. Which one do you want to change: ${how}?`,
    pauses.map(pause => changeToButton(formatPause(pause), { plan, pause }, days, reasonOf(pause))),
  )
}

type Possible = {
  plan: Plan
  old: Pause
  periods: readonly Period[]
  separate: Period | undefined
  reason: string
}

/** Offers the days that can be meant, or another pause beside the old one. */
const askDays = ({ plan, old, periods, separate, reason }: Possible): Reply =>
  ask(
    separate
      ? mrkdwn`Between the pause of *${plan.name}*, ${formatPeriod(old)}, and ${formatPeriod(separate)} lie days on which it is not paused. Is it to be paused then, too? Nothing was changed yet.`
      : mrkdwn`Which days should the pause of *${plan.name}*, ${formatPeriod(old)}, have? Nothing was changed yet.`,
    [
      ...periods.map(period =>
        changeToButton(formatPeriod(period), { plan, pause: old }, { kind: 'days', ...period }, reason),
      ),
      ...(separate ? [anotherButton(plan, separate, reason)] : []),
    ],
  )

/** Why a pause cannot get such days. */
function refuseChange(rescheduling: Rescheduling, { name }: Plan, pause: Pause, today: string): Refused {
  const how = formatChange(rescheduling.change)
  if (candidatesFor(rescheduling, pause, today).some(period => !isShortEnough(period)))
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
