import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/service/contract/contract.ts'
import { date, isoOf, toServiceDate } from '../../../src/service/contract/endpoint.ts'

describe('a date on the wire', () => {
  it('is DD/MM/YYYY and converts to ISO and back', () => {
    const any = fc.date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(any, at => {
        const iso = at.toISOString().slice(0, 10)
        const day = Temporal.PlainDate.from(iso)
        const text = toServiceDate(iso)
        expect(text).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
        expect(toServiceDate(day)).toBe(text)
        expect(date.parse(text)).toBe(text)
        expect(isoOf(text)).toBe(iso)
      }),
    )
    expect(toServiceDate('2026-12-01')).toBe('01/12/2026')
  })

  it.each(['31/02/2026', '1/2/2026', '', 'tomorrow'])('is not %j', text => {
    expect(date.safeParse(text).success).toBe(false)
  })
})

describe('a schedule in a request', () => {
  const create = (schedule: object) =>
    contract.createPlan.body.safeParse({
      org_id: '1',
      name: 'web',
      description: '',
      timezone: 'UTC+01:00',
      state: 'active',
      schedule: { days: ['mon'], start: '8', duration: 11, ...schedule },
    }).success
  const update = (schedule: object) =>
    contract.updatePlan.body.safeParse({
      org_id: '1',
      plan_id: '7',
      updates: { schedule: { days: ['mon'], start: 8, duration: 11, ...schedule } },
    }).success

  it('accepts start and duration only from 1 to 23', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), hour => {
        const fits = hour >= 1 && hour <= 23
        expect(create({ duration: hour })).toBe(fits)
        expect(create({ start: String(hour) })).toBe(fits)
        expect(update({ duration: hour })).toBe(fits)
        expect(update({ start: hour })).toBe(fits)
      }),
    )
  })

  it('requires at least one day, by its code', () => {
    expect([create({ days: [] }), create({ days: ['Monday'] }), update({ days: [1] })]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('a quantity', () => {
  it('is the same as a number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), quantity => {
        const { query } = contract.createSubscription
        expect(query.parse({ org_id: '1', quantity: String(quantity) })).toEqual({ org_id: '1', quantity })
        expect(query.parse({ org_id: '1', quantity })).toEqual({ org_id: '1', quantity })
      }),
    )
  })

  it.each(['0', '-1', '1.5', 'many', ''])('refuses %j', quantity => {
    expect(contract.createSubscription.query.safeParse({ org_id: '1', quantity }).success).toBe(false)
  })
})
