import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dense, roomy } from '../../src/changes/dense.ts'

describe('what an entry keeps of what was read', () => {
  it('comes back as it was packed, however long it is', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 60 }), (json, times) => {
        const answer = { data: Array(times).fill(JSON.parse(json)) }
        expect(roomy(dense(answer))).toBe(JSON.stringify(answer))
      }),
    )
  })

  it('is far shorter where the service had much to say', () => {
    const plans = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, name: `plan-${at}`, pauses: [] }))
    expect(dense({ plans }).length).toBeLessThan(JSON.stringify({ plans }).length / 5)
  })
})
