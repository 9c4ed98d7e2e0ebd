import { describe, expect, it } from 'vitest'
import { createRetryAfter } from '../../../src/service/transport/retry-after.ts'

function setUp() {
  let time = 0
  return {
    ...createRetryAfter({ now: () => time }),
    passes: (ms: number) => {
      time += ms
    },
  }
}

describe('a place that sent Retry-After', () => {
  it('is not asked until then, and others are', () => {
    const { block, waitMs, passes } = setUp()
    block('ops', 30_000)
    block('ops', 1000)
    passes(10_000)
    expect([waitMs('ops'), waitMs('dev')]).toEqual([20_000, 0])
    passes(20_000)
    expect(waitMs('ops')).toBe(0)
  })

  it.each([Number.NaN, 0, -1000])('is asked at once without a valid time: %j', seconds => {
    const { block, waitMs } = setUp()
    block('ops', seconds)
    expect(waitMs('ops')).toBe(0)
  })

  it('is asked again after five minutes, whatever was said', () => {
    const { block, waitMs } = setUp()
    block('ops', 86_400_000)
    expect(waitMs('ops')).toBe(300_000)
  })
})
