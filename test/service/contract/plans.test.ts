import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, own, read } from './given.ts'

const pause = { pause_id: 'p1', pause_start: '01/12/2026', pause_end: '03/12/2026', reason: 'load test' }
const noDays = { pause_start: undefined, pause_end: null }

describe('a list of plans', () => {
  it('is read as the document gives it', () => {
    expect(read.plans({ status: 200, plans: [{ ...own, pauses: [pause] }] })).toEqual([
      { ...normal, pauses: [pause] },
    ])
  })

  it('is the same wherever id, name, schedule and resources stand: beside the pauses or inside them', () => {
    const keys = Object.keys(own)
    fc.assert(
      fc.property(fc.subarray(keys), fc.boolean(), fc.boolean(), (inside, amongPauses, pausesFirst) => {
        const split = (there: boolean) =>
          Object.fromEntries(Object.entries(own).filter(([key]) => inside.includes(key) === there))
        const entries = pausesFirst ? [pause, split(true)] : [split(true), pause]
        const item = { ...split(false), pauses: amongPauses ? entries : split(true) }
        expect(read.plans({ plans: [item] })).toEqual([{ ...normal, pauses: amongPauses ? [pause] : [] }])
      }),
    )
  })

  it.each([
    ['inside the schedule', { ...own, schedule: { ...own.schedule, pauses: [pause] } }],
    ['inside the plan, which stands among them', { pauses: [{ ...own, pauses: [pause] }] }],
    ['with a name, beside the plan', { pauses: [{ ...pause, name: 'holiday' }, own] }],
  ])('reads pauses that stand %s', (_, item) => {
    expect(read.plans({ plans: [item] })).toEqual([{ ...normal, pauses: [pause] }])
    expect(read.plan({ plan: { ...item, id: '7' } }).pauses).toEqual([pause])
  })

  it('leaves out a plan that cannot be read, and is refused where none can', () => {
    const bad = [{ name: 'no id' }, null, 'web', 7, {}]
    expect(read.plans({ plans: [...bad, own] })).toMatchObject([{ id: '7' }])
    expect(() => read.plans({ plans: bad })).toThrow()
  })

  it('is empty when it is null', () => {
    for (const answer of [{ plans: null }, { data: { plans: null } }]) expect(read.plans(answer)).toEqual([])
  })

  it.each([
    ['its own names', [pause]],
    ['short names', [{ id: 'p1', start: '01/12/2026', end: '03/12/2026', reason: 'load test' }]],
    ['dates in their names', [{ ...pause, ...noDays, start_date: '01/12/2026', end_date: '03/12/2026' }]],
    ['from and until', [{ ...pause, ...noDays, from: '01/12/2026', until: '03/12/2026' }]],
    ['ISO dates', [{ ...pause, pause_start: '2026-12-01', pause_end: '2026-12-03T00:00:00Z' }]],
    ['short dates and other signs', [{ ...pause, pause_start: '1/12/2026', pause_end: '03.12.2026' }]],
    ['no list around it', pause],
  ])('reads a pause with %s', (_, pauses) => {
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual([{ ...normal, pauses: [pause] }])
  })

  it.each([
    ['other names, and one of its own', [{ id: 'p1', name: 'holiday', begin: '01/12/2026' }]],
    ['no end', [{ ...pause, pause_end: null }]],
    ['an end before their start', [{ ...pause, pause_start: '24/12/2026', pause_end: '02/01/2026' }]],
    ['no identifier', [{ ...pause, pause_id: '' }]],
    ['identifiers in their place', ['p1', 'p2']],
    ['their identifiers as names', { p1: pause }],
  ])('tells that there are pauses, which cannot be read: %s', (_, pauses) => {
    const expected = [{ ...normal, pauses: [], pausesUnread: true }]
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual(expected)
  })

  it.each(
    [[], {}, null, '', [null], [{ id: '7' }, { schedule: own.schedule, zone: 'here' }]].map(pauses => [
      pauses,
    ]),
  )('tells of no such pauses where there are none: %j', pauses => {
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual([{ ...normal, pauses: [] }])
  })

  it('without plans is refused, and never taken for an empty one', () => {
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
