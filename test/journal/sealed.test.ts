import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dense, roomy } from '../../src/journal/sealed.ts'

describe('what an entry of the journal holds', () => {
  it('comes back as it was packed, however long it is', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 60 }), (json, times) => {
        const text = JSON.stringify(Array(times).fill(JSON.parse(json)))
        expect(roomy(dense(text))).toBe(text)
      }),
    )
  })

  it('is far shorter where the service had much to say', () => {
    const plans = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, name: `plan-${at}`, pauses: [] }))
    const said = JSON.stringify({ plans })
    expect(dense(said).length).toBeLessThan(said.length / 5)
  })
})
