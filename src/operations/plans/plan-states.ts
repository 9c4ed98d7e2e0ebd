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
import { type Author, authorOf, findTurnOffAuthor, recentChanges } from '../show-history.ts'
import { formatNextChange } from './next-change.ts'
import { CREATE_BUTTON, describePlan } from './plan-fields.ts'

/** A plan with its state; `stateUnread` if it could not be loaded. */
export type PlanWithState = Plan & { stateUnread?: true }

/** A plan with its status, its live pauses, and who paused it or turned it off, if known. */
export type CurrentPlan = PlanWithState & {
  today: string
  status: PlanStatus
  live: readonly Pause[]
  author: Author | undefined
  isProtected: boolean
}

/** In list order. Off takes precedence over paused, and paused over hours. */
export const PLAN_STATUSES = ['off', 'paused', 'running now', 'outside hours', 'not known'] as const
type PlanStatus = (typeof PLAN_STATUSES)[number]

function statusOf(plan: PlanWithState, live: readonly Pause[], { now }: RequestTime): PlanStatus {
  if (plan.state === 'inactive') return 'off'
  if (live.length > 0) return 'paused'
  if (plan.pausesUnread || !plan.schedule) return 'not known'
  const { days, start, duration } = plan.schedule
  if (days.length === 0 || start === undefined || duration === undefined) return 'not known'
  const isOn = inHours(plan.schedule, now)
  if (isOn === false) return 'outside hours'
  return isOn === undefined || plan.stateUnread ? 'not known' : 'running now'
}

export const groupByStatus = (plans: readonly CurrentPlan[]): [PlanStatus, CurrentPlan[]][] =>
  [...Map.groupBy(plans, ({ status }) => status)].toSorted(
    ([a], [b]) => PLAN_STATUSES.indexOf(a) - PLAN_STATUSES.indexOf(b),
  )

/** `1 off, 2 paused, 3 running now`. */
export const formatStates = (groups: ReturnType<typeof groupByStatus>): string =>
  groups.map(([state, group]) => `${group.length} ${state}`).join(', ')

/** Loads the state of a plan, which the service's list usually lacks. */
export async function withState(plan: Plan, context: Member): Promise<Plan> {
  const { state = plan.state } = await describePlan(plan, context)
  return { ...plan, state }
}

const MAX_DESCRIBED = 50

/** Loads the states of the first `max` plans; the others keep what the list contains. */
export async function loadStates(plans: readonly Plan[], context: Member, max = MAX_DESCRIBED) {
  const first = await Promise.all(plans.slice(0, max).map(plan => tryWithState(plan, context)))
  const rest = plans.slice(max)
  return [...first, ...rest.map(plan => (hasState(plan) ? plan : { ...plan, stateUnread: true as const }))]
}

export const loadStatesById = async (plans: readonly Plan[], context: Member) =>
  new Map((await loadStates(plans, context)).map(plan => [plan.id, plan]))

/** Loads the status of plans, with authors and protections from the bot's database. */
export function loadStatus(plans: readonly [Plan], context: Member): Promise<[CurrentPlan]>
export function loadStatus(plans: readonly Plan[], context: Member): Promise<CurrentPlan[]>
export async function loadStatus(plans: readonly Plan[], context: Member): Promise<CurrentPlan[]> {
  const { at, approvals, organization } = context
  const withStates = (await loadStates(plans, context)).map(plan => {
    const today = todayOf(plan, at)
    const live = livePauses(plan.pauses, today)
    return { ...plan, today, status: statusOf(plan, live, at), live }
  })
  const isOffOrPaused = withStates.some(({ status }) => status === 'off' || status === 'paused')
  const changes = isOffOrPaused ? await recentChanges(undefined, context) : []
  const protections = await approvals.protections(organization.id)
  return withStates.map(plan => {
    const isProtected = protections.some(each => each.plan.id === plan.id)
    const [pause] = plan.live
    const author =
      plan.status === 'off' ? findTurnOffAuthor(plan, changes) : pause && authorOf(plan, pause, changes)
    return { ...plan, isProtected, author }
  })
}

/** Loads the state of a plan; a failure of the service sets `stateUnread`. */
export async function tryWithState(plan: Plan, context: Member): Promise<PlanWithState> {
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
  listReply(mrkdwn`*${organization.name}* has no plans yet.`, [], CREATE_BUTTON)

export const formatNames = (plans: readonly Plan[]): Mrkdwn =>
  mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`

const ICONS: Record<PlanStatus, Mrkdwn> = {
  'running now': mrkdwn`:sunny:`,
  'outside hours': mrkdwn`:new_moon:`,
  'not known': mrkdwn`:grey_question:`,
  paused: mrkdwn`:double_vertical_bar:`,
  off: mrkdwn`:white_circle:`,
}

/** `running until 19:00`, `off  ·  since Nov 18 at 10:00, by @ana`. */
function formatState(plan: CurrentPlan, { at, person }: Member): Mrkdwn {
  const { author, status, isProtected, today, pausesUnread } = plan
  const [pause] = plan.live
  const why = pausesUnread && status === 'not known' ? ': its pauses cannot be read' : ''
  const since = (acceptedAt: string) =>
    pause && status === 'paused'
      ? mrkdwn`${formatShortDay(pause.from, today)}`
      : formatInstant(new Date(acceptedAt))
  return join(
    [
      mrkdwn`${formatNextChange(plan, at) ?? status}${why}`,
      isProtected ? mrkdwn`:lock: protected` : undefined,
      author && mrkdwn`since ${since(author.acceptedAt)}, by ${formatActor(author.actor, person.key)}`,
    ],
    SEPARATOR,
  )
}

export const formatPlan = (plan: CurrentPlan, reader: Member, name: string | Mrkdwn = plan.name): Mrkdwn =>
  mrkdwn`${ICONS[plan.status]} *${name}*  ${formatState(plan, reader)}`

/** Formats the hours of a plan, its next pause and its resource count. */
export function formatFacts(plan: CurrentPlan): Mrkdwn {
  const { today } = plan
  const nextPause = activePauses(plan, today).find(({ from }) => from > today)
  return join(
    [
      plan.schedule && mrkdwn`${sayHours(plan.schedule)}`,
      nextPause && mrkdwn`next pause ${formatShortPeriod(nextPause, today)}`,
      mrkdwn`${formatKnown(plan.resources, 'resource')}`,
    ],
    SEPARATOR,
  )
}

export const formatSummary = (plan: CurrentPlan, reader: Member): Mrkdwn =>
  join([mrkdwn`${ICONS[plan.status]} ${formatState(plan, reader)}`, formatFacts(plan)], SEPARATOR)
