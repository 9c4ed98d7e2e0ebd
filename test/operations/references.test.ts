import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const buttons = '[Resume now] [Change dates] [Show plan]'
const schedule = { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon'] }

/** Lets the service list these plans, whatever the organization. */
function respondWithPlans(...plans: [id: string, name: string][]) {
  const plansListed = plans.map(([id, name]) => ({ id, name, schedule, pauses: [], resources: 1 }))
  story().wire.respondWith('list_plans', { plans: plansListed })
}

const changes = () => story().wire.changes().length

describe('a button of a plan', () => {
  /** Lets Ana pause a plan; then Bo selects another organization, with a plan of the same id. */
  async function switchBo() {
    await story().person('Ana').types('/pause web-prod tomorrow')
    const organization = { id: '2002', name: 'Umbrella' }
    await story().links.save(story().keyOf('Bo'), { token: story().tokenOf('Bo'), organization })
    respondWithPlans([await story().planId('web-prod'), 'billing-core'])
    return story().person('Bo')
  }

  it('of another organization acts there, with the token of the person who presses it', async () => {
    const bo = await switchBo()
    story().wire.restore()
    await bo.presses('Resume now')
    expect(await story().pauses('web-prod')).toEqual([])
    expect(story().channel().at(-1)).toContain('<@U2BO> cancelled the upcoming pause of *web-prod*')
    expect(story().channel().at(-1)).toContain('In *Acme*.')
  })

  it('of another organization needs approval if the plan is protected', async () => {
    const bo = await switchBo()
    story().wire.restore()
    await story().person('Ana').types('/dayshift protect web-prod')
    await bo.presses('Change dates')
    await bo.submits({ Until: 'friday' })
    expect(story().channel().at(-1)).toContain('<@U2BO> asks to')
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('of an organization without the person reveals nothing', async () => {
    const bo = await switchBo()
    story().wire.respondWith('list', { organizations: [] })
    await bo.presses('Show plan')
    expect(bo.readsPrivately()).toEqual([
      'This belongs to an organization that you are not a member of, so nothing was done. `/dayshift org` lists yours.',
    ])
  })

  it.each([
    [['901', 'web-prod'] as const, ' There is another plan of that name now: ask again to use that one.'],
    [['902', 'billing'] as const, ''],
  ])('that is gone does nothing, and mentions a plan of the same name: %j', async (current, text) => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow')
    respondWithPlans([...current])
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toContain(`The plan *web-prod* is gone, so nothing was done.${text}`)
    expect(changes()).toBe(1)
  })
})

it('long names with the same prefix are numbered in questions and buttons', async () => {
  for (const zone of ['a', 'b']) await story().createPlan(`kubernetes-production-frontend-${zone}`)
  const ana = story().person('Ana')
  expect(await ana.asks('/plan show kubernetes')).toBe(
    [
      'Several plans begin with “kubernetes”. Which one?',
      '1. kubernetes-production-frontend-a',
      '2. kubernetes-production-frontend-b',
      '[1. kubernetes-production-frontend-a] [2. kubernetes-production-frontend-b] [Something else]',
    ].join('\n'),
  )
  await ana.presses('2.')
  expect(ana.readsPrivately().at(-1)).toContain('*kubernetes-production-frontend-b*')
})

describe('several plans with the same name', () => {
  const asked = 'Several plans are called “web”. Which one?\n[web (7)] [web (8)] [Something else]'

  it('are distinguished by id, and the pressed one is used', async () => {
    respondWithPlans(['7', 'web'], ['8', 'web'], ['9', 'web-prod'])
    story().wire.respondWith('pause_plan', { pause_id: '1' })
    const ana = story().person('Ana')
    await ana.types('/pause web tomorrow load test')
    expect(ana.readsPrivately()).toEqual([asked])
    expect(changes()).toBe(0)
    await ana.presses('web (8)')
    expect(story().wire.changes()).toMatchObject([{ body: { plan_id: '8', reason: 'load test' } }])
    expect(story().channel()).toEqual([
      `${ana.mention} paused *web*: Thu 19 Nov 2026 (1 day) – load test\nSkips nothing: this day is outside its hours anyway. Back Mon 23 Nov, 08:00.\n${buttons}`,
    ])
  })
})

it('several organizations with the same name are distinguished by id', async () => {
  story().setOrganizations('Umbrella', 'Umbrella')
  const ana = story().person('Ana')
  await ana.types('/dayshift use umbrella')
  expect(ana.readsPrivately()).toEqual([
    'Several organizations are called “umbrella”. Which one?\n[Umbrella (1)] [Umbrella (2)] [Something else]',
  ])
  await ana.presses('Umbrella (2)')
  expect(await story().links.find(story().keyOf('Ana'))).toMatchObject({ organization: { id: '2' } })
})

it.each([
  ['/resume web-prod', 'There is no plan called “web-prod” in Umbrella.'],
  ['/dayshift credential edit shop', 'There is no credential called “shop” in Umbrella.'],
])('a name missing in the current organization is not found: %s', async (line, text) => {
  const ana = story().person('Ana')
  await ana.types('/dayshift org create Umbrella')
  await ana.presses('Use it')
  await ana.types(line)
  await ana.submits()
  expect(ana.form).toContain(text)
})
