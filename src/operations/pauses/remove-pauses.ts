import { z } from 'zod'
import { type Reference, referenceSchema, referenceTo } from '../../core/args.ts'
import { hiddenField, reshaping, selectInput } from '../../core/common-fields.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import {
  type Field,
  fitReference,
  formatReference,
  type ParseResult,
  parseReference,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import { operation } from '../../core/operation.ts'
import { offer } from '../../core/reference-field.ts'
import { type Button, formButton, hasRoom } from '../../message/blocks.ts'
import { join, lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { explainDays, formatDay } from '../calendar-days.ts'
import { formatBySchedule } from '../plans/next-change.ts'
import { showButton } from '../plans/plan-buttons.ts'
import { findPlan, findPlans, offeringFirst, planSchema, plans, plansArgs } from '../plans/plan-field.ts'
import {
  activePauses,
  formatPause,
  formatPauseOf,
  formatStillPaused,
  isLive,
  livePauses,
  matchingPauses,
  overlapping,
  PAUSED_FIRST,
  type PauseReference,
  pausedFirst,
  pausedUntil,
  pauseReferenceSchema,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { outdatedPauses } from './announcement.ts'
import { UNREAD_PAUSES } from './consequence.ts'
import {
  type CountOf,
  doneIn,
  type Entry,
  executeSteps,
  type StepResult,
  stepsReply,
  subjectsIn,
} from './each-plan.ts'
import { pauseNotFound } from './not-found.ts'
import { type PausedPlan, pauseAgainButtons, plansButtons, resumeButton } from './pause-buttons.ts'
import { daysOf, pauseSchema, removePause } from './replace-pause.ts'

const cancellationSchema = z.object({ plan: planSchema, pause: pauseSchema.optional() })
type Cancellation = z.infer<typeof cancellationSchema>

type Removed =
  | { kind: 'one'; plan: Plan; pause: Pause }
  | { kind: 'question'; plan: Plan; pauses: readonly Pause[] }
  | {
      kind: 'several'
      results: StepResult[]
      unread: number
      references: readonly PauseReference[] | undefined
    }

/** Which of several pauses of a plan are meant: `resume web-prod now`, `resume web-prod all`. */
type Scope = 'live' | 'all'

const SCOPES: Readonly<Record<Scope, RegExp>> = {
  live: /^(?:right\s+)?(?:now|today|immediately|asap)(?![^\s.,;:!?…])\s*/i,
  all: /^all(?: of (?:them|its pauses))?(?![^\s.,;:!?…])\s*/i,
}

const scope: Field<Scope | undefined, Member> = {
  schema: z.enum(['live', 'all']).optional(),
  inputs: [],
  read: ({ scope }) => value(scope === 'live' || scope === 'all' ? scope : undefined),
  format: () => ({}),
  parseFrom(rest): ParseResult {
    const match = (['live', 'all'] as const).find(each => SCOPES[each].test(rest))
    if (!match) return { values: {}, rest }
    return { values: { scope: match }, rest: rest.replace(SCOPES[match], '') }
  },
}

/** One of several pauses of a plan, picked in a form: its name is how people read it. */
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
  async options(typed, context, { facts }) {
    const { data } = factsSchema.safeParse(facts)
    if (!data) return []
    const plan = await findPlan(data.plan, context)
    const pauses = activePauses(plan, todayOf(plan, context.at))
    return offer(
      typed,
      pauses.map(pause => ({ id: pause.id, name: formatPause(pause) })),
    )
  },
}

/** What a form knows of its plan: Slack tells a select nothing of the other inputs. */
const factsSchema = z.object({ plan: referenceSchema })

export const pauseRemove = operation({
  id: 'pause.remove',
  effect: 'write',
  doing: 'resuming',
  access: 'member',
  command: {
    words: [
      'resume',
      'pause remove',
      'unpause',
      'remove pause from',
      'cancel pause',
      'end pause',
      'lift pause',
    ],
    usage: '<plans> [now | all]',
  },
  help: {
    summary: 'ends the live pause of one plan, several or all, or cancels the next one',
    examples: ['resume web-prod', 'resume web-prod, web-staging and data-warehouse'],
  },
  form: { title: 'Resume a plan', submit: 'Resume' },
  isReturn: true,
  explainRest: explainDays(
    () => 'a pause ends at once. To end it on another day, change its dates: “/pause change”.',
  ),
  fields: {
    plans: offeringFirst(reshaping(plans), PAUSED_FIRST, pausedFirst),
    onlyPause,
    pauses: hiddenField(z.array(pauseReferenceSchema)),
    scope,
  },
  async load({ plans: selection }, context) {
    if (!selection || 'all' in selection || selection.length > 1) return { args: {} }
    const { plans } = await findPlans(selection, context)
    const several = plans.filter(plan => activePauses(plan, todayOf(plan, context.at)).length > 1)
    return { args: {}, facts: { plan: several.map(plan => fitReference(referenceTo(plan)))[0] } }
  },
  prepared: z.object({
    steps: z.array(cancellationSchema),
    unread: z.number(),
    /** Which of the pauses of the only plan is meant has to be asked. */
    isUnclear: z.boolean(),
  }),
  async prepare({ plans: selection, onlyPause, pauses, scope }, context) {
    const references = referencesOf({ onlyPause, pauses })
    const { plans, unread } = await findPlans(selection, context)
    const [plan, another] = plans
    if (plan && !another && unread === 0) {
      const pauses = matchingPauses(plan, references, context.at)
      if (pauses.length === 0) throw await pauseNotFound(plan, references, 'cancel', context)
      const live = livePauses(plan, pauses, context.at)
      const meant = scope === 'live' && live.length > 0 ? live : pauses
      const isSaid = scope === 'all' || meant === live || areIds(references)
      return { steps: meant.map(pause => ({ plan, pause })), unread, isUnclear: meant.length > 1 && !isSaid }
    }
    const steps = plans.flatMap((plan): Cancellation[] => {
      const pauses =
        scope === 'all'
          ? matchingPauses(plan, references, context.at)
          : pausesToCancel(plan, references, context.at)
      return pauses.length > 0 ? pauses.map(pause => ({ plan, pause })) : [{ plan }]
    })
    return { steps, unread, isUnclear: false }
  },
  async execute(args, context, { prepared, ...execution }): Promise<Removed> {
    const references = referencesOf(args)
    const { steps, unread, isUnclear } = prepared
    const [only, another] = steps
    if (only && isUnclear) {
      const pauses = steps.flatMap(({ pause }) => pause ?? [])
      return { kind: 'question', plan: only.plan, pauses }
    }
    if (only?.pause && !another && unread === 0) {
      await removePause(only.plan, only.pause, context)
      return { kind: 'one', plan: only.plan, pause: only.pause }
    }
    const several = (results: StepResult[]): Removed => ({ kind: 'several', results, unread, references })
    const checked = steps.map(step => ({
      ...step,
      skip: step.pause ? undefined : reasonToSkip(step.plan, references, context.at),
    }))
    const results = await executeSteps(
      checked,
      { ...execution, report: results => execution.report(several(results)) },
      async ({ plan, pause }) => {
        if (!pause) throw new TypeError('A step without a pause is skipped')
        await removePause(plan, pause, context)
        return pause
      },
    )
    return several(results)
  },
  present(result, context) {
    if (result.kind === 'question') return askWhich(result, context.at)
    const reply = result.kind === 'one' ? presentOne(result, context) : presentSeveral(result, context)
    const didTo = (paused: PausedPlan) => mrkdwn`${verbOf(paused, context.at)}`
    return { ...reply, outdates: outdatedPauses(removedBy(result), didTo, context) }
  },
  record(result, { at }) {
    const removed = removedBy(result).map(paused => ({
      field: verbOf(paused, at),
      ...(result.kind === 'several' && { plan: paused.plan.id }),
      before: daysOf(paused.pause),
    }))
    return [...new Map(removed.map(each => [JSON.stringify(each), each])).values()]
  },
  subjects: (_, { steps }, result) => subjectsIn(result?.kind === 'several' ? result.results : steps),
})

/** The pauses that are meant: the one that was picked, or those of a button. */
const referencesOf = ({
  onlyPause,
  pauses,
}: {
  onlyPause: Reference | undefined
  pauses: PauseReference[] | undefined
}): PauseReference[] | undefined => (onlyPause ? [{ id: onlyPause.id }] : pauses)

/** A pause that has begun is ended, another one cancelled. */
const verbOf = ({ plan, pause }: PausedPlan, at: RequestTime) =>
  isLive(pause, todayOf(plan, at)) ? 'ended' : 'cancelled'

function removedBy(result: Removed): PausedPlan[] {
  if (result.kind === 'question') return []
  return result.kind === 'one' ? [result] : doneIn(result.results)
}

/** Whether references name each pause, and not the one that is to be found among them. */
const areIds = (references: readonly PauseReference[] | undefined): boolean =>
  references !== undefined && references.length > 0 && references.every(({ id }) => id !== undefined)

/** The pauses of one plan among several: those that are meant, else all that are live. */
function pausesToCancel(
  plan: Plan,
  references: readonly PauseReference[] | undefined,
  at: RequestTime,
): readonly Pause[] {
  const pauses = matchingPauses(plan, references, at)
  if (references === undefined) return livePauses(plan, pauses, at)
  return areIds(references) || pauses.length === 1 ? pauses : []
}

function reasonToSkip(
  plan: Plan,
  references: readonly PauseReference[] | undefined,
  at: RequestTime,
): Mrkdwn {
  const [next] = matchingPauses(plan, references, at)
  if (plan.pausesUnread) return mrkdwn`its pauses cannot be read`
  if (!next) return mrkdwn`no pause to end or cancel`
  return references === undefined
    ? mrkdwn`not paused now, and the next pause stays: ${formatPause(next)}`
    : mrkdwn`several pauses, so none was ended or cancelled`
}

/** Asks which of several pauses of a plan is meant. */
function askWhich({ plan, pauses }: Extract<Removed, { kind: 'question' }>, at: RequestTime): Reply {
  const live = livePauses(plan, pauses, at)
  const now: Button[] =
    live.length > 0 ? [{ ...resumeButton(plan, ...live), how: 'replace', style: 'primary' }] : []
  const all: Button[] =
    live.length < pauses.length
      ? [{ ...resumeButton(plan, ...pauses), how: 'replace', text: `Cancel all ${pauses.length}` }]
      : []
  const one = formButton('Choose one', 'pause.remove', plansArgs([plan]))
  const verb = live.length === 0 ? 'cancel' : live.length === pauses.length ? 'end' : 'end or cancel'
  const question = mrkdwn`*${plan.name}* has ${pauses.length} pauses${formatLive(live.length, pauses.length)}. Which one do you want to ${verb}?`
  return reply('me', question, ...[...now, ...all].filter(hasRoom), one)
}

/** How many of several pauses are live: those begin first. */
function formatLive(count: number, all: number): string {
  if (count === 0) return ', and none of them is live yet'
  if (count === all) return count === 2 ? ', and both are live' : ', and all of them are live'
  return count === 1 ? ', and the first is live' : `, and the first ${count} are live`
}

function presentOne({ plan, pause }: Extract<Removed, { kind: 'one' }>, { person, at }: Member): Reply {
  const left = withoutPauses(plan, [pause])
  const today = todayOf(plan, at)
  const still = formatStillPaused(left, at)
  const wasLive = isLive(pause, today)
  const [next] = wasLive ? activePauses(left, today) : overlapping(plan, pause, at)
  const did = !wasLive
    ? mrkdwn`cancelled the upcoming pause of *${plan.name}*`
    : still
      ? mrkdwn`ended a pause of *${plan.name}*`
      : mrkdwn`resumed *${plan.name}* and ended its pause`
  const text = lines(
    mrkdwn`${mention(person.user)} ${did}: ${formatPause(pause)}`,
    wasLive && !still ? formatBySchedule(left, at) : undefined,
    still ?? (next && mrkdwn`:information_source: It will be paused again ${formatPauseOf(left, next, at)}`),
    plan.pausesUnread && UNREAD_PAUSES,
  )
  const resume = still ? [resumeButton(plan, ...livePauses(left, left.pauses, at))] : []
  return reply('channel', text, ...resume, ...pauseAgainButtons([{ plan, pause }], at), showButton(plan))
}

function presentSeveral(
  { results, unread, references }: Extract<Removed, { kind: 'several' }>,
  { person, at }: Member,
): Reply {
  const upcoming = results.filter(
    ({ plan, outcome }) => outcome.kind === 'skipped' && activePauses(plan, todayOf(plan, at)).length > 0,
  )
  return stepsReply(
    { person, results, unread, doing: 'resuming', done: 'resumed' },
    (cancelled, countOf) => tellCancelled(cancelled, countOf, at),
    ({ done, failed }) => [
      ...plansButtons('Retry failed', 'pause.remove', failed, () =>
        references ? { pauses: references } : {},
      ),
      ...pauseAgainButtons(done, at),
      ...plansButtons('Show pauses', 'pause.list', upcoming, () => ({})),
    ],
  )
}

/** Tells which plans are resumed, of which upcoming pauses are cancelled, and which are still paused or will be again. */
function tellCancelled(cancelled: readonly PausedPlan[], countOf: CountOf, at: RequestTime) {
  const plans = new Map(cancelled.map(({ plan }) => [plan.id, plan]))
  const fates = [...plans.values()].map(plan => {
    const pauses = cancelled.filter(each => each.plan.id === plan.id).map(({ pause }) => pause)
    const today = todayOf(plan, at)
    const left = withoutPauses(plan, pauses)
    const until = pausedUntil(left, today)
    return { plan, pauses, left, until, wasLive: pauses.some(pause => isLive(pause, today)) }
  })
  const upcoming = fates.filter(({ wasLive }) => !wasLive).length
  const resumed = fates.filter(({ wasLive, until }) => wasLive && until === undefined).length
  const did = [
    resumed > 0 ? mrkdwn`resumed ${countOf(resumed)}` : undefined,
    upcoming > 0 ? mrkdwn`cancelled upcoming pauses of ${countOf(upcoming)}` : undefined,
  ]
  const each = fates.flatMap(({ plan, pauses, left, until, wasLive }): Entry[] => {
    const [next] = wasLive ? activePauses(left, todayOf(plan, at)) : []
    const then =
      until !== undefined
        ? mrkdwn`; still paused until ${formatDay(until)}`
        : next && mrkdwn`; it will be paused again ${formatPauseOf(left, next, at)}`
    return pauses.map(pause => ({
      sign: until === undefined ? 'done' : 'failed',
      name: plan.name,
      why: mrkdwn`${verbOf({ plan, pause }, at)} ${formatPause(pause)}${then ?? ''}`,
    }))
  })
  const ended = mrkdwn`ended pauses of ${countOf(fates.length)}`
  return { did: resumed + upcoming > 0 ? join(did, ' and ') : ended, each }
}
