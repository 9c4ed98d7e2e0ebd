import type { Actor, Plan } from '../../core/context.ts'
import type { Moment } from '../../core/locale.ts'
import { sayFirst } from '../../language/counts.ts'
import { sayDay, sayDays, sayHours } from '../../language/dates/text.ts'
import { inHours, isClock } from '../../language/dates/zone.ts'
import { join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { states } from '../../service/contract/endpoint.ts'
import { listReply } from '../pages.ts'
import { pausedUntil, standingPauses, todayOf } from '../pauses/standing.ts'
import { countResources } from '../resources/naming.ts'
import { CREATE } from './buttons.ts'

/** What is said where there is nothing to sum up. */
export const noPlans = ({ organization }: Actor): Reply =>
  listReply(mrkdwn`*${organization.name}* has no plans yet.`, [], CREATE)

/** The names of plans in a sentence; of many the first. */
export const namesOf = (plans: readonly Plan[]): Mrkdwn =>
  mrkdwn`*${sayFirst(plans.map(({ name }) => name))}*`

/**
 * What a plan is right now; a pause counts for more than the hours that it falls into. Where the service does not say
 * whether it is turned off nobody knows more of its hours than the schedule.
 */
export type State = Hours | typeof SCHEDULED | 'paused' | 'turned off'
type Hours = 'in hours' | 'out of hours' | typeof UNKNOWN

const UNKNOWN = 'with unknown hours'
const SCHEDULED = 'in hours by schedule'

/** The sign that stands before a state. */
export const ICONS: Record<State, string> = {
  'in hours': ':sunny:',
  [SCHEDULED]: ':calendar:',
  'out of hours': ':new_moon:',
  [UNKNOWN]: ':grey_question:',
  paused: ':double_vertical_bar:',
  'turned off': ':white_circle:',
}

/**
 * What has to stand once beside plans of which the service does not say whether they are turned off: as a rule its list
 * does not, and only the description of a plan does.
 */
export function noteOn(plans: readonly Plan[]): Mrkdwn | undefined {
  return plans.every(isTold) ? undefined : NOTE
}

/** Whether the service says of a plan whether it is turned off. */
export const isTold = ({ state }: Plan): boolean => states.some(each => each === state)

const NOTE = mrkdwn`Hours as scheduled: \`/plan show\` shows whether a plan is turned off.`

/** What stands beside a plan of which the service tells something in a way that cannot be read. */
export function sayUnreadOf({ schedule, pausesUnread }: Plan, { now }: Moment): Mrkdwn | undefined {
  const unread = [
    schedule?.timezone !== undefined && !isClock(schedule.timezone, now) && 'a time zone',
    pausesUnread && 'pauses',
  ].filter(Boolean)
  return unread.length > 0 ? mrkdwn`:warning: ${unread.join(' and ')} that cannot be read` : undefined
}

/** What a plan is at an instant, by the clock of its schedule. */
export function stateOf(plan: Plan, at: Moment): State {
  return nowOf(plan, at).state
}

type Now = { state: State; hours: Hours; until: string | undefined }

function nowOf(plan: Plan, at: Moment, today = todayOf(plan, at)): Now {
  const hours = hoursOf(plan, at)
  const until = pausedUntil(plan, today)
  if (plan.state === 'inactive') return { hours, until, state: 'turned off' }
  if (until) return { hours, until, state: 'paused' }
  return { hours, until, state: hours === 'in hours' && !isTold(plan) ? SCHEDULED : hours }
}

function hoursOf({ schedule }: Plan, { now }: Moment): Hours {
  const { days, start, duration } = schedule ?? { days: [] }
  if (!schedule || days.length === 0 || start === undefined || duration === undefined) return UNKNOWN
  const isOn = inHours(schedule, now)
  return isOn === undefined ? UNKNOWN : isOn ? 'in hours' : 'out of hours'
}

/** A plan in a line: its hours, what it is now, the pause that comes, and how many resources it has. */
export function summaryOf(plan: Plan, at: Moment): Mrkdwn {
  const today = todayOf(plan, at)
  const now = nowOf(plan, at, today)
  const coming = now.until ? undefined : standingPauses(plan, today)[0]
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      mrkdwn`${ICONS[now.state]} ${sayState(now)}`,
      coming && mrkdwn`next pause ${sayDays(coming.pause_start, coming.pause_end)}`,
      sayUnreadOf(plan, at),
      mrkdwn`${countResources(plan.resources)}`,
    ],
    '  ·  ',
  )
}

function sayState({ state, hours, until }: Now): string {
  if (state === 'turned off') return state
  if (state === SCHEDULED) return 'in hours now by its schedule'
  const said = hours === UNKNOWN ? hours : `${hours} now`
  return until ? `${said}, paused until ${sayDay(until)}` : said
}
