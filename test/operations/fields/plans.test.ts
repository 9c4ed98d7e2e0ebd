import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WEEK } from '../../../src/language/dates/week.ts'
import { hours } from '../../../src/language/hours.ts'
import { readsBack, sayPlan } from '../../../src/operations/fields/plans.ts'

const hour = fc.integer({ min: 1, max: 23 })
const weekly = fc.record({ days: fc.subarray([...WEEK], { minLength: 1 }), start: hour, duration: hour })
const offset = fc.constantFrom('UTC+00:00', 'UTC+05:30', 'UTC-03:00')
const name = fc.stringMatching(/^[a-z]{1,20}$/)

it('what is said of a plan whose hours the service can hold reads back', () => {
  const facts = fc.record({ name, schedule: weekly, timezone: offset, dependancy: fc.boolean() })
  fc.assert(
    fc.property(facts, facts => {
      const words = sayPlan(facts)
      expect(hours(words.schedule ?? '')).toEqual({ kind: 'hours', ...facts.schedule })
      expect(words).toMatchObject({ name: facts.name, dependancy: facts.dependancy ? 'yes' : 'no' })
      expect(readsBack(words)).toBe(true)
    }),
  )
})

it.each([
  [{ schedule: { days: ['mon'], start: 0, duration: 8 } }, {}],
  [{ schedule: { days: ['mon'] } }, {}],
  [{ state: 'dozing' }, {}],
  [{ timezone: '+09:00' }, { timezone: 'UTC+09:00' }],
  [{ timezone: 'GMT-3' }, { timezone: 'UTC-03:00' }],
  [{ timezone: 'UTC' }, { timezone: 'UTC+00:00' }],
  [{ timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  [{ timezone: '  ' }, {}],
  [{}, {}],
] as const)('of %j only %j can be said', (facts, words) => {
  expect(sayPlan({ ...facts, schedule: undefined, ...facts })).toEqual(words)
})

it.each([
  [{ timezone: 'Europe/Berlin' }],
  [{ timezone: 'Castle time' }],
  [{ schedule: 'Mon–Fri 20:00–21:00 daily' }],
  [{ name: 'x'.repeat(256) }],
])('%j would not be sent with the meaning that it has', words => {
  expect(readsBack(words)).toBe(false)
})

it.each(['UTC+01:00', '+02:00', 'GMT+2', '+0530', 'UTC'])(
  'the offset %s would, in the service’s own way of writing',
  timezone => {
    expect(readsBack({ timezone })).toBe(true)
  },
)
