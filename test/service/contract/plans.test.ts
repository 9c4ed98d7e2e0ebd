import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days } from '../../../src/service/contract/plans.ts'
import { normal, own, read } from './given.ts'

const pause = { pause_id: 'p1', pause_start: '01/12/2026', pause_end: '03/12/2026', reason: 'load test' }
const noDays = { pause_start: undefined, pause_end: null }

describe('a list of plans', () => {
  it('is parsed from the form in the document', () => {
    expect(read.plans({ status: 200, plans: [{ ...own, pauses: [pause] }] })).toEqual([
      { ...normal, pauses: [pause] },
    ])
  })

  it('is the same with id, name, schedule and resources beside or inside the pauses', () => {
    const keys = Object.keys(own)
    fc.assert(
      fc.property(fc.subarray(keys), fc.boolean(), fc.boolean(), (inside, amongPauses, pausesFirst) => {
        const split = (isInside: boolean) =>
          Object.fromEntries(Object.entries(own).filter(([key]) => inside.includes(key) === isInside))
        const entries = pausesFirst ? [pause, split(true)] : [split(true), pause]
        const item = { ...split(false), pauses: amongPauses ? entries : split(true) }
        expect(read.plans({ plans: [item] })).toEqual([{ ...normal, pauses: amongPauses ? [pause] : [] }])
      }),
    )
  })

  it.each([
    ['inside the schedule', { ...own, schedule: { ...own.schedule, pauses: [pause] } }],
    ['inside a plan among the pauses', { pauses: [{ ...own, pauses: [pause] }] }],
    ['with a name beside the plan', { pauses: [{ ...pause, name: 'holiday' }, own] }],
  ])('parses pauses %s', (_, item) => {
    expect(read.plans({ plans: [item] })).toEqual([{ ...normal, pauses: [pause] }])
    expect(read.plan({ plan: { ...item, id: '7' } }).pauses).toEqual([pause])
  })

  it('omits unreadable plans, and is refused if all are unreadable', () => {
    const bad = [{ name: 'no id' }, null, 'web', 7, {}]
    expect(read.plans({ plans: [...bad, own] })).toMatchObject([{ id: '7' }])
    expect(() => read.plans({ plans: bad })).toThrow()
  })

  it('is empty when it is null', () => {
    for (const answer of [{ plans: null }, { data: { plans: null } }]) expect(read.plans(answer)).toEqual([])
  })

  it.each([
    ['the documented names', [pause]],
    ['short names', [{ id: 'p1', start: '01/12/2026', end: '03/12/2026', reason: 'load test' }]],
    ['dates in their names', [{ ...pause, ...noDays, start_date: '01/12/2026', end_date: '03/12/2026' }]],
    ['from and until', [{ ...pause, ...noDays, from: '01/12/2026', until: '03/12/2026' }]],
    ['ISO dates', [{ ...pause, pause_start: '2026-12-01', pause_end: '2026-12-03T00:00:00Z' }]],
    ['short dates and other separators', [{ ...pause, pause_start: '1/12/2026', pause_end: '03.12.2026' }]],
    ['no list around it', pause],
  ])('parses a pause with %s', (_, pauses) => {
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual([{ ...normal, pauses: [pause] }])
  })

  it.each([
    ['other names and one documented name', [{ id: 'p1', name: 'holiday', begin: '01/12/2026' }]],
    ['no end', [{ ...pause, pause_end: null }]],
    ['an end before their start', [{ ...pause, pause_start: '24/12/2026', pause_end: '02/01/2026' }]],
    ['no identifier', [{ ...pause, pause_id: '' }]],
    ['ids instead of pauses', ['p1', 'p2']],
    ['ids as keys', { p1: pause }],
  ])('flags unreadable pauses: %s', (_, pauses) => {
    const expected = [{ ...normal, pauses: [], pausesUnread: true }]
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual(expected)
  })

  it.each(
    [[], {}, null, '', [null], [{ id: '7' }, { schedule: own.schedule, zone: 'here' }]].map(pauses => [
      pauses,
    ]),
  )('flags no unreadable pauses if there are none: %j', pauses => {
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual([{ ...normal, pauses: [] }])
  })

  it('is refused, not treated as empty, if plans are missing', () => {
    for (const answer of [{ status: 200 }, {}, '<html>', null, 7]) expect(() => read.plans(answer)).toThrow()
  })
})

describe('a described plan', () => {
  const details = { id: '7', name: 'web-prod', state: 'active', dependancy: true }

  it.each([
    ['in plan', { status: 200, plan: details }],
    ['in response', { status: 200, response: details }],
    ['in response.plan', { status: 200, response: { plan: details } }],
    ['with the order as text', { status: 200, plan: { ...details, dependancy: 'true' } }],
    ['as the answer itself', { status: 200, ...details }],
    ['with plan_id', { plan: { ...details, id: undefined, plan_id: 7 } }],
  ])('is found %s', (_, answer) => {
    expect(read.plan(answer)).toEqual(details)
  })
})

describe('a schedule from the service', () => {
  const scheduleOf = (schedule: unknown) => read.plans({ plans: [{ ...own, schedule }] })[0]?.schedule

  it('has the same hour in any notation', () => {
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

  it('has the same days in any case, length and order of names', () => {
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

  it('may be beside it, as in the creation of a plan', () => {
    for (const plan of both({ schedule: bare, timezone })) expect(plan?.schedule).toEqual(normal.schedule)
    const { schedule: _, ...rest } = own
    const inside = { ...rest, pauses: [{ schedule: bare, timezone }] }
    expect(read.plans({ plans: [inside] })[0]?.schedule).toEqual(normal.schedule)
  })

  it('is that inside the schedule if there are two', () => {
    for (const plan of both({ timezone: 'UTC-05:00' })) expect(plan?.schedule).toEqual(normal.schedule)
  })

  it('does not make a schedule by itself', () => {
    for (const schedule of [undefined, null, 'weekdays'])
      for (const plan of both({ schedule, timezone })) {
        expect(plan?.schedule).toBeUndefined()
        expect(plan?.timezone).toBe(timezone)
      }
  })
})
