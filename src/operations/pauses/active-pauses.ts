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

/** A pause in the arguments of a button: by its id, and by its days and reason where the service does not tell the id. */
export type PauseReference = z.infer<typeof pauseReferenceSchema>

export const pauseReferenceSchema = z.object({
  plan: z.string(),
  id: z.string().optional(),
  from: daySchema,
  until: daySchema,
  reason: z.string().optional(),
})

export type PausedPlan = { plan: Plan; pause: MadePause }

/** A pause of which the service may not have told the id; `remind` where it was said when people are to be reminded. */
export type MadePause = Omit<Pause, 'id'> & { id?: string | undefined; remind?: Lead | undefined }

export const referToPause = (plan: Plan, { id, from, until, reason }: MadePause): PauseReference => ({
  plan: plan.id,
  from,
  until,
  ...(id === undefined ? { reason: reason ?? '' } : { id }),
})

/** The days alone, for the history. */
export const daysOf = ({ from, until }: Period): Period => ({ from, until })

/** The time zone of a plan's clock, else that of the person. */
export function clockOf({ schedule, timezone }: Plan, { now, zone = 'UTC' }: RequestTime): string {
  const clock = schedule?.timezone ?? timezone
  return clock !== undefined && isClock(clock, now) ? clock : zone
}

/** Today on a plan's clock. */
export const todayOf = (plan: Plan, at: RequestTime): string => todayIn(clockOf(plan, at), at.now)

/** The pauses that are not over on a day, the first to begin first. */
export const activePauses = ({ pauses }: Pick<Plan, 'pauses'>, today: string): Pause[] =>
  pauses.filter(({ until }) => until >= today).toSorted((a, b) => a.from.localeCompare(b.from))

/** The pauses of several plans that are live or upcoming, the first to begin first. */
export const activePausesOf = (plans: readonly Plan[], at: RequestTime) =>
  plans
    .flatMap(plan => {
      const today = todayOf(plan, at)
      return activePauses(plan, today).map(pause => ({ plan, pause, isLive: isLive(pause, today) }))
    })
    .toSorted((a, b) => a.pause.from.localeCompare(b.pause.from))

/** The pauses of a plan that are not over, or those of them that are referred to. */
export function matchingPauses(plan: Plan, references: PauseReference[] | undefined, at: RequestTime) {
  const active = activePauses(plan, todayOf(plan, at))
  return references ? active.filter(pause => references.some(each => isMeant(plan, pause, each))) : active
}

function isMeant({ id: plan }: Plan, pause: Pause, reference: PauseReference): boolean {
  const { id, reason = id === undefined ? '' : pause.reason } = reference
  const isSameId = id === undefined || id === pause.id
  return reference.plan === plan && isSameId && isSamePause(pause, { ...reference, reason })
}

/** Whether a pause has these days and this reason; where a listing tells no reason, the days decide. */
const isSamePause = (pause: Pause, { from, until, reason }: MadePause): boolean =>
  pause.from === from && pause.until === until && (pause.reason === undefined || pause.reason === reason)

export const isLive = ({ from, until }: Period, day: string): boolean => from <= day && day <= until

/** The pauses among some that are live on a plan's clock. */
export function livePauses(plan: Plan, pauses: readonly Pause[], at: RequestTime): Pause[] {
  const today = todayOf(plan, at)
  return pauses.filter(pause => isLive(pause, today))
}

/** The last day up to which a plan is paused without a gap from a day on; undefined where it is not paused then. */
export function pausedUntil(plan: Pick<Plan, 'pauses'>, today: string): string | undefined {
  const active = activePauses(plan, today)
  if (!active.some(pause => isLive(pause, today))) return undefined
  return active.reduce(
    (last, { from, until }) => (isAdjacent(from, last) ? laterOf(until, last) : last),
    today,
  )
}

/** Whether what begins on a day leaves no gap behind what ends on another. */
export const isAdjacent = (from: string, until: string): boolean => from <= addDays(until, 1)

export const overlaps = (one: Period, other: Period): boolean =>
  one.from <= other.until && one.until >= other.from

/** Whether a pause lasts from the first to the last of some days. */
export const covers = (pause: Period, { from, until }: Period): boolean =>
  pause.from <= from && until <= pause.until

/** All days of both, and those between them. */
export const unitePeriods = (one: Period, other: Period): Period => ({
  from: one.from < other.from ? one.from : other.from,
  until: laterOf(one.until, other.until),
})

/** The other active pauses on days of a pause. */
export const overlapping = (plan: Plan, pause: MadePause, at: RequestTime): Pause[] =>
  activePauses(plan, todayOf(plan, at)).filter(other => other.id !== pause.id && overlaps(other, pause))

export const withoutPauses = (plan: Plan, removed: readonly MadePause[]): Plan => ({
  ...plan,
  pauses: plan.pauses.filter(({ id }) => removed.every(each => each.id !== id)),
})

