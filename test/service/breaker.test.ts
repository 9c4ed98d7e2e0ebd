import { expect, it } from 'vitest'
import { createBreaker } from '../../src/service/breaker.ts'
import { ServiceError } from '../../src/service/failure.ts'

it.each([
  ['ECONNREFUSED', 'open'],
  ['EMFILE', 'closed'],
  ['EADDRNOTAVAIL', 'closed'],
])(
  'a service is down where calls to it end so, and not for want of what is ours: %s',
  async (code, trust) => {
    const breaker = createBreaker({ clock: () => new Date(0) })
    const fails = () =>
      Promise.reject(new ServiceError('listPlans', { kind: 'unavailable', code, written: false }))
    for (let times = 0; times < 5; times += 1) await breaker.call(fails, () => false)
    expect(breaker.trust()).toBe(trust)
  },
)

it('tells since when it is down now, not since when it was down before', async () => {
  const times = [9, 10, 11, 12].map(hour => new Date(Date.UTC(2026, 10, 18, hour)))
  const clock = () => times.shift() ?? new Date(0)
  const breaker = createBreaker({ clock })
  const gone = new ServiceError('listPlans', { kind: 'unavailable', code: 'ECONNREFUSED', written: false })
  const call = (work: () => Promise<unknown>) => breaker.call(work, () => false)

  await call(() => Promise.reject(gone))
  await call(() => Promise.reject(gone))
  expect(breaker.since()).toEqual(new Date(Date.UTC(2026, 10, 18, 9)))
  await call(() => Promise.resolve('works'))
  expect(breaker.since()).toBeUndefined()
  await call(() => Promise.reject(gone))
  expect(breaker.since()).toEqual(new Date(Date.UTC(2026, 10, 18, 12)))
})
