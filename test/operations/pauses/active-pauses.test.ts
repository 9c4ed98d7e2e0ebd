import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/core/context.ts'
import { addDays } from '../../../src/operations/calendar-days.ts'
import { activePauses, isLive, pausedUntil, todayOf } from '../../../src/operations/pauses/active-pauses.ts'

/** A day of a few weeks around the turn of a year. */
const day = (number: number) => addDays('2026-12-13', number)
const span = fc
  .tuple(fc.nat({ max: 30 }), fc.nat({ max: 6 }))
  .map(([from, more]) => ({ from, until: from + more }))
const spans = fc.array(span, { maxLength: 8 })

function planOf(about: { from: number; until: number }[]): Plan {
  const pauses = about.map(({ from, until }, at) => {
    return { id: String(at), from: day(from), until: day(until), reason: '' }
  })
  return { id: '1', name: 'web', organizationId: '1001', resources: 0, pauses }
}

describe('active pauses', () => {
  it('are those that are not over, the first to begin first', () => {
    fc.assert(
      fc.property(spans, fc.nat({ max: 36 }), (spans, today) => {
        const active = activePauses(planOf(spans), day(today))
        const starts = spans.filter(({ until }) => until >= today).map(({ from }) => from)
        expect(active.map(({ from }) => from)).toEqual(starts.sort((a, b) => a - b).map(day))
      }),
    )
  })

  it('say until when a plan is paused: the last day before the first without a pause', () => {
    fc.assert(
      fc.property(spans, fc.nat({ max: 36 }), (spans, today) => {
        const paused = (number: number) => spans.some(({ from, until }) => from <= number && number <= until)
        let last = today
        while (paused(last + 1)) last += 1
        expect(pausedUntil(planOf(spans), day(today))).toBe(paused(today) ? day(last) : undefined)
      }),
    )
  })

  it('are live on each of their days, both ends included', () => {
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
  ])('of the plan %j, for somebody in %s, is %s', (about, zone, today) => {
    expect(todayOf({ ...planOf([]), ...about }, { now, zone })).toBe(today)
  })
})
