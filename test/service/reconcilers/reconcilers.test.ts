import { expect, it } from 'vitest'
import { type Look, traceOf } from '../../../src/service/reconcilers/reconcilers.ts'

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

/** What is said where nothing of it is listed, and where a part of that cannot be read. */
const ABSENT = [
  ['createPlan', 'missing'],
  ['addResource', 'missing'],
  ['deleteResource', 'made'],
  ['createCredential', 'missing'],
  ['removeCredential', 'made'],
  ['addUser', 'missing'],
  ['removeUser', 'made'],
  ['createOrganization', 'missing'],
  ['removeOrganization', 'made'],
] as const

it.each(ABSENT)(
  '%s: what is not listed is %s, but not where a part of the list cannot be read',
  async (name, kind) => {
    const request = {
      ...{ org_id: '1', plan_id: '7', credential_id: 'c1', user_id: 'bo@acme.test', resource_id: 'r1' },
      ...{ name: 'x', org_name: 'x', resource: { resource_id: 'r1' } },
    }
    const none = { plans: [], credentials: [], users: [], organizations: [], plan: { resources: [] } }
    const some = { ...none, unread: 1, plan: { resources: [], resourcesUnread: 1 } }
    const found = (answer: object) =>
      traceOf(name)?.find(JSON.parse(JSON.stringify(request)), telling(answer))
    expect(await found(none)).toMatchObject({ kind })
    expect(await found(some)).toEqual({ kind: 'unclear' })
  },
)

it('a subscription that is not there any more is cancelled; one that is may be so and run until its end', async () => {
  const trace = traceOf('cancelSubscription')
  const found = (answer: object) => trace?.find({ org_id: '1' }, telling(answer))
  expect(await found({})).toMatchObject({ kind: 'made' })
  expect(await found({ subscription: { quantity: '3' } })).toEqual({ kind: 'unclear' })
})
