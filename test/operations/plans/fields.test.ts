import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Member, Plan } from '../../../src/core/context.ts'
import { sayHours, WEEK } from '../../../src/language/dates/calendar.ts'
import { type PlanSelection, planField, plansField } from '../../../src/operations/plans/plan-fields.ts'
import { findHours, schedule, timezone } from '../../../src/operations/plans/schedule-field.ts'

const planCalled = (name: string, index: number): Plan => ({
  id: String(index + 1),
  name,
  organizationId: '1001',
  pauses: [],
})

const context = (names: readonly string[]): Member =>
  ({
    at: { now: new Date('2026-11-18T09:00:00Z'), zone: 'Europe/Berlin' },
    organization: { id: '1001', name: 'Acme' },
    plans: async () => names.map(planCalled),
  }) as never

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}([ -][a-z]{3,8})?(, [a-z]{3,8})?$/), {
  minLength: 1,
  maxLength: 6,
})
const hour = fc.integer({ min: 1, max: 23 })
const weekly = fc.record({ days: fc.subarray([...WEEK], { minLength: 1 }), start: hour, duration: hour })

describe('plans', () => {
  it('can be parsed from their own text', async () => {
    await fc.assert(
      fc.asyncProperty(names, async names => {
        const me = context(names)
        const all = names.map((name, index) => ({ id: String(index + 1), name }))
        const selections: PlanSelection[] = [{ all: true }, all, all.slice(0, 1)]
        for (const value of selections)
          expect(await plansField.read(plansField.format(value), me, undefined)).toEqual({
            kind: 'value',
            value,
          })
      }),
      { examples: [[['all', 'web-prod']], [['everything else', 'web-prod']]] },
    )
  })

  const ACME = context(['web-prod', 'web-staging', 'Payments API', 'ci-runners'])

  it.each([
    ['web-prod tomorrow', ['web-prod'], 'tomorrow'],
    ['web prod tomorrow', ['web-prod'], 'tomorrow'],
    ['web-prod, ci-runners until friday', ['web-prod', 'ci-runners'], 'until friday'],
    ['web-prod and "Payments API" friday load test', ['web-prod', 'Payments API'], 'friday load test'],
    ['web-prod, load test tomorrow', ['web-prod'], 'load test tomorrow'],
  ])('are extracted from a sentence: %s', async (sentence, expected, rest) => {
    const parsed = await plansField.parseFrom?.(sentence, ACME)
    const read = await plansField.read(parsed?.values ?? {}, ACME, undefined)
    expect(read.kind === 'value' && 'all' in read.value).toBe(false)
    expect(read).toMatchObject({ kind: 'value', value: expected.map(name => ({ name })) })
    expect(parsed?.rest).toBe(rest)
  })

  it.each(['all tomorrow', 'all plans tomorrow', 'everything tomorrow', 'all of the plans tomorrow'])(
    'mean all plans: %s',
    async sentence => {
      const parsed = await plansField.parseFrom?.(sentence, ACME)
      const read = await plansField.read(parsed?.values ?? {}, ACME, undefined)
      expect(read).toEqual({ kind: 'value', value: { all: true } })
      expect(parsed?.rest.trim()).toBe('tomorrow')
    },
  )

  it.each(['all but web-prod', 'all webs', 'all - web-prod'])('are not guessed from %s', async words => {
    const parsed = await plansField.parseFrom?.(`${words} tomorrow`, ACME)
    expect(parsed?.values).toEqual({ plans: words })
    expect(await plansField.read(parsed?.values ?? {}, ACME, undefined)).toMatchObject({
      kind: 'issue',
      input: 'plans',
    })
  })

  it('end where days or a reason begin, even if the name is unknown', async () => {
    for (const rest of ['tomorrow to friday', 'until monday load test', 'because of rain'])
      expect(await planField.parseFrom?.(`checkout ${rest}`, ACME)).toEqual({
        values: { plan: 'checkout' },
        rest,
      })
  })
})

describe('hours', () => {
  it('can be parsed from their own text', async () => {
    await fc.assert(
      fc.asyncProperty(weekly, async weekly => {
        const me = context([])
        expect(await schedule.read(schedule.format(weekly), me, undefined)).toEqual({
          kind: 'value',
          value: weekly,
        })
      }),
    )
  })

  /** Shorter ones may be words of the hours: `no`, `at`, `each`. */
  const name = fc.stringMatching(/^[a-z]{5,20}$/)

  it('are found after any name, with the zone after them', () => {
    const zone = fc.constantFrom('', ' UTC', ' Europe/Berlin', ', New York time', ' in UTC +5:30')
    fc.assert(
      fc.property(name, weekly, zone, (name, weekly, zone) => {
        const hours = sayHours(weekly)
        const timezone = zone.replace(/^,? (in )?/, '')
        expect(findHours(`${name} ${hours}${zone}`)).toEqual({
          start: name.length + 1,
          schedule: hours,
          ...(timezone && { timezone }),
        })
      }),
    )
  })

  it.each(['Europe/Berlin', 'UTC', 'UTC+05:30'])('keep the time zone %s', async zone => {
    expect(await timezone.read(timezone.format(zone), context([]), undefined)).toEqual({
      kind: 'value',
      value: zone,
    })
  })
})
