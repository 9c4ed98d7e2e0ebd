import type { Pause, Plan } from '../../core/context.ts'
import type { Moment } from '../../core/locale.ts'
import { parseDay } from '../../language/dates/calendar.ts'
import { compareDays, sayDay, sayDays } from '../../language/dates/text.ts'
import { calendarDay, isClock } from '../../language/dates/zone.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'

type Days = Pick<Pause, 'pause_start' | 'pause_end'>

/** A pause that a button stands for; its id is not known where the service did not tell it. */
export type PauseLike = Omit<Pause, 'pause_id'> & { pause_id?: string | undefined }

/** The zone of a plan's clock where it can be read, else of the person's. */
export function clockOf({ schedule, timezone }: Plan, { now, zone = 'UTC' }: Moment): string {
  const clock = schedule?.timezone ?? timezone
  return clock !== undefined && isClock(clock, now) ? clock : zone
}

/** The calendar day where a plan's clock stands, else where the person's does, as DD/MM/YYYY. */
export const todayOf = (plan: Plan, at: Moment): string => calendarDay(at.now, clockOf(plan, at))

/** The pauses that are not over on a calendar day, the first to begin first. */
export function standingPauses({ pauses }: Plan, today: string): Pause[] {
  return pauses
    .filter(({ pause_end }) => compareDays(pause_end, today) >= 0)
    .sort((a, b) => compareDays(a.pause_start, b.pause_start))
}

/** The pauses of several plans that are live or upcoming, the first to begin first. */
export function standingOf(
  plans: readonly Plan[],
  at: Moment,
): { plan: Plan; pause: Pause; live: boolean }[] {
  return plans
    .flatMap(plan => {
      const today = todayOf(plan, at)
      return standingPauses(plan, today).map(pause => ({ plan, pause, live: isLive(pause, today) }))
    })
    .sort((a, b) => compareDays(a.pause.pause_start, b.pause.pause_start))
}

/** Plans of which something is to become of a pause are those that are paused, then those that will be. */
export const PAUSED_FIRST = {
  placeholder: 'Paused plans come first …',
  of: (plans: readonly Plan[], at: Moment) => standingOf(plans, at).map(({ plan }) => plan),
}

/** Whether a pause is under way on a calendar day. */
export const isLive = ({ pause_start, pause_end }: Days, today: string): boolean =>
  compareDays(pause_start, today) <= 0 && compareDays(pause_end, today) >= 0

/** The last day of the stretch that is paused without a gap from a calendar day on, if that day is. */
export function pausedUntil(plan: Plan, today: string): string | undefined {
  const standing = standingPauses(plan, today)
  if (!standing.some(pause => isLive(pause, today))) return undefined
  return standing.reduce(
    (until, { pause_start, pause_end }) =>
      isNextTo(pause_start, until) && compareDays(pause_end, until) > 0 ? pause_end : until,
    today,
  )
}

/** The pauses of a plan that are not over on a calendar day, without one. */
const standingBeside = (plan: Plan, pause: PauseLike, today: string): Pause[] =>
  standingPauses(plan, today).filter(({ pause_id }) => pause_id !== pause.pause_id)

/** Whether a pause holds on some of the days from one to another. */
export const holdsBetween = ({ pause_start, pause_end }: Days, from: string, until: string): boolean =>
  compareDays(pause_start, until) <= 0 && compareDays(pause_end, from) >= 0

/** The other pauses that hold on some of the days of one. */
export const othersOn = (plan: Plan, pause: PauseLike, at: Moment): Pause[] =>
  standingBeside(plan, pause, todayOf(plan, at)).filter(other =>
    holdsBetween(other, pause.pause_start, pause.pause_end),
  )

/** Those of some pauses of a plan that hold today. */
export function liveIn(plan: Plan, pauses: readonly Pause[], at: Moment): Pause[] {
  const today = todayOf(plan, at)
  return pauses.filter(pause => isLive(pause, today))
}

/** A plan as it is once some of its pauses are cancelled. */
export const without = (plan: Plan, cancelled: readonly PauseLike[]): Plan => ({
  ...plan,
  pauses: plan.pauses.filter(({ pause_id }) => cancelled.every(each => each.pause_id !== pause_id)),
})

/** That a plan is still paused, by the one pause that tells until when, or by several. */
export function sayStillPaused(plan: Plan, at: Moment): Mrkdwn | undefined {
  const today = todayOf(plan, at)
  const until = pausedUntil(plan, today)
  if (until === undefined) return undefined
  const [pause, another] = liveIn(plan, plan.pauses, at)
  return pause && !another && pause.pause_end === until
    ? mrkdwn`:warning: It is still paused: ${sayPause(pause)}`
    : mrkdwn`:warning: It is still paused until ${sayDay(until)}, by several pauses`
}

/** Whether what begins on a day leaves no gap behind what ends on another. */
export const isNextTo = (start: string, end: string): boolean =>
  (parseDay(start) ?? 0) <= (parseDay(end) ?? 0) + 1

/** The days of a pause alone. */
export const sayDaysOf = ({ pause_start, pause_end }: Days): string => sayDays(pause_start, pause_end)

/** What stands between the days of a pause and its reason. */
export const BEFORE_REASON = ' – '

/** Whole days with their reason: `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days) – load test`. */
export function sayPause({ reason, ...days }: Days & Pick<Pause, 'reason'>): string {
  return `${sayDaysOf(days)}${reason ? BEFORE_REASON + reason : ''}`
}
