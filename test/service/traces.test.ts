import { expect, it } from 'vitest'
import { type Look, traceOf } from '../../src/service/traces.ts'

const telling =
  (answer: object): Look =>
  async () =>
    JSON.parse(JSON.stringify(answer))

it.each(['pausePlan', 'removePlanPause'] as const)(
  '%s is not found, nor found missing, among pauses that cannot be read',
  async name => {
    const request = {
      org_id: '1',
      plan_id: '7',
      pause_id: 'p1',
      pause_start: '01/12/2026',
      pause_end: '02/12/2026',
      reason: '',
    }
    const found = (plan: object) =>
      traceOf(name)?.find(request, telling({ plans: [{ id: '7', pauses: [], ...plan }] }))
    expect(await found({})).toMatchObject({ kind: name === 'pausePlan' ? 'missing' : 'made' })
    expect(await found({ pausesUnread: true })).toEqual({ kind: 'unclear' })
  },
)

it('a subscription that is not there any more is cancelled; one that is may be so and run until its end', async () => {
  const trace = traceOf('cancelSubscription')
  const found = (answer: object) => trace?.find({ org_id: '1' }, telling(answer))
  expect(await found({})).toMatchObject({ kind: 'made' })
  expect(await found({ subscription: { quantity: '3' } })).toEqual({ kind: 'unclear' })
})
