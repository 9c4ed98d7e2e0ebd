import { describe, expect, it } from 'vitest'
import { byLabel } from '../../by-label.ts'
import { openLocal } from '../local.ts'

const pausesOf = (plans: { name: string; pauses: unknown[] }[], plan: string) =>
  plans.find(({ name }) => name === plan)?.pauses

describe('the people of the playground', () => {
  it.each([
    ['Ana', 'admin'],
    ['Bo', 'viewer'],
    ['Cleo', 'owner'],
  ])('include %s as %s of Acme', async (name, role) => {
    const { types, reads } = await openLocal()
    await types(name, '/dayshift whoami')
    expect(reads(name).join()).toContain(`*Acme* · ${role}`)
  })

  it('need no account, as in the database of a service that ran on its own', async () => {
    const users = [{ email: 'eve@acme.test', role: 'owner' }] as const
    const { types, reads, inspector } = await openLocal({ users })
    await types('Ana', '/plan')
    expect(reads('Ana').join()).toContain('Link your account first')
    expect(inspector.actions.at(-1)?.title).toBe('/plan')
  })

  it('include Sam, who has an account but no link', async () => {
    const { types, reads, tokenOf, playground, settled, links, keyOf } = await openLocal()
    await types('Sam', '/plan')
    expect(reads('Sam').join()).toContain('[Link account]')
    const sam = playground.person('Sam')
    await sam.command('/dayshift link')
    await settled()
    await byLabel(playground, sam).fill({ 'Access token': tokenOf('sam@acme.test') })
    await sam.submit()
    await settled()
    expect(await links.find(keyOf('USAM'))).toMatchObject({ organization: { name: 'Acme' } })
  })
})

describe('an empty workspace', () => {
  it('plays a demo in which Bo asks and Ana pauses, but only once', async () => {
    const { playDemo, reads } = await openLocal()
    await playDemo()
    const demo = reads('Ana')
    expect(demo).toEqual([
      'Can somebody pause ci-runners next week? Pune is on holiday.',
      expect.stringMatching(/^<@UANA> paused \*ci-runners\*.* – holiday in Pune\nSkips .*\n/),
      expect.stringContaining('ci-runners'),
    ])
    await playDemo()
    expect(reads('Ana')).toEqual(demo)
  })
})

describe('starting over', () => {
  it('resets messages, Homes, forms, the guide, links, tickets, the history, settings and plans', async () => {
    const { playground, links, tickets, tokenOf, keyOf, types, reads, plans, reset } = await openLocal()
    const ana = playground.person('Ana')
    const before = await plans()
    await types('Ana', '/pause web-prod tomorrow load test')
    await types('Cleo', '/plan off ci-runners')
    await types('Bo', '/dayshift unlink')
    await types('Ana', '/dayshift protect web-prod')
    await ana.openHome()
    await types('Ana', '/pause')
    await links.save(keyOf('USAM'), { token: tokenOf('sam@acme.test') })
    await links.save(keyOf('USOMEBODY'), { token: 'of another Slack' })
    const ticket = await tickets.issue('waits', { team: 'T0PLAY' })
    expect(await plans()).not.toEqual(before)
    expect([ana.home, ana.view]).not.toContain(undefined)

    await reset()
    expect(await plans()).toEqual(before)
    expect([ana.messages('ops'), ana.home, ana.view]).toEqual([[], undefined, undefined])
    expect(await tickets.find(ticket)).toBeUndefined()
    const linked = await Promise.all(['UANA', 'UBO', 'UCLEO', 'USAM'].map(id => links.find(keyOf(id))))
    expect(linked.map(link => link?.organization?.name)).toEqual(['Acme', 'Acme', 'Acme', undefined])
    expect(await links.find(keyOf('USOMEBODY'))).toEqual({ token: 'of another Slack' })

    await types('Ana', '/dayshift history')
    expect(reads('Ana')).toEqual(['No change in *Acme* was made here in the last 90 days.'])
    await types('Ana', '/pause web-prod tomorrow')
    expect(pausesOf(await plans(), 'web-prod')).toHaveLength(1)
  })

  it('works during changes in flight and a concurrent reset', async () => {
    const { playground, settled, types, reads, plans, reset } = await openLocal()
    const before = await plans()
    const busy = ['web-prod', 'ci-runners', 'Payments API'].map(plan =>
      playground.person('Ana').command(`/pause "${plan}" tomorrow`),
    )
    await Promise.all([reset(), reset(), ...busy])
    await settled()
    await reset()
    expect(await plans()).toEqual(before)
    await types('Bo', '/plan')
    expect(reads('Bo').join()).toContain('*Acme* has 6 plans')
    expect(playground.refusals).toEqual([])
  })
})
