import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract, type EndpointName } from '../../src/service/contract/contract.ts'
import { reread } from '../../src/service/reread.ts'

const pause = { pause_id: 'p1', pause_start: '01/12/2026', pause_end: '03/12/2026', reason: 'load test' }
const schedule = { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon', 'fri'] }
const plan = {
  id: 7,
  name: ' web-prod',
  schedule,
  resources: [1, 2],
  pauses: [pause, 'stray'],
  state: 'Active',
}
const resource = {
  ...{ resource_id: 'i-1', name: 'web', instance_name: 'web-1', type: 'vm', credential: '5' },
  ...{ status: 'running', region: 'eu', resource_group: '' },
}

/** What the service may answer to those who only read, with something in it that cannot be read. */
const ANSWERS: Partial<Record<EndpointName, unknown[]>> = {
  listPlans: [{ status: 200, plans: [plan, 'stray'] }, { data: { plans: [] } }],
  describePlan: [
    { plan: { ...plan, resources: [resource, 'stray'], dependancy: 'true', description: null } },
    { response: { ...plan, resources: 3 } },
  ],
  listCredentials: [{ credentials: [{ id: 5, type: 'aws', name: 'prod', resources: '4' }, 'stray'] }],
  listUsers: [
    { users: [{ email: 'ana@acme.test', role: 'owner', state: 'active' }, 'stray'], mfa: { view: true } },
  ],
  listOrganizations: [{ data: { organizations: [{ id: 1, name: 'Acme' }, { org_name: 'lost' }] } }],
  describeBilling: [
    {
      organization: { resources: 3, name: 'Acme', id: '1', owner: 'ana' },
      subscription: { payment_exp: '01/12/2027', plan: 'pro', quantity: '25' },
    },
  ],
  billingHistory: [{ history: [{ date: '01/12/2026', amount: 7 }] }],
}

const READS = Object.entries(contract).filter(([, { method }]) => method === 'GET')

describe('an answer that was read before', () => {
  it('is known of every endpoint that only reads', () => {
    expect(Object.keys(ANSWERS).sort()).toEqual(READS.map(([name]) => name).sort())
  })

  it.each(Object.entries(ANSWERS).flatMap(([name, all]) => all.map(answer => [name, answer] as const)))(
    'is the same when it is read again: %s %j',
    (name, said) => {
      const endpoint = Object.entries(contract).find(([known]) => known === name)?.[1]
      const first = JSON.parse(JSON.stringify(endpoint?.answer.parse(said)))
      expect(Object.keys(first).length).toBeGreaterThan(0)
      expect(JSON.stringify(reread(name as EndpointName, JSON.stringify(first)))).toBe(JSON.stringify(first))
    },
  )

  it.each([
    ['of a version that knows more', { plans: [], page: 2 }],
    ['of a version with other names', { plans: [{ key: '7', title: 'web-prod', pauses: [] }] }],
    ['of a version that kept what came', { status: 200, plans: [plan] }],
    ['whose pauses are no list', { plans: [{ id: '7', name: 'web-prod', pauses: 'none' }] }],
    ['with a remark that is none', { plans: [{ id: '7', name: 'web-prod', pauses: [] }], unread: 'some' }],
    ['that is none', 'none'],
    ['that is nothing', null],
  ])('is nothing where it is one %s', (_, kept) => {
    expect(reread('listPlans', JSON.stringify(kept))).toBeUndefined()
  })

  it('is what this version reads, or nothing, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        for (const kept of [text, JSON.stringify(value)]) {
          const again = reread('listPlans', kept)
          if (again !== undefined) expect(Array.isArray(again.plans)).toBe(true)
        }
      }),
    )
  })
})
