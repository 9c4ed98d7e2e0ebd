import { z } from 'zod'
import type { Period } from '../../core/args.ts'
import { hiddenField, reshaping } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { askFirst, operation } from '../../core/operation.ts'
import { runButton } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { leadSchema, type Reply } from '../../message/reply.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'
import { changed } from '../edit-conflicts.ts'
import { findPlan, knownPlans, offeringPaused, planField, plansArgs } from '../plans/plan-fields.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import {
  daysOf,
  duplicateOf,
  endOfFirstDay,
  formatPause,
  matchingPauses,
  type PauseReference,
  pauseReferenceSchema,
  referToPause,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { formatConsequence, presentReplaced, recordReplaced, replacePause } from './announcement.ts'
import {
  change,
  countFrom,
  formatChange,
  isAdded,
  possiblePeriods,
  type Rescheduling,
  refuseChange,
  reschedulingOf,
  separateDays,
} from './change-field.ts'
import { ask, changeToButton } from './pause-buttons.ts'
import { refuseToPause } from './pause-plans.ts'
import { pauseReason } from './period-field.ts'
import { pauseNotFound } from './why-paused.ts'

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
  form: { title: 'Change a pause', submit: 'Change dates', asks: 'change a pause of' },
  fields: {
    plan: offeringPaused(reshaping(planField)),
    change,
    reason: pauseReason,
    pause: hiddenField(pauseReferenceSchema),
    isExtension: hiddenField(z.boolean()),
    /** When people are reminded of the pause, where that was said. */
    remind: hiddenField(leadSchema),
  },
  async load(known, context) {
    if (!known.plan) return undefined
    const plan = await findPlan(known.plan, context)
    const references = referencesTo(plan, known.pause)
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
    const rescheduling = change && reschedulingOf(change, isExtension)
    if (!reference || !rescheduling) return undefined
    const [plan] = await knownPlans([reference], context)
    const [old, another] = plan ? matchingPauses(plan, referencesTo(plan, pause), context.at) : []
    if (!plan || !old || another) return undefined
    const [period, ...more] = possiblePeriods(rescheduling, old, todayOf(plan, context.at))
    if (!period || more.length > 0) return undefined
    const consequence = await consequenceOf(plan, old, period, context)
    return { until: lines(mrkdwn`:calendar: ${formatPeriod(period)}`, consequence) }
  },
  async prepare({ plan: reference, change, reason: given, pause, isExtension = false }, context) {
    const plan = await findPlan(reference, context)
    const today = todayOf(plan, context.at)
    const rescheduling = reschedulingOf(change, isExtension)
    if (!rescheduling) throw new FieldIssue('from', countFrom(formatChange(change)))
    const references = referencesTo(plan, pause)
    const [old, ...others] = matchingPauses(plan, references, context.at)
    if (!old) throw await pauseNotFound(plan, references, 'change', context)
    if (others.length > 0)
      return askFirst(askWhichToChange(plan, [old, ...others], rescheduling, given, today))
    if (change.kind === 'days' && change.from < today && change.from !== old.from)
      throw new FieldIssue('from', `${formatDay(change.from)} is in the past.`)
    const [period, ...more] = possiblePeriods(rescheduling, old, today)
    if (!period) throw refuseChange(rescheduling, plan, old, today)
    // A form or a button holds the reason of the pause; a sentence without one keeps it.
    const reason = references ? given : given || (old.reason ?? '')
    const separate = separateDays(rescheduling, old, today)
    if (more.length > 0 || separate) {
      const question = separate
        ? mrkdwn`Between the pause of *${plan.name}*, ${formatPeriod(old)}, and ${formatPeriod(separate)} lie days on which it is not paused. Is it to be paused then, too? Nothing was changed yet.`
        : mrkdwn`Which days should the pause of *${plan.name}*, ${formatPeriod(old)}, have? Nothing was changed yet.`
      const choices = [period, ...more].map(period =>
        changeToButton(formatPeriod(period), { plan, pause: old }, { kind: 'days', ...period }, reason),
      )
      const args = { ...plansArgs([plan]), period: separate, reason, keepsBoth: true }
      if (separate) choices.push(runButton(`Another pause: ${formatPeriod(separate)}`, 'pause.add', args))
      return askFirst(ask(question, choices))
    }
    await refuseToPause(plan, period, reason, context)
    return { plan, old, period, reason }
  },
  execute: ({ remind }, context, { prepared, explain }) =>
    replacePause({ ...prepared, remind }, context, explain),
  describeForApproval: async (_, { plan, old, period, reason }, context) => ({
    what: mrkdwn`${formatPause({ ...period, reason })}`,
    note: await consequenceOf(plan, old, period, context),
    firstDayEnds: endOfFirstDay([{ plan, period }], context.at),
  }),
  present: (result, context) => presentReplaced(changed(context), result, context),
  record: recordReplaced,
})

/** The pause that a button brought; another plan may have been picked in its form. */
const referencesTo = (plan: Plan, pause: PauseReference | undefined) =>
  pause?.plan === plan.id ? [pause] : undefined

/** What a plan's pause does with its new days. */
async function consequenceOf(plan: Plan, old: Pause, period: Period, context: Member) {
  const left = withoutPauses(await withStateOrUnread(plan, context), [old])
  return formatConsequence(left, period, context.at)
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
