import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const sent = () => story().wire.changes().at(-1)?.body
const schedule = { days: ['mon'], start: '8', duration: '11', timezone: 'UTC+01:00' }
const API = { id: '1', name: 'api', schedule, pauses: [], resources: 2 }

describe('what the service lists in a way that cannot be read', () => {
  it('is counted, and said, with the plans', async () => {
    const ana = story().person('Ana')
    story().wire.respondWith('list_plans', { plans: [API, { name: 'lost' }] })
    expect(await ana.asks('/plan')).toMatch(
      /^\*Acme\* has 2 plans: 1 outside hours\.\n:warning: 1 plan cannot be read\.\n\*Outside hours\*\n:new_moon: \*api\*/,
    )
    expect(await ana.asks('/plan week')).toContain(
      'This week for 1 plan of *Acme*.\n:warning: 1 plan cannot be read.\n',
    )
    await ana.opensHome()
    expect(ana.home).toContain('\n1 plan: 1 outside hours\n:warning: 1 plan cannot be read.\n')
    expect(await ana.asks('/pause list')).toMatch(
      /^0 pauses are live or upcoming\.\n:warning: 1 plan cannot be read\./,
    )
  })

  it.each([
    [
      'users',
      { users: [{ email: 'bo@acme.test' }, 'cleo@acme.test', { role: 'admin' }, null] },
      '/dayshift member',
      '*Acme* has 3 members.\n:warning: 2 members cannot be read.\n',
    ],
    [
      'list_credentials',
      { credentials: [{ id: '1', name: 'shop' }, 7] },
      '/dayshift credential',
      '*Acme* has 2 credentials.\n:warning: 1 credential cannot be read.\n',
    ],
    [
      'list',
      { data: { organizations: [{ org_id: '1001', org_name: 'Acme' }, { org_name: 'Lost' }] } },
      '/dayshift org',
      'You belong to 2 organizations.\n:warning: 1 organization cannot be read.\n',
    ],
    [
      'describe_plan',
      { plan: { resources: [{ resource_id: 'i-1' }, {}] } },
      '/dayshift resource web-prod',
      '*web-prod* has 2 resources, in this order.\n:warning: 1 resource cannot be read.\n',
    ],
  ])('%s: %j', async (action, body, line, texts) => {
    story().wire.respondWith(action, body)
    expect(await story().person('Ana').asks(line)).toContain(texts)
  })

  it('is reported when all plans are paused or resumed', async () => {
    const ana = story().person('Ana')
    story().wire.respondWith('list_plans', {
      plans: [API, { ...API, id: '2', name: 'web' }, { name: 'lost' }],
    })
    expect(await ana.asks('/pause all tomorrow load test ?')).toMatch(
      /^2 plans would be paused: .*\n• \*api\*: .*\n• \*web\*: .*\n:warning: 1 plan cannot be read\.\nNothing was done yet\.\n/,
    )
    expect(await ana.asks('/pause all tomorrow load test')).toMatch(
      /^Pause all 2 plans, .*\napi, web\n.*1 plan cannot be read/,
    )
    await ana.presses('Pause all')
    expect(ana.reads().at(-1)).toMatch(
      /^<@U1ANA> paused 2 plans: .*\n:warning: 1 plan cannot be read, so nothing was done there\.\n/,
    )
    await ana.types('/pause api and web tuesday load test')
    expect(ana.reads().at(-1)).not.toContain('cannot be read')
    expect(await ana.asks('/resume all')).toMatch(/1 plan cannot be read, so nothing was done there/)
  })
})

describe('a service that writes roles and states in a way of its own', () => {
  const BO = { email: 'bo@acme.test', role: 'Viewer', state: 'Active' }
  const ADMIN = { user_id: BO.email, role: 'admin', state: 'active' }

  it('has a member edited by a sentence, and that taken back', async () => {
    const ana = story().person('Ana')
    story().wire.respondWith('users', { users: [BO] })
    story().wire.respondWith('update_user')
    await ana.types('/dayshift member edit bo@acme.test admin')
    expect(sent()).toMatchObject(ADMIN)
    story().wire.respondWith('users', { users: [{ ...BO, role: 'ADMIN' }] })
    await ana.presses('Undo')
    expect(sent()).toMatchObject({ ...ADMIN, role: 'viewer' })
  })

  it('has a plan off where it says so, wherever that stands', async () => {
    const ana = story().person('Ana')
    story().wire.respondWith('describe_plan', { plan: { state: 'Inactive' } })
    expect(await ana.asks('/plan show web-prod')).toContain(':white_circle: off')
    expect(ana.readsPrivately().at(-1)).toContain('[Turn on]')
    expect(await ana.asks('/plan off web-prod')).toContain('*web-prod* is already off')
  })
})
