import type { Member, Plan, RequestTime } from '../../core/context.ts'
import { instantOf, todayIn } from '../../language/dates/zone.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type AnnouncedPause, type Reply, reply } from '../../message/reply.ts'
import { addDays, daysFrom, formatDay } from '../calendar-days.ts'
import { showButton } from '../plans/plan-field.ts'
import { clockOf, formatPause, type MadePause, overlapping, todayOf } from './active-pauses.ts'
import { formatConsequence } from './consequence.ts'
import { backMondayButtons, changeButton, type PausedPlan, resumeButton } from './pause-buttons.ts'

/** Tells the channel of a new pause, and offers what to do with it. */
export function announcePause(
  what: Mrkdwn,
  { plan, pause }: { plan: Plan; pause: MadePause },
  at: RequestTime,
  more: { note?: Mrkdwn; buttons?: readonly Button[] } = {},
): Reply {
  const text = lines(
    mrkdwn`${what}: ${formatPause(pause)}`,
    formatConsequence(plan, pause, at),
    more.note,
    formatBeginning(plan, pause, at),
    formatOverlapping(plan, pause, at),
  )
  const [last = showButton(plan)] = [...(more.buttons ?? []), ...backMondayButtons(plan, pause, at)]
  return {
    ...reply('channel', text, resumeButton(plan, pause), changeButton(plan, pause), last),
    announces: announcedPauses([{ plan, pause }], at),
  }
}

/** Pauses as announcements know them. */
export const announcedPauses = (pauses: readonly PausedPlan[], at: RequestTime): AnnouncedPause[] =>
  pauses.map(({ plan, pause: { id, from, until, remind } }) => {
    const clock = clockOf(plan, at)
    const endsAt = instantOf(addDays(until, 1), '00:00', clock).toISOString()
    return {
      organization: plan.organizationId,
      plan: plan.id,
      name: plan.name,
      id,
      from,
      until,
      endsAt,
      clock,
      remind,
    }
  })

/** What a person did with pauses that were announced before. */
export const outdatedPauses = (
  pauses: readonly PausedPlan[],
  didTo: (paused: PausedPlan) => Mrkdwn,
  { person, at }: Pick<Member, 'person' | 'at'>,
) =>
  pauses.flatMap(each =>
    announcedPauses([each], at).map(pause => ({
      ...pause,
      did: didTo(each),
      actor: person.key,
      doneAt: at.now.toISOString(),
    })),
  )

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

/** Which other pauses cover some of the days of a pause. */
export function formatOverlapping(plan: Plan, pause: MadePause, at: RequestTime): Mrkdwn | undefined {
  const [first, ...more] = overlapping(plan, pause, at)
  if (!first) return undefined
  return more.length > 0
    ? mrkdwn`:information_source: ${1 + more.length} other pauses cover some of these days, the first: ${formatPause(first)}`
    : mrkdwn`:information_source: It is also paused ${formatPause(first)}`
}
