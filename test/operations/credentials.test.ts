import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { stories } from '../stories.ts'
import type { Story } from '../story.ts'

const story = stories()
const CANARY = 'canary-5ecret-of-ana'

/** Returns the credentials of Acme from the service. */
async function list(of: Story = story()) {
  const { id } = await of.acme()
  const { credentials } = await of.service.call('listCredentials', { org_id: id }, of.tokenOf('Ana'))
  return credentials
}

const idOf = async (name: string, of?: Story) => (await list(of)).find(each => each.name === name)?.id ?? ''

/** Returns the changes sent to the service; `stories` checks that the secrets are nowhere else. */
const changes = (of = story()) => of.wire.sent()

it('the list of credentials is private, with buttons for each', async () => {
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
    'of the kind %s asks only for its own keys, and sends them only to the service',
    async (kind, keys, specific) => {
      const ana = story().person('Ana')
      await ana.types('/dayshift credential add')
      expect(ana.fields).toEqual({ Name: '', Kind: '', Comments: '' })
      await ana.fills({ Name: 'backup', Comments: 'of the archive', Kind: kind })
      expect(Object.keys(ana.fields)).toEqual(['Name', 'Kind', ...Object.keys(keys), 'Comments'])
      expect(ana.fields).toMatchObject({ Name: 'backup', Kind: kind, Comments: 'of the archive' })
      await ana.submits(keys)
      expect(ana.form).toBeUndefined()
      expect(changes()).toEqual([
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
  ])('neither uses, repeats nor stores a secret in a command: "%s"', async sentence => {
    for (const person of [story().person('Ana'), story().person('Dev')]) {
      await person.types(`/dayshift credential ${sentence}`)
      expect([person.form, ...person.reads()].join()).not.toContain(CANARY)
    }
    expect(await story().person('Ana').asks(`/dayshift credental add x aws ${CANARY}`)).not.toContain(CANARY)
  })

  it('asks for other keys when another kind is selected, and keeps the rest', async () => {
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
    expect(changes()).toMatchObject([{ body: { specific: { tenant: 't', clientId: 'c', key: 'k' } } }])
  })

  it.each([
    ['refuses it', { status: 400, body: { message: `${CANARY} is malformed` } }],
    ['is down', { status: 503, body: { message: `Upstream said ${CANARY}` } }],
    ['does not allow it', { status: 403, body: { message: CANARY } }],
    ['answers with HTML', { status: 502, html: `<h1>${CANARY}</h1>` }],
  ])('keeps the form and its values if the service %s', async (_, answer) => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': CANARY })
    story().wire.respond('add_credential', answer)
    await ana.submits()
    expect(ana.fields).toMatchObject({ Name: 'backup', 'Role arn': CANARY })
    // After an unclear failure the credential is looked for and, if it is missing, sent again.
    expect(changes()).toHaveLength(answer.status >= 500 ? 2 : 1)
    story().wire.restore()
    await ana.submits()
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'backup', type: 'aws' }))
  })
})

