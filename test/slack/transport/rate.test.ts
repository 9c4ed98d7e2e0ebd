import { describe, expect, it } from 'vitest'
import { createRate } from '../../../src/slack/transport/rate.ts'

/** A clock that stands, and a rate of three at once and one a second. */
function paced() {
  let time = 0
  const pace = createRate({ burst: 3, perSecond: 1, now: () => time })
  return {
    pace,
    passes: (seconds: number) => {
      time += seconds * 1000
    },
    asks: (person: string, times: number) => Array.from({ length: times }, () => pace(person)),
  }
}

describe('the rate of a person', () => {
  it('lets as many in at once as it holds, and tells of the first too many alone', () => {
    const { asks } = paced()
    expect(asks('ana', 5)).toEqual(['fits', 'fits', 'fits', 'first too many', 'too many'])
  })

  it('is nobody else’s', () => {
    const { asks } = paced()
    asks('ana', 5)
    expect(asks('bo', 3)).toEqual(['fits', 'fits', 'fits'])
  })

  it('fills as time passes, up to what it holds', () => {
    const { asks, passes } = paced()
    asks('ana', 4)
    passes(2)
    expect(asks('ana', 3)).toEqual(['fits', 'fits', 'first too many'])
    passes(3600)
    expect(asks('ana', 4)).toEqual(['fits', 'fits', 'fits', 'first too many'])
  })

  it('fills however often somebody asks meanwhile', () => {
    const { asks, passes } = paced()
    asks('ana', 3)
    const told = Array.from({ length: 10 }, () => {
      passes(0.125)
      return asks('ana', 1)
    })
    expect(told.flat().filter(pace => pace === 'fits')).toHaveLength(1)
    expect(told.flat()[7]).toBe('fits')
  })
})
