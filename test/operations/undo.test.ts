import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const updates = () => story().wire.received.filter(({ action }) => action.startsWith('update'))

type ConflictingEdits = {
  noun: string
  form: string
  mine: Record<string, string>
  /** The body that her Undo sends. */
  undo: object
  theirs: Record<string, string>
  message: string
  /** The second form and its person, where they differ from the first form and Bo. */
  theirForm?: string
  by?: 'Ana' | 'Bo'
}

/** Ana edits something, somebody else edits it too, and Ana reads `message` when she presses Undo. */
const CONFLICTING_EDITS: readonly ConflictingEdits[] = [
  {
    noun: 'plan',
    form: '/plan edit web-prod',
    mine: { State: 'inactive', 'Time zone': 'UTC', Dependency: '' },
    undo: { updates: { timezone: 'UTC+01:00' }, state: 'active', dependancy: true },
    theirs: { 'Time zone': 'Asia/Kolkata' },
    message:
      '*web-prod* was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Edit plan] [Show plan]',
  },
  {
    noun: 'resource',
    form: '/dayshift resource edit web-prod web-cache',
    mine: { Status: 'stopped' },
    undo: { resource_id: 'res-12', status: 'active' },
    theirs: { Status: 'quarantined' },
    message:
      '*web-cache* (res-12) was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Edit] [Resources] [Show plan]',
  },
  {
    noun: 'credential of a resource',
    form: '/dayshift resource edit web-prod web-cache',
    mine: { Credential: 'payments', 'Resource group': 'rg' },
    undo: { credential: '1', region: 'eu-west-1' },
    theirs: { Credential: 'shop', Region: 'eu-west-2' },
    message:
      '*web-cache* (res-12) was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Edit] [Resources] [Show plan]',
  },
  {
    noun: 'credential',
    form: '/dayshift credential edit shop',
    mine: { Comments: 'of Ana' },
    undo: { data: { comments: 'The account of the shop' } },
    theirs: { Comments: 'of Bo' },
    message:
      'The credential *shop* was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Edit] [Show credentials]',
  },
  {
    noun: 'member',
    form: '/dayshift member edit cleo@acme.test',
    mine: { Role: 'viewer' },
    undo: { role: 'member' },
    theirs: { Role: 'admin' },
    message:
      'cleo@acme.test was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Edit member]',
  },
  {
    noun: 'organization',
    form: '/dayshift org rename Acme',
    mine: { Name: 'Umbrella' },
    undo: { org_name: 'Acme' },
    theirs: { Name: 'Initech' },
    message:
      '*Initech* was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Rename organization]',
    theirForm: '/dayshift org rename Umbrella',
    by: 'Ana',
  },
]

describe('Undo', () => {
  it.each(CONFLICTING_EDITS)('restores the earlier values of a $noun', async ({ form, mine, undo }) => {
    const ana = story().person('Ana')
    await ana.types(form)
    for (const [label, words] of Object.entries(mine)) await ana.fills({ [label]: words })
    await ana.submits()
    await ana.presses('Undo')
    expect(ana.form).toBeUndefined()
    expect(updates().at(-1)?.body).toMatchObject(undo)
  })

  it.each(CONFLICTING_EDITS)(
    'does not overwrite a later change of a $noun',
    async ({ form, mine, theirs, message, theirForm = form, by = 'Bo' }) => {
      const [ana, bo] = [story().person('Ana'), story().person(by)]
      await ana.types(form)
      for (const [label, words] of Object.entries(mine)) await ana.fills({ [label]: words })
      await ana.submits()
      await bo.types(theirForm, 'far')
      for (const [label, words] of Object.entries(theirs)) await bo.fills({ [label]: words })
      await bo.submits()
      expect(updates()).toHaveLength(2)
      await ana.presses('Undo')
      expect(updates()).toHaveLength(2)
      expect(ana.form).toBeUndefined()
      expect(ana.readsPrivately().at(-1)).toBe(message)
    },
  )

  it('restores a quantity, but does not overwrite a later change of it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift billing quantity 30')
    await ana.presses('Undo')
    expect(updates().at(-1)?.body).toMatchObject({ quantity: 25 })
    await ana.types('/dayshift billing quantity 30')
    await ana.types('/dayshift billing quantity 99', 'far')
    await ana.presses('Undo')
    expect(updates()).toHaveLength(4)
    expect(ana.form).toBeUndefined()
    expect(ana.readsPrivately().at(-1)).toBe(
      'The subscription of *Acme* was changed meanwhile, so nothing was done. Open the form anew to see how it is now.\n[Change quantity] [Show billing]',
    )
  })
})

