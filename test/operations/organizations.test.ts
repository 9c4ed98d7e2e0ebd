import { describe, expect, it } from 'vitest'
import type { createActor } from '../actor.ts'
import { stories } from '../stories.ts'

type Actor = ReturnType<typeof createActor>

const story = stories()

/** What went over the wire but for lists: action, path, query and body. */
const sent = () =>
  story()
    .wire.changes()
    .map(({ action, path, query, body }) => ({ action, path, query, body }))

const chosenBy = async (name: 'Ana' | 'Bo') => (await story().links.find(story().keyOf(name)))?.organization

const renaming = (org_name: string, org_id = '1001') => ({
  action: 'update',
  path: '/v1/organizations/update',
  query: { org_id },
  body: { org_name },
})

const removing = (org_id: string) => ({
  action: 'remove',
  path: '/v1/organizations/remove',
  query: {},
  body: { org_id },
})

describe('the list of organizations', () => {
  it.each(['org', 'orgs', 'org list', 'organizations'])('%s', async sentence => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift ${sentence}`)
    expect(ana.readsAlone()).toEqual([
      [
        'You belong to 1 organization.',
        '*Acme* (in use)',
        'role owner  ·  owner ana@acme.test  ·  18 resources',
        '[Create organization]',
      ].join('\n'),
    ])
    const token = story().tokenOf('Ana')
    const [asked] = story().wire.asked
    expect(asked).toEqual({
      action: 'list',
      path: '/v1/organizations/list',
      query: {},
      body: undefined,
      token,
    })
  })

  it('uses another by a button, which is then settled', async () => {
    story().belong('Acme', 'Umbrella')
    await story().links.choose(story().keyOf('Ana'), { id: '1', name: 'Acme' })
    const ana = story().person('Ana')
    await ana.types('/dayshift org')
    expect(ana.readsAlone()[0]).toContain(
      '*Umbrella*\nrole member  ·  owner ana@acme.test  ·  3 resources\n[Use]',
    )
    expect(ana.readsAlone()[0]?.match(/\[Use\]/g)).toHaveLength(1)
    await ana.presses('Use')
    expect(ana.readsAlone()).toEqual(['You act in *Umbrella* from now on.'])
    expect(await chosenBy('Ana')).toEqual({ id: '2', name: 'Umbrella' })
  })

  it('tells those of the same name apart, wherever Ana reads of them', async () => {
    story().belong('Acme', 'Acme', 'ACME')
    const ana = story().person('Ana')
    await ana.types('/dayshift org')
    expect(ana.readsAlone()[0]?.match(/^\*.*\*/gm)).toEqual(['*Acme (1)*', '*Acme (2)*', '*ACME*'])
    await ana.presses('Use')
    expect(ana.readsAlone()).toEqual(['You act in *Acme (1)* from now on.'])
    expect(await chosenBy('Ana')).toEqual({ id: '1', name: 'Acme' })
    await ana.types('/dayshift whoami')
    expect(ana.readsAlone()[1]).toContain('*Acme (1)* · member\nYou also belong to Acme (2), ACME: ')
    await ana.types('/dayshift link')
    await story().links.forget(story().keyOf('Ana'))
    await ana.fills({ 'Access token': story().tokenOf('Ana') })
    await ana.submits()
    expect(ana.readsAlone().at(-1)).toContain('\n[Acme (1)] [Acme (2)] [ACME]')
  })

  it('tells those apart that look the same on a button, at Home as well', async () => {
    const [north, south] = ['North', 'South'].map(
      each => `Umbrella Corporation of the United Kingdom, ${each}`,
    )
    const ana = story().person('Ana')
    for (const name of [north, south]) await ana.types(`/dayshift org create ${name}`)
    await ana.presses('Use it')
    const { id } = (await chosenBy('Ana')) ?? {}
    await ana.opensHome()
    expect(ana.home).toContain(`*${south} (${id})* · owner`)
  })

  it('has ten a page', async () => {
    story().belong(...Array.from({ length: 11 }, (_, n) => `Org ${n + 1}`))
    const ana = story().person('Ana')
    await ana.types('/dayshift org')
    expect(ana.readsAlone()[0]).toContain('You belong to 11 organizations, page 1 of 2.')
    await ana.presses('Next page')
    expect(ana.readsAlone()[0]).toContain('*Org 11*')
  })

  it('is there before any is chosen, and when there is none', async () => {
    await story().links.keep(story().keyOf('Ana'), { token: story().tokenOf('Ana') })
    const ana = story().person('Ana')
    await ana.types('/dayshift org')
    expect(ana.readsAlone()[0]).toContain('*Acme*\n')
    expect(ana.readsAlone()[0]).toContain('[Use]')
    story().belong()
    await ana.types('/dayshift org')
    expect(ana.readsAlone()[1]).toBe('You belong to no organization.\n[Create organization]')
  })
})

describe('a button that uses an organization', () => {
  it('works again for whoever has used another meanwhile', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella')
    await ana.presses('Use it')
    await ana.types('/dayshift use Acme')
    await ana.presses('Use it')
    expect(ana.readsAlone()).toEqual([
      'You act in *Umbrella* from now on.',
      'You act in *Acme* from now on.',
      'You act in *Umbrella* from now on.',
    ])
    expect(await chosenBy('Ana')).toMatchObject({ name: 'Umbrella' })
  })

  it('tells nobody else who presses it', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/dayshift org create Umbrella')
    story().belong('Acme', 'Umbrella')
    await bo.presses('Use it')
    expect(JSON.stringify(story().outgoing.sent)).not.toContain('asked by')
  })

  it('is another matter for everybody who presses it', async () => {
    const [ana, bo, cleo] = [story().person('Ana'), story().person('Bo'), story().person('Cleo')]
    story().wire.answers('create', { status: 200, body: { status: 200, org_id: '2' } })
    await ana.types('/dayshift org create Umbrella')
    story().belong('Acme', 'Umbrella')
    await bo.presses('Use it')
    await cleo.presses('Use it')
    expect([bo.readsAlone(), cleo.readsAlone()]).toEqual([
      ['You act in *Umbrella* from now on.'],
      ['You act in *Umbrella* from now on.'],
    ])
  })
})

describe('an organization that is chosen by somebody who unlinks meanwhile', () => {
  it('is not said to be used', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella')
    const answer = story().wire.holds('list')
    const typed = ana.types('/dayshift use Umbrella')
    await story().wire.reached(1)
    await story().links.forget(story().keyOf('Ana'))
    answer()
    await typed
    expect(ana.readsAlone().at(-1)).toContain('Link your account first')
  })
})

describe('an organization that was renamed elsewhere', () => {
  it.each([
    ['`/dayshift whoami`', (ana: Actor) => ana.types('/dayshift whoami')],
    ['the list of organizations', (ana: Actor) => ana.types('/dayshift org')],
    ['Home', (ana: Actor) => ana.opensHome()],
  ])('is called by its new name as soon as %s is read, and in all else from then on', async (_, reads) => {
    const ana = story().person('Ana')
    await story().links.rename({ id: '1001', name: 'Acme before' })
    await reads(ana)
    await ana.types('/plan')
    expect(ana.readsAlone().at(-1)).toContain('*Acme* has 6 plans.')
    expect(await chosenBy('Bo')).toEqual({ id: '1001', name: 'Acme' })
  })
})

describe('creating an organization', () => {
  const creating = {
    action: 'create',
    path: '/v1/organizations/create',
    query: {},
    body: { org_name: 'Umbrella Corp' },
  }

  it.each(['Umbrella Corp', '"Umbrella Corp"'])('%s', async said => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift org create ${said}`)
    expect(sent()).toEqual([creating])
    expect(story().channel()).toEqual([`${ana.mention} created the organization *Umbrella Corp*.\n[Use it]`])
    expect(await chosenBy('Ana')).toEqual(await story().acme())
    await ana.presses('Use it')
    expect(ana.readsAlone()).toEqual(['You act in *Umbrella Corp* from now on.'])
    expect(await chosenBy('Ana')).toMatchObject({ name: 'Umbrella Corp' })
  })

  it('leaves no word behind a name in quotes out', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org create "Umbrella" Corp')
    expect(ana.form).toContain('I did not understand “Corp”.')
    expect(ana.fields).toEqual({ Name: 'Umbrella' })
    expect(sent()).toEqual([])
  })

  it('asks for its name', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org create')
    expect(ana.form).toBe('# Create organization\nName: …\n[Create organization] [Cancel]')
    await ana.fills({ Name: 'Umbrella Corp' })
    await ana.submits()
    expect(sent()).toEqual([creating])
  })

  it('whose id the service does not tell is picked in the form', async () => {
    story().wire.answers('create', { status: 200, body: { status: 200 } })
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella Corp')
    story().belong('Acme', 'Umbrella Corp')
    await ana.presses('Use it')
    await ana.fills({ Organization: 'Umbrella Corp' })
    await ana.submits()
    expect(await chosenBy('Ana')).toEqual({ id: '2', name: 'Umbrella Corp' })
  })

  it.each(['org create acme', 'org rename Umbrella to acme'])(
    '%s: asks for another name where the person belongs to one that is called so',
    async said => {
      story().belong('Acme', 'Umbrella')
      const ana = story().person('Ana')
      await ana.types(`/dayshift ${said}`)
      expect(ana.form).toContain(
        '⚠ You already belong to an organization called “Acme”; choose another name.',
      )
      expect(sent()).toEqual([])
    },
  )

  it('that the service refuses says why', async () => {
    story().wire.answers('create', { status: 409, body: { status: 409, message: 'The name is taken' } })
    const ana = story().person('Ana')
    await ana.types('/dayshift org create Umbrella')
    expect(ana.readsAlone()[0]).toContain('“The name is taken”')
    expect(story().channel()).toEqual([])
  })
})

