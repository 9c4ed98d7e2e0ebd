import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'

const story = stories()

/** Returns the members of Acme from the service. */
async function listMembers() {
  const { id } = await story().acme()
  const { users } = await story().service.call('listUsers', { org_id: id }, story().tokenOf('Ana'))
  return users.map(({ email, role, state }) => [email, role, state])
}

/** Returns the changes sent to the service. */
const changes = () =>
  story()
    .wire.changes()
    .filter(({ action }) => action !== 'users')
    .map(({ action, body }) => ({ action, body }))

it('the list of members is private and shows role and state of each', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift member')
  const buttons = '[Edit member]'
  expect(ana.readsPrivately()).toEqual([
    [
      '*Acme* has 4 members.',
      ...['ana@acme.test: owner, active', buttons, 'bo@acme.test: admin, active', buttons],
      ...['cleo@acme.test: member, active', buttons, 'dev@acme.test: viewer, active', buttons],
      '[Add member] [Remove member]',
    ].join('\n'),
  ])
  expect(story().channel()).toEqual([])
})

describe('a second factor', () => {
  const mfa = { view: false, create: true, update: false, delete: false, usersmgmt: true }
  const users = [{ email: 'ana@acme.test', role: 'owner', state: 'active' }]

  it('is mentioned only if an operation requires it', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/dayshift member')).not.toMatch(/MFA|second factor/)
    story().wire.respondWith('users', { users, mfa })
    expect(await ana.asks('/dayshift member')).toContain(
      'A second factor (MFA) is needed to create and manage members.',
    )
  })
})

describe('adding a member', () => {
  const body = { org_id: '1001', user_id: 'eve@acme.test', role: 'viewer', state: 'active' }
  const text = '<@U1ANA> added <@U5EVE> to *Acme*: viewer, active\n[Edit member] [Remove member]'

  it('accepts a Slack user, whose e-mail Slack knows', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member add <@U5EVE|eve> viewer')
    expect(ana.form).toBeUndefined()
    expect(changes()).toEqual([{ action: 'add_user', body }])
    expect(story().channel()).toEqual([text])
    expect(await listMembers()).toContainEqual(['eve@acme.test', 'viewer', 'active'])
  })

  it('asks for a missing role', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member add <@U5EVE>')
    expect(ana.fields).toEqual({ Person: 'Eve', 'E-mail': '', Role: '', State: '' })
    expect(ana.form).not.toContain('⚠')
    await ana.submits()
    expect(ana.formErrors).toEqual({ Role: 'Please complete this required field.' })
    await ana.submits({ Role: 'viewer' })
    expect(changes()).toMatchObject([{ body }])
    expect(story().channel()).toEqual([text])
  })

  it('shows an error if Slack gives no e-mail for a person, such as a guest', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member add <@U0GUEST> viewer')
    expect(ana.form).toContain('Slack gives me no e-mail for this person')
    expect(ana.fields).toMatchObject({ Role: 'viewer' })
    expect(changes()).toEqual([])
    expectRefusals(story(), 'user_not_found')
  })

  it.each([
    [{}, { Person: 'Say who: pick a person, or type an e-mail.' }],
    [
      { 'E-mail': '@eve' },
      { 'E-mail': 'I do not know who “@eve” is in Slack. Pick the person, or type an e-mail.' },
    ],
    [{ 'E-mail': 'eve' }, { 'E-mail': '“eve” is not an e-mail address, such as ana@example.com.' }],
    [
      { Person: 'Eve', 'E-mail': 'evil@acme.test' },
      { 'E-mail': 'Leave one of the two empty: the person, or the e-mail.' },
    ],
  ])('keeps the form open for %j with the error %j', async (words, texts) => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member add')
    await ana.submits({ ...words, Role: 'viewer' })
    expect(ana.formErrors).toEqual(texts)
    expect(changes()).toEqual([])
  })
})

describe('editing a member', () => {
  const body = { org_id: '1001', user_id: 'cleo@acme.test', role: 'viewer', state: 'active' }

  it('starts with the current role and state, and sends both', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member edit cleo@acme.test')
    expect(ana.fields).toEqual({ Person: 'cleo@acme.test', Role: 'member', State: 'active' })
    expect(ana.form).toContain('member, active')
    await ana.submits({ Role: 'viewer' })
    expect(changes()).toEqual([{ action: 'update_user', body }])
    expect(story().channel()).toEqual([
      '<@U1ANA> changed cleo@acme.test in *Acme*: viewer, active (was member, active)\n[Undo] [Edit member]',
    ])
  })

  it('reads a Slack user and the new role and state from a command', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member edit <@U3CLEO> viewer inactive')
    expect(ana.form).toBeUndefined()
    expect(changes()).toMatchObject([{ body: { ...body, state: 'inactive' } }])
    expect(story().channel()[0]).toContain(
      '<@U1ANA> changed <@U3CLEO> in *Acme*: viewer, inactive (was member, active)',
    )
  })
})

it('changing one’s own role is announced in the channel', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift member edit <@U3CLEO> owner')
  await ana.types('/dayshift member edit <@U1ANA> admin')
  expect(story().channel().at(-1)).toMatch(
    /^<@U1ANA> changed <@U1ANA> in \*Acme\*: admin, active .*\n\[Undo\] \[Edit member\]$/,
  )
  await ana.presses('Undo')
  expect(ana.readsPrivately().at(-1)).toMatch(/Only an owner may .*Nothing was changed\. Ask Cleo\.$/)
})

it('removing a member needs a reason, which is not shown in the channel', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift member remove <@U3CLEO>')
  expect(ana.form).toBe(
    [
      '# Remove a member',
      ':warning: A removed member can do nothing in the organization until someone adds them again.',
      'Person: cleo@acme.test',
      'member, active',
      'Reason: …',
      '[Remove member] [Cancel]',
    ].join('\n'),
  )
  await ana.submits()
  expect(ana.formErrors).toEqual({ Reason: 'Please complete this required field.' })
  expect(changes()).toEqual([])
  await ana.submits({ Reason: 'left the company' })
  expect(changes()).toEqual([
    {
      action: 'remove_user',
      body: { org_id: '1001', user_id: 'cleo@acme.test', reason: 'left the company' },
    },
  ])
  expect(story().channel()).toEqual(['<@U1ANA> removed <@U3CLEO> from *Acme*\n[Undo]'])
  expect(JSON.stringify(story().slack.channel('ops'))).not.toContain('left the company')
})

it('Undo adds a removed member again, even one that the service calls by no e-mail', async () => {
  const ana = story().person('Ana')
  const user = { role: 'member', state: 'active' }
  story().wire.respondWith('users', { users: [{ email: 'deploy-bot', ...user }] })
  story().wire.respondWith('remove_user', {})
  await ana.types('/dayshift member remove deploy-bot retired')
  await ana.submits()
  story().wire.respondWith('users', { users: [] })
  await ana.presses('Undo')
  expect(changes().at(-1)).toEqual({
    action: 'add_user',
    body: { org_id: '1001', user_id: 'deploy-bot', ...user },
  })
})