/** What is left of days from today on; they may be over. */
export const leftOf = ({ from, until }: Period, today: string): Period => ({
  from: laterOf(from, today),
  until,
})

/** The days that are left on a plan's own clock, if any: buttons may be old, and clocks differ. */
export function periodOn(plan: Plan, period: Period, at: RequestTime): Period | undefined {
  const left = leftOf(period, todayOf(plan, at))
  return left.from <= left.until ? left : undefined
}

export const duplicateOf = ({ pauses }: Plan, period: Period, reason: string): Pause | undefined =>
  pauses.find(pause => isSamePause(pause, { ...period, reason }))

/** `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days) – load test`. */
export const formatPause = ({ reason, ...period }: MadePause): string =>
  `${formatPeriod(period)}${reason ? ` – ${reason}` : ''}`

/** A pause, and when its plan is back: `Mon 7 Dec 2026 (1 day) – load test · back Tue 8 Dec, 08:00`. */
export const formatPauseOf = (plan: Plan, pause: MadePause, at: RequestTime): Mrkdwn =>
  join([mrkdwn`${formatPause(pause)}`, formatBack(plan, pause.until, at)], ' · ')

/** `7–13 Dec – load test`. */
export const formatShortPause = ({ reason, ...period }: Pause, today: string): string =>
  `${formatShortPeriod(period, today)}${reason ? ` – ${reason}` : ''}`

/** A pause in a list, and when its plan is back: `7–13 Dec – load test · back Mon 14 Dec, 08:00`. */
export const formatPauseRow = (plan: Plan, pause: Pause, at: RequestTime): Mrkdwn =>
  join([mrkdwn`${formatShortPause(pause, todayOf(plan, at))}`, formatBack(plan, pause.until, at)], ' · ')

export const OFF = 'off until someone turns it on'

/**
 * When the schedule of a plan runs again after days on which it is paused: `back Tue 8 Dec, 08:00`, the day
 * alone where it has no hours. Where the plan's clock is not the person's, the time comes first as each
 * reader's own clock has it: `back Dec 8th at 14:00 your time (08:00 plan time)`. Undefined where that cannot
 * be known.
 */
export function formatBack(plan: Plan, until: string, at: RequestTime): Mrkdwn | undefined {
  if (plan.pausesUnread) return undefined
  if (plan.state === 'inactive') return mrkdwn`${OFF}`
  const { start } = plan.schedule ?? {}
  const day = dayBack(plan, addDays(until, 1))
  const ofPlan = formatShortDay(day, todayOf(plan, at))
  if (start === undefined) return mrkdwn`back ${ofPlan}`
  const time = sayHour(start)
  if (at.zone === undefined) return mrkdwn`back ${ofPlan}, ${time}${formatZone(plan, at)}`
  const back = instantOf(day, time, clockOf(plan, at))
  const own = dayAndTimeOn(back, at.zone)
  const ownText = `${formatShortDay(own.day, todayAt(at))}, ${own.time}`
  if (ownText === `${ofPlan}, ${time}`) return mrkdwn`back ${ownText}`
  const weekday = own.day === day ? '' : `${formatWeekday(day)} `
  return mrkdwn`back ${formatInstant(back, ownText)} your time (${weekday}${time} plan time)`
}

/** The first day from one on, on which the schedule begins and no pause is live. */
function dayBack(plan: Plan, from: string): string {
  const pause = plan.pauses.find(each => isLive(each, from))
  if (pause) return dayBack(plan, addDays(pause.until, 1))
  const { days = [] } = plan.schedule ?? {}
  const weekday = WEEK[Temporal.PlainDate.from(from).dayOfWeek - 1]
  return days.length === 0 || (weekday && days.includes(weekday)) ? from : dayBack(plan, addDays(from, 1))
}

/** The zone of a plan’s clock, where it shows another time than the person’s. */
export function formatZone({ schedule }: Plan, { now, zone }: RequestTime): string {
  const { timezone } = schedule ?? {}
  const isSame = zone !== undefined && offsetOfClock(timezone ?? 'UTC', now) === offsetOfClock(zone, now)
  return isSame || timezone === undefined ? '' : ` (${timezone})`
}

/** When the first day ends that pauses still have, each on the clock of its plan. */
export function endOfFirstDay(pauses: readonly { plan: Plan; period: Period }[], at: RequestTime) {
  const ends = pauses.map(({ plan, period }) =>
    instantOf(addDays(laterOf(period.from, todayOf(plan, at)), 1), '00:00', clockOf(plan, at)).getTime(),
  )
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined
}

export type WantedPause = { plan: Plan; period: Period; reason: string; remind?: Lead | undefined }

/** Pauses a plan; the id is known where the service tells it. */
export async function addPause(wanted: WantedPause, { call, organization }: Member): Promise<MadePause> {
  const { plan, period, reason, remind } = wanted
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
