import type { Period } from '../../core/args.ts'
import type { Pause, Plan } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { addDays, daysFrom, formatDay, formatPeriod } from '../calendar-days.ts'
import { isAdjacent, isLive, leftOf, unitePeriods } from './active-pauses.ts'
import { type Change, formatChange, type Shift } from './change-field.ts'

/** A change of a pause; an extension keeps all of its days. */
export type Rescheduling = { change: Change; isExtension: boolean }

/** The days that a pause may get by a change: several where it has to be asked, none where there are none. */
export function possiblePeriods(
  { change, isExtension }: Rescheduling,
  pause: Pause,
  today: string,
): Period[] {
  const old = leftOf(pause, today)
  const periods = periodsBy(change, isExtension, pause, today).filter(
    ({ from, until }, index, all) =>
      today <= from &&
      from <= until &&
      isShortEnough({ from, until }) &&
      all.findIndex(other => other.from === from && other.until === until) === index,
  )
  return isExtension || change.kind === 'added' ? periods.filter(period => isLonger(period, old)) : periods
}

function periodsBy(change: Change, isExtension: boolean, pause: Pause, today: string): Period[] {
  const old = leftOf(pause, today)
  const until = (day: string): Period => ({ from: old.from, until: day })
  const hasBegun = isLive(pause, today)
  if (change.kind === 'from') {
    const from = isExtension && old.from < change.from ? old.from : change.from
    return [{ from, until: old.until }]
  }
  if (change.kind === 'until') {
    if (change.until < old.from && !change.mayBegin && !isExtension)
      return periodsBefore(change.until, old.from, today)
    const isMove = change.mayBegin && change.until !== old.from
    if (!isMove || hasBegun || isExtension) return [until(change.until)]
    const last = addDays(change.until, daysFrom(old.from, old.until))
    return [{ from: change.until, until: last }, until(change.until)]
  }
  if (change.kind === 'shift') return shiftedPeriods(change, { pause, old, isExtension, hasBegun })
  const days = leftOf(change, today)
  return isExtension || change.kind === 'added' ? [unitePeriods(days, old)] : [days]
}

/**
 * What an end before the beginning of a pause can mean: where it is at hand, the weekday may be that after the beginning,
 * or the pause is to begin today.
 */
function periodsBefore(until: string, from: string, today: string): Period[] {
  if (until < today || daysFrom(today, until) >= DAYS_A_WEEK) return []
  const weeks = Math.ceil(daysFrom(until, from) / DAYS_A_WEEK)
  return [
    { from, until: addDays(until, weeks * DAYS_A_WEEK) },
    { from: today, until },
  ]
}

const DAYS_A_WEEK = 7

function shiftedPeriods(
  { edge, duration }: Shift,
  {
    pause,
    old,
    isExtension,
    hasBegun,
  }: { pause: Pause; old: Period; isExtension: boolean; hasBegun: boolean },
): Period[] {
  const [from, until] = [moveDay(pause.from, duration), moveDay(pause.until, duration)]
  if (edge === 'end') return [{ from: old.from, until }]
  if (isExtension)
    return duration.startsWith('-') ? [{ from, until: old.until }] : [{ from: old.from, until }]
  return hasBegun
    ? [
        { from, until },
        { from: old.from, until },
      ]
    : [{ from, until }]
}

const moveDay = (day: string, duration: string): string =>
  Temporal.PlainDate.from(day).add(duration).toString()

/** A pause lasts two years at most. */
const isShortEnough = ({ from, until }: Period): boolean => until < moveDay(from, 'P24M')

const isLonger = (one: Period, other: Period): boolean =>
  one.from <= other.from &&
  one.until >= other.until &&
  daysFrom(one.from, one.until) > daysFrom(other.from, other.until)

/** Days by which a pause is to be extended, where days that are not paused lie between. */
export function separateDays(
  { change, isExtension }: Rescheduling,
  pause: Pause,
  today: string,
): Period | undefined {
  if (change.kind !== 'added' && !(isExtension && change.kind === 'days')) return undefined
  const old = leftOf(pause, today)
  const isJoined = isAdjacent(change.from, old.until) && isAdjacent(old.from, change.until)
  return isJoined ? undefined : { from: change.from, until: change.until }
}

/** The question which days a pause is to have. */
export function askPeriods({ name }: Plan, pause: Pause, separate: Period | undefined): Mrkdwn {
  const days = formatPeriod(pause)
  return separate
    ? mrkdwn`Between the pause of *${name}*, ${days}, and ${formatPeriod(separate)} lie days on which it is not paused. Is it to be paused then, too? Nothing was changed yet.`
    : mrkdwn`Which days should the pause of *${name}*, ${days}, have? Nothing was changed yet.`
}

/** Why a pause cannot get such days. */
export function refuseChange(
  { change, isExtension }: Rescheduling,
  { name }: Plan,
  pause: Pause,
  today: string,
): Refused {
  const how = formatChange(change)
  if (periodsBy(change, isExtension, pause, today).some(period => !isShortEnough(period)))
    return new Refused(
      mrkdwn`A pause can last two years at most, so it cannot be ${how}, and nothing was changed. ${SAY_BOTH}`,
    )
  if (change.kind === 'shift')
    return new Refused(mrkdwn`The pause cannot be ${how}, so nothing was changed. ${SAY_BOTH}`)
  if (change.kind === 'from')
    return new Refused(
      isExtension
        ? mrkdwn`*${name}* is paused from ${formatDay(pause.from)} on already, so nothing was changed.`
        : mrkdwn`The pause ends on ${formatDay(pause.until)}, so nothing was changed. ${SAY_BOTH}`,
    )
  if (change.until < today)
    return new Refused(mrkdwn`${formatDay(change.until)} is over, so nothing was changed.`)
  return new Refused(
    (isExtension || change.kind === 'added') && change.until >= pause.from
      ? mrkdwn`*${name}* is paused until ${formatDay(pause.until)} already, so nothing was changed. To end the pause earlier, use \`/pause change\`.`
      : mrkdwn`The pause only begins on ${formatDay(pause.from)}, so nothing was changed. ${SAY_BOTH}`,
  )
}

const SAY_BOTH = 'Say its first and its last day.'
