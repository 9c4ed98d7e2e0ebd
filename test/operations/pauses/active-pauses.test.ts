import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/core/context.ts'
import { addDays } from '../../../src/operations/calendar-days.ts'
import { activePauses, isLive, pausedUntil, todayOf } from '../../../src/operations/pauses/active-pauses.ts'

/** Returns a day around the turn of the year. */
const day = (number: number) => addDays('2026-12-13', number)
const span = fc
  .tuple(fc.nat({ max: 30 }), fc.nat({ max: 6 }))
  .map(([from, more]) => ({ from, until: from + more }))
const spans = fc.array(span, { maxLength: 8 })

function planOf(ranges: { from: number; until: number }[]): Plan {
  const pauses = ranges.map(({ from, until }, at) => {
    return { id: String(at), from: day(from), until: day(until), reason: '' }
  })
  return { id: '1', name: 'web', organizationId: '1001', resources: 0, pauses }
}

describe('active pauses', () => {
  it('exclude past pauses, and are sorted by their start', () => {
    fc.assert(
      fc.property(spans, fc.nat({ max: 36 }), (spans, today) => {
        const active = activePauses(planOf(spans), day(today))
        const starts = spans.filter(({ until }) => until >= today).map(({ from }) => from)
        expect(active.map(({ from }) => from)).toEqual(starts.sort((a, b) => a - b).map(day))
      }),
    )
  })

  it('end on the last day before the first one without a pause', () => {
    fc.assert(
      fc.property(spans, fc.nat({ max: 36 }), (spans, today) => {
        const paused = (number: number) => spans.some(({ from, until }) => from <= number && number <= until)
        let last = today
        while (paused(last + 1)) last += 1
        expect(pausedUntil(planOf(spans), day(today))).toBe(paused(today) ? day(last) : undefined)
      }),
    )
  })

  it('are live on each of their days, including the first and the last', () => {
    fc.assert(
      fc.property(span, fc.nat({ max: 36 }), ({ from, until }, today) => {
        const live = isLive({ from: day(from), until: day(until) }, day(today))
        expect(live).toBe(from <= today && today <= until)
      }),
    )
  })
})

describe('today', () => {
  const now = new Date('2026-11-18T23:30:00Z')

  it.each([
    [{ schedule: { days: [], timezone: 'UTC+09:00' }, timezone: 'UTC-05:00' }, 'UTC', '2026-11-19'],
    [{ timezone: 'UTC+01:00' }, 'America/New_York', '2026-11-19'],
    [{ timezone: '(UTC-08:00) Pacific Time' }, 'Europe/Berlin', '2026-11-18'],
    [{}, 'Europe/Berlin', '2026-11-19'],
    [{}, undefined, '2026-11-18'],
  ])('for the plan %j and a person in %s is %s', (partial, zone, today) => {
    expect(todayOf({ ...planOf([]), ...partial }, { now, zone })).toBe(today)
  })
})
