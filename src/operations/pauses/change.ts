import { z } from 'zod'
import { type Period, periodSchema } from '../../core/args.ts'
import { hiddenField, reason, reshaping } from '../../core/common-fields.ts'
import type { Member, Pause, Plan } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { leadSchema, partial, type Reply, type Trouble } from '../../message/reply.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'
import { changed } from '../edit-conflicts.ts'
import { findPlan, plan, planSchema } from '../plans/plan-field.ts'
import { knownPlans, offeringOnly } from '../plans/plan-selection.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import {
  daysOf,
  duplicateOf,
  endOfFirstDay,
  formatPause,
  type MadePause,
  matchingPauses,
  PAUSED_FIRST,
  pausedFirst,
  pauseReferenceSchema,
  pauseSchema,
  referToPause,
  todayOf,
  withoutPauses,
} from './active-pauses.ts'
import { announcePause, formatConsequence, outdatedPauses } from './announcement.ts'
import {
  change,
  formatChange,
  isAdded,
  possiblePeriods,
  type Rescheduling,
  refuseChange,
  separateDays,
} from './change-field.ts'
import { anotherButton, ask, changeToButton, resumeButton, undoChangeButton } from './pause-buttons.ts'
import { addPause, refuseToPause } from './pause-plans.ts'
import { removePause } from './remove-pauses.ts'
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
  present: presentReplaced,
  record: ({ old, pause }) => [{ field: 'period', before: daysOf(old), after: daysOf(pause) }],
})

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

/** What became of the old pause; a trouble where it may still be there. */
type OldPause = 'removed' | 'gone' | Trouble
/** A pause in the place of another. */
type Replaced = { plan: Plan; pause: MadePause; old: Pause; outcome: OldPause }

type Replacement = { plan: Plan; old: Pause; period: Period; reason: string; remind?: MadePause['remind'] }

/** Adds a pause, and then removes the one in whose place it is: the plan is paused at any time. */
async function replacePause(
  { plan, old, period, reason, remind }: Replacement,
  context: Member,
  explain: (error: unknown) => Promise<Trouble>,
): Promise<Replaced> {
  const pause = { ...(await addPause(plan, period, reason, context)), remind }
  const outcome = await removePause(plan, old, context).then(
    (): OldPause => 'removed',
    (error: unknown): OldPause | Promise<OldPause> => (isGone(error) ? 'gone' : explain(error)),
  )
  return { plan: await withStateOrUnread(plan, context), pause, old, outcome }
}

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'not found'

/** Tells the channel what was done to a pause by one in its place, and offers to undo it. */
function presentReplaced({ pause, old, outcome, ...replaced }: Replaced, context: Member): Reply {
  const { person, at, isUndo } = context
  const plan = withoutPauses(replaced.plan, [old])
  const what = mrkdwn`${mention(person.user)} ${changed(context)} the pause of *${plan.name}*`
  const isSameReason = (old.reason ?? '') === pause.reason
  const days = formatPeriod(old)
  const note = formatOutcome(outcome, isSameReason ? days : formatPause(old))
  const announce = (...buttons: Button[]) => announcePause(what, { plan, pause }, at, { note, buttons })
  const toDays = () => mrkdwn`changed to ${formatPeriod(pause)}`
  const outdates = outdatedPauses([{ plan, pause: old }], toDays, { person, at })
  if (outcome === 'removed')
    return { ...announce(...(isUndo ? [] : undoChangeButton(plan, pause, old, at))), outdates }
  if (outcome === 'gone') return announce()
  return {
    ...announce({ ...resumeButton(plan, old), text: 'Remove the old pause' }),
    ...partial(mrkdwn`removing the old pause of *${plan.name}*, ${days}`, outcome),
  }
}

function formatOutcome(outcome: OldPause, days: string): Mrkdwn {
  if (outcome === 'removed') return mrkdwn`It was ${days}.`
  if (outcome === 'gone')
    return mrkdwn`:warning: Meanwhile somebody else ended, cancelled or changed the old pause, ${days}. Please check whether both are wanted.`
  return outcome.isCertain
    ? mrkdwn`:warning: The old pause, ${days}, could not be removed and still stands. Please remove it.`
    : mrkdwn`:warning: The old pause, ${days}, may still stand. Please check, and remove it if so.`
}
