import { describe, expect, it } from 'vitest'
import { renderInspector } from '../../../src/playground/web/inspector-page.ts'
import { browserFor, linkOf } from '../../browser.ts'
import { inviteDev, PUBLIC_URL } from '../../private-page.ts'
import { stories } from '../../stories.ts'
import { openStory, type Story } from '../../story.ts'

const CANARY = 'canary-5ecret "of"\\ana'
const LINES = `first-5ecret-line\n  second-5ecret-line`

/** All that the inspector holds and shows. */
const current = ({ slack: { inspector } }: Story) =>
  JSON.stringify(inspector.actions) +
  String(
    renderInspector(inspector.actions, { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin' }, () => undefined),
  )

/** The inspector holds none of these, however they are written, and held what was done at all. */
function expectHidden(story: Story, ...secrets: string[]) {
  expect(story.slack.inspector.actions.length).toBeGreaterThan(0)
  const all = current(story)
  const written = (secret: string) => JSON.stringify(secret).slice(1, -1)
  for (const secret of [story.slack.botToken, story.slack.signingSecret, ...secrets])
    for (const form of [secret, written(secret), written(written(secret)), encodeURIComponent(secret)])
      expect(all).not.toContain(form)
}

const story = stories()

describe('what is secret is not in the inspector', () => {
  it('where Dev links an account by a form, and acts with it', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift link')
    await dev.fills({ 'Access token': `  ${story().tokenOf('Dev')}\n` })
    await dev.submits()
    await dev.types('/plan')
    expect(story().wire.received.at(-1)?.token).toBe(story().tokenOf('Dev'))
    expect(current(story())).toContain('[secret]')
    expectHidden(story(), story().tokenOf('Dev'))
  })

  it('and what only looks like the name of one is: the role of a member', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member edit dev@acme.test member')
    await ana.types('/dayshift member edit dev@acme.test viewer')
    await ana.presses('Undo')
    expect(current(story())).toContain('/dayshift member edit dev@acme.test viewer')
    expect(current(story())).not.toContain('[secret]')
  })

  it('where it is no token at all, and reaches nobody but the bot', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift link')
    await dev.fills({ 'Access token': `${CANARY} in words` })
    await dev.submits()
    expect(dev.formErrors).toEqual({ 'Access token': 'An access token is one word, without spaces.' })
    expect(story().wire.received).toEqual([])
    const [, submitted] = story().slack.inspector.actions
    expect(submitted?.exchanges[0]?.answer?.body).toContain('An access token is one word')
    expectHidden(story(), CANARY)
  })

  it('where the form of a credential is built anew while it stands there', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': CANARY, Kind: 'azure' })
    expect(story().slack.inspector.actions.at(-1)?.title).toBe('picks azure in Add a credential')
    expectHidden(story(), CANARY)
  })

  it.each([
    ['refuses it', { status: 401, body: { message: `The token ${CANARY} is wrong.` } }],
    ['hides it', { status: 200, body: { status: 500, message: CANARY } }],
    ['answers with HTML', { status: 502, html: `<h1>${CANARY}</h1>` }],
  ])('where the service %s and repeats it', async (_, answer) => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': CANARY })
    story().wire.respond('add_credential', answer)
    await ana.submits()
    const last = story().slack.inspector.actions.at(-1)
    const call = last?.exchanges.find(({ name }) => name === 'add_credential')
    expect(call?.answer?.body).toContain('[secret]')
    expectHidden(story(), CANARY)
  })

  it('where the keys of a credential are typed, sent and changed, short ones and those of several lines', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup azure')
    await ana.fills({ Tenant: CANARY, 'Client id': 'xyzzy', Key: LINES })
    await ana.submits()
    await ana.types('/dayshift credential edit shop')
    await ana.fills({ 'Role arn': `${CANARY} anew` })
    await ana.submits()
    await ana.types('/dayshift credential')
    const sent = story().wire.changes()
    expect(sent.map(({ action }) => action)).toEqual(['add_credential', 'update_credential'])
    expectHidden(story(), CANARY, 'xyzzy', LINES, 'first-5ecret-line', 'second-5ecret-line')
  })

  it.each([
    `credential add backup aws role:"canary-of-ana"`,
    `credential edit shop role arn canary-of-ana`,
    `link canary-of-ana`,
    `lnik canary-of-ana-1`,
  ])('where somebody types it into a sentence: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift ${sentence}`)
    await ana.mentions(sentence)
    await ana.says(sentence)
    await ana.usesShortcut('pause', sentence.slice(0, 8))
    expect(story().slack.inspector.actions).toHaveLength(4)
    expectHidden(story(), 'canary-of-ana')
  })

  it('where it is a pass: response_urls and triggers are cut short', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift pause')
    await ana.submits()
    await ana.types('/pause web-prod tomorrow')
    await ana.presses('Resume now')
    const passes = story().slack.requests.flatMap(({ payload: { trigger_id, response_url } }) =>
      [trigger_id, response_url].flatMap(pass => (typeof pass === 'string' ? pass : [])),
    )
    expect(passes.length).toBeGreaterThan(4)
    expectHidden(story(), ...passes)
    for (const pass of passes) expect(current(story())).not.toContain(pass.split('/').at(-1))
  })

  it('where it is typed on the private page, nor the ticket that leads there', async () => {
    const secretive = await openStory({ publicUrl: PUBLIC_URL })
    const { dev, link, browser } = await inviteDev(secretive)
    const ticket = new URL(link).searchParams.get('ticket') ?? ''
    const token = secretive.tokenOf('Dev')
    await browser.open(link)
    await browser.submit(link, { token })
    await dev.types('/plan')
    const ana = secretive.person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.submits()
    const second = linkOf(secretive, 'Ana')
    await browserFor(secretive).submit(second, { role: CANARY })
    await secretive.close()
    expect(secretive.wire.changes()).toMatchObject([{ body: { specific: { role: CANARY } } }])
    expect(secretive.slack.inspector.actions.map(({ title }) => title)).toEqual([
      ...['/dayshift link', 'opens the private page', 'sends the private page', '/plan'],
      ...['/dayshift credential add backup aws', 'submits Add a credential', 'sends the private page'],
    ])
    const names = secretive.slack.inspector.actions.at(-1)?.exchanges.map(({ name }) => name)
    expect(names).toContain('add_credential')
    expectHidden(secretive, token, ticket, new URL(second).searchParams.get('ticket') ?? '', CANARY)
  })

  it('where it is hidden only from now on, and starting over leaves nothing', async () => {
    const { inspector, reset } = story().slack
    const secrets = ['first-secret']
    inspector.addSecretSource(() => secrets)
    await story().person('Ana').types('/plan first-secret')
    secrets.push('second-secret')
    await story().person('Ana').types('/plan second-secret')
    expect(inspector.actions.map(({ title }) => title)).toEqual(['/plan [secret]', '/plan [secret]'])
    expectHidden(story(), ...secrets)
    reset()
    expect(inspector.actions).toEqual([])
  })
})
