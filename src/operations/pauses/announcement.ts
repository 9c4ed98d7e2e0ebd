import type { Plan, RequestTime } from '../../core/context.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { daysFrom, formatDay, todayIn } from '../calendar-days.ts'
import { showButton } from '../plans/plan-buttons.ts'
import { clockOf, formatPause, type MadePause, overlapping, todayOf } from './active-pauses.ts'
import { changeButton, resumeButton } from './pause-buttons.ts'

/** Stands below what was done with a plan of whose pauses some cannot be read. */
export const UNREAD_PAUSES = mrkdwn`:warning: It also has pauses that cannot be read.`

/** Tells the channel of a new pause, and offers what to do with it. */
export function announcePause(
  what: Mrkdwn,
  { plan, pause }: { plan: Plan; pause: MadePause },
  at: RequestTime,
  more: { note?: Mrkdwn; buttons?: readonly Button[] } = {},
): Reply {
  const text = lines(
    mrkdwn`${what}: ${formatPause(pause)}`,
    more.note,
    formatBeginning(plan, pause, at),
    formatOverlapping(plan, pause, at),
    plan.pausesUnread && UNREAD_PAUSES,
  )
  const { buttons: [last = showButton(plan)] = [] } = more
  return reply('channel', text, resumeButton(plan, pause), changeButton(plan, pause), last)
}

/** That a pause from today on has not begun on the plan's clock, or that one begins long from now. */
function formatBeginning(plan: Plan, { from }: MadePause, at: RequestTime): Mrkdwn | undefined {
  const today = todayOf(plan, at)
  const days = daysFrom(today, from)
  if (days > 0 && at.zone && from === todayIn(at.zone, at.now))
    return mrkdwn`:information_source: It has not begun yet: on the plan’s own clock (${clockOf(plan, at)}) it is still ${formatDay(today)}.`
  return days > MANY_DAYS ? mrkdwn`:information_source: It begins in ${days} days.` : undefined
}

/** A date that has just gone by is read as that of the next year. */
const MANY_DAYS = 300

function formatOverlapping(plan: Plan, pause: MadePause, at: RequestTime): Mrkdwn | undefined {
  const [first, ...more] = overlapping(plan, pause, at)
  if (!first) return undefined
  return more.length > 0
    ? mrkdwn`:information_source: ${1 + more.length} other pauses cover some of these days, the first: ${formatPause(first)}`
    : mrkdwn`:information_source: It is also paused ${formatPause(first)}`
}
