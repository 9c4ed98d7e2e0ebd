import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Member, RequestTime } from '../../../src/core/context.ts'
import { addDays } from '../../../src/operations/calendar-days.ts'
import {
  applyChange,
  type Change,
  change,
  formatChange,
} from '../../../src/operations/pauses/change-pause.ts'
import { period } from '../../../src/operations/pauses/period-field.ts'

/** Wednesday, 18 November 2026, in the morning. */
const NOW = new Date('2026-11-18T09:00:00Z')

// Fields of days use only the time and the time zone of a request, and the names of plans.
const at = (zone: string | undefined) =>
  ({
    at: { now: NOW, zone } satisfies RequestTime,
    plans: async () => [] as const,
  }) as Partial<Member> as Member
const BERLIN = at('Europe/Berlin')

const day = fc.integer({ min: 1, max: 700 }).map(days => addDays('2026-11-18', days))
const days = fc.tuple(day, fc.integer({ min: 0, max: 300 })).map(([from, length]) => ({
  from,
  until: addDays(from, length),
}))
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  days.map(days => ({ kind: 'days' as const, ...days })),
  day.map(from => ({ kind: 'from' as const, from })),
  day.map(until => ({ kind: 'until' as const, until })),
  day.map(until => ({ kind: 'until' as const, until, mayBegin: true })),
  fc.integer({ min: 1, max: 99 }).map(days => ({ kind: 'longer' as const, days })),
  fc.integer({ min: 1, max: 99 }).map(days => ({ kind: 'longer' as const, days, isLength: true })),
)

it('a period can be parsed from its own text', async () => {
  await fc.assert(
    fc.asyncProperty(days, async days => {
      expect(await period.read(period.format(days), BERLIN, undefined)).toEqual({
        kind: 'value',
        value: days,
      })
    }),
  )
})

it.each([
  'load test tomorrow, sorry, friday',
  'before work tomorrow',
  'one week in january',
  'load test bis zum 6.12.',
  '20/11/2026 23/11/2026',
  'todas as sextas',
])('a period is not extracted from a sentence with other words: %s', async sentence => {
  const parsed = await period.parseFrom?.(sentence, BERLIN)
  expect(parsed).toEqual({ values: { from: sentence }, rest: '' })
  expect(await period.read(parsed?.values ?? {}, BERLIN, undefined)).toMatchObject({ kind: 'issue' })
})

describe('a change of a pause', () => {
  it('can be parsed from its own text', async () => {
    await fc.assert(
      fc.asyncProperty(anyChange, async original => {
        expect(await change.read(change.format(original), BERLIN, undefined)).toEqual({
          kind: 'value',
          value: original,
        })
      }),
    )
  })

  it.each([
    ['by 2 days', '2 days longer', ''],
    ['for 2 more days', '2 days longer', ''],
    ['four days longer', '4 days longer', ''],
    ['2 weeks longer, load test', '14 days longer', 'load test'],
    ['until friday load test', 'until Fri 20 Nov 2026', 'load test'],
    ['from 2 dec', 'from Wed 2 Dec 2026 on', ''],
  ])('is extracted from a sentence: %s', async (sentence, meant, rest) => {
    const parsed = await change.parseFrom?.(sentence, BERLIN)
    const read = await change.read(parsed?.values ?? {}, BERLIN, undefined)
    const meaning = parsed?.value ?? (read.kind === 'value' ? read.value : undefined)
    expect(meaning && formatChange(meaning)).toBe(meant)
    expect(parsed?.rest).toBe(rest)
  })

  it.each([
    'also friday',
    'friday too',
    'plus sunday, load test',
    'including the weekend',
    'a day later',
    'by 2 days later, audit',
    '3 days earlier',
    'a week shorter',
    '3 months longer',
    'to start tomorrow',
    'load test friday',
  ])('is not extracted from a sentence that says more than days: %s', async sentence => {
    const parsed = await change.parseFrom?.(sentence, BERLIN)
    expect(parsed).toEqual({ values: { from: sentence }, rest: '' })
    expect(await change.read(parsed?.values ?? {}, BERLIN, undefined)).toMatchObject({ kind: 'issue' })
  })

  it('never results in past days, and an extension never removes a day', () => {
    const today = '2026-11-18'
    fc.assert(
      fc.property(anyChange, days, fc.boolean(), (change, pause, isExtension) => {
        const { from, until } = applyChange(change, { id: '1', ...pause }, today, isExtension) ?? pause
        expect(today <= from && from <= until).toBe(true)
        if (isExtension) expect(from <= pause.from && until >= pause.until).toBe(true)
      }),
    )
  })
})
