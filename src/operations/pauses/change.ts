import { z } from 'zod'
import { periodSchema } from '../../core/args.ts'
import { hiddenField, reason, reshaping } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { type Button, replaceButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { partial, type Reply, reply, type Trouble } from '../../message/reply.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'
import { findPlan, knownPlans, offeringFirst, plan, planSchema } from '../plans/plan-field.ts'
import {
  duplicateOf,
  formatPause,
  type MadePause,
  matchingPauses,
  pauseReferenceSchema,
  referToPause,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { announcePause, outdatedPauses } from './announcement.ts'
import { change, formatChange } from './change-field.ts'
import { formatConsequence } from './consequence.ts'
import { pauseNotFound } from './not-found.ts'
import { anotherButton, changeToButton, resumeButton, undoChangeButton } from './pause-buttons.ts'
import {
  addPause,
  daysOf,
  PAUSED_FIRST,
  pausedFirst,
  pauseSchema,
  refuseToPause,
  removePause,
} from './pauses.ts'
import { askPeriods, possiblePeriods, type Rescheduling, refuseChange, separateDays } from './rescheduling.ts'

const preparedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('one'),
    plan: planSchema,
    old: pauseSchema,
    period: periodSchema,
    reason: z.string(),
  }),
  z.object({ kind: z.literal('which pause'), plan: planSchema, pauses: z.array(pauseSchema) }),
  z.object({
    kind: z.literal('which days'),
    plan: planSchema,
    old: pauseSchema,
    periods: z.array(periodSchema),
    separate: periodSchema.optional(),
    reason: z.string(),
  }),
])

type Prepared = z.infer<typeof preparedSchema>
/** What became of the old pause; a trouble where it may still be there. */
type OldPause = 'removed' | 'gone' | Trouble
type Changed =
  | { kind: 'changed'; plan: Plan; pause: MadePause; old: Pause; fate: OldPause }
  | {
      kind: 'question'
      prepared: Exclude<Prepared, { kind: 'one' }>
      rescheduling: Rescheduling
      reason: string
    }

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
    plan: offeringFirst(reshaping(plan), PAUSED_FIRST, pausedFirst),
    change,
    reason,
    pause: hiddenField(pauseReferenceSchema),
    isExtension: hiddenField(z.boolean()),
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
    const left = withoutPauses(plan, [old])
    return {
      until: lines(mrkdwn`:calendar: ${formatPeriod(period)}`, formatConsequence(left, period, context.at)),
    }
  },
  prepared: preparedSchema,
  async prepare(
    { plan: reference, change, reason: given, pause, isExtension = false },
    context,
  ): Promise<Prepared> {
    const plan = await findPlan(reference, context)
    const today = todayOf(plan, context.at)
    const rescheduling = { change, isExtension }
    const references = pause?.plan === plan.id ? [pause] : undefined
    const [old, ...others] = matchingPauses(plan, references, context.at)
    if (!old) throw await pauseNotFound(plan, references, 'change', context)
    if (others.length > 0) return chooseAmong(plan, [old, ...others], rescheduling, given, today)
    if (change.kind === 'days' && change.from < today && change.from !== old.from)
      throw new FieldIssue('from', `${formatDay(change.from)} is in the past.`)
    const [period, ...more] = possiblePeriods(rescheduling, old, today)
    if (!period) throw refuseChange(rescheduling, plan, old, today)
    // A form or a button holds the reason of the pause; a sentence without one keeps it.
    const reason = references ? given : given || (old.reason ?? '')
    const separate = separateDays(rescheduling, old, today)
    if (more.length > 0 || separate)
      return { kind: 'which days', plan, old, periods: [period, ...more], separate, reason }
    refuseToPause(plan, period, reason, context.at)
    return { kind: 'one', plan, old, period, reason }
  },
  async execute({ change, reason, isExtension = false }, context, { prepared, explain }): Promise<Changed> {
    if (prepared.kind !== 'one')
      return { kind: 'question', prepared, rescheduling: { change, isExtension }, reason }
    const { plan, old, period } = prepared
    const pause = await addPause(plan, period, prepared.reason, context)
    const fate = await removePause(plan, old, context).then(
      (): OldPause => 'removed',
      (error: unknown): OldPause => (isGone(error) ? 'gone' : explain(error)),
    )
    return { kind: 'changed', plan, pause, old, fate }
  },
  present: (result, context) =>
    result.kind === 'changed' ? presentChanged(result, context) : presentQuestion(result),
  record: result =>
    result.kind === 'changed'
      ? [{ field: 'period', before: daysOf(result.old), after: daysOf(result.pause) }]
      : [],
})

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'not found'

