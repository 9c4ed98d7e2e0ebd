import { expect, it } from 'vitest'
import { type Look, traceOf } from '../../src/service/traces.ts'

const telling =
  (answer: object): Look =>
  async () =>
    JSON.parse(JSON.stringify(answer))

it('a subscription that is not there any more is cancelled; one that is may be so and run until its end', async () => {
  const trace = traceOf('cancelSubscription')
  const found = (answer: object) => trace?.find({ org_id: '1' }, telling(answer))
  expect(await found({})).toMatchObject({ kind: 'made' })
  expect(await found({ subscription: { quantity: '3' } })).toEqual({ kind: 'unclear' })
})
