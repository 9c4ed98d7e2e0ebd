import { z } from 'zod'
import { daySchema, type Period } from '../../core/args.ts'
import type { Member, Pause, Plan, RequestTime } from '../../core/context.ts'
import { sayHour, WEEK } from '../../language/dates/calendar.ts'
import { instantOf, isClock, offsetOfClock, todayIn } from '../../language/dates/zone.ts'
import { formatInstant, join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Lead } from '../../message/reply.ts'
import { toServiceDate } from '../../service/contract/endpoint.ts'
import {
  addDays,
  dayAndTimeOn,
  formatPeriod,
  formatShortDay,
  formatShortPeriod,
  formatWeekday,
  laterOf,
  todayAt,
} from '../calendar-days.ts'

/** Identifies a pause in button arguments: by ID or, if the service returned none, by its days and reason. */
export type PauseReference = z.infer<typeof pauseReferenceSchema>

export const pauseReferenceSchema = z.object({
  plan: z.string(),
  id: z.string().optional(),
  from: daySchema,
  until: daySchema,
  reason: z.string().optional(),
})

export type PausedPlan = { plan: Plan; pause: PauseDetails }

/** A pause whose ID the service may not have returned; `remind` overrides the channel's reminder setting. */
export type PauseDetails = Omit<Pause, 'id'> & { id?: string | undefined; remind?: Lead | undefined }

export const referToPause = (plan: Plan, { id, from, until, reason }: PauseDetails): PauseReference => ({
  plan: plan.id,
  from,
  until,
  ...(id === undefined ? { reason: reason ?? '' } : { id }),
})

export const periodOf = ({ from, until }: Period): Period => ({ from, until })

/** Returns the time zone of a plan, or else the person's. */
export function clockOf({ schedule, timezone }: Plan, { now, zone = 'UTC' }: RequestTime): string {
  const clock = schedule?.timezone ?? timezone
  return clock !== undefined && isClock(clock, now) ? clock : zone
}

export const todayOf = (plan: Plan, at: RequestTime): string => todayIn(clockOf(plan, at), at.now)

/** Returns the live and upcoming pauses, sorted by their first day. */
export const activePauses = ({ pauses }: Pick<Plan, 'pauses'>, today: string): Pause[] =>
  pauses.filter(({ until }) => until >= today).toSorted((a, b) => a.from.localeCompare(b.from))

export const activePausesOf = (plans: readonly Plan[], at: RequestTime) =>
  plans
    .flatMap(plan => {
      const today = todayOf(plan, at)
      return activePauses(plan, today).map(pause => ({ plan, pause, isLive: isLive(pause, today) }))
    })
    .toSorted((a, b) => a.pause.from.localeCompare(b.pause.from))

/** Returns the active pauses of a plan, optionally only those with a matching reference. */
export function matchingPauses(plan: Plan, references: PauseReference[] | undefined, at: RequestTime) {
  const active = activePauses(plan, todayOf(plan, at))
  return references ? active.filter(pause => references.some(each => isMatch(plan, pause, each))) : active
}

function isMatch({ id: plan }: Plan, pause: Pause, reference: PauseReference): boolean {
  const { id, reason = id === undefined ? '' : pause.reason } = reference
  const isSameId = id === undefined || id === pause.id
  return reference.plan === plan && isSameId && isSamePause(pause, { ...reference, reason })
}

/** Whether a pause has these days and this reason. Listings may lack the reason: then the days decide. */
const isSamePause = (pause: Pause, { from, until, reason }: PauseDetails): boolean =>
  pause.from === from && pause.until === until && (pause.reason === undefined || pause.reason === reason)

export const isLive = ({ from, until }: Period, day: string): boolean => from <= day && day <= until

export const livePauses = (pauses: readonly Pause[], today: string): Pause[] =>
  pauses.filter(pause => isLive(pause, today))

/** Returns the last day until which a plan is paused without a gap; undefined if it is not paused today. */
export function pausedUntil(plan: Pick<Plan, 'pauses'>, today: string): string | undefined {
  const active = activePauses(plan, today)
  if (!active.some(pause => isLive(pause, today))) return undefined
  return active.reduce(
    (last, { from, until }) => (isAdjacent(from, last) ? laterOf(until, last) : last),
    today,
  )
}

/** Whether a period from `from` on leaves no gap after one that ends on `until`. */
export const isAdjacent = (from: string, until: string): boolean => from <= addDays(until, 1)

export const overlaps = (one: Period, other: Period): boolean =>
  one.from <= other.until && one.until >= other.from

export const covers = (pause: Period, { from, until }: Period): boolean =>
  pause.from <= from && until <= pause.until

export const unitePeriods = (one: Period, other: Period): Period => ({
  from: one.from < other.from ? one.from : other.from,
  until: laterOf(one.until, other.until),
})

export const withoutPauses = (plan: Plan, removed: readonly PauseDetails[]): Plan => ({
  ...plan,
  pauses: plan.pauses.filter(({ id }) => removed.every(each => each.id !== id)),
})

/** Moves the start of a period to today if it is earlier. The result is empty if the period is over. */
export const clampToToday = ({ from, until }: Period, today: string): Period => ({
  from: laterOf(from, today),
  until,
})

