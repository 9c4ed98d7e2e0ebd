import { z } from 'zod'
import type { Period } from '../../core/args.ts'
import { hiddenField, reshaping } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { askFirst, operation } from '../../core/operation.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { leadSchema, type Reply } from '../../message/reply.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'
import { changed } from '../edit-conflicts.ts'
import { findPlan, knownPlans, offeringPaused, planField } from '../plans/plan-fields.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import {
  daysOf,
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
  type Change,
  change,
  changedDays,
  countFrom,
  explainUnchanged,
  formatChange,
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
    if (!reference || !change) return undefined
    const [plan] = await knownPlans([reference], context)
    const [old, another] = plan ? matchingPauses(plan, referencesTo(plan, pause), context.at) : []
    if (!plan || !old || another) return undefined
    const period = changedDays(change, old, todayOf(plan, context.at), isExtension)
    if (!period || isUnclear(change, isExtension)) return undefined
    const consequence = await consequenceOf(plan, old, period, context)
    return { until: lines(mrkdwn`:calendar: ${formatPeriod(period)}`, consequence) }
  },
  async prepare({ plan: reference, change, reason: given, pause, isExtension = false }, context) {
    const plan = await findPlan(reference, context)
    const today = todayOf(plan, context.at)
    if (isUnclear(change, isExtension)) throw new FieldIssue('from', countFrom(formatChange(change)))
    const references = referencesTo(plan, pause)
    const [old, ...others] = matchingPauses(plan, references, context.at)
    if (!old) throw await pauseNotFound(plan, references, 'change', context)
    if (others.length > 0)
      return askFirst(askWhichToChange(plan, [old, ...others], change, given, isExtension))
    if (change.kind === 'days' && change.from < today && change.from !== old.from)
      throw new FieldIssue('from', `${formatDay(change.from)} is in the past.`)
    const period = changedDays(change, old, today, isExtension)
    if (!period) throw new FieldIssue('from', explainUnchanged(old, isExtension))
    // A form or a button holds the reason of the pause; a sentence without one keeps it.
    const reason = references ? given : given || (old.reason ?? '')
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

/** A length alone says how much longer where that is asked for, and nothing otherwise. */
const isUnclear = (change: Change, isExtension: boolean): boolean =>
  change.kind === 'longer' && change.isLength === true && !isExtension

function askWhichToChange(
  plan: Plan,
  pauses: readonly Pause[],
  change: Change,
  given: string,
  isExtension: boolean,
): Reply {
  const buttons = pauses.map(pause => {
    const reason = given || (pause.reason ?? '')
    const { args, ...button } = changeToButton(formatPause(pause), { plan, pause }, change, reason)
    return { ...button, args: { ...args, isExtension } }
  })
  return ask(
    mrkdwn`*${plan.name}* has several pauses. Which one do you want to change: ${formatChange(change)}?`,
    buttons,
  )
}
