import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** The edits that were sent: each has an action that begins so. */
const sent = () => story().wire.received.filter(({ action }) => action.startsWith('update'))

type Overtaken = {
  noun: string
  form: string
  mine: Record<string, string>
  /** What her Undo sends. */
  back: object
  theirs: Record<string, string>
  texts: string
  /** As what it is edited the second time, and by whom: not everybody may do everything. */
  now?: string
  by?: 'Ana' | 'Bo'
}

/** What Ana does, what somebody else does with the same meanwhile, and what Ana reads when she presses Undo. */
const OVERTAKEN: readonly Overtaken[] = [
  {
    noun: 'plan',
    form: '/plan edit web-prod',
    mine: { State: 'inactive', 'Time zone': 'UTC', Dependency: '' },
    back: { updates: { timezone: 'UTC+01:00' }, state: 'active', dependancy: true },
    theirs: { 'Time zone': 'Asia/Kolkata' },
    texts:
      '*web-prod* was changed meanwhile, so nothing was done. Now it is like this:\nTime zone: UTC+05:30\n[Edit plan] [Show plan]',
  },
  {
    noun: 'resource',
    form: '/dayshift resource edit web-prod web-cache',
    mine: { Status: 'stopped' },
    back: { resource_id: 'res-12', status: 'active' },
    theirs: { Status: 'quarantined' },
    texts:
      '*web-cache* (res-12) was changed meanwhile, so nothing was done. Now it is like this:\nStatus: quarantined\n[Edit] [Resources] [Show plan]',
  },
  {
    noun: 'credential of a resource',
    form: '/dayshift resource edit web-prod web-cache',
    mine: { Credential: 'payments', 'Resource group': 'rg' },
    back: { credential: '1', region: 'eu-west-1' },
    theirs: { Credential: 'shop', Region: 'eu-west-2' },
    texts:
      '*web-cache* (res-12) was changed meanwhile, so nothing was done. Now it is like this:\nRegion: eu-west-2\n[Edit] [Resources] [Show plan]',
  },
  {
    noun: 'credential',
    form: '/dayshift credential edit shop',
    mine: { Comments: 'of Ana' },
    back: { data: { comments: 'The account of the shop' } },
    theirs: { Comments: 'of Bo' },
    texts:
      'The credential *shop* was changed meanwhile, so nothing was done. Now it is like this:\nComments: of Bo\n[Edit] [Show credentials]',
  },
  {
    noun: 'member',
    form: '/dayshift member edit cleo@acme.test',
    mine: { Role: 'viewer' },
    back: { role: 'member' },
    theirs: { Role: 'admin' },
    texts:
      'cleo@acme.test was changed meanwhile, so nothing was done. Now it is like this:\nRole: admin\n[Edit member]',
  },
  {
    noun: 'organization',
    form: '/dayshift org rename Acme',
    mine: { Name: 'Umbrella' },
    back: { org_name: 'Acme' },
    theirs: { Name: 'Initech' },
    texts: '*Initech* was changed meanwhile, so nothing was done. Now it is like this:\nName: Initech',
    now: '/dayshift org rename Umbrella',
    by: 'Ana',
  },
]

describe('Undo', () => {
  it.each(OVERTAKEN)('of a $noun brings back what was there', async ({ form, mine, back }) => {
    const ana = story().person('Ana')
    await ana.types(form)
    for (const [label, words] of Object.entries(mine)) await ana.fills({ [label]: words })
    await ana.submits()
    await ana.presses('Undo')
    expect(ana.form).toBeUndefined()
    expect(sent().at(-1)?.body).toMatchObject(back)
  })

  it.each(OVERTAKEN)(
    'of a $noun overwrites nothing that was changed meanwhile',
    async ({ form, mine, theirs, texts, now = form, by = 'Bo' }) => {
      const [ana, bo] = [story().person('Ana'), story().person(by)]
      await ana.types(form)
      for (const [label, words] of Object.entries(mine)) await ana.fills({ [label]: words })
      await ana.submits()
      await bo.types(now, 'far')
      for (const [label, words] of Object.entries(theirs)) await bo.fills({ [label]: words })
      await bo.submits()
      expect(sent()).toHaveLength(2)
      await ana.presses('Undo')
      expect(sent()).toHaveLength(2)
      expect(ana.form).toBeUndefined()
      expect(ana.readsPrivately().at(-1)).toBe(texts)
    },
  )

  it('of a quantity does both', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing quantity 30')
    await ana.presses('Undo')
    expect(sent().at(-1)?.body).toMatchObject({ quantity: 25 })
    await ana.types('/dayshift billing quantity 30')
    await ana.types('/dayshift billing quantity 99', 'far')
    await ana.presses('Undo')
    expect(sent()).toHaveLength(4)
    expect(ana.form).toBeUndefined()
    expect(ana.readsPrivately().at(-1)).toBe(
      'The subscription of *Acme* was changed meanwhile, so nothing was done. Now it is like this:\nQuantity: 99\n[Show billing]',
    )
  })
})

