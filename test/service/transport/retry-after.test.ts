import { describe, expect, it } from 'vitest'
import { createWaits } from '../../../src/service/transport/retry-after.ts'

function setUp() {
  let time = 0
  const { begin, take } = createWaits({ apartMs: 1000, now: () => time })
  return {
    begin,
    take: (place: string) => take(place, 1500),
    passes: (ms: number) => {
      time += ms
    },
  }
}

describe('a place that sent Retry-After', () => {
  it('lets the next one wait, the one after that a second more, and the others go elsewhere', () => {
    const { begin, take, passes } = setUp()
    expect(take('ops')).toBe(0)
    begin('ops', 1000)
    passes(600)
    expect([take('ops'), take('ops'), take('ops'), take('ops')]).toEqual([400, 1400, 2400, 2400])
    expect(take('dev')).toBe(0)
    passes(2400)
    expect(take('ops')).toBe(0)
  })

  it('is not asked meanwhile where the rest is long', () => {
    const { begin, take, passes } = setUp()
    begin('ops', 30_000)
    begin('ops', 1000)
    passes(10_000)
    expect([take('ops'), take('ops')]).toEqual([20_000, 20_000])
  })

  it.each([Number.NaN, 0, -1000])('is asked at once without a valid time: %j', said => {
    const { begin, take } = setUp()
    begin('ops', said)
    expect(take('ops')).toBe(0)
  })

  it('is asked again after five minutes, whatever was said', () => {
    const { begin, take } = setUp()
    begin('ops', 86_400_000)
    expect(take('ops')).toBe(300_000)
  })
})
