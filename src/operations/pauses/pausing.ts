import type { Actor, Pause, Plan } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import type { Moment } from '../../core/locale.ts'
import { compareDays, sayDay } from '../../language/dates/text.ts'
import { calendarDay } from '../../language/dates/zone.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { isAsMade } from '../../service/contract/pauses.ts'
import type { Period } from '../fields/days.ts'
import { showButton } from '../plans/buttons.ts'
import { changeButton, resumeButton } from './buttons.ts'
import { clockOf, othersOn, type PauseLike, sayDaysOf, sayPause, todayOf } from './standing.ts'

/** Pauses a plan; gives the pause's id where the service tells it. */
export async function add(
  plan: Plan,
  { from, until }: Period,
  reason: string,
  me: Actor,
): Promise<string | undefined> {
  const { pause_id } = await me.call('pausePlan', {
    org_id: me.organization.id,
    plan_id: plan.id,
    pause_start: from,
    pause_end: until,
    reason,
  })
  return pause_id
}

/** Takes a pause back. */
export async function remove(plan: Plan, { pause_id }: Pause, me: Actor): Promise<void> {
  await me.call('removePlanPause', { org_id: me.organization.id, plan_id: plan.id, pause_id })
}

/** The pause of a plan that has just these days and this reason. */
export const twinOf = ({ pauses }: Plan, { from, until }: Period, reason: string): Pause | undefined =>
  pauses.find(pause => isAsMade(pause, { pause_start: from, pause_end: until, reason }))

/** Twice the same is a slip of the finger, or a second try after a first one that did get through. */
export function refusePauseTwin(plan: Plan, period: Period, reason: string): void {
  const twin = twinOf(plan, period, reason)
  if (twin)
    throw new Refused(
      mrkdwn`*${plan.name}* is already paused for these days: ${sayPause(twin)}. Nothing was done.`,
      resumeButton(plan, twin),
      changeButton(plan, twin),
      showButton(plan),
    )
}

/** Asks which of several pauses of a plan is meant, by a button for each. */
export const whichOf = (question: Mrkdwn, choices: readonly Button[]): Reply =>
  reply('me', question, ...choices.map((choice): Button => ({ ...choice, how: 'turn' })))

/** What stands below what was done with a plan of whose pauses some cannot be read. */
export const UNREAD = mrkdwn`:warning: It also has pauses that cannot be read.`

export type MadePause = { plan: Plan; period: Period; reason: string; pauseId?: string }

/** Says which other pauses hold on the days of one that was made. */
function sayAlso(plan: Plan, pause: PauseLike, at: Moment): Mrkdwn | undefined {
  const [first, ...more] = othersOn(plan, pause, at)
  if (!first) return undefined
  return more.length > 0
    ? mrkdwn`:information_source: ${1 + more.length} other pauses cover some of these days, the first: ${sayPause(first)}`
    : mrkdwn`:information_source: It is also paused ${sayPause(first)}`
}

/** Says of a pause that was made that it holds nothing yet, where whoever made it may believe so, or only long from now. */
function sayNotYet(plan: Plan, { pause_start }: PauseLike, at: Moment): Mrkdwn | undefined {
  const today = todayOf(plan, at)
  const ahead = compareDays(pause_start, today)
  if (ahead > 0 && at.zone && pause_start === calendarDay(at.now, at.zone))
    return mrkdwn`:information_source: It has not begun yet: on the plan’s own clock (${clockOf(plan, at)}) it is still ${sayDay(today)}.`
  return ahead > FAR ? mrkdwn`:information_source: It begins in ${ahead} days.` : undefined
}

/** In days: a date that has just gone by is read as that of the next year. */
const FAR = 300

/** The pause that was made. */
export const pauseOf = ({ period, reason, pauseId }: Omit<MadePause, 'plan'>): PauseLike => ({
  pause_id: pauseId,
  pause_start: period.from,
  pause_end: period.until,
  reason,
})

/** What is said of a pause that was made beside what always is, and what people can do next besides. */
type Beside = { note?: Mrkdwn; buttons?: readonly Button[] }

/** Tells the channel of a pause, with what people do next. */
export function announce(
  what: Mrkdwn,
  made: MadePause,
  at: Moment,
  { note, buttons = [] }: Beside = {},
): Reply {
  const { plan } = made
  const pause = pauseOf(made)
  const text = lines(
    mrkdwn`${what}: ${sayPause(pause)}`,
    note,
    sayNotYet(plan, pause, at),
    sayAlso(plan, pause, at),
    plan.pausesUnread && UNREAD,
  )
  const usual = [resumeButton(plan, pause), changeButton(plan, pause), showButton(plan)]
  return { ...reply('channel', text, ...usual, ...buttons), detail: sayDaysOf(pause) }
}
