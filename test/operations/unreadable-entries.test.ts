import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const lastBody = () => story().wire.changes().at(-1)?.body
const schedule = { days: ['mon'], start: '8', duration: '11', timezone: 'UTC+01:00' }
const API = { id: '1', name: 'api', schedule, pauses: [], resources: 2 }

describe('an unreadable entry in a list of the service', () => {
  it.each([
    ['list_plans', { plans: [API, { name: 'lost' }] }, '/plan', /^\*Acme\* has 1 plan: 1 outside hours\.\n/],
    ['list_plans', { plans: [API, { name: 'lost' }] }, '/plan week', /^This week for 1 plan of \*Acme\*\.\n/],
    [
      'users',
      { users: [{ email: 'bo@acme.test' }, 'cleo@acme.test', { role: 'admin' }, null] },
      '/dayshift member',
      /^\*Acme\* has 1 member\.\n/,
    ],
    [
      'list_credentials',
      { credentials: [{ id: '1', name: 'shop' }, 7] },
      '/dayshift credential',
      /^\*Acme\* has 1 credential\.\n/,
    ],
    [
      'list',
      { data: { organizations: [{ org_id: '1001', org_name: 'Acme' }, { org_name: 'Lost' }] } },
      '/dayshift org',
      /^You belong to 1 organization\.\n/,
    ],
    [
      'describe_plan',
      { plan: { resources: [{ resource_id: 'i-1' }, {}] } },
      '/dayshift resource web-prod',
      /^\*web-prod\* has 1 resource\.\n/,
    ],
  ])('is left out: %s %j', async (action, body, line, texts) => {
    story().wire.respondWith(action, body)
    expect(await story().person('Ana').asks(line)).toMatch(texts)
  })

  it.each([
    ['list_plans', { plans: [{ name: 'lost' }] }, '/plan'],
    ['list_plans', { plans: [{ name: 'lost' }] }, '/pause all tomorrow'],
    ['users', { users: [{ role: 'admin' }] }, '/dayshift member'],
  ])('is an error if it is the only one: %s %j', async (action, body, line) => {
    story().wire.respondWith(action, body)
    expect(await story().person('Ana').asks(line)).toContain('I cannot read')
  })
})

describe('a service with other spellings of roles and states', () => {
  const BO = { email: 'bo@acme.test', role: 'Viewer', state: 'Active' }
  const ADMIN = { user_id: BO.email, role: 'admin', state: 'active' }

  it('lets a member be edited, and Undo restore the role', async () => {
    const ana = story().person('Ana')
    story().wire.respondWith('users', { users: [BO] })
    story().wire.respondWith('update_user')
    await ana.types('/dayshift member edit bo@acme.test admin')
    expect(lastBody()).toMatchObject(ADMIN)
    story().wire.respondWith('users', { users: [{ ...BO, role: 'ADMIN' }] })
    await ana.presses('Undo')
    expect(lastBody()).toMatchObject({ ...ADMIN, role: 'viewer' })
  })

  it('can report a plan as off', async () => {
    const ana = story().person('Ana')
    story().wire.respondWith('describe_plan', { plan: { state: 'Inactive' } })
    expect(await ana.asks('/plan show web-prod')).toContain(':white_circle: off')
    expect(ana.readsPrivately().at(-1)).toContain('[Turn on]')
    expect(await ana.asks('/plan off web-prod')).toContain('*web-prod* is already off')
  })
})