/** Forms that open with the current values of the service. */
const UNCHANGED_FORMS = [
  '/plan edit web-prod',
  '/dayshift resource edit web-prod web-cache',
  '/dayshift resource order web-prod',
  '/dayshift credential edit shop',
  '/dayshift member edit cleo@acme.test',
  '/dayshift org rename Acme',
]

describe('submitting no change', () => {
  it.each(UNCHANGED_FORMS)('leaves the form open with a note above it: %s', async line => {
    const ana = story().person('Ana')
    await ana.types(line)
    const before = ana.form?.split('\n') ?? []
    await ana.submits()
    const after = ana.form?.split('\n') ?? []
    expect(after.filter(row => !before.includes(row)).join('\n')).toContain(
      'You have not changed anything yet, so nothing was sent.',
    )
    expect(before.filter(row => !after.includes(row))).toEqual([])
    expect(updates()).toEqual([])
    expect(ana.reads()).toEqual([])
  })

  it.each([
    ['billing quantity 25', 'The subscription of *Acme*', 'Quantity: 25'],
    ['plan edit web-prod weekdays 8am to 7pm', '*web-prod*', 'Schedule: Mon–Fri 08:00–19:00'],
    ['member edit cleo@acme.test member', 'cleo@acme.test', 'Role: member'],
  ])('opens no form for a command that says everything: %s', async (sentence, what, current) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift ${sentence}`)
    expect(ana.form).toBeUndefined()
    expect(ana.reads().join()).toContain(`${what} already has this, so nothing was changed:\n${current}`)
    expect(updates()).toEqual([])
  })
})

it('Undo restores a name of up to 255 characters exactly, or is not offered', async () => {
  const ana = story().person('Ana')
  const letter = fc.constantFrom('a', '"', '\\', '語', '🦄', '\u0001', '&', "'")
  const names = fc
    .tuple(letter, fc.constantFrom(1, 60, 253))
    .map(([each, length]) => each.repeat(length).slice(0, length).toWellFormed())
  const calls = (name: string) => story().wire.respondWith('describe_plan', { plan: { id: '1', name } })
  let undoCount = 0
  story().wire.respondWith('update_plan')
  await fc.assert(
    fc.asyncProperty(names, names, async (before, after) => {
      calls(`x${before}x`)
      await ana.types('/plan edit web-prod')
      await ana.submits({ Name: `y${after}y` })
      calls(`y${after}y`)
      if (!ana.reads().at(-1)?.includes('[Undo]')) return
      await ana.presses('Undo')
      expect(updates().at(-1)?.body).toMatchObject({ name: `x${before}x` })
      undoCount += 1
    }),
    { numRuns: 25 },
  )
  expect(undoCount).toBeGreaterThan(5)
})

it('an outdated Undo is replaced by a note in the channel', async () => {
  const [ana, bo] = [story().person('Ana'), story().person('Bo')]
  await ana.types('/plan edit web-prod weekdays 9-5')
  await bo.types('/plan edit web-prod weekdays 7-3')
  await bo.pressesBelow('→ Mon–Fri 09:00–17:00', 'Undo')
  expect(bo.readsPrivately()[0]).toContain('*web-prod* was changed meanwhile, so nothing was done.')
  expect(story().channel()[0]).toMatch(/\n\[Edit plan\] \[Show plan\]\n\*web-prod\* was changed meanwhile\.$/)
})