describe('renaming an organization', () => {
  it('asks with what there is, and sends what is different', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename')
    expect(ana.form).toBe(
      '# Rename organization\nOrganization: Acme\nName: Acme\n[Rename organization] [Cancel]',
    )
    await ana.submits()
    expect(ana.form).toContain('You have not changed anything yet, so nothing was sent.')
    expect(sent()).toEqual([])
    await ana.fills({ Name: 'Umbrella' })
    await ana.submits()
    expect(sent()).toEqual([renaming('Umbrella')])
    expect(story().channel()).toEqual([
      `${ana.mention} renamed the organization *Acme*: it is *Umbrella* now.\n[Undo]`,
    ])
  })

  it('is known at once to everybody who acts in it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename Acme to Umbrella')
    expect(await chosenBy('Ana')).toEqual({ id: '1001', name: 'Umbrella' })
    expect(await chosenBy('Bo')).toEqual({ id: '1001', name: 'Umbrella' })
    const bo = story().person('Bo')
    await bo.types('/plan')
    expect(bo.readsAlone()[0]).toContain('*Umbrella* has 6 plans.')
  })

  it('is taken back by a button', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename Acme Umbrella')
    await ana.presses('Undo')
    expect(ana.form).toBeUndefined()
    expect(sent()).toEqual([renaming('Umbrella'), renaming('Acme')])
    expect(await chosenBy('Ana')).toEqual(await story().acme())
  })

  it('is not taken back by somebody who does not belong to it', async () => {
    await story().person('Ana').types('/dayshift org rename Acme Acme2')
    story().belong('Acme', 'Umbrella')
    const cleo = story().person('Cleo')
    await cleo.presses('Undo')
    expect(cleo.readsAlone()).toEqual([
      'You do not belong to an organization called *Acme2*, so nothing was done. `/dayshift org` lists yours.',
    ])
    expect(sent()).toHaveLength(1)
  })

  it.each([
    ['acme Big Corp', 'Big Corp'],
    ['"Acme" to "Big Corp"', 'Big Corp'],
    ['Acme to Big', 'Big'],
  ])('%s: renames Acme to %s', async (said, name) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift org rename ${said}`)
    expect(ana.form).toBeUndefined()
    expect(sent()).toEqual([renaming(name)])
  })

  it.each([
    ['"Acmo Works" Three', 'Acmo Works'],
    ['"Acmo Works" to "Three"', 'Acmo Works'],
    ['Acmo Works to Three', 'Acmo Works'],
  ])(
    '%s: renames nothing where no organization is called so, and keeps the new name',
    async (said, former) => {
      story().belong('Acme', 'Umbrella')
      story().wire.answers('update', { status: 200 })
      const ana = story().person('Ana')
      await ana.types(`/dayshift org rename ${said}`)
      expect(ana.fields).toEqual({ Organization: former })
      expect(ana.form).toContain(`There is no organization called “${former}”.`)
      await ana.fills({ Organization: 'Umbrella' })
      expect(ana.fields).toEqual({ Organization: 'Umbrella', Name: 'Three' })
      await ana.submits()
      expect(sent()).toEqual([renaming('Three', '2')])
    },
  )

  it.each([
    ['Umb Foo', 'Umb Foo'],
    ['Acne Corp', 'Acne Corp'],
    ['"Big Corp"', 'Big Corp'],
    ['to Big', 'Big'],
  ])('%s: opens the form where no organization is named first', async (said, Name) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift org rename ${said}`)
    expect(ana.fields).toEqual({ Organization: 'Acme', Name })
    expect(sent()).toEqual([])
    await ana.submits()
    expect(sent()).toEqual([renaming(Name)])
  })

  it('asks nothing where `to` stands between both names', async () => {
    story().belong('Acme', 'Umbrella Labs')
    story().wire.answers('update', { status: 200 })
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename Umb to Foo')
    expect(sent()).toEqual([renaming('Foo', '2')])
  })

  it('leaves no word behind a name in quotes out', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename Acme "Big" Corp')
    expect(ana.form).toContain('I did not understand “Corp”.')
    expect(ana.fields).toEqual({ Organization: 'Acme', Name: 'Big' })
    expect(sent()).toEqual([])
  })

  it('shows the name that there is where no other is said', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename acme')
    expect(ana.fields).toEqual({ Organization: 'Acme', Name: 'Acme' })
    await ana.fills({ Name: 'Big' })
    await ana.submits()
    expect(sent()).toEqual([renaming('Big')])
  })

  it('of another than the one that somebody acts in leaves them there', async () => {
    story().belong('Acme', 'Umbrella', 'Umbrella Labs')
    story().wire.answers('update', { status: 200 })
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename')
    await ana.fills({ Organization: 'Umbrella Labs' })
    expect(ana.fields).toEqual({ Organization: 'Umbrella Labs', Name: 'Umbrella Labs' })
    await ana.fills({ Name: 'Labs' })
    await ana.submits()
    expect(sent()).toEqual([renaming('Labs', '3')])
    expect(await chosenBy('Ana')).toEqual(await story().acme())
  })

  it('of one of several that begin alike is asked for', async () => {
    story().belong('Acme', 'Umbrella', 'Umbrella Labs')
    story().wire.answers('update', { status: 200 })
    const ana = story().person('Ana')
    await ana.types('/dayshift org rename umb to Big')
    await ana.presses('Umbrella Labs')
    expect(sent()).toEqual([renaming('Big', '3')])
  })

  it('that the service does not allow leaves all as it was', async () => {
    const bo = story().person('Bo')
    await bo.types('/dayshift org rename Acme Umbrella')
    expect(bo.readsAlone()[0]).toContain('The scheduling service does not allow you to do this')
    expect(await chosenBy('Ana')).toEqual(await story().acme())
  })
})

