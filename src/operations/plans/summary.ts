import type { Member, Plan, RequestTime } from '../../core/context.ts'
import { formatFirst, formatKnown } from '../../language/counts.ts'
import { sayHours } from '../../language/dates/text.ts'
import { inHours, isClock } from '../../language/dates/zone.ts'
import { join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { states } from '../../service/contract/endpoint.ts'
import { formatDay, formatPeriod } from '../calendar-days.ts'
import { listReply } from '../pages.ts'
import { activePauses, pausedUntil, todayOf } from '../pauses/active-pauses.ts'
import { CREATE } from './plan-buttons.ts'

/** The reply where an organization has no plans. */
export const noPlans = ({ organization }: Member): Reply =>
  listReply(mrkdwn`*${organization.name}* has no plans yet.`, [], CREATE)

/** The names of plans; of many the first. */
export const formatNames = (plans: readonly Plan[]): Mrkdwn =>
  mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`

/**
 * What a plan is now; a pause counts for more than its hours. Where the service does not say whether it is turned off,
 * it is in hours by its schedule only.
 */
export type CurrentState = Hours | typeof SCHEDULED | 'paused' | 'turned off'
type Hours = 'in hours' | 'out of hours' | typeof UNKNOWN

const UNKNOWN = 'with unknown hours'
const SCHEDULED = 'in hours by schedule'

export const ICONS: Record<CurrentState, Mrkdwn> = {
  'in hours': mrkdwn`:sunny:`,
  [SCHEDULED]: mrkdwn`:calendar:`,
  'out of hours': mrkdwn`:new_moon:`,
  [UNKNOWN]: mrkdwn`:grey_question:`,
  paused: mrkdwn`:double_vertical_bar:`,
  'turned off': mrkdwn`:white_circle:`,
}

/** Whether the service says whether a plan is turned off. */
export const hasState = ({ state }: Plan): boolean => states.some(each => each === state)

/** Stands once beside plans of which the service does not say whether they are turned off. */
export const noteOn = (plans: readonly Plan[]): Mrkdwn | undefined =>
  plans.every(hasState)
    ? undefined
    : mrkdwn`Hours as scheduled: \`/plan show\` shows whether a plan is turned off.`

/** What of a plan cannot be read. */
export function formatUnreadable({ schedule, pausesUnread }: Plan, { now }: RequestTime): Mrkdwn | undefined {
  const unread = [
    schedule?.timezone !== undefined && !isClock(schedule.timezone, now) && 'a time zone',
    pausesUnread && 'pauses',
  ].filter(Boolean)
  return unread.length > 0 ? mrkdwn`:warning: ${unread.join(' and ')} that cannot be read` : undefined
}

export const stateOf = (plan: Plan, at: RequestTime): CurrentState =>
  currentState(plan, at, todayOf(plan, at)).state

type Current = { state: CurrentState; hours: Hours; until: string | undefined }

function currentState(plan: Plan, at: RequestTime, today: string): Current {
  const hours = hoursOf(plan, at)
  const until = pausedUntil(plan, today)
  if (plan.state === 'inactive') return { hours, until, state: 'turned off' }
  if (until) return { hours, until, state: 'paused' }
  return { hours, until, state: hours === 'in hours' && !hasState(plan) ? SCHEDULED : hours }
}

function hoursOf({ schedule }: Plan, { now }: RequestTime): Hours {
  const { days, start, duration } = schedule ?? { days: [] }
  if (!schedule || days.length === 0 || start === undefined || duration === undefined) return UNKNOWN
  const isOn = inHours(schedule, now)
  return isOn === undefined ? UNKNOWN : isOn ? 'in hours' : 'out of hours'
}

/** A plan in a line: its hours, its state now, the next pause, and how many resources it has. */
export function summaryOf(plan: Plan, at: RequestTime): Mrkdwn {
  const today = todayOf(plan, at)
  const current = currentState(plan, at, today)
  const next = current.until ? undefined : activePauses(plan, today)[0]
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      mrkdwn`${ICONS[current.state]} ${formatCurrent(current)}`,
      next && mrkdwn`next pause ${formatPeriod(next)}`,
      formatUnreadable(plan, at),
      mrkdwn`${formatKnown(plan.resources, 'resource')}`,
    ],
    '  ·  ',
  )
}

function formatCurrent({ state, hours, until }: Current): string {
  if (state === 'turned off') return state
  if (state === SCHEDULED) return 'in hours now by its schedule'
  const now = hours === UNKNOWN ? hours : `${hours} now`
  return until ? `${now}, paused until ${formatDay(until)}` : now
}