/** Offers the pauses that can get such days. */
function chooseAmong(
  plan: Plan,
  all: readonly Pause[],
  rescheduling: Rescheduling,
  given: string,
  today: string,
): Prepared {
  const { change } = rescheduling
  // An end before the beginning of one pause is meant of another.
  const begun = all.filter(pause => change.kind !== 'until' || change.until >= pause.from)
  const pauses = (begun.length > 0 ? begun : all).filter(pause =>
    possiblePeriods(rescheduling, pause, today).some(
      period => !duplicateOf(plan, period, given || (pause.reason ?? '')),
    ),
  )
  if (pauses.length > 0) return { kind: 'which pause', plan, pauses }
  const [same] = all.flatMap(pause =>
    possiblePeriods(rescheduling, pause, today).flatMap(
      period => duplicateOf(plan, period, given || (pause.reason ?? '')) ?? [],
    ),
  )
  const why = same
    ? mrkdwn`The pause of *${plan.name}*, ${formatPeriod(same)}, ${change.kind === 'until' ? 'already ends then' : 'already has these days'}, and no other pause of it can be changed that way.`
    : mrkdwn`No pause of *${plan.name}* can be changed that way (${formatChange(change)}).`
  throw new Refused(mrkdwn`${why} Nothing was changed. \`/pause list\` has *Change dates* for each.`)
}

function presentQuestion({ prepared, rescheduling, reason }: Extract<Changed, { kind: 'question' }>): Reply {
  const { plan } = prepared
  const { change, isExtension } = rescheduling
  if (prepared.kind === 'which pause') {
    const days = isExtension && change.kind === 'days' ? { ...change, kind: 'added' as const } : change
    return ask(
      mrkdwn`*${plan.name}* has several pauses. Which one should be ${formatChange(days)}?`,
      prepared.pauses.map(pause =>
        changeToButton(formatPause(pause), plan, pause, days, reason || (pause.reason ?? '')),
      ),
    )
  }
  const { old, periods, separate } = prepared
  return ask(askPeriods(plan, old, separate), [
    ...periods.map(period =>
      changeToButton(formatPeriod(period), plan, old, { kind: 'days', ...period }, prepared.reason),
    ),
    ...(separate ? [anotherButton(plan, separate, prepared.reason)] : []),
  ])
}

/** A question for the person alone; the answer takes its place. */
const ask = (question: Mrkdwn, choices: readonly Button[]): Reply =>
  reply('me', question, ...choices.map(({ text, operation, args }) => replaceButton(text, operation, args)))

function presentChanged(
  { pause, old, fate, ...changed }: Extract<Changed, { kind: 'changed' }>,
  context: Member,
): Reply {
  const { person, at, isUndo } = context
  const plan = withoutPauses(changed.plan, [old])
  const what = mrkdwn`${mention(person.user)} ${isUndo ? 'undid the change of' : 'changed'} the pause of *${plan.name}*`
  const isSameReason = (old.reason ?? '') === pause.reason
  const days = formatPeriod(old)
  const note = formatFate(fate, isSameReason ? days : formatPause(old))
  const announce = (...buttons: Button[]) => announcePause(what, { plan, pause }, at, { note, buttons })
  const toDays = () => mrkdwn`changed to ${formatPeriod(pause)}`
  const outdates = outdatedPauses([{ plan, pause: old }], toDays, { person, at })
  if (fate === 'removed')
    return { ...announce(...(isUndo ? [] : undoChangeButton(plan, pause, old, at))), outdates }
  if (fate === 'gone') return announce()
  return {
    ...announce({ ...resumeButton(plan, old), text: 'Remove the old pause' }),
    ...partial(mrkdwn`removing the old pause of *${plan.name}*, ${days}`, fate),
  }
}

function formatFate(fate: OldPause, days: string): Mrkdwn {
  if (fate === 'removed') return mrkdwn`It was ${days}.`
  if (fate === 'gone')
    return mrkdwn`:warning: Meanwhile somebody else ended, cancelled or changed the old pause, ${days}. Please check whether both are wanted.`
  return fate.isCertain
    ? mrkdwn`:warning: The old pause, ${days}, could not be removed and still stands. Please remove it.`
    : mrkdwn`:warning: The old pause, ${days}, may still stand. Please check, and remove it if so.`
}
