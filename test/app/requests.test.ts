import { describe, expect, it } from 'vitest'
import { createRequests } from '../../src/app/requests.ts'

function counted() {
  let made = 0
  return createRequests(() => `ref-${++made}`)
}

describe('a request', () => {
  it('has one reference of its own', async () => {
    const requests = counted()
    const refs = () =>
      requests.run(async () => {
        const first = requests.reference()
        await Promise.resolve()
        return [first, requests.reference(), requests.logFields().ref]
      })
    expect(await Promise.all([refs(), refs()])).toEqual([Array(3).fill('ref-1'), Array(3).fill('ref-2')])
  })

  it('is not the work outside of requests', () => {
    const requests = counted()
    expect([requests.reference(), requests.reference()]).toEqual(['ref-1', 'ref-2'])
    expect(requests.logFields()).toEqual({})
  })
})
