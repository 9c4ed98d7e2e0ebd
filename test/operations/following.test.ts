import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories()

const types = (name: Name, sentence: string) => story().person(name).types(sentence)
const dm = (name: Name = 'Ana') => story().person(name).readsInDm

describe('following a plan', () => {
  it('sends one direct message about each change by others', async () => {
    await types('Ana', '/dayshift follow web-prod')
    expect(story().person('Ana').readsPrivately()).toEqual([
      'You follow *web-prod*: I will tell you in a direct message when others change it through Dayshift.\n[Unfollow]',
    ])
    await types('Bo', '/pause web-prod tomorrow load test')
    await types('Bo', '/plan off web-prod')
    await story().recover()
    await story().recover()
    expect(dm()).toHaveLength(2)
    expect(dm()[0]).toBe(
      'You follow web-prod:\n*pause: web-prod*  ·  19 Nov\n<@U2BO>  ·  <!date^1794992400^{date_short_pretty} at {time}|09:00 UTC>\n[Show plan] [Unfollow]',
    )
    expect(dm()[1]).toContain('*plan off: web-prod*')
    expect(story().channel()).toHaveLength(2)
  })

  it('sends nothing about own changes, failed changes and other plans', async () => {
    await types('Ana', '/dayshift follow web-prod')
    await types('Ana', '/pause web-prod tomorrow')
    await types('Bo', '/pause web-staging tomorrow')
    story().wire.respond('pause_plan', { status: 403 })
    await types('Bo', '/pause web-prod friday')
    await story().recover()
    expect(dm()).toEqual([])
  })

  it('ends when the person unfollows, unlinks or loses access to the plan', async () => {
    for (const name of ['Ana', 'Bo', 'Cleo'] as const) await types(name, '/dayshift follow web-prod')
    await story().person('Ana').presses('Unfollow')
    expect(story().person('Ana').readsPrivately().at(-1)).toBe('You no longer follow *web-prod*.')
    await types('Bo', '/dayshift unlink')
    const remaining = await story()
      .database.selectFrom('entries')
      .select('person')
      .where('kind', '=', 'follow')
      .execute()
    expect(remaining).toEqual([{ person: story().keyOf('Cleo') }])
    await types('Ana', '/plan off web-prod')
    story().wire.respondWith('list_plans', { plans: [] })
    await story().recover()
    expect([dm('Ana'), dm('Bo'), dm('Cleo')]).toEqual([[], [], []])
  })

  it('stops without retries once the access token is revoked', async () => {
    await types('Ana', '/dayshift follow web-prod')
    await types('Bo', '/plan off web-prod')
    story().wire.respond('list_plans', { status: 401 })
    await story().recover()
    expect(dm()).toEqual([])
    const open = await story().database.selectFrom('changes').select('id').where('due_at', 'is not', null)
    expect(await open.execute()).toEqual([])
  })

  it('starts with a button on the card of a plan, and has a list', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/dayshift following')).toBe(
      'You follow no plan. `/dayshift follow web-prod` follows one.',
    )
    await ana.types('/plan show web-prod')
    await ana.presses('Follow')
    expect(await ana.asks('/dayshift following')).toBe('You follow 1 plan.\n*web-prod*\n[Unfollow]')
    expect(await ana.asks('/dayshift unfollow ci-runners')).toBe('You did not follow *ci-runners*.')
  })

  it('sends the message after a crash that followed the change', async () => {
    await types('Ana', '/dayshift follow web-prod')
    const plan = { org_id: (await story().acme()).id, plan_id: await story().planId('web-prod') }
    await story().crashAt('done', async () => {
      await story().service.call('updatePlan', { ...plan, state: 'active' }, story().tokenOf('Ana'))
      await types('Bo', '/plan off web-prod')
    })
    expect(dm()).toEqual([])
    await story().advanceTo('2026-11-18T09:01:00Z')
    await story().recover()
    expect(dm()).toEqual([expect.stringContaining('*plan off: web-prod*')])
  })

  it('reports a change with an unknown outcome', async () => {
    await types('Ana', '/dayshift follow web-prod')
    await story().crashAt('prepared', () => types('Bo', '/plan off web-prod'))
    await story().links.delete(story().keyOf('Bo'))
    await story().advanceTo('2026-11-18T09:01:00Z')
    await story().recover()
    expect(dm()).toEqual([expect.stringContaining('not known whether it was done')])
  })

  it('sends the message from another process after a crash', async () => {
    await types('Ana', '/dayshift follow web-prod')
    await types('Bo', '/plan off web-prod')
    await story().crashDuring(0, () => story().recover())
    await story().advanceTo('2026-11-18T09:01:00Z')
    await story().recover()
    expect(dm()).toEqual([expect.stringContaining('*plan off: web-prod*')])
  })
})
