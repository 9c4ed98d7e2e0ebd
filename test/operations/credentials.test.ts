import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { stories } from '../stories.ts'
import type { Story } from '../story.ts'

const story = stories()
const CANARY = 'canary-5ecret-of-ana'

/** The credentials of Acme as the service lists them. */
async function listed(of: Story = story()) {
  const { id } = await of.acme()
  const { credentials } = await of.service.call('listCredentials', { org_id: id }, of.tokenOf('Ana'))
  return credentials
}

const idOf = async (name: string, of?: Story) => (await listed(of)).find(each => each.name === name)?.id ?? ''

/** What went over the wire to change something; that nothing else holds the secrets is checked after each story. */
const sent = (of = story()) => of.wire.sent()

it('the list of credentials tells Ana alone what there is, and what she can do with it', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift credential')
  expect(ana.readsPrivately()).toEqual([
    [
      '*Acme* has 3 credentials.',
      '*shop*\naws  ·  11 resources  ·  last activity Wed 18 Nov 2026  ·  The account of the shop',
      '[Edit]',
      '*payments*\nazure  ·  2 resources  ·  last activity Wed 18 Nov 2026  ·  Rotated every quarter',
      '[Edit]',
      '*analytics*\ngcp  ·  5 resources  ·  last activity Wed 18 Nov 2026  ·  Can only read and start',
      '[Edit]',
      '[Add credential] [Remove credential]',
    ].join('\n'),
  ])
  expect(story().channel()).toEqual([])
})

describe('adding a credential', () => {
  it.each([
    ['aws', { 'Role arn': CANARY }, { role: CANARY }],
    [
      'azure',
      { Tenant: `${CANARY}-1`, 'Client id': `${CANARY}-2`, Key: `${CANARY}-3` },
      { tenant: `${CANARY}-1`, clientId: `${CANARY}-2`, key: `${CANARY}-3` },
    ],
    ['gcp', { Project: CANARY }, { project: CANARY }],
  ])(
    'of the kind %s asks for its keys and no others, and sends them to the service alone',
    async (kind, keys, specific) => {
      const ana = story().person('Ana')
      await ana.types('/dayshift credential add')
      expect(ana.fields).toEqual({ Name: '', Kind: '', Comments: '' })
      await ana.fills({ Name: 'backup', Comments: 'of the archive', Kind: kind })
      expect(Object.keys(ana.fields)).toEqual(['Name', 'Kind', ...Object.keys(keys), 'Comments'])
      expect(ana.fields).toMatchObject({ Name: 'backup', Kind: kind, Comments: 'of the archive' })
      await ana.submits(keys)
      expect(ana.form).toBeUndefined()
      expect(sent()).toEqual([
        {
          action: 'add_credential',
          body: { org_id: '1001', type: kind, name: 'backup', specific, comments: 'of the archive' },
        },
      ])
      expect(ana.readsPrivately()).toEqual([
        `The ${kind} credential *backup* was added to *Acme*.\n[Edit] [Show credentials]`,
      ])
      expect(story().channel()).toEqual([])
    },
  )

  it.each([
    `add backup aws role:"${CANARY}"`,
    `aws role:"${CANARY}"`,
    `edti shop role:"${CANARY}"`,
    `add x azure tenant ${CANARY} client id ${CANARY} key ${CANARY}`,
    `edit shop arn:aws:iam::1:role/${CANARY}`,
    `edit shop ${CANARY}`,
    `add backup aws ${CANARY}`,
  ])('never takes a secret from a sentence, nor repeats or keeps it: "%s"', async sentence => {
    for (const person of [story().person('Ana'), story().person('Dev')]) {
      await person.types(`/dayshift credential ${sentence}`)
      expect([person.form, ...person.reads()].join()).not.toContain(CANARY)
    }
    expect(await story().person('Ana').asks(`/dayshift credental add x aws ${CANARY}`)).not.toContain(CANARY)
  })

  it('asks for other keys when another kind is picked, and keeps the rest', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': CANARY, Comments: 'kept', Kind: 'azure' })
    expect(ana.fields).toEqual({
      Name: 'backup',
      Kind: 'azure',
      Tenant: '',
      'Client id': '',
      Key: '',
      Comments: 'kept',
    })
    await ana.submits()
    expect(Object.keys(ana.formErrors)).toEqual(['Tenant', 'Client id', 'Key'])
    await ana.submits({ Tenant: 't', 'Client id': 'c', Key: 'k' })
    expect(sent()).toMatchObject([{ body: { specific: { tenant: 't', clientId: 'c', key: 'k' } } }])
  })

  it.each([
    ['refuses it', { status: 400, body: { message: `${CANARY} is malformed` } }],
    ['is down', { status: 503, body: { message: `Upstream said ${CANARY}` } }],
    ['does not allow it', { status: 403, body: { message: CANARY } }],
    ['answers with HTML', { status: 502, html: `<h1>${CANARY}</h1>` }],
  ])('where the service %s the form stays with its words', async (_, answer) => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': CANARY })
    story().wire.respond('add_credential', answer)
    await ana.submits()
    expect(ana.fields).toMatchObject({ Name: 'backup', 'Role arn': CANARY })
    // Where it is not said, it is looked for: there is none of that name, and it is sent once more.
    expect(sent()).toHaveLength(answer.status >= 500 ? 2 : 1)
    story().wire.restore()
    await ana.submits()
    expect(await listed()).toContainEqual(expect.objectContaining({ name: 'backup', type: 'aws' }))
  })
})

