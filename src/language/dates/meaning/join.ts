import { addMonths } from '../calendar.ts'
import { dateOn } from './dates.ts'
import { endsOf, joined } from './ends.ts'
import {
  type Amount,
  carry,
  type DateParts,
  each,
  isYearly,
  type Outcome,
  plus,
  type Span,
  type When,
} from './when.ts'
import * as whys from './whys.ts'
import { hasJustGone } from './yearly.ts'

/** How two or more meanings become one: a row, a start with a duration, an end without a start. */

/** `mon, tue and wed`: one stretch when each begins in the one before, or where it ends. */
export function rowOf(items: readonly When[], today: number): When | undefined {
  const dated = items.some(({ bare, parts }) => !bare && parts?.d !== undefined)
  if (!dated && items.some(({ bare }) => bare)) return undefined
  const [first, ...others] = lend(items)
  if (!first) return undefined
  const rest = (span: Span, left: readonly When[]): Outcome => {
    const [next, ...more] = left
    if (!next) return { spans: [span] }
    return each(next.read(next.weekly ? span.until : span.until + 1, true), ({ from, until }) =>
      from >= span.from && from <= span.until + 1 && !(from === span.from && until === span.until)
        ? rest({ ...span, until: Math.max(span.until, until) }, more)
        : { spans: [], why: whys.gap },
    )
  }
  return { read: () => each(first.read(today), span => rest(span, others)) }
}

/** Gives the dates of a row the month and year that a neighbour says: `24, 25 and 26 dec 2026`, `dec 24 and 25`. */
export function lend(items: readonly When[]): When[] {
  const lent: When[] = []
  let later: DateParts | undefined
  for (const item of items.toReversed()) {
    const parts = item.parts
    const filled = parts && later ? filledFrom(parts, later) : parts
    later = filled ?? later
    lent.unshift(filled && filled !== parts ? dateOn(filled) : item)
  }
  const month = lent[0]?.parts?.m
  return lent.map(item =>
    item.bare && item.parts && month ? dateOn({ ...item.parts, m: month, y: lent[0]?.parts?.y }) : item,
  )
}

function filledFrom(parts: DateParts, later: DateParts): DateParts {
  if (parts.d === undefined || later.m === undefined) return parts
  if (parts.m === undefined) return { ...parts, m: later.m, y: later.y }
  if (parts.y !== undefined || later.y === undefined) return parts
  return { ...parts, y: parts.m > later.m ? later.y - 1 : later.y }
}

/** From today until something; until a period can mean until it begins, through one cannot. */
export function untilOf(said: string, end: When, today: number): When | undefined {
  if (end.bare) return undefined
  const joint = said === 'through' ? said : 'until'
  const fromToday = { from: today, until: today }
  const read = (from: number): Outcome =>
    each(endsOf(end, joint, from), span => {
      if (span.until < today) return { spans: [], why: whys.past, gone: true }
      if (hasJustGone(end, today)) return { spans: [], why: whys.justGone(span.from), gone: true }
      if (isYearly(end) && span.until > addMonths(today, 12))
        return { spans: [], why: whys.farAway(span.from) }
      return joined(fromToday, span, joint)
    })
  return {
    read,
    only: 'end',
    ...(end.weak === 'figures' && { weak: 'figures' }),
    ...(end.weak === 'figures' && end.fits && { fits: true }),
  }
}

/** So many days, weeks or months from a start, which counts. */
export function lasting(start: When, { count, unit }: Amount, today: number): When {
  return carry(start, span => {
    const first = span.begun ? Math.max(span.from, today) : span.from
    if (unit !== 'working day') return { spans: [{ from: first, until: plus(first, count, unit) - 1 }] }
    const from = plus(first - 1, 1, unit)
    return { spans: [{ from, until: plus(from, count - 1, unit) }] }
  })
}
