import { periodSchema } from '../../core/args.ts'
import type { Member, Plan } from '../../core/context.ts'
import { Refused, StaleError } from '../../core/errors.ts'
import { formatActor } from '../../core/person.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, moment, mrkdwn } from '../../message/mrkdwn.ts'
import { formatPeriod } from '../calendar-days.ts'
import { formatBySchedule } from '../plans/next-change.ts'
import { showButton, turnButton } from '../plans/plan-field.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import { recentChanges } from '../show-history.ts'
import {
  activePauses,
  formatPauseOf,
  formatStillPaused,
  livePauses,
  type PauseReference,
  todayOf,
} from './active-pauses.ts'
import { changeButton, resumeButton } from './pause-buttons.ts'

/**
 * The error where a plan has no pause to cancel or to change, or the pause that is meant is gone: what became of it, as
 * far as it is on record, and how the plan stands now.
 */
export async function pauseNotFound(
  plan: Plan,
  meant: readonly PauseReference[] | undefined,
  what: 'change' | 'cancel',
  context: Member,
): Promise<Refused> {
  const name = mrkdwn`*${plan.name}*`
  if (plan.pausesUnread)
    return new Refused(
      mrkdwn`${name} has pauses that cannot be read, and among the others there is none to ${what}. Nothing was done.`,
      showButton(plan),
    )
  const now = await currentState(plan, context)
  if (!meant) {
    const none = mrkdwn`${name} is not paused, and no pause is coming, so there is nothing to ${what}.`
    return new Refused(lines(none, now.schedule), ...now.buttons)
  }
  const [reference, another] = meant
  const days = reference && 'from' in reference && !another ? reference : undefined
  const outcome = await findOutcome(plan, days, context)
  return new StaleError(
    lines(
      mrkdwn`The pause of ${name}${days ? `, ${formatPeriod(days)},` : ''} ${outcome}. Nothing was done.`,
      now.pause,
      now.schedule,
    ),
    mrkdwn`This pause ${outcome}.`,
    ...now.buttons,
  )
}

const UNKNOWN_OUTCOME = 'it is over, or somebody ended, cancelled or changed it'

/** What became of a pause: over, cancelled or changed. */
async function findOutcome(
  plan: Plan,
  days: { from: string; until: string } | undefined,
  context: Member,
): Promise<Mrkdwn> {
  if (!days) return mrkdwn`is gone: ${UNKNOWN_OUTCOME}`
  if (days.until < todayOf(plan, context.at)) return mrkdwn`is over`
  for (const { operation, actor, detail, acceptedAt } of await recentChanges(plan, context))
    for (const { plan: id = plan.id, before, after } of detail) {
      const was = periodSchema.safeParse(before).data
      if (id !== plan.id || was?.from !== days.from || was.until !== days.until) continue
      const now = operation === 'pause.change' ? periodSchema.safeParse(after).data : undefined
      const hadBegun = days.from <= todayOf(plan, { ...context.at, now: new Date(acceptedAt) })
      const did = now ? `changed it to ${formatPeriod(now)}` : hadBegun ? 'ended it' : 'cancelled it'
      return mrkdwn`is gone: ${formatActor(actor, context.person.key)} ${did} (${moment(new Date(acceptedAt))})`
    }
  return mrkdwn`is gone: ${UNKNOWN_OUTCOME}`
}

type CurrentState = { pause: Mrkdwn; schedule?: Mrkdwn | undefined; buttons: Button[] }

async function currentState(plan: Plan, context: Member): Promise<CurrentState> {
  const { at } = context
  const [next] = activePauses(plan, todayOf(plan, at))
  if (next) {
    const [live = next, ...others] = livePauses(plan, plan.pauses, at)
    const still = formatStillPaused(plan, at)
    const change = others.length > 0 ? [] : [changeButton(plan, live)]
    return {
      pause: still ?? mrkdwn`It is not paused now. Its next pause is ${formatPauseOf(plan, next, at)}`,
      buttons: [resumeButton(plan, live, ...others), ...change, showButton(plan)],
    }
  }
  const known = await withStateOrUnread(plan, context)
  return {
    pause: mrkdwn`It is not paused now, and no pause is coming.`,
    schedule: formatBySchedule(known, at),
    buttons: [...(known.state === 'inactive' ? [turnButton(known)] : []), showButton(plan)],
  }
}
