import { describe, expect, it } from 'vitest'
import { createRetryAfter } from '../../../src/service/transport/retry-after.ts'

function setUp() {
  let time = 0
  const { block, waitMs } = createRetryAfter({ apartMs: 1000, now: () => time })
  return {
    block,
    waitMs: (place: string) => waitMs(place, 1500),
    passes: (ms: number) => {
      time += ms
    },
  }
}

describe('a place that sent Retry-After', () => {
  it('lets the next one wait, the one after that a second more, and the others go elsewhere', () => {
    const { block, waitMs, passes } = setUp()
    expect(waitMs('ops')).toBe(0)
    block('ops', 1000)
    passes(600)
    expect([waitMs('ops'), waitMs('ops'), waitMs('ops'), waitMs('ops')]).toEqual([400, 1400, 2400, 2400])
    expect(waitMs('dev')).toBe(0)
    passes(2400)
    expect(waitMs('ops')).toBe(0)
  })

  it('is not asked meanwhile where the rest is long', () => {
    const { block, waitMs, passes } = setUp()
    block('ops', 30_000)
    block('ops', 1000)
    passes(10_000)
    expect([waitMs('ops'), waitMs('ops')]).toEqual([20_000, 20_000])
  })

  it.each([Number.NaN, 0, -1000])('is asked at once without a valid time: %j', said => {
    const { block, waitMs } = setUp()
    block('ops', said)
    expect(waitMs('ops')).toBe(0)
  })

  it('is asked again after five minutes, whatever was said', () => {
    const { block, waitMs } = setUp()
    block('ops', 86_400_000)
    expect(waitMs('ops')).toBe(300_000)
  })
})
