import { describe, expect, it } from 'vitest'
import { createRequests } from '../../src/app/requests.ts'

function counted() {
  let [time, made] = [0, 0]
  const requests = createRequests({ newReference: () => `ref-${++made}`, limitMs: 1000, now: () => time })
  const passes = (ms: number) => {
    time += ms
  }
  return { requests, passes }
}

describe('a request', () => {
  it('has one reference of its own', async () => {
    const { requests } = counted()
    const refs = () =>
      requests.run(async () => {
        const first = requests.reference()
        await Promise.resolve()
        return [first, requests.reference(), requests.logFields().ref]
      })
    expect(await Promise.all([refs(), refs()])).toEqual([Array(3).fill('ref-1'), Array(3).fill('ref-2')])
  })

  it('has a deadline', () => {
    const { requests, passes } = counted()
    requests.run(() => {
      passes(400)
      expect(requests.remainingMs()).toBe(600)
    })
  })

  it('may give a part of its work the full time, under the same reference', () => {
    const { requests, passes } = counted()
    requests.run(() => {
      passes(900)
      const inside = requests.withFreshDeadline(() => [requests.remainingMs(), requests.reference()])
      expect(inside).toEqual([1000, 'ref-1'])
      expect([requests.remainingMs(), requests.reference()]).toEqual([100, 'ref-1'])
    })
    expect(requests.withFreshDeadline(requests.remainingMs)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is not the work outside of requests', () => {
    const { requests } = counted()
    expect([requests.reference(), requests.reference()]).toEqual(['ref-1', 'ref-2'])
    expect([requests.logFields(), requests.remainingMs()]).toEqual([{}, Number.POSITIVE_INFINITY])
  })
})
