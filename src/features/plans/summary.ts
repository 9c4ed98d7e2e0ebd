import type { At, Plan } from '../../person.ts'
import { join, type Mrkdwn, mrkdwn } from '../../slack/mrkdwn.ts'
import { sayDay, sayDays, sayHours } from '../../time/text.ts'
import { inHours } from '../../time/zone.ts'
import { pausedUntil, standingPauses, todayOf } from '../pauses/standing.ts'

/** What a plan is right now; a pause counts for more than the hours that it falls into. */
export type State = 'in hours' | 'out of hours' | 'paused' | 'inactive'

/** The sign that stands before a state. */
export const ICONS: Record<State, string> = {
  'in hours': ':large_green_circle:',
  'out of hours': ':new_moon:',
  paused: ':double_vertical_bar:',
  inactive: ':white_circle:',
}

/** What a plan is at an instant, by the clock of its schedule; out of hours where it has none. */
export function stateOf(plan: Plan, at: At): State {
  if (plan.state === 'inactive') return 'inactive'
  if (pausedUntil(plan, todayOf(plan, at))) return 'paused'
  return plan.schedule && inHours(plan.schedule, at.now) ? 'in hours' : 'out of hours'
}

/** A plan in a line: its hours, what it is now, the pause that comes, and how many resources it has. */
export function summaryOf(plan: Plan, at: At): Mrkdwn {
  const today = todayOf(plan, at)
  const until = pausedUntil(plan, today)
  const coming = until ? undefined : standingPauses(plan, today)[0]
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      mrkdwn`${ICONS[stateOf(plan, at)]} ${sayState(plan, at, until)}`,
      coming && mrkdwn`pause coming ${sayDays(coming.pause_start, coming.pause_end)}`,
      mrkdwn`${plan.resources} ${plan.resources === 1 ? 'resource' : 'resources'}`,
    ],
    '  ·  ',
  )
}

function sayState({ state, schedule }: Plan, { now }: At, pausedUntil: string | undefined): string {
  if (state === 'inactive') return state
  const hours = schedule ? `${inHours(schedule, now) ? 'in' : 'out of'} hours now` : 'no hours'
  return pausedUntil ? `${hours}, paused until ${sayDay(pausedUntil)}` : hours
}
