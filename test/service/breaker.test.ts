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
