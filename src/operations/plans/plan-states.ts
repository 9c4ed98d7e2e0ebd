import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import { formatActor } from '../../core/person.ts'
import { sayHours } from '../../language/dates/calendar.ts'
import { inHours } from '../../language/dates/zone.ts'
import { formatFirst, formatKnown } from '../../language/wording.ts'
import { formatInstant, join, type Mrkdwn, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { states } from '../../service/contract/endpoint.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { formatShortDay, formatShortPeriod } from '../calendar-days.ts'
import { listReply } from '../pages.ts'
import { activePauses, livePauses, todayOf } from '../pauses/active-pauses.ts'
import { type Author, authorOf, recentChanges, turnedOffBy } from '../show-history.ts'
import { formatNextChange } from './next-change.ts'
import { CREATE, describePlan } from './plan-fields.ts'

/** A plan whose state could not be asked for has `stateUnread`. */
export type PlanWithState = Plan & { stateUnread?: true }

/** What a plan is now, which of its pauses are live, and who paused it or turned it off, where that is known. */
export type PlanNow = PlanWithState & {
  today: string
  is: PlanState
  live: readonly Pause[]
  author: Author | undefined
  isProtected: boolean
}

/**
 * What a plan is now, in the order of lists; that it is off counts for more than a pause, and a pause for
 * more than its hours.
 */
export const PLAN_STATES = ['off', 'paused', 'running now', 'outside hours', 'not known'] as const
type PlanState = (typeof PLAN_STATES)[number]

function stateOf(plan: PlanWithState, live: readonly Pause[], { now }: RequestTime): PlanState {
  if (plan.state === 'inactive') return 'off'
  if (live.length > 0) return 'paused'
  const { days, start, duration } = plan.schedule ?? { days: [] }
  if (!plan.schedule || days.length === 0 || start === undefined || duration === undefined) return 'not known'
  const isOn = inHours(plan.schedule, now)
  if (isOn === false) return 'outside hours'
  return isOn === undefined || plan.stateUnread ? 'not known' : 'running now'
}

/** Plans by what they are now, those of one state in their order. */
export const byState = (plans: readonly PlanNow[]): [PlanState, PlanNow[]][] =>
  [...Map.groupBy(plans, ({ is }) => is)].toSorted(
    ([a], [b]) => PLAN_STATES.indexOf(a) - PLAN_STATES.indexOf(b),
  )

/** `1 off, 2 paused, 3 running now`. */
export const formatStates = (groups: ReturnType<typeof byState>): string =>
  groups.map(([state, some]) => `${some.length} ${state}`).join(', ')

/** A plan with its state, which the service's list does not tell as a rule. */
export async function withState(plan: Plan, context: Member): Promise<Plan> {
  const { state = plan.state } = await describePlan(plan, context)
  return { ...plan, state }
}

const MAX_DESCRIBED = 50

/** Plans with their states: the first `max` are asked for, the others have what the list tells. */
export async function describeStates(plans: readonly Plan[], context: Member, max = MAX_DESCRIBED) {
  const first = await Promise.all(plans.slice(0, max).map(plan => withStateOrUnread(plan, context)))
  const rest = plans.slice(max)
  return [...first, ...rest.map(plan => (hasState(plan) ? plan : { ...plan, stateUnread: true as const }))]
}

export const statesById = async (plans: readonly Plan[], context: Member) =>
  new Map((await describeStates(plans, context)).map(plan => [plan.id, plan]))

/** Plans as they are now, with what the bot itself knows of them. */
export function plansNow(plans: readonly [Plan], context: Member): Promise<[PlanNow]>
export function plansNow(plans: readonly Plan[], context: Member): Promise<PlanNow[]>
export async function plansNow(plans: readonly Plan[], context: Member): Promise<PlanNow[]> {
  const { at, approvals, organization } = context
  const known = (await describeStates(plans, context)).map(plan => {
    const live = livePauses(plan, plan.pauses, at)
    return { ...plan, today: todayOf(plan, at), is: stateOf(plan, live, at), live }
  })
  const isOffOrPaused = known.some(({ is }) => is === 'off' || is === 'paused')
  const changes = isOffOrPaused ? await recentChanges(undefined, context) : []
  const protections = await approvals.protections(organization.id)
  return known.map(plan => {
    const isProtected = protections.some(each => each.plan.id === plan.id)
    const [pause] = plan.live
    const author = plan.is === 'off' ? turnedOffBy(plan, changes) : pause && authorOf(plan, pause, changes)
    return { ...plan, isProtected, author }
  })
}

/** A plan with its state, where the service tells it. */
export async function withStateOrUnread(plan: Plan, context: Member): Promise<PlanWithState> {
  if (hasState(plan)) return plan
  try {
    return await withState(plan, context)
  } catch (error) {
    if (error instanceof ServiceError) return { ...plan, stateUnread: true }
    throw error
  }
}

const hasState = ({ state }: Plan): boolean => states.some(each => each === state)

export const noPlans = ({ organization }: Member): Reply =>
  listReply(mrkdwn`*${organization.name}* has no plans yet.`, [], CREATE)

export const formatNames = (plans: readonly Plan[]): Mrkdwn =>
  mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`

const ICONS: Record<PlanState, Mrkdwn> = {
  'running now': mrkdwn`:sunny:`,
  'outside hours': mrkdwn`:new_moon:`,
  'not known': mrkdwn`:grey_question:`,
  paused: mrkdwn`:double_vertical_bar:`,
  off: mrkdwn`:white_circle:`,
}

/** What a plan is now, until when, and who made it so: `running until 19:00`, `off  ·  since Nov 18 at 10:00, by @ana`. */
function formatState(plan: PlanNow, { at, person }: Member): Mrkdwn {
  const { author, is, isProtected, today } = plan
  const [pause] = plan.live
  const since = (acceptedAt: string) =>
    pause && is === 'paused'
      ? mrkdwn`${formatShortDay(pause.from, today)}`
      : formatInstant(new Date(acceptedAt))
  return join(
    [
      mrkdwn`${formatNextChange(plan, at) ?? is}`,
      isProtected ? mrkdwn`:lock: protected` : undefined,
      author && mrkdwn`since ${since(author.acceptedAt)}, by ${formatActor(author.actor, person.key)}`,
    ],
    SEPARATOR,
  )
}

/** A plan by its name, and what it is now. */
export const formatPlan = (plan: PlanNow, reader: Member, name: string | Mrkdwn = plan.name): Mrkdwn =>
  mrkdwn`${ICONS[plan.is]} *${name}*  ${formatState(plan, reader)}`

/** The hours of a plan, its next pause, and how many resources it has. */
export function factsOf(plan: PlanNow): Mrkdwn {
  const { today } = plan
  const next = activePauses(plan, today).find(({ from }) => from > today)
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      next && mrkdwn`next pause ${formatShortPeriod(next, today)}`,
      mrkdwn`${formatKnown(plan.resources, 'resource')}`,
    ],
    SEPARATOR,
  )
}

/** A plan in a line: what it is now, and its facts. */
export const summaryOf = (plan: PlanNow, reader: Member): Mrkdwn =>
  join([mrkdwn`${ICONS[plan.is]} ${formatState(plan, reader)}`, factsOf(plan)], SEPARATOR)
