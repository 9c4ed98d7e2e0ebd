import { z } from 'zod'
import type { Period } from '../../core/args.ts'
import { hiddenField, reshaping } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { askFirst, operation } from '../../core/operation.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { leadSchema, type Reply } from '../../message/reply.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'
import { changeVerb } from '../edit-conflicts.ts'
import { findExistingPlans, findPlan, planField, preferPaused } from '../plans/plan-fields.ts'
import { tryWithState } from '../plans/plan-states.ts'
import {
  endOfFirstDay,
  formatPause,
  matchingPauses,
  type PauseReference,
  pauseReferenceSchema,
  periodOf,
  referToPause,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { formatConsequence, presentReplacement, recordReplacement, replacePause } from './announcement.ts'
import {
  applyChange,
  type Change,
  change,
  explainBareLength,
  explainInvalidChange,
  formatChange,
  isBareLength,
} from './change-field.ts'
import { ask, changeToButton } from './pause-buttons.ts'
import { refuseInvalidPause } from './pause-plans.ts'
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
    await refuseInvalidPause(plan, period, reason, context)
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
  const buttons = pauses.map(pause => {
    const reason = newReason || (pause.reason ?? '')
    const { args, ...button } = changeToButton(formatPause(pause), { plan, pause }, change, reason)
    return { ...button, args: { ...args, isExtension } }
  })
  return ask(
    mrkdwn`*${plan.name}* has several pauses. Which one do you want to ${isExtension ? 'extend' : 'change'}: ${formatChange(change)}?`,
    buttons,
  )
}
