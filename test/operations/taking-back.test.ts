import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moment } from '../../src/message/mrkdwn.ts'
import { stories } from '../stories.ts'

const story = stories()

/** The edits that were sent: each has an action that begins so. */
const sent = () => story().wire.received.filter(({ action }) => action.startsWith('update'))

/** When everything happens here. */
const THEN = moment(new Date('2026-11-18T09:00:00Z')).mrkdwn

type Overtaken = {
  noun: string
  form: string
  mine: Record<string, string>
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
    mine: { Name: 'web-prod', State: 'inactive', 'Time zone': 'UTC' },
    theirs: { 'Time zone': 'Asia/Kolkata' },
    texts:
      '*web-prod* was changed meanwhile, so nothing was done. Now it is like this:\nTime zone: UTC+05:30\n<@U2BO> changed it (THEN).\n[Edit plan] [Show plan]',
  },
  {
    noun: 'resource',
    form: '/dayshift resource edit web-prod web-cache',
    mine: { Status: 'stopped' },
    theirs: { Status: 'quarantined' },
    texts:
      '*web-cache* (res-12) was changed meanwhile, so nothing was done. Now it is like this:\nStatus: quarantined\n<@U2BO> changed it (THEN).\n[Edit] [Resources] [Show plan]',
  },
  {
    noun: 'credential of a resource',
    form: '/dayshift resource edit web-prod web-cache',
    mine: { Credential: 'payments', 'Resource group': 'rg' },
    theirs: { Credential: 'shop', Region: 'eu-west-2' },
    texts:
      '*web-cache* (res-12) was changed meanwhile, so nothing was done. Now it is like this:\nRegion: eu-west-2\n<@U2BO> changed it (THEN).\n[Edit] [Resources] [Show plan]',
  },
  {
    noun: 'credential',
    form: '/dayshift credential edit shop',
    mine: { Comments: 'of Ana' },
    theirs: { Comments: 'of Bo' },
    texts:
      'The credential *shop* was changed meanwhile, so nothing was done. Now it is like this:\nComments: of Bo\n[Edit] [Show credentials]',
  },
  {
    noun: 'member',
    form: '/dayshift member edit cleo@acme.test',
    mine: { Role: 'viewer' },
    theirs: { Role: 'admin' },
    texts:
      'cleo@acme.test was changed meanwhile, so nothing was done. Now it is like this:\nRole: admin\n[Edit member]',
  },
  {
    noun: 'organization',
    form: '/dayshift org rename Acme',
    mine: { Name: 'Umbrella' },
    theirs: { Name: 'Initech' },
    texts: '*Initech* was changed meanwhile, so nothing was done. Now it is like this:\nName: Initech',
    now: '/dayshift org rename Umbrella',
    by: 'Ana',
  },
]

describe('Undo overwrites nothing that was changed meanwhile:', () => {
  it.each(OVERTAKEN)('$noun', async ({ form, mine, theirs, texts, now = form, by = 'Bo' }) => {
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
    expect(ana.readsPrivately().at(-1)).toBe(texts.replace('THEN', THEN))
  })

  it('quantity', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing quantity 30')
    await ana.types('/dayshift billing quantity 99', 'far')
    await ana.presses('Undo')
    expect(sent()).toHaveLength(2)
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

/** What is edited in a form: how the service comes to call it, which form, and where the name goes over the wire. */
const NAMED = [
  {
    noun: 'plan',
    calls: (name: string) => story().wire.respondWith('describe_plan', { plan: { id: '1', name } }),
    form: '/plan edit web-prod',
    label: 'Name',
    sends: { action: 'update_plan', body: (name: string) => ({ name }) },
  },
  {
    noun: 'resource',
    calls: (resource_name: string) =>
      story().wire.respondWith('describe_plan', {
        plan: {
          id: '1',
          name: 'web-prod',
          resources: [{ resource_id: 'r', resource_name, status: 'on', credential: '1', type: 'vm' }],
        },
      }),
    form: '/dayshift resource edit web-prod r',
    label: 'Resource name',
    sends: {
      action: 'update_resource_in_plan',
      body: (name: string) => ({ resource_id: 'r', resource_name: name, status: 'on', credential: '1' }),
    },
  },
  {
    noun: 'credential',
    calls: (name: string) =>
      story().wire.respondWith('list_credentials', {
        credentials: [{ id: '7', name, type: 'aws', resources: 1, last_time: '', comments: '' }],
      }),
    form: '/dayshift credential edit',
    picks: 'Credential',
    label: 'Name',
    sends: { action: 'update_credential', body: (name: string) => ({ credential_id: '7', data: { name } }) },
  },
  {
    noun: 'organization',
    calls: (org_name: string) =>
      story().wire.respondWith('list', { organizations: [{ org_id: '1001', org_name, resources: 0 }] }),
    form: '/dayshift org rename',
    label: 'Name',
    sends: { action: 'update', body: (name: string) => ({ org_name: name }) },
  },
]

describe('Undo brings back any name of 255 characters just as it was, or is not offered:', () => {
  it.each(NAMED)('$noun', { timeout: 20_000 }, async ({ calls, form, label, sends, ...named }) => {
    const { picks }: { picks?: string } = named
    const ana = story().person('Ana')
    const letter = fc.constantFrom('a', '"', '\\', '語', '🦄', '\u0001', '&', "'")
    const name = fc
      .tuple(letter, fc.constantFrom(1, 60, 253))
      .map(([each, length]) => each.repeat(length).slice(0, length).toWellFormed())
    const current: string[] = []
    story().wire.respondWith(sends.action)
    await fc.assert(
      fc.asyncProperty(name, name, async (before, after) => {
        calls(`x${before}x`)
        await ana.types(form)
        if (picks) await ana.fills({ [picks]: 'x' })
        await ana.fills({ [label]: `y${after}y` })
        await ana.submits()
        calls(`y${after}y`)
        const latest = ana.reads().at(-1) ?? ''
        expect(latest).toMatch(/changed|renamed/)
        if (!latest.includes('[Undo]')) return
        await ana.presses('Undo')
        expect(ana.form).toBeUndefined()
        expect(sent().at(-1)?.body).toMatchObject(sends.body(`x${before}x`))
        current.push(before)
      }),
      { numRuns: 25 },
    )
    expect(current.length).toBeGreaterThan(5)
  })
})

describe('an Undo that comes too late', () => {
  it('gives way to that, for everybody to see', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/plan edit web-prod weekdays 9-5')
    await bo.types('/plan edit web-prod weekdays 7-3')
    await bo.pressesBelow('→ Mon–Fri 09:00–17:00', 'Undo')
    expect(bo.readsPrivately()[0]).toContain('*web-prod* was changed meanwhile, so nothing was done.')
    expect(story().channel()[0]).toMatch(
      /\n\[Edit plan\] \[Show plan\]\n\*web-prod\* was changed meanwhile\.$/,
    )
  })
})
