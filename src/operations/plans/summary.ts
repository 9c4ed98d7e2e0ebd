import type { Member, Plan, RequestTime } from '../../core/context.ts'
import { formatActor } from '../../core/person.ts'
import { formatFirst, formatKnown } from '../../language/counts.ts'
import { sayHours } from '../../language/dates/text.ts'
import { isClock } from '../../language/dates/zone.ts'
import { join, type Mrkdwn, moment, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { formatShortDay, formatShortPeriod } from '../calendar-days.ts'
import { listReply } from '../pages.ts'
import { activePauses, livePauses, todayOf } from '../pauses/active-pauses.ts'
import { formatNextChange } from './next-change.ts'
import { CREATE } from './plan-field.ts'
import { type PlanState, type PlanWithState, stateOf } from './plan-states.ts'

/** The reply where an organization has no plans. */
export const noPlans = ({ organization }: Member): Reply =>
  listReply(mrkdwn`*${organization.name}* has no plans yet.`, [], CREATE)

/** The names of plans; of many the first. */
export const formatNames = (plans: readonly Plan[]): Mrkdwn =>
  mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`

const ICONS: Record<PlanState, Mrkdwn> = {
  'running now': mrkdwn`:sunny:`,
  'outside hours': mrkdwn`:new_moon:`,
  'not known': mrkdwn`:grey_question:`,
  paused: mrkdwn`:double_vertical_bar:`,
  off: mrkdwn`:white_circle:`,
}

export const iconOf = (plan: PlanWithState, at: RequestTime): Mrkdwn => ICONS[stateOf(plan, at)]

/** Who reads, and when. */
type Reader = Pick<Member, 'at' | 'person'>

/** What a plan is now, until when, and who made it so: `running until 19:00`, `off  ·  since Nov 18 at 10:00, by @ana`. */
export function formatState(plan: PlanWithState, { at, person }: Reader): Mrkdwn {
  const state = join(
    [
      mrkdwn`${formatNextChange(plan, at) ?? stateOf(plan, at)}`,
      plan.isProtected ? mrkdwn`:lock: protected` : undefined,
    ],
    '  ·  ',
  )
  const { author } = plan
  if (!author) return state
  const [pause] = livePauses(plan, plan.pauses, at)
  const since =
    pause && plan.state !== 'inactive'
      ? mrkdwn`${formatShortDay(pause.from, todayOf(plan, at))}`
      : moment(new Date(author.acceptedAt))
  return join([state, mrkdwn`since ${since}, by ${formatActor(author.actor, person.key)}`], '  ·  ')
}

/** What of a plan cannot be read. */
export function formatUnreadable({ schedule, pausesUnread }: Plan, { now }: RequestTime): Mrkdwn | undefined {
  const unread = [
    schedule?.timezone !== undefined && !isClock(schedule.timezone, now) && 'a time zone',
    pausesUnread && 'pauses',
  ].filter(Boolean)
  return unread.length > 0 ? mrkdwn`:warning: ${unread.join(' and ')} that cannot be read` : undefined
}

/** The hours of a plan, its next pause, and how many resources it has. */
export function factsOf(plan: PlanWithState, at: RequestTime): Mrkdwn {
  const today = todayOf(plan, at)
  const next = activePauses(plan, today).find(({ from }) => from > today)
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      next && mrkdwn`next pause ${formatShortPeriod(next, today)}`,
      formatUnreadable(plan, at),
      mrkdwn`${formatKnown(plan.resources, 'resource')}`,
    ],
    '  ·  ',
  )
}

/** A plan in a line: what it is now, and its facts. */
export const summaryOf = (plan: PlanWithState, reader: Reader): Mrkdwn =>
  join([mrkdwn`${iconOf(plan, reader.at)} ${formatState(plan, reader)}`, factsOf(plan, reader.at)], '  ·  ')
