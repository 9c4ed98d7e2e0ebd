import { z } from 'zod'
import { type Reference, referenceSchema, referenceTo } from '../../core/args.ts'
import { hiddenField, selectInput } from '../../core/common-fields.ts'
import type { Guest, Member } from '../../core/context.ts'
import {
  type Field,
  fitReference,
  formatReference,
  type ParseResult,
  parseReference,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import { askFirst, type Operation, operation } from '../../core/operation.ts'
import { offer } from '../../core/reference-field.ts'
import { formatCount } from '../../language/wording.ts'
import { runButton } from '../../message/blocks.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { formatDay } from '../calendar-days.ts'
import {
  findPlan,
  findPlans,
  needsConfirmation,
  type PlanSelection,
  parsePlans,
  plansAsSubjects,
  plansField,
  plansIn,
  preferPaused,
  withoutDays,
} from '../plans/plan-fields.ts'
import { tryWithState } from '../plans/plan-states.ts'
import {
  activePauses,
  formatPause,
  livePauses,
  matchingPauses,
  pausedUntil,
  pauseReferenceSchema,
  periodOf,
  removePause,
  todayOf,
} from './active-pauses.ts'
import { executeSteps, type Step, withoutSkipped } from './each-plan.ts'
import { askConfirmation } from './pause-buttons.ts'
import { askWhichToEnd, presentRemoval, type RemovalResult, removedPauses, verbOf } from './removed-pauses.ts'
import { loadExplanation, pauseNotFound, presentExplanation } from './why-paused.ts'

/** A select for one of several pauses of a plan. The reference's name is the formatted pause. */
const onlyPause: Field<Reference | undefined, Member> = {
  schema: referenceSchema.optional(),
  inputs: [
    selectInput('pause', 'Pause', {
      optional: true,
      placeholder: 'Which of its pauses …',
      when: ({ facts }) => factsSchema.safeParse(facts).success,
    }),
  ],
  read: ({ pause }) => value(parseReference(pause)),
  format: reference => withoutEmpty({ pause: reference && formatReference(reference) }),
  async options(typed, context, facts) {
    const { data } = factsSchema.safeParse(facts)
    if (!data) return []
    const plan = await findPlan(data.plan, context)
    const pauses = activePauses(plan, todayOf(plan, context.at))
    const choices = pauses.map(pause => ({ id: pause.id, name: formatPause(pause) }))
    return offer(typed, choices)
  },
}

/** Holds the plan, since Slack does not send other inputs with a select's options request. */
const factsSchema = z.object({ plan: referenceSchema })

/** Which of several pauses to end: `resume web-prod now`, `resume web-prod all`. */
const SCOPES = {
  live: /^(?:right\s+)?(?:now|today|immediately|asap)(?![^\s.,;:!?…])\s*/i,
  all: /^all(?: of (?:them|its pauses))?(?![^\s.,;:!?…])\s*/i,
} as const
const scopeSchema = z.enum(['live', 'all']).optional()

const scope: Field<z.infer<typeof scopeSchema>, Guest> = {
  ...hiddenField(scopeSchema),
  read: ({ scope }) => value(scopeSchema.safeParse(scope).data),
  parseFrom(rest): ParseResult {
    const scope = (['live', 'all'] as const).find(each => SCOPES[each].test(rest))
    if (!scope) return { values: {}, rest }
    return { values: { scope }, rest: rest.replace(SCOPES[scope], '') }
  },
}

/** The plans to resume. A trailing `all` is the scope: `resume web-prod and web-staging all`. */
const plansToResume: Field<PlanSelection, Member> = {
  ...preferPaused(plansField),
  async parseFrom(sentence, context) {
    const [all = ''] = /(?<=\S)\s+all(?: of them)?$/i.exec(sentence) ?? []
    const parsed = await parsePlans(sentence.slice(0, sentence.length - all.length), context)
    return { ...parsed, rest: `${parsed.rest}${all}`.trim() }
  },
}

export const pauseRemove: Operation = operation({
  id: 'pause.remove',
  effect: 'write',
  doing: 'resuming',
  command: {
    words: [
      'resume',
      'pause remove',
      'unpause',
      'remove pause from',
      'cancel pause',
      'pause cancel',
      'pause end',
      'end pause',
      'lift pause',
      'undo pause',
    ],
    usage: '<plans>',
  },
  summary: 'ends the live pause of one plan, several or all, or cancels the next one',
  examples: ['resume web-prod', 'resume web-prod, web-staging and data-warehouse'],
  form: { title: 'Resume a plan', submit: 'Resume', verb: 'resume' },
  isReturn: true,
  approvedArgs: { isSure: true },
  fields: {
    plans: withoutDays(
      plansToResume,
      'a pause ends at once. To end it on another day, change its dates: “/pause change”.',
    ),
    onlyPause,
    pauses: hiddenField(z.array(pauseReferenceSchema)),
    scope,
    /** The person confirmed the plans. */
    isSure: hiddenField(z.literal(true)),
  },
  async load({ plans: selection }, context) {
    if (!selection || 'all' in selection || selection.length > 1) return { args: {} }
    const plans = await findPlans(selection, context)
    const ambiguous = plans.filter(plan => activePauses(plan, todayOf(plan, context.at)).length > 1)
    return { args: {}, facts: { plan: ambiguous.map(plan => fitReference(referenceTo(plan)))[0] } }
  },
  async prepare(args, context) {
    const { onlyPause, pauses: references, scope } = args
    const plans = await findPlans(args.plans, context)
    const [plan, another] = plans
    if (plan && !another) {
      const all = matchingPauses(plan, references, context.at)
      const pauses = onlyPause ? all.filter(({ id }) => id === onlyPause.id) : all
      if (pauses.length === 0) throw await pauseNotFound(plan, onlyPause ? [] : references, 'cancel', context)
      const live = scope === 'live' ? livePauses(pauses, todayOf(plan, context.at)) : []
      if (live.length === 0 && scope === 'live' && !onlyPause)
        return askFirst(presentExplanation(await loadExplanation(plan, context), context))
      if (live.length === 0 && scope !== 'all' && pauses.length > (references?.length ?? 1))
        return askFirst(askWhichToEnd(plan, pauses, context.at))
      return { steps: (live.length > 0 ? live : pauses).map(pause => ({ plan, pause })) }
    }
    const steps = plans.flatMap((plan): Step[] => {
      const matching = matchingPauses(plan, references, context.at)
      const pauses =
        references || scope === 'all' ? matching : livePauses(matching, todayOf(plan, context.at))
      return pauses.length > 0 ? pauses.map(pause => ({ plan, pause })) : [{ plan }]
    })
    const isAll = 'all' in args.plans
    const paused = steps.filter(({ pause }) => pause)
    const pausedPlans = plansIn(paused)
    // A button with references was shown together with its pauses.
    if (args.isSure || references || !needsConfirmation(pausedPlans.length, isAll)) return { steps }
    const pauses = `all ${formatCount(paused.length, 'pause')}`
    const count = formatCount(pausedPlans.length, isAll ? 'paused plan' : 'plan')
    const yes = scope === 'all' ? `Cancel ${pauses}` : `Resume ${isAll ? 'all ' : ''}${count}`
    const others = pausedPlans.length < plans.length ? ' The other plans stay as they are.' : ''
    const question =
      scope === 'all'
        ? mrkdwn`End or cancel ${pauses} of ${formatCount(pausedPlans.length, 'plan')}?`
        : mrkdwn`${yes}?${others}`
    const button = runButton(yes, 'pause.remove', { plans: args.plans, scope, isSure: true })
    return askFirst(askConfirmation(question, button, pausedPlans))
  },
  async execute(args, context, { prepared, ...execution }): Promise<RemovalResult> {
    const { pauses: references } = args
    const { steps } = prepared
    const [only, another] = steps
    if (only?.pause && !another) {
      await removePause(only.plan, only.pause, context)
      return { kind: 'one', plan: await tryWithState(only.plan, context), pause: only.pause }
    }
    const retry = { pauses: references, scope: args.scope, isSure: true }
    return executeSteps(
      steps,
      {
        reasonToSkip({ plan, pause }) {
          if (pause) return undefined
          if (plan.isGone) return mrkdwn`this plan is gone`
          if (plan.pausesUnread) return mrkdwn`its pauses cannot be read`
          const today = todayOf(plan, context.at)
          const until = pausedUntil(plan, today)
          if (until) return mrkdwn`still paused by another pause, until ${formatDay(until)}`
          const [nextPause] = activePauses(plan, today)
          if (!nextPause) return mrkdwn`no pause to end or cancel`
          return mrkdwn`not paused now, and the next pause stays: ${formatPause(nextPause)}`
        },
        async execute({ plan, pause }) {
          if (!pause) throw new TypeError('A step without a pause is skipped')
          await removePause(plan, pause, context)
          return pause
        },
        toResult: (results): RemovalResult => ({ kind: 'several', results, retry }),
      },
      execution,
      context,
    )
  },
  present: presentRemoval,
  record(result, { at }) {
    return removedPauses(result).map(paused => ({
      field: verbOf(paused, at),
      ...(result.kind === 'several' && { plan: paused.plan.id }),
      before: periodOf(paused.pause),
    }))
  },
  subjects: (_, { steps }, result) =>
    plansAsSubjects(result?.kind === 'several' ? withoutSkipped(result.results) : steps),
})
