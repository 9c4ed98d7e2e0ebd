import { expect, it } from 'vitest'
import { contract } from '../../src/service/contract/contract.ts'
import { type Read, reconcilers } from '../../src/service/reconcilers.ts'

const respondWith =
  (answer: object): Read =>
  async () =>
    JSON.parse(JSON.stringify(answer))

it.each(['pausePlan', 'removePlanPause'] as const)('%s is unknown if pauses are unreadable', async name => {
  const request = {
    org_id: '1',
    plan_id: '7',
    pause_id: 'p1',
    pause_start: '01/12/2026',
    pause_end: '02/12/2026',
    reason: '',
  }
  const reconcile = (plan: object) =>
    reconcilers[name]?.find?.(request, respondWith({ plans: [{ id: '7', pauses: [], ...plan }] }))
  expect(await reconcile({})).toMatchObject({ outcome: name === 'pausePlan' ? 'missing' : 'applied' })
  expect(await reconcile({ pausesUnread: true })).toEqual({ outcome: 'unknown' })
})

/** The outcome when the complete list has no such item. */
const ABSENT = [
  ['createPlan', 'missing'],
  ['addResource', 'missing'],
  ['deleteResource', 'applied'],
  ['createCredential', 'missing'],
  ['removeCredential', 'applied'],
  ['addUser', 'missing'],
  ['removeUser', 'applied'],
  ['createOrganization', 'missing'],
  ['removeOrganization', 'applied'],
] as const

it.each(ABSENT)(
  '%s: an item that is not listed means %s, unless part of the list is unreadable',
  async (name, outcome) => {
    const request = {
      org_id: '1',
      plan_id: '7',
      credential_id: 'c1',
      user_id: 'bo@acme.test',
      resource_id: 'r1',
      name: 'x',
      org_name: 'x',
      resource: { resource_id: 'r1' },
    }
    const none = { plans: [], credentials: [], users: [], organizations: [], plan: { resources: [] } }
    const some = { ...none, unread: 1, plan: { resources: [], resourcesUnread: 1 } }
    const reconcile = (answer: object) =>
      reconcilers[name]?.find?.(JSON.parse(JSON.stringify(request)), respondWith(answer))
    expect(await reconcile(none)).toMatchObject({ outcome })
    expect(await reconcile(some)).toEqual({ outcome: 'unknown' })
  },
)

it('cancelSubscription is applied if there is no subscription, and unknown if one still runs', async () => {
  const reconciler = reconcilers.cancelSubscription
  const reconcile = (answer: object) => reconciler?.find?.({ org_id: '1' }, respondWith(answer))
  expect(await reconcile({})).toMatchObject({ outcome: 'applied' })
  expect(await reconcile({ subscription: { quantity: '3' } })).toEqual({ outcome: 'unknown' })
})

/** Every value of an update except ids. */
const UPDATED = (['updatePlan', 'updateResource', 'updateUser'] as const).flatMap(name =>
  Object.keys(contract[name].body.shape)
    .filter(key => !key.endsWith('_id'))
    .map(key => [name, key] as const),
)

it.each(UPDATED)('%s is missing while the service has another %s', async (name, key) => {
  const other = { timezone: 'other', [key]: 'other' }
  const current = {
    plan: { ...other, resources: [{ resource_id: 'r1', ...other }] },
    users: [{ email: 'bo@acme.test', ...other }],
  }
  const request = {
    user_id: 'bo@acme.test',
    resource_id: 'r1',
    [key]: key === 'updates' ? { timezone: 'wanted' } : 'wanted',
  }
  expect(await reconcilers[name]?.find?.(JSON.parse(JSON.stringify(request)), respondWith(current))).toEqual({
    outcome: 'missing',
  })
})