/** Returns the days that are not over on the plan's clock: buttons may be old, and clocks differ. */
export function remainingPeriod(plan: Plan, period: Period, at: RequestTime): Period | undefined {
  const remaining = clampToToday(period, todayOf(plan, at))
  return remaining.from <= remaining.until ? remaining : undefined
}

export const duplicateOf = ({ pauses }: Plan, period: Period, reason: string): Pause | undefined =>
  pauses.find(pause => isSamePause(pause, { ...period, reason }))

/** `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days) – load test`. */
export const formatPause = ({ reason, ...period }: PauseDetails): string =>
  `${formatPeriod(period)}${reason ? ` – ${reason}` : ''}`

/** `Mon 7 Dec 2026 (1 day) – load test · back Tue 8 Dec, 08:00`. */
export const formatPauseOf = (plan: Plan, pause: PauseDetails, at: RequestTime): Mrkdwn =>
  join([mrkdwn`${formatPause(pause)}`, formatBack(plan, pause.until, at)], ' · ')

/** `7–13 Dec – load test`. */
export const formatShortPause = ({ reason, ...period }: Pause, today: string): string =>
  `${formatShortPeriod(period, today)}${reason ? ` – ${reason}` : ''}`

/** `7–13 Dec – load test · back Mon 14 Dec, 08:00`. */
export const formatPauseRow = (plan: Plan, pause: Pause, at: RequestTime): Mrkdwn =>
  join([mrkdwn`${formatShortPause(pause, todayOf(plan, at))}`, formatBack(plan, pause.until, at)], ' · ')

export const OFF = 'off until someone turns it on'

/**
 * Formats when a plan's schedule resumes after a pause: `back Tue 8 Dec, 08:00`, or only the day if it has
 * no hours. If the plan's clock differs from the person's, the reader's time comes first: `back Dec 8th at
 * 14:00 your time (08:00 plan time)`. Returns undefined if other pauses cannot be read.
 */
export function formatBack(plan: Plan, until: string, at: RequestTime): Mrkdwn | undefined {
  if (plan.pausesUnread) return undefined
  if (plan.state === 'inactive') return mrkdwn`${OFF}`
  const { start } = plan.schedule ?? {}
  const day = dayBack(plan, addDays(until, 1))
  const planDay = formatShortDay(day, todayOf(plan, at))
  if (start === undefined) return mrkdwn`back ${planDay}`
  const time = sayHour(start)
  if (at.zone === undefined) return mrkdwn`back ${planDay}, ${time}${formatZone(plan, at)}`
  const back = instantOf(day, time, clockOf(plan, at))
  const local = dayAndTimeOn(back, at.zone)
  const localText = `${formatShortDay(local.day, todayAt(at))}, ${local.time}`
  if (localText === `${planDay}, ${time}`) return mrkdwn`back ${localText}`
  const weekday = local.day === day ? '' : `${formatWeekday(day)} `
  return mrkdwn`back ${formatInstant(back, localText)} your time (${weekday}${time} plan time)`
}

/** Returns the first day from `from` on when the schedule runs and no pause is live. */
function dayBack(plan: Plan, from: string): string {
  const pause = plan.pauses.find(each => isLive(each, from))
  if (pause) return dayBack(plan, addDays(pause.until, 1))
  const { days = [] } = plan.schedule ?? {}
  const weekday = WEEK[Temporal.PlainDate.from(from).dayOfWeek - 1]
  return days.length === 0 || (weekday && days.includes(weekday)) ? from : dayBack(plan, addDays(from, 1))
}

/** Formats the plan's time zone if its clock differs from the person's. */
export function formatZone({ schedule }: Plan, { now, zone }: RequestTime): string {
  const { timezone } = schedule ?? {}
  const isSame = zone !== undefined && offsetOfClock(timezone ?? 'UTC', now) === offsetOfClock(zone, now)
  return isSame || timezone === undefined ? '' : ` (${timezone})`
}

/** Returns the earliest end of a first remaining day, each on its plan's clock. */
export function endOfFirstDay(pauses: readonly { plan: Plan; period: Period }[], at: RequestTime) {
  const ends = pauses.map(({ plan, period }) =>
    instantOf(addDays(laterOf(period.from, todayOf(plan, at)), 1), '00:00', clockOf(plan, at)).getTime(),
  )
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined
}

export type PauseRequest = { plan: Plan; period: Period; reason: string; remind?: Lead | undefined }

/** Pauses a plan. The service may not return the ID of the pause. */
export async function addPause(request: PauseRequest, { call, organization }: Member): Promise<PauseDetails> {
  const { plan, period, reason, remind } = request
  const { from, until } = period
  const { pause_id } = await call('pausePlan', {
    org_id: organization.id,
    plan_id: plan.id,
    pause_start: toServiceDate(from),
    pause_end: toServiceDate(until),
    reason,
  })
  return { id: pause_id, from, until, reason, remind }
}

export async function removePause(plan: Plan, { id }: Pause, { call, organization }: Member): Promise<void> {
  await call('removePlanPause', { org_id: organization.id, plan_id: plan.id, pause_id: id })
}