describe('editing a credential', () => {
  it('starts with the current values, and sends them with the changed one', async () => {
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
    expect(changes()).toEqual([
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

  it('does not overwrite what somebody else changed meanwhile, nor does Undo', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await bo.types('/dayshift credential edit shop')
    await ana.types('/dayshift credential edit shop')
    await ana.submits({ Comments: 'of Ana' })
    await bo.submits({ Comments: 'of Bo' })
    expect(bo.form).toContain(
      'The credential *shop* was changed meanwhile, so nothing was done. Open the form anew',
    )
    await bo.closes()
    await bo.types('/dayshift credential edit shop')
    await bo.submits({ Comments: 'of Bo' })
    await ana.presses('Undo')
    expect(ana.readsPrivately().at(-1)).toContain('was changed meanwhile, so nothing was done.')
    expect(await list()).toMatchObject([{ name: 'shop', comments: 'of Bo' }, {}, {}])
    expect(changes()).toHaveLength(2)
  })

  it.each([
    ['shop', { 'Role arn': CANARY }, { role: CANARY }],
    ['payments', { 'Client id': 'c-2', Key: CANARY }, { clientId: 'c-2', key: CANARY }],
    ['analytics', { Project: CANARY }, { project: CANARY }],
  ])('sends new access data of %s, and never repeats it', async (name, keys, specific) => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift credential edit ${name}`)
    const keyFields = Object.keys(ana.fields).slice(3, -1)
    expect(keyFields).toEqual(Object.keys(keys))
    await ana.submits(keys)
    expect(changes()).toMatchObject([{ body: { data: { specific }, reason: '' } }])
    expect(ana.readsPrivately()).toEqual([
      `The credential *${name}* of *Acme* was changed: its access data, which is never shown again.\n[Edit] [Show credentials]`,
    ])
  })
})

describe('removing a credential', () => {
  it('asks for confirmation, and shows how many resources use it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential remove shop')
    expect(ana.form).toBe(
      [
        '# Remove a credential',
        ':warning: This cannot be undone. The access data is deleted, and resources that use the credential can no longer be reached with it.',
        'Credential: shop',
        'It is used by *11 resources*.',
        'Comments: …',
        '[Remove credential] [Cancel]',
      ].join('\n'),
    )
    expect(changes()).toEqual([])
    await ana.submits()
    expect(ana.form).toContain(
      'still serves 11 resources: remove them, or give them another credential, first”.',
    )
    expect(await list()).toHaveLength(3)
  })

  it('is reported privately', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add spare gcp')
    await ana.submits({ Project: CANARY })
    const credential_id = await idOf('spare')
    await ana.types('/dayshift credential')
    await ana.presses('Remove credential')
    await ana.fills({ Credential: 'spare', Comments: 'never used' })
    expect(ana.form).toContain('It is used by *no resources*.')
    await ana.submits()
    expect(changes().at(-1)).toEqual({
      action: 'remove_credential',
      body: { org_id: '1001', credential_id, comments: 'never used' },
    })
    expect(ana.readsPrivately().at(-1)).toBe(
      'The credential *spare* was removed from *Acme*.\n[Add credential] [Show credentials]',
    )
    expect(story().channel()).toEqual([])
    expect(await list()).toHaveLength(3)
  })
})

describe('credentials with a private page', () => {
  const withPage = stories({ publicUrl: 'https://dayshift.test' })

  it('get their keys on the page instead of in Slack', async () => {
    const ana = withPage().person('Ana')
    await ana.types('/dayshift credential add')
    await ana.fills({ Name: 'backup', Kind: 'azure' })
    expect(ana.fields).toEqual({ Name: 'backup', Kind: 'azure', Comments: '' })
    await ana.submits()
    expect(ana.form).toContain(
      'enter this on a private page, so that it does not pass through Slack: Tenant, Client id, Key.',
    )
    const link = linkOf(withPage(), 'Ana')
    const page = await browserFor(withPage()).open(link)
    expect(page.text).toContain('Tenant\n[tenant: …]\nClient id\n[clientId: …]\nKey\n[key: …]')
    await browserFor(withPage()).submit(link, {
      tenant: `${CANARY}-1`,
      clientId: `${CANARY}-2`,
      key: `${CANARY}-3`,
    })
    expect(changes(withPage())).toMatchObject([
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

  it('use the page in an edit only to replace the access data', async () => {
    const ana = withPage().person('Ana')
    await ana.types('/dayshift credential edit payments')
    expect(Object.keys(ana.fields)).toEqual(['Credential', 'Name', 'Comments', 'Access data', 'Reason'])
    await ana.submits({ Comments: 'rotated', 'Access data': 'Replace it' })
    expect(ana.form).toContain('so that it does not pass through Slack: Client id, Key.')
    expect(changes(withPage())).toEqual([])
    const link = linkOf(withPage(), 'Ana')
    const incomplete = await browserFor(withPage()).submit(link, { key: CANARY })
    expect(incomplete.text).toContain('Client id is missing. It is changed together with Key.')
    expect(incomplete.html).not.toContain(CANARY)
    await browserFor(withPage()).submit(link, { clientId: 'c-2', key: CANARY })
    expect(changes(withPage())).toMatchObject([
      { body: { data: { comments: 'rotated', specific: { clientId: 'c-2', key: CANARY } } } },
    ])
  })
})
