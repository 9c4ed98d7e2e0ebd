import { z } from 'zod'
import { type Period, referenceTo } from '../../core/args.ts'
import { hiddenField } from '../../core/common-fields.ts'
import type { Member, Plan, RequestTime } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { askFirst, type Operation, operation } from '../../core/operation.ts'
import { todayIn } from '../../language/dates/zone.ts'
import { findNamedIn } from '../../language/wishes.ts'
import { formatCount, formatFirst } from '../../language/wording.ts'
import { fitsValue, primary, replaceButton, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { addDays, formatPeriod, todayAt } from '../calendar-days.ts'
import {
  findExistingPlans,
  findPlans,
  needsConfirmation,
  type PlanSelection,
  plansAsSubjects,
  plansField,
  showButton,
} from '../plans/plan-fields.ts'
import { tryWithState } from '../plans/plan-states.ts'
import {
  activePauses,
  addPause,
  clampToToday,
  covers,
  duplicateOf,
  endOfFirstDay,
  formatPause,
  formatPauseOf,
  overlaps,
  type PauseDetails,
  type PauseRequest,
  periodOf,
  remainingPeriod,
  todayOf,
  unitePeriods,
} from './active-pauses.ts'
import {
  announcePause,
  formatConsequence,
  formatConsequences,
  presentReplacement,
  type Replacement,
  recordReplacement,
  replacePause,
  withVisibleStates,
} from './announcement.ts'
import { completedPauses, executeSteps, withoutSkipped } from './each-plan.ts'
import { askConfirmation, changeButton, resumeButton } from './pause-buttons.ts'
import {
  askAboutOverlap,
  askStartDay,
  daysOver,
  type PauseSeveralResult,
  presentPausedPlans,
} from './paused-plans.ts'
import { findPeriodsIn, newPeriod, pauseReason } from './period-field.ts'
import { pauseLead } from './remind.ts'

type AddResult =
  | { kind: 'one'; plan: Plan; pause: PauseDetails }
  | ({ kind: 'extended' } & Replacement)
  | PauseSeveralResult

/** The reason explains leftover words, not the plans. */
const pauseFields = {
  plans: { ...plansField, explainRest: undefined },
  period: newPeriod,
  reason: pauseReason,
}

/** Notes below the form what the pauses would skip. */
async function loadNotes(
  { plans: selection, period }: { plans?: PlanSelection | undefined; period?: Period | undefined },
  context: Member,
) {
  if (!selection || !period) return undefined
  const plans = await withVisibleStates(await findExistingPlans(selection, context), context)
  const consequences = formatConsequences(plans, period, context.at)
  return { until: lines(mrkdwn`:calendar: ${formatPeriod(period)}`, consequences) }
}

export const pauseAdd: Operation = operation({
  id: 'pause.add',
  effect: 'write',
  doing: 'pausing',
  command: {
    words: ['pause', 'pause add', 'suspend', 'hold'],
    usage: '<plans> <days> [reason]',
    question: 'pause.preview',
  },
  summary: 'pauses one plan, several or all for whole days, and tells the channel',
  examples: [
    'pause web-prod tomorrow to friday load test',
    'pause web-prod until next wednesday',
    'pause web-prod, web-staging and data-warehouse until monday',
    'pause all this weekend',
  ],
  form: { title: 'Pause a plan', submit: 'Pause', verb: 'pause' },
  approvedArgs: { isSure: true, isPlanDay: true },
  fields: {
    ...pauseFields,
    remind: pauseLead,
    isPlanDay: hiddenField(z.literal(true)),
    /** The person confirmed the plans. */
    isSure: hiddenField(z.literal(true)),
    /** The pause may overlap or touch others of its plan. */
    keepsBoth: hiddenField(z.literal(true)),
    message: hiddenField(z.object({ text: z.string(), writtenAt: z.iso.datetime() })),
  },
  /** Finds plans and days, unless they are over, in the message of a shortcut. */
  async load({ message, plans, period }, context) {
    if (!message || plans || period) return undefined
    const { at } = context
    const { found: plansInText, rest } = findNamedIn(message.text, await context.plans())
    const [days, other] = findPeriodsIn(rest, { ...at, now: new Date(message.writtenAt) })
    const isOver = days && days.until < todayAt(at)
    return {
      args: {
        plans: plansInText.length > 0 ? plansInText.map(referenceTo) : undefined,
        period: isOver || other ? undefined : days,
      },
    }
  },
  notes: loadNotes,
  async prepare(args, context) {
    const { period, reason, remind } = args
    const plans = await findPlans(args.plans, context)
    const [plan, another] = plans
    if (plan && !another) {
      const remaining = await requireValidPause(plan, period, reason, context)
      return prepareOne({ plan, period: remaining, reason, remind }, args, context.at)
    }
    const isAll = 'all' in args.plans
    if (!args.isSure && needsConfirmation(plans.length, isAll)) {
      const yes = `Pause ${isAll ? 'all ' : ''}${formatCount(plans.length, 'plan')}`
      const question = mrkdwn`${yes}, ${formatPause({ ...period, reason })}?`
      const button = runButton(yes, 'pause.add', { plans: args.plans, period, reason, remind, isSure: true })
      return askFirst(askConfirmation(question, button, plans))
    }
    const steps = plans.map(plan => ({ plan, period: remainingPeriod(plan, period, context.at) ?? period }))
    return { steps }
  },
  async execute({ period, reason, remind }, context, { prepared, ...execution }): Promise<AddResult> {
    const { extended: old } = prepared
    const steps = prepared.steps.map(step => ({ ...step, reason, remind }))
    const [only, another] = steps
    if (only && old)
      return { kind: 'extended', ...(await replacePause({ ...only, old }, context, execution.explain)) }
    if (only && !another) {
      const pause = await addPause(only, context)
      return { kind: 'one', plan: await tryWithState(only.plan, context), pause }
    }
    return executeSteps(
      steps,
      {
        reasonToSkip: step => reasonToSkip(step, context.at),
        execute: step => addPause(step, context),
        toResult: (results): AddResult => ({ kind: 'several', results, period, reason, remind }),
      },
      execution,
      context,
    )
  },
  async describeForApproval({ period, reason }, { steps }, context) {
    const { at } = context
    const [only, another] = steps
    const plan = only && !another ? await tryWithState(only.plan, context) : undefined
    return {
      what: mrkdwn`${formatPause({ ...period, reason })}`,
      note: only && plan && formatConsequence(plan, only.period, at),
      firstDayEnds: endOfFirstDay(steps, at),
    }
  },
  present(result, context) {
    if (result.kind === 'several') return presentPausedPlans(result, context)
    if (result.kind === 'extended') return presentReplacement('extended', result, context)
    const headline = mrkdwn`${mention(context.person.user)} paused *${result.plan.name}*`
    return announcePause(headline, result, context.at, mrkdwn`${context.pauseMeans}`)
  },
  record(result) {
    if (result.kind === 'one') return [{ field: 'period', after: periodOf(result.pause) }]
    if (result.kind === 'extended') return recordReplacement(result)
    return completedPauses(result.results).length > 0
      ? [{ field: 'period', after: periodOf(result.period) }]
      : []
  },
  subjects: (_, { steps }, result) =>
    plansAsSubjects(result?.kind === 'several' ? withoutSkipped(result.results) : steps),
})

/** Answers to questions about a pause. A request for approval is not asked, and keeps both pauses. */
type Answers = Partial<Record<'isPlanDay' | 'keepsBoth' | 'needsApproval', true | undefined>>

/** Prepares the pause of one plan, or asks. An overlapping pause with the same reason is extended instead. */
function prepareOne(request: PauseRequest, answers: Answers, at: RequestTime) {
  const { isPlanDay, keepsBoth, needsApproval } = answers
  const { plan, period, reason } = request
  const today = todayOf(plan, at)
  if (!isPlanDay && today < period.from && at.zone && period.from === todayIn(at.zone, at.now))
    return askFirst(askStartDay(request, at))
  const neighborhood = { from: addDays(period.from, -1), until: addDays(period.until, 1) }
  const adjacent = activePauses(plan, today).filter(each => overlaps(each, neighborhood))
  const [first, ...more] = keepsBoth ? [] : adjacent
  if (!first) return { steps: [{ plan, period }] }
  const old = adjacent.find(each => (each.reason ?? '') === reason && overlaps(each, period))
  if (!old || covers(old, period))
    return needsApproval
      ? { steps: [{ plan, period }] }
      : askFirst(askAboutOverlap(request, [first, ...more], at))
  const steps = [{ plan, period: unitePeriods(clampToToday(old, today), period) }]
  return { steps, extended: old }
}

/** Explains why one of several plans cannot be paused; undefined if it can. */
function reasonToSkip({ plan, period, reason }: PauseRequest, at: RequestTime): Mrkdwn | undefined {
  if (plan.isGone) return mrkdwn`this plan is gone`
  if (!remainingPeriod(plan, period, at)) return mrkdwn`these days are over, by plan time`
  return duplicateOf(plan, period, reason) ? mrkdwn`already paused for these days` : undefined
}

/** Returns the days that are not over. @throws Refused if all are, or the same pause exists */
export async function requireValidPause(plan: Plan, period: Period, reason: string, context: Member) {
  const { at } = context
  const remaining = remainingPeriod(plan, period, at)
  if (!remaining) throw daysOver({ plan, period, reason }, at)
  const duplicate = duplicateOf(plan, remaining, reason)
  if (duplicate)
    throw new Refused(
      mrkdwn`*${plan.name}* is already paused for these days: ${formatPauseOf(await tryWithState(plan, context), duplicate, at)}. Nothing was done.`,
      resumeButton(plan, duplicate),
      changeButton(plan, duplicate),
      showButton(plan),
    )
  return remaining
}

/** A dry run of `pause.add`. */
export const pausePreview = operation({
  id: 'pause.preview',
  private: true,
  command: { words: ['pause preview', 'preview'], usage: '<plans> <days> [reason]' },
  summary: 'shows what a pause would skip, and changes nothing; so does a question mark at the end',
  examples: ['pause preview web-prod tomorrow', 'pause web-prod tomorrow to friday ?'],
  form: { title: 'Preview a pause', submit: 'Preview' },
  fields: pauseFields,
  notes: loadNotes,
  async execute({ plans: selection, period, reason }, context) {
    const targets = await findPlans(selection, context)
    const [plan, another] = targets
    if (plan && !another) await requireValidPause(plan, period, reason, context)
    const skipped = targets.filter(plan => reasonToSkip({ plan, period, reason }, context.at))
    const paused = targets.filter(plan => !skipped.includes(plan))
    const plans = await withVisibleStates(paused, context)
    return { plans, skipped: skipped.map(({ name }) => name), selection, period, reason }
  },
  present({ plans, skipped, selection, period, reason }, { at }) {
    const [plan, another] = plans
    const target = plan && !another ? mrkdwn`*${plan.name}*` : mrkdwn`${formatCount(plans.length, 'plan')}`
    const pause: PauseDetails = {
      ...((plan && !another && remainingPeriod(plan, period, at)) || period),
      reason,
    }
    const args = { plans: selection, period, reason, isSure: true }
    const button = primary(replaceButton('Pause', 'pause.add', args))
    return reply(
      'me',
      lines(
        mrkdwn`${target} would be paused: ${formatPause(pause)}`,
        formatConsequences(plans, period, at),
        skipped.length > 0 ? mrkdwn`Nothing would change for ${formatFirst(skipped)}.` : undefined,
        mrkdwn`Nothing was done yet.`,
      ),
      ...(plan && fitsValue(button) ? [button] : []),
    )
  },
})
