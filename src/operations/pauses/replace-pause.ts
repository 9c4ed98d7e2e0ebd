import type { Member, Pause, Plan } from '../../core/context.ts'
import type { ValueChange } from '../../core/operation.ts'
import type { Button } from '../../message/blocks.ts'
import { type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { partial, type Reply, type Trouble } from '../../message/reply.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { formatPeriod } from '../calendar-days.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import {
  addPause,
  daysOf,
  formatPause,
  type MadePause,
  removePause,
  type WantedPause,
  withoutPauses,
} from './active-pauses.ts'
import { announcePause, outdatedPauses } from './announcement.ts'
import { resumeButton, undoChangeButton } from './pause-buttons.ts'

/** What became of the old pause; a trouble where it may still be there. */
type OldPause = 'removed' | 'gone' | Trouble
/** A pause in the place of another. */
export type Replaced = { plan: Plan; pause: MadePause; old: Pause; outcome: OldPause }

/** Adds a pause, and then removes the one in whose place it is: the plan is paused at any time. */
export async function replacePause(
  { old, ...wanted }: WantedPause & { old: Pause },
  context: Member,
  explain: (error: unknown) => Promise<Trouble>,
): Promise<Replaced> {
  const { plan } = wanted
  const pause = await addPause(wanted, context)
  const outcome = await removePause(plan, old, context).then(
    (): OldPause => 'removed',
    (error: unknown): OldPause | Promise<OldPause> =>
      error instanceof ServiceError && error.kind === 'not found' ? 'gone' : explain(error),
  )
  return { plan: await withStateOrUnread(plan, context), pause, old, outcome }
}

/** Tells the channel what was done to a pause by one in its place, and offers to undo it. */
export function presentReplaced(
  did: string,
  { plan: known, pause, old, outcome }: Replaced,
  context: Member,
): Reply {
  const { person, at, isUndo } = context
  const plan = withoutPauses(known, [old])
  const what = mrkdwn`${mention(person.user)} ${did} the pause of *${plan.name}*`
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

/** The days before and after, for the history. */
export const recordReplaced = ({ old, pause }: Replaced): ValueChange[] => [
  { field: 'period', before: daysOf(old), after: daysOf(pause) },
]
