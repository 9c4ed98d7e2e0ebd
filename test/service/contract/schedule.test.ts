import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days } from '../../../src/service/contract/schedule.ts'
import { normal, own, read } from './given.ts'

describe('a schedule that comes back', () => {
  const scheduleOf = (schedule: unknown) => read.plans({ plans: [{ ...own, schedule }] })[0]?.schedule

  it('has the same hour however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), hour => {
        const padded = String(hour).padStart(2, '0')
        for (const start of [
          hour,
          `${hour}`,
          padded,
          `${padded}:00`,
          `${hour}:00`,
          `${padded}:00:00`,
          `${hour}.0`,
        ])
          expect(scheduleOf({ start, days: [] })).toEqual({ start: hour, days: [] })
      }),
    )
  })

  it('has the same days whatever the case, the length of the names and the order', () => {
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const writings = days.map((day, index) => [
      day,
      names[index],
      String(index + 1),
      index + 1,
      day.toUpperCase(),
      day.slice(0, 2).toUpperCase(),
    ])
    fc.assert(
      fc.property(fc.subarray([...days]), fc.nat({ max: 5 }), (chosen, writing) => {
        const written = chosen.map(day => writings[days.indexOf(day)]?.[writing]).toReversed()
        expect(scheduleOf({ days: [...written, ...written] })?.days).toEqual(chosen)
      }),
    )
  })
})

describe('the time zone of a schedule', () => {
  const { timezone, ...bare } = own.schedule
  const both = (plan: object) => [
    read.plans({ plans: [{ ...own, ...plan }] })[0],
    read.plan({ plan: { ...own, ...plan } }),
  ]

  it('may stand beside it, as it does where a plan is created', () => {
    for (const plan of both({ schedule: bare, timezone })) expect(plan?.schedule).toEqual(normal.schedule)
    const { schedule: _, ...rest } = own
    const inside = { ...rest, pauses: [{ schedule: bare, timezone }] }
    expect(read.plans({ plans: [inside] })[0]?.schedule).toEqual(normal.schedule)
  })

  it('is its own where it has one', () => {
    for (const plan of both({ timezone: 'UTC-05:00' })) expect(plan?.schedule).toEqual(normal.schedule)
  })

  it('makes no schedule where there is none', () => {
    for (const schedule of [undefined, null, 'weekdays'])
      for (const plan of both({ schedule, timezone })) {
        expect(plan?.schedule).toBeUndefined()
        expect(plan?.timezone).toBe(timezone)
      }
  })
})