describe('removing an organization', () => {
  it('is confirmed by typing its name', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org remove Acme')
    expect(ana.form).toBe(
      [
        '# Remove organization',
        ':warning: This removes the organization for everybody, with its plans, credentials and members. It cannot be undone.',
        'Organization: Acme',
        'To confirm, type the name below: *Acme*',
        'Type the name: …',
        '[Remove organization] [Cancel]',
      ].join('\n'),
    )
    await ana.fills({ 'Type the name': 'Acme Inc' })
    await ana.submits()
    expect(ana.told).toEqual({ 'Type the name': 'That is a different name. To confirm, type: Acme' })
    expect(sent()).toEqual([])
    await ana.fills({ 'Type the name': 'ACME ' })
    await ana.submits()
    expect(sent()).toEqual([removing('1001')])
  })

  it('leaves nobody acting in it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift org remove Acme')
    await ana.fills({ 'Type the name': 'Acme' })
    await ana.submits()
    expect(story().channel()).toEqual([
      `${ana.mention} removed the organization *Acme*.\nAnyone who acted in it has no organization now: \`/dayshift use\` switches to another organization.\n[Use organization]`,
    ])
    expect([await chosenBy('Ana'), await chosenBy('Bo')]).toEqual([undefined, undefined])
    const bo = story().person('Bo')
    await bo.types('/plan')
    expect(bo.readsAlone()[0]).toContain('Choose an organization first')
  })

  it('in which nobody acted says no more than that', async () => {
    story().belong('Acme', 'Umbrella')
    story().wire.answers('remove', { status: 200 })
    const ana = story().person('Ana')
    await ana.types('/dayshift org remove')
    expect(ana.fields).toEqual({ Organization: '', 'Type the name': '' })
    await ana.fills({ Organization: 'Umbrella' })
    expect(ana.form).toContain('To confirm, type the name below: *Umbrella*')
    await ana.fills({ 'Type the name': 'Umbrella' })
    await ana.submits()
    expect(sent()).toEqual([removing('2')])
    expect(story().channel()).toEqual([`${ana.mention} removed the organization *Umbrella*.`])
    expect(await chosenBy('Ana')).toEqual(await story().acme())
  })

  it('takes the name of the one that is picked, whatever was typed before', async () => {
    story().belong('Acme', 'Umbrella')
    const ana = story().person('Ana')
    await ana.types('/dayshift org remove Acme')
    await ana.fills({ 'Type the name': 'Acme' })
    await ana.fills({ Organization: 'Umbrella' })
    await ana.submits()
    expect(ana.told).toEqual({ 'Type the name': 'That is a different name. To confirm, type: Umbrella' })
    expect(sent()).toEqual([])
  })

  it('whose name has odd spaces is confirmed by what people read', async () => {
    story().belong('Um\n brella\u200b')
    story().wire.answers('remove', { status: 200 })
    const ana = story().person('Ana')
    await ana.types('/dayshift org remove um')
    await ana.fills({ 'Type the name': 'Um brella' })
    await ana.submits()
    expect(sent()).toEqual([removing('1')])
  })

  it('that has failed keeps what was chosen', async () => {
    story().wire.answers('remove', { status: 500 })
    const ana = story().person('Ana')
    await ana.types('/dayshift org remove Acme')
    await ana.fills({ 'Type the name': 'Acme' })
    await ana.submits()
    expect(ana.form).toContain('Nothing was changed.')
    expect(await chosenBy('Ana')).toEqual(await story().acme())
  })
})

