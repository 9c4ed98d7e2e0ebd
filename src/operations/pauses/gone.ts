import type { Past } from '../../changes/entry.ts'
import type { Actor, Plan } from '../../core/context.ts'
import { Outdated, Refused } from '../../core/errors.ts'
import { readDay } from '../../language/dates/text.ts'
import { today } from '../../language/dates/zone.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, moment, mrkdwn } from '../../message/mrkdwn.ts'
import { sayWho } from '../history.ts'
import { latestChanges } from '../latest.ts'
import { showButton, turnButton } from '../plans/buttons.ts'
import { withState } from '../plans/described.ts'
import { sayAsScheduled } from '../plans/next-change.ts'
import { changeButton, daysMeant, resumeButton } from './buttons.ts'
import {
  BEFORE_REASON,
  clockOf,
  liveIn,
  sayPause,
  sayStillPaused,
  standingPauses,
  todayOf,
} from './standing.ts'

const WAS = ', was '

/** The days that a pause has and had, for the record. */
export const sayMoved = (now: string, was: string): string => `${now}${WAS}${was}`

/** Its inverse. */
function readMoved(said: string): { now: string; was: string | undefined } {
  const [now = '', was] = said.split(WAS)
  return { now, was }
}

/**
 * What is said where there is no pause to cancel or to change, or where the one that is meant is not there any more:
 * what became of that, as far as it is on record, and how the plan stands now.
 */
export async function gone(
  plan: Plan,
  meant: string | undefined,
  what: 'change' | 'cancel',
  me: Actor,
): Promise<Refused> {
  const name = mrkdwn`*${plan.name}*`
  if (plan.pausesUnread)
    return new Refused(
      mrkdwn`${name} has pauses that cannot be read, and among the others there is none to ${what}. Nothing was done.`,
      showButton(plan),
    )
  const now = await standsNow(plan, me)
  if (meant === undefined)
    return new Refused(
      lines(
        mrkdwn`${name} is not paused, and no pause is coming, so there is nothing to ${what}.`,
        now.scheduled,
      ),
      ...now.buttons,
    )
  const days = daysMeant(meant)?.split(BEFORE_REASON, 1)[0]
  const fate = await fateOf(plan, days, me)
  return new Outdated(
    lines(
      mrkdwn`The pause of ${name}${days ? `, ${days},` : ''} ${fate}. Nothing was done.`,
      now.paused,
      now.scheduled,
    ),
    mrkdwn`This pause ${fate}.`,
    ...now.buttons,
  )
}

/** What became of a pause of these days, in words that go on behind its name. */
async function fateOf(plan: Plan, days: string | undefined, me: Actor): Promise<Mrkdwn> {
  if (days === undefined) return mrkdwn`is gone: ${UNKNOWN}`
  const end = lastDayOf(days)
  if (end !== undefined && end < today(me.at.now, clockOf(plan, me.at))) return mrkdwn`is over`
  const past = (await latestChanges(plan, me)).find(isOf(days))
  if (!past) return mrkdwn`is gone: ${UNKNOWN}`
  const moved = past.operation === 'pause.change' && past.detail ? readMoved(past.detail).now : undefined
  return mrkdwn`is gone: ${sayWho(past.person, me.person.key)} ${
    moved === undefined ? 'cancelled it' : `changed it to ${moved}`
  } (${moment(new Date(past.askedAt))})`
}

/** The last of the days that `sayDays` says. */
const lastDayOf = (said: string) => readDay(said.replace(/^.* → | \(.*$/g, ''))

const UNKNOWN = 'it is over, or somebody cancelled or changed it'

/** Whether a change on record took a pause of these days away. */
const isOf =
  (days: string) =>
  ({ operation, detail = '' }: Past): boolean =>
    (operation === 'pause.remove' && detail.split(', ').includes(days)) ||
    (operation === 'pause.change' && readMoved(detail).was === days)

/** How a plan stands now, by its pauses and else by its schedule, and what to do about it. */
type Now = { paused: Mrkdwn; scheduled?: Mrkdwn | undefined; buttons: Button[] }

async function standsNow(plan: Plan, me: Actor): Promise<Now> {
  const [next] = standingPauses(plan, todayOf(plan, me.at))
  if (next) {
    const [live = next, ...others] = liveIn(plan, plan.pauses, me.at)
    const paused =
      sayStillPaused(plan, me.at) ?? mrkdwn`It is not paused now. Its next pause is ${sayPause(next)}`
    const change = others.length > 0 ? [] : [changeButton(plan, live)]
    return { paused, buttons: [resumeButton(plan, live, ...others), ...change, showButton(plan)] }
  }
  // Where that cannot be asked it is as scheduled, as far as anybody knows.
  const known = await withState(plan, me).catch(() => plan)
  return {
    paused: mrkdwn`It is not paused now, and no pause is coming.`,
    scheduled: sayAsScheduled(known, me.at),
    buttons: [...(known.state === 'inactive' ? [turnButton(known)] : []), showButton(plan)],
  }
}
