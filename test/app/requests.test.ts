import { describe, expect, it } from 'vitest'
import { createRequests } from '../../src/app/requests.ts'

function counted() {
  let [time, made] = [0, 0]
  const requests = createRequests({ reference: () => `ref-${++made}`, limitMs: 1000, now: () => time })
  const passes = (ms: number) => {
    time += ms
  }
  return { requests, passes }
}

describe('a request', () => {
  it('has one reference wherever work is done for it, and no other request has it', async () => {
    const { requests } = counted()
    const refs = () =>
      requests.within(async () => {
        const first = requests.ref()
        await Promise.resolve()
        return [first, requests.ref(), requests.mark().ref]
      })
    expect(await Promise.all([refs(), refs()])).toEqual([Array(3).fill('ref-1'), Array(3).fill('ref-2')])
  })

  it('has a time by which all is to be done', () => {
    const { requests, passes } = counted()
    requests.within(() => {
      passes(400)
      expect(requests.remainingMs()).toBe(600)
    })
  })

  it('may give a part of what is done for it as much time as it had, and the same reference', () => {
    const { requests, passes } = counted()
    requests.within(() => {
      passes(900)
      const inside = requests.afresh(() => [requests.remainingMs(), requests.ref()])
      expect(inside).toEqual([1000, 'ref-1'])
      expect([requests.remainingMs(), requests.ref()]).toEqual([100, 'ref-1'])
    })
    expect(requests.afresh(requests.remainingMs)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is not what is done of itself', () => {
    const { requests } = counted()
    expect([requests.ref(), requests.ref()]).toEqual(['ref-1', 'ref-2'])
    expect([requests.mark(), requests.remainingMs()]).toEqual([{}, Number.POSITIVE_INFINITY])
  })
})