describe('an organization that is gone', () => {
  it('is told with the way to another', async () => {
    await story().links.choose(story().keyOf('Ana'), { id: '4711', name: 'Gone' })
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsAlone()[0]).toContain('There is no organization "4711" that you belong to')
    expect(ana.readsAlone()[0]).toContain('`/dayshift use` switches to another')
  })
})

describe('an organization that is called', () => {
  it.each([
    ['255 letters', 'x'.repeat(255)],
    ['255 signs', '語'.repeat(255)],
    ['255 families', '👩‍👩‍👧'.repeat(255)],
    ['255 quotes', '"'.repeat(255)],
    ['255 ampersands', '&'.repeat(255)],
    ['255 letters from right to left', 'ש'.repeat(255)],
    ['a ping of everybody', '<!channel>'],
    ['a number sign', '#1'],
  ])('%s: it is listed, renamed and removed', async (_, name) => {
    story().belong(name)
    for (const action of ['update', 'remove']) story().wire.answers(action, { status: 200 })
    await story().links.choose(story().keyOf('Ana'), { id: '1', name })
    const ana = story().person('Ana')
    await ana.types('/dayshift org')
    await ana.types('/dayshift org rename')
    await ana.fills({ Name: 'Umbrella' })
    await ana.submits()
    await story().links.choose(story().keyOf('Ana'), { id: '1', name })
    await ana.types('/dayshift org remove')
    await ana.fills({ Organization: [...name].slice(0, 20).join('') })
    await ana.fills({ 'Type the name': name })
    await ana.submits()
    expect(sent()).toEqual([renaming('Umbrella', '1'), removing('1')])
    expect(await chosenBy('Ana')).toBeUndefined()
  })
})