describe('editing a credential', () => {
  it('starts with what the service holds, and sends that with the one thing that changed', async () => {
    const ana = story().person('Ana')
    const credential_id = await idOf('shop')
    await ana.types('/dayshift credential edit shop')
    expect(ana.fields).toEqual({
      Credential: 'shop',
      Name: 'shop',
      Comments: 'The account of the shop',
      'Role arn': '',
      Reason: '',
    })
    await ana.submits({ Name: 'shop-eu', Reason: 'there is another' })
    expect(sent()).toEqual([
      {
        action: 'update_credential',
        body: {
          org_id: '1001',
          credential_id,
          data: { name: 'shop-eu', comments: 'The account of the shop' },
          reason: 'there is another',
        },
      },
    ])
    expect(ana.readsPrivately()).toEqual([
      'The credential *shop-eu* of *Acme* was changed: its name, which was *shop*.\n[Undo] [Edit] [Show credentials]',
    ])
    expect(story().channel()).toEqual([])
  })

  it('overwrites nothing that was changed meanwhile, nor does its Undo', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await bo.types('/dayshift credential edit shop')
    await ana.types('/dayshift credential edit shop')
    await ana.submits({ Comments: 'of Ana' })
    await bo.submits({ Comments: 'of Bo' })
    expect(bo.form).toContain(
      'The credential *shop* was changed meanwhile, so nothing was done. Now it is like this:\nComments: of Ana\n',
    )
    await bo.closes()
    await bo.types('/dayshift credential edit shop')
    await bo.submits({ Comments: 'of Bo' })
    await ana.presses('Undo')
    expect(ana.readsPrivately().at(-1)).toContain('was changed meanwhile, so nothing was done.')
    expect(await listed()).toMatchObject([{ name: 'shop', comments: 'of Bo' }, {}, {}])
    expect(sent()).toHaveLength(2)
  })

  it.each([
    ['shop', { 'Role arn': CANARY }, { role: CANARY }],
    ['payments', { 'Client id': 'c-2', Key: CANARY }, { clientId: 'c-2', key: CANARY }],
    ['analytics', { Project: CANARY }, { project: CANARY }],
  ])('sends new access data of %s, and never repeats it', async (name, keys, specific) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift credential edit ${name}`)
    const asked = Object.keys(ana.fields).slice(3, -1)
    expect(asked).toEqual(Object.keys(keys))
    await ana.submits(keys)
    expect(sent()).toMatchObject([{ body: { data: { specific }, reason: '' } }])
    expect(ana.readsPrivately()).toEqual([
      `The credential *${name}* of *Acme* was changed: its access data, which is never shown again.\n[Edit] [Show credentials]`,
    ])
  })
})

describe('removing a credential', () => {
  it('always asks first, and says who uses it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential remove shop')
    expect(ana.form).toBe(
      [
        '# Remove a credential',
        ':warning: This cannot be undone. The access data is deleted, and resources that use the credential can no longer be reached with it.',
        'Credential: shop',
        ':warning: aws: *11 resources use it.*',
        'Comments: …',
        '[Remove credential] [Cancel]',
      ].join('\n'),
    )
    expect(sent()).toEqual([])
    await ana.submits()
    expect(ana.form).toContain(
      'still serves 11 resources: remove them, or give them another credential, first”.',
    )
    expect(ana.form).toContain(':warning: aws: *11 resources use it.*')
    expect(await listed()).toHaveLength(3)
  })

  it('is done when it is confirmed, and told Ana alone', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add spare gcp')
    await ana.submits({ Project: CANARY })
    const credential_id = await idOf('spare')
    await ana.types('/dayshift credential')
    await ana.presses('Remove credential')
    await ana.fills({ Credential: 'spare', Comments: 'never used' })
    expect(ana.form).toContain('gcp: no resource uses it.')
    await ana.submits()
    expect(sent().at(-1)).toEqual({
      action: 'remove_credential',
      body: { org_id: '1001', credential_id, comments: 'never used' },
    })
    expect(ana.readsPrivately().at(-1)).toBe(
      'The credential *spare* was removed from *Acme*.\n[Add credential] [Show credentials]',
    )
    expect(story().channel()).toEqual([])
    expect(await listed()).toHaveLength(3)
  })
})

describe('where there is a private page', () => {
  const paged = stories({ publicUrl: 'https://dayshift.test' })

  it('a new credential gets its keys there, and Slack hears of none', async () => {
    const ana = paged().person('Ana')
    await ana.types('/dayshift credential add')
    await ana.fills({ Name: 'backup', Kind: 'azure' })
    expect(ana.fields).toEqual({ Name: 'backup', Kind: 'azure', Comments: '' })
    await ana.submits()
    expect(ana.form).toContain(
      'type this on a private page, so that it does not pass through Slack: Tenant, Client id, Key.',
    )
    const link = linkOf(paged(), 'Ana')
    const page = await browserFor(paged()).open(link)
    expect(page.text).toContain(
      'NamebackupKindazure\nTenant\n[tenant: …]\nClient id\n[clientId: …]\nKey\n[key: …]',
    )
    await browserFor(paged()).submit(link, {
      tenant: `${CANARY}-1`,
      clientId: `${CANARY}-2`,
      key: `${CANARY}-3`,
    })
    expect(sent(paged())).toMatchObject([
      {
        body: {
          name: 'backup',
          type: 'azure',
          specific: { tenant: `${CANARY}-1`, clientId: `${CANARY}-2`, key: `${CANARY}-3` },
        },
      },
    ])
    expect(ana.readsPrivately().at(-1)).toContain('The azure credential *backup* was added to *Acme*.')
  })

  it('an edit asks whether there is new access data, and goes there only then', async () => {
    const ana = paged().person('Ana')
    await ana.types('/dayshift credential edit payments')
    expect(Object.keys(ana.fields)).toEqual(['Credential', 'Name', 'Comments', 'Access data', 'Reason'])
    await ana.submits({ Comments: 'rotated', 'Access data': 'Replace it' })
    expect(ana.form).toContain('so that it does not pass through Slack: Client id, Key.')
    expect(sent(paged())).toEqual([])
    const link = linkOf(paged(), 'Ana')
    const halves = await browserFor(paged()).submit(link, { key: CANARY })
    expect(halves.text).toContain('Client id is missing. It is changed together with Key.')
    expect(halves.html).not.toContain(CANARY)
    await browserFor(paged()).submit(link, { clientId: 'c-2', key: CANARY })
    expect(sent(paged())).toMatchObject([
      { body: { data: { comments: 'rotated', specific: { clientId: 'c-2', key: CANARY } } } },
    ])
  })
})
