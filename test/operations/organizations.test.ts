import { describe, expect, it } from 'vitest'
import type { createActor } from '../actor.ts'
import { stories } from '../stories.ts'

type Actor = ReturnType<typeof createActor>

const story = stories()

/** Returns the requests to the service except for lists. */
const sentRequests = () => story().wire.sent()

const selectedBy = async (name: 'Ana' | 'Bo') => (await story().links.find(story().keyOf(name)))?.organization

const renaming = (org_name: string) => ({ action: 'update', body: { org_name } })
const removing = (org_id: string) => ({ action: 'remove', body: { org_id } })

describe('the list of organizations', () => {
  it('shows role, owner and resources of each organization', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org')
    expect(ana.readsPrivately()).toEqual([
      [
        'You belong to 1 organization.',
        '*Acme* (in use)',
        'role owner  ·  owner ana@acme.test  ·  18 resources',
        '[Create organization]',
      ].join('\n'),
    ])
  })

  it('has a button to use another organization, which the confirmation replaces', async () => {
    story().setOrganizations('Acme', 'Umbrella')
    await story().links.use(story().keyOf('Ana'), { id: '1', name: 'Acme' })
    const ana = story().person('Ana')
    expect(await ana.asks('/dayshift org')).toContain(
      '*Umbrella*\nrole member  ·  owner ana@acme.test  ·  3 resources\n[Use]',
    )
    expect(ana.readsPrivately()[0]?.match(/\[Use\]/g)).toHaveLength(1)
    await ana.presses('Use')
    expect(ana.readsPrivately()).toEqual(['You act in *Umbrella* from now on.'])
    expect(await selectedBy('Ana')).toEqual({ id: '2', name: 'Umbrella' })
  })

  it('is available before an organization is selected, and without any', async () => {
    await story().links.save(story().keyOf('Ana'), { token: story().tokenOf('Ana') })
    const ana = story().person('Ana')
    expect(await ana.asks('/dayshift org')).toContain('*Acme*\n')
    expect(ana.readsPrivately()[0]).toContain('[Use]')
    story().setOrganizations()
    await ana.types('/dayshift org')
    expect(ana.readsPrivately()[1]).toBe('You belong to no organization.\n[Create organization]')
  })
})

it.each([
  ['`/dayshift whoami`', (ana: Actor) => ana.types('/dayshift whoami')],
  ['the list of organizations', (ana: Actor) => ana.types('/dayshift org')],
  ['Home', (ana: Actor) => ana.opensHome()],
])('an organization renamed elsewhere has its new name everywhere after %s is read', async (_, read) => {
  const ana = story().person('Ana')
  await story().links.rename({ id: '1001', name: 'Acme before' })
  await read(ana)
  expect(await ana.asks('/plan')).toContain('*Acme* has 6 plans')
  expect(await selectedBy('Bo')).toEqual({ id: '1001', name: 'Acme' })
})

describe('creating an organization', () => {
  it('is announced only to the person, with a button to use it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella Corp')
    expect(sentRequests()).toEqual([{ action: 'create', body: { org_name: 'Umbrella Corp' } }])
    expect(ana.readsPrivately()).toEqual(['You created the organization *Umbrella Corp*.\n[Use it]'])
    expect(story().channel()).toEqual([])
    expect(await selectedBy('Ana')).toEqual(await story().acme())
    await ana.presses('Use it')
    expect(ana.readsPrivately().at(-1)).toBe('You act in *Umbrella Corp* from now on.')
    expect(await selectedBy('Ana')).toMatchObject({ name: 'Umbrella Corp' })
  })

  it('opens the form to select it if the service returns no id', async () => {
    story().wire.respondWith('create')
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella Corp')
    story().setOrganizations('Acme', 'Umbrella Corp')
    await ana.presses('Use it')
    await ana.submits({ Organization: 'Umbrella Corp' })
    expect(await selectedBy('Ana')).toEqual({ id: '2', name: 'Umbrella Corp' })
  })

  it.each(['org create acme', 'org rename Umbrella to acme'])(
    'rejects a name that another organization of the person has: %s',
    async sentence => {
      story().setOrganizations('Acme', 'Umbrella')
      const ana = story().person('Ana')
      await ana.types(`/dayshift ${sentence}`)
      expect(ana.form).toContain(
        '⚠ You already belong to an organization called “Acme”; choose another name.',
      )
      expect(sentRequests()).toEqual([])
    },
  )
})

describe('renaming an organization', () => {
  it('takes effect at once for everybody who uses it', async () => {
    await story().person('Ana').types('/dayshift org rename Acme to Umbrella')
    expect(await selectedBy('Ana')).toEqual({ id: '1001', name: 'Umbrella' })
    expect(await selectedBy('Bo')).toEqual({ id: '1001', name: 'Umbrella' })
    expect(story().channel()).toEqual([])
    const bo = story().person('Bo')
    expect(await bo.asks('/plan')).toContain('*Umbrella* has 6 plans')
  })

  it.each([
    ['acme Big Corp', 'Big Corp'],
    ['Acme to Big', 'Big'],
  ])('“%s” renames Acme to %s', async (text, name) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift org rename ${text}`)
    expect(ana.form).toBeUndefined()
    expect(sentRequests()).toEqual([renaming(name)])
  })
})

it('removing an organization requires typing its name', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift org remove Acme')
  expect(ana.form).toBe(
    [
      '# Remove an organization',
      ':warning: This removes the organization for everyone, with its plans, credentials and members. It cannot be undone.',
      'Organization: Acme',
      'To confirm, type the name below: *Acme*',
      'Type the name: …',
      '[Remove organization] [Cancel]',
    ].join('\n'),
  )
  await ana.submits({ 'Type the name': 'Acme Inc' })
  expect(ana.formErrors).toEqual({ 'Type the name': 'That is a different name. To confirm, type: Acme' })
  expect(sentRequests()).toEqual([])
  await ana.submits({ 'Type the name': 'ACME ' })
  expect(sentRequests()).toEqual([removing('1001')])
  expect(story().channel()).toEqual([])
})

it.each([
  ['255 letters', 'x'.repeat(255)],
  ['255 families', '👩‍👩‍👧'.repeat(255)],
  ['255 quotes', '"'.repeat(255)],
  ['a ping of everybody', '<!channel>'],
  ['a number sign', '#1'],
])('an organization called %s can be listed, renamed and removed', async (_, name) => {
  story().setOrganizations(name)
  for (const action of ['update', 'remove']) story().wire.respond(action, { status: 200 })
  await story().links.use(story().keyOf('Ana'), { id: '1', name })
  const ana = story().person('Ana')
  await ana.types('/dayshift org')
  await ana.types('/dayshift org rename')
  await ana.submits({ Name: 'Umbrella' })
  await story().links.use(story().keyOf('Ana'), { id: '1', name })
  await ana.types('/dayshift org remove')
  await ana.fills({ Organization: [...name].slice(0, 20).join('') })
  await ana.submits({ 'Type the name': name })
  expect(sentRequests()).toEqual([renaming('Umbrella'), removing('1')])
  expect(await selectedBy('Ana')).toBeUndefined()
})
