import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const sent = () => story().wire.changes().at(-1)?.body

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
    await ana.types('/plan show web-prod')
    expect(ana.readsPrivately().at(-1)).toContain(':white_circle: off')
    expect(ana.readsPrivately().at(-1)).toContain('[Turn on]')
    await ana.types('/plan off web-prod')
    expect(ana.readsPrivately().at(-1)).toContain('*web-prod* is already off')
  })
})