/** Forms that are filled with what the service holds, and sent as they are. */
const UNTOUCHED = [
  '/plan edit web-prod',
  '/dayshift resource edit web-prod web-cache',
  '/dayshift resource order web-prod',
  '/dayshift credential edit shop',
  '/dayshift member edit cleo@acme.test',
  '/dayshift org rename Acme',
]

describe('a form in which nothing is different', () => {
  it.each(UNTOUCHED)('%s says so above itself, as it stands', async line => {
    const ana = story().person('Ana')
    await ana.types(line)
    const before = ana.form?.split('\n') ?? []
    await ana.submits()
    const after = ana.form?.split('\n') ?? []
    expect(after.filter(row => !before.includes(row)).join('\n')).toContain(
      'You have not changed anything yet, so nothing was sent.',
    )
    expect(before.filter(row => !after.includes(row))).toEqual([])
    expect(sent()).toEqual([])
    expect(ana.reads()).toEqual([])
  })

  it.each([
    ['billing quantity 25', 'The subscription of *Acme*', 'Quantity: 25'],
    ['plan edit web-prod weekdays 8am to 7pm', '*web-prod*', 'Schedule: Mon–Fri 08:00–19:00'],
    ['member edit cleo@acme.test member', 'cleo@acme.test', 'Role: member'],
  ])('is no form where a sentence says all of it: %s', async (sentence, what, current) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift ${sentence}`)
    expect(ana.form).toBeUndefined()
    expect(ana.reads().join()).toContain(`${what} already has this, so nothing was changed:\n${current}`)
    expect(sent()).toEqual([])
  })
})

it('Undo of a name of up to 255 characters brings it back just as it was, or is not offered', async () => {
  const ana = story().person('Ana')
  const letter = fc.constantFrom('a', '"', '\\', '語', '🦄', '\u0001', '&', "'")
  const names = fc
    .tuple(letter, fc.constantFrom(1, 60, 253))
    .map(([each, length]) => each.repeat(length).slice(0, length).toWellFormed())
  const calls = (name: string) => story().wire.respondWith('describe_plan', { plan: { id: '1', name } })
  let undone = 0
  story().wire.respondWith('update_plan')
  await fc.assert(
    fc.asyncProperty(names, names, async (before, after) => {
      calls(`x${before}x`)
      await ana.types('/plan edit web-prod')
      await ana.submits({ Name: `y${after}y` })
      calls(`y${after}y`)
      if (!ana.reads().at(-1)?.includes('[Undo]')) return
      await ana.presses('Undo')
      expect(sent().at(-1)?.body).toMatchObject({ name: `x${before}x` })
      undone += 1
    }),
    { numRuns: 25 },
  )
  expect(undone).toBeGreaterThan(5)
})

it('an Undo that comes too late gives way to that, for everybody to see', async () => {
  const [ana, bo] = [story().person('Ana'), story().person('Bo')]
  await ana.types('/plan edit web-prod weekdays 9-5')
  await bo.types('/plan edit web-prod weekdays 7-3')
  await bo.pressesBelow('→ Mon–Fri 09:00–17:00', 'Undo')
  expect(bo.readsPrivately()[0]).toContain('*web-prod* was changed meanwhile, so nothing was done.')
  expect(story().channel()[0]).toMatch(/\n\[Edit plan\] \[Show plan\]\n\*web-prod\* was changed meanwhile\.$/)
})
