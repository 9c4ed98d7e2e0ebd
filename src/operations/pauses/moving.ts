import type { Pause, Plan } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import type { Moment } from '../../core/locale.ts'
import { parseDay, writeDay } from '../../language/dates/calendar.ts'
import { compareDays, countDays, sayDay, sayDays } from '../../language/dates/text.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Period } from '../fields/days.ts'
import { type NewPeriod, sayNew } from '../fields/new-days.ts'
import { lastDayOf, movedDay } from '../fields/shifts.ts'
import { isLive, isNextTo } from './standing.ts'

/**
 * The days that a pause may have by what is said of them: several where only somebody can tell which, none where it
 * cannot have such days. What is extended has more than before, and none less.
 */
export function periodsOf(said: NewPeriod, pause: Pause, today: string, at: Moment): Period[] {
  const old = left(pause, today)
  const all = meantBy(said, pause, today, at).filter(
    ({ from, until }, index, all) =>
      compareDays(from, until) <= 0 &&
      all.findIndex(other => other.from === from && other.until === until) === index,
  )
  return said.extending ? all.filter(period => isMore(period, old)) : all
}

function meantBy(said: NewPeriod, pause: Pause, today: string, at: Moment): Period[] {
  const old = left(pause, today)
  const until = (day: string | undefined) => (day === undefined ? [] : [{ from: old.from, until: day }])
  const hasBegun = isLive(pause, today)
  if ('way' in said) {
    if (said.way === 'longer') return until(lastDayOf(old, said.length, at))
    const [from, last] = [pause.pause_start, pause.pause_end].map(day => movedDay(day, said, at))
    const since = (day: string | undefined) =>
      from === undefined || day === undefined ? [] : [{ from, until: day }]
    if (said.way === 'shorter') return until(last)
    if (said.extending) return said.way === 'later' ? until(last) : since(old.until)
    return hasBegun ? [...since(last), ...until(last)] : since(last)
  }
  if (said.only === 'to' && !hasBegun) return [beginning(said.until, old), ...until(said.until)]
  if (said.only) return until(said.until)
  return said.extending ? [together(said, old)] : [said]
}

/** What is left of a pause: it begins as it did, or today on the plan's clock if it is live. */
const left = ({ pause_start, pause_end }: Pause, today: string): Period => ({
  from: later(pause_start, today),
  until: pause_end,
})

/** As many days from another day on. */
function beginning(day: string, { from, until }: Period): Period {
  return { from: day, until: writeDay((parseDay(day) ?? 0) + countDays(from, until) - 1) }
}

/** All days of both, and those between them. */
const together = (one: Period, other: Period): Period => ({
  from: later(one.from, other.from) === one.from ? other.from : one.from,
  until: later(one.until, other.until),
})

const later = (one: string, other: string): string => (compareDays(one, other) > 0 ? one : other)

const isMore = (one: Period, other: Period): boolean =>
  compareDays(one.from, other.from) <= 0 &&
  compareDays(one.until, other.until) >= 0 &&
  countDays(one.from, one.until) > countDays(other.from, other.until)

/** Days by which a pause is to be extended though others lie between. */
export function apartFrom(said: NewPeriod, pause: Pause, today: string): Period | undefined {
  if (!said.extending || 'way' in said || said.only) return undefined
  const old = left(pause, today)
  return isNextTo(said.from, old.until) && isNextTo(old.from, said.until) ? undefined : said
}

/** What is asked where a pause may have several days, or is to be extended by days that lie apart. */
export const askWhich = ({ name }: Plan, { pause_start, pause_end }: Pause, apart?: Period): Mrkdwn => {
  const days = sayDays(pause_start, pause_end)
  return apart
    ? mrkdwn`Between the pause of *${name}*, ${days}, and ${sayDays(apart.from, apart.until)} lie days on which it is not paused. Is it to be paused then, too? Nothing was changed yet.`
    : mrkdwn`Which days should the pause of *${name}*, ${days}, have? Nothing was changed yet.`
}

/** Why a pause cannot have the days that are said of it. */
export function whyNone(said: NewPeriod, { name }: Plan, { pause_start, pause_end }: Pause): Refused {
  if ('way' in said)
    return new Refused(
      said.way === 'longer'
        ? mrkdwn`A pause can last two years at most, so it cannot be ${sayNew(said)}, and nothing was changed. ${SAY_BOTH}`
        : mrkdwn`The pause cannot be ${sayNew(said)}, so nothing was changed. ${SAY_BOTH}`,
    )
  return new Refused(
    said.extending && compareDays(said.until, pause_start) >= 0
      ? mrkdwn`*${name}* is paused until ${sayDay(pause_end)} already, so nothing was changed. To end the pause earlier, use \`/pause change\`.`
      : mrkdwn`The pause only begins on ${sayDay(pause_start)}, so nothing was changed. ${SAY_BOTH}`,
  )
}

const SAY_BOTH = 'Say its first and its last day.'
