import { describe, expect, it } from 'vitest'
import { renderInspector } from '../../../src/playground/web/inspector-page.ts'
import { browserFor, linkOf } from '../../browser.ts'
import { inviteDev, PUBLIC_URL } from '../../private-page.ts'
import { stories } from '../../stories.ts'
import { openStory, type Story } from '../../story.ts'

const CANARY = 'canary-5ecret "of"\\ana'
const LINES = `first-5ecret-line\n  second-5ecret-line`

/** Returns everything that the inspector records and shows. */
const current = ({ slack: { inspector } }: Story) =>
  JSON.stringify(inspector.actions) +
  String(
    renderInspector(inspector.actions, { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin' }, () => undefined),
  )

/** Expects recorded actions without any of these secrets in any encoding. */
function expectHidden(story: Story, ...secrets: string[]) {
  expect(story.slack.inspector.actions.length).toBeGreaterThan(0)
  const all = current(story)
  const written = (secret: string) => JSON.stringify(secret).slice(1, -1)
  for (const secret of [story.slack.botToken, story.slack.signingSecret, ...secrets])
    for (const form of [secret, written(secret), written(written(secret)), encodeURIComponent(secret)])
      expect(all).not.toContain(form)
}

const story = stories()

describe('the inspector hides secrets', () => {
  it('when Dev links an account by a form and uses it', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift link')
    await dev.fills({ 'Access token': `  ${story().tokenOf('Dev')}\n` })
    await dev.submits()
    await dev.types('/plan')
    expect(story().wire.received.at(-1)?.token).toBe(story().tokenOf('Dev'))
    expect(current(story())).toContain('[secret]')
    expectHidden(story(), story().tokenOf('Dev'))
  })

  it('but not a role of a member, although credentials have a secret role', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift member edit dev@acme.test member')
    await ana.types('/dayshift member edit dev@acme.test viewer')
    await ana.presses('Undo')
    expect(current(story())).toContain('/dayshift member edit dev@acme.test viewer')
    expect(current(story())).not.toContain('[secret]')
  })

  it('when Dev submits words that are no token', async () => {
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

  it('when the form of a credential is rebuilt with a typed secret', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.fills({ 'Role arn': CANARY, Kind: 'azure' })
    expect(story().slack.inspector.actions.at(-1)?.title).toBe('picks azure in Add a credential')
    expectHidden(story(), CANARY)
  })

  it.each([
    ['refuses', { status: 401, body: { message: `The token ${CANARY} is wrong.` } }],
    ['hides an error in HTTP 200', { status: 200, body: { status: 500, message: CANARY } }],
    ['answers with HTML', { status: 502, html: `<h1>${CANARY}</h1>` }],
  ])('when the service %s and repeats a secret', async (_, answer) => {
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

  it('when Ana adds and edits credentials with short and multi-line keys', async () => {
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
  ])('when Ana types one into a sentence: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.types(`/dayshift ${sentence}`)
    await ana.mentions(sentence)
    await ana.says(sentence)
    await ana.usesShortcut('pause', sentence.slice(0, 8))
    expect(story().slack.inspector.actions).toHaveLength(4)
    expectHidden(story(), 'canary-of-ana')
  })

  it('of requests: response_urls and triggers are shortened', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift pause')
    await ana.submits()
    await ana.types('/pause web-prod tomorrow')
    await ana.presses('Resume now')
    const values = story().slack.requests.flatMap(({ payload: { trigger_id, response_url } }) =>
      [trigger_id, response_url].flatMap(value => (typeof value === 'string' ? value : [])),
    )
    expect(values.length).toBeGreaterThan(4)
    expectHidden(story(), ...values)
    for (const value of values) expect(current(story())).not.toContain(value.split('/').at(-1))
  })

  it('of the private page: the typed values and the ticket', async () => {
    const withPage = await openStory({ publicUrl: PUBLIC_URL })
    const { dev, link, browser } = await inviteDev(withPage)
    const ticket = new URL(link).searchParams.get('ticket') ?? ''
    const token = withPage.tokenOf('Dev')
    await browser.open(link)
    await browser.submit(link, { token })
    await dev.types('/plan')
    const ana = withPage.person('Ana')
    await ana.types('/dayshift credential add backup aws')
    await ana.submits()
    const second = linkOf(withPage, 'Ana')
    await browserFor(withPage).submit(second, { role: CANARY })
    await withPage.close()
    expect(withPage.wire.changes()).toMatchObject([{ body: { specific: { role: CANARY } } }])
    expectHidden(withPage, token, ticket, new URL(second).searchParams.get('ticket') ?? '', CANARY)
  })

  it('that become known later, and forgets everything on a reset', async () => {
    const { inspector, reset } = story().slack
    inspector.addSecrets(['first-secret'])
    await story().person('Ana').types('/plan first-secret')
    inspector.addSecrets(['second-secret'])
    await story().person('Ana').types('/plan second-secret')
    expect(inspector.actions.map(({ title }) => title)).toEqual(['/plan [secret]', '/plan [secret]'])
    expectHidden(story(), 'first-secret', 'second-secret')
    reset()
    expect(inspector.actions).toEqual([])
  })
})
