import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { inviteDev, PUBLIC_URL } from '../private-page.ts'
import { stories } from '../stories.ts'
import type { Story } from '../story.ts'

const story = stories({ publicUrl: PUBLIC_URL })
const wrong = 'tok-3n.secret-of-dev'
const INVITATION =
  '<@U4DEV>, type this on a private page, so that it does not pass through Slack: Access token. The button is for you alone: please do not pass it on. It works once, for 15 minutes. The answer comes here.'
const LINKED = 'Your account is linked. *Acme* · viewer'

const keptFor = (name: 'Dev' | 'Bo', within: Story = story()) => within.links.find(within.keyOf(name))

describe('linking on a private page', () => {
  it('Dev types his token there and nowhere in Slack, and reads the answer in both', async () => {
    const { dev, link, browser } = await inviteDev(story())
    expect(dev.form).toBeUndefined()
    expect(link).toMatch(/^https:\/\/dayshift\.test\/private\?ticket=[\w-]{43}$/)
    expect(dev.readsPrivately()).toEqual([`${INVITATION}\n[Link account on a private page](${link})`])

    expect((await browser.open(link)).text).toBe(
      [
        'Link your account',
        'This page is for dev@acme.test (Dev) alone, in the Slack workspace playground. It links you to the scheduling service, with your own access token. What is typed here counts as typed by dev@acme.test (Dev): if you are somebody else, close it and type nothing. Do not pass its address on.',
        'Access token',
        '[token: …]',
        'It is a token of your scheduling service: its site, or whoever runs it, can give you one. It is checked, kept encrypted, and never shown again.',
        '[Link account]',
        'What you type here does not pass through Slack. The page works once, and for 15 minutes from when it was asked for.',
      ].join('\n'),
    )
    const done = await browser.submit(link, { token: story().tokenOf('Dev') })
    expect(done.status).toBe(200)
    expect(done.text).toBe(
      'Link your account\nYour account is linked. Acme · viewer\nTry /plan or /dayshift help.\nThis is in Slack as well, and it goes on there. You can close this page.',
    )
    expect(dev.readsPrivately().at(-1)).toBe(
      `${LINKED}\nTry \`/plan\` or \`/dayshift help\`.\n[Not me: unlink]`,
    )
    expect(story().channel()).toEqual([])
    expect(await keptFor('Dev')).toEqual({
      token: story().tokenOf('Dev'),
      organization: await story().acme(),
    })
    await dev.types('/plan')
    expect(dev.readsPrivately().at(-1)).toContain('*Acme* has 6 plans')
  })

  it('following the button says nothing more in Slack', async () => {
    const { dev } = await inviteDev(story())
    await dev.presses('Link account on a private page')
    expect(dev.readsPrivately()).toHaveLength(1)
    expect(story().slack.requests.at(-1)).toMatchObject({ kind: 'block_actions', status: 200 })
  })

  it('Dev presses the button of his Home, and finds his plans there', async () => {
    const dev = story().person('Dev')
    await dev.opensHome()
    await dev.pressesAtHome('Link account')
    const link = linkOf(story(), 'Dev')
    expect(dev.home).toBe(`${INVITATION}\n[Link account on a private page](${link})\n[Back to Home]`)
    await browserFor(story()).submit(link, { token: story().tokenOf('Dev') })
    expect(dev.home).toMatch(/^Your account is linked\..*\n.*\n.*\n\*Acme\* · viewer/)
    expect(dev.readsInDm).toEqual([])
  })

  it('a database that fails is told, and nothing is left without an answer', async () => {
    await sql`create trigger fails before insert on entries when new.kind = 'ticket'
      begin select raise(abort, 'the disk is full'); end`.execute(story().database)
    const dev = story().person('Dev')
    await dev.types('/dayshift link')
    expect(dev.readsPrivately()).toEqual([
      expect.stringMatching(/^Something went wrong inside Dayshift\. .* \(Reference ref-1\)$/),
    ])
  })
})

describe('a try that fails', () => {
  it('a wrong token is told at the field, and the right one does it', async () => {
    const { dev, link, browser } = await inviteDev(story())
    const first = await browser.submit(link, { token: wrong })
    expect(first.status).toBe(422)
    expect(first.text).toContain(
      '[token: …]\nThe service does not accept this token. Check that it is complete and has not expired.\n',
    )
    expect(first.html).toContain('aria-describedby="token-issue token-hint" aria-invalid="true"')
    expect(first.html).not.toContain(wrong)
    expect(dev.readsPrivately()).toHaveLength(1)
    expect((await browser.open(link)).status).toBe(200)
    expect((await browser.submit(link, { token: ` ${story().tokenOf('Dev')}\n` })).status).toBe(200)
    expect(await keptFor('Dev')).toMatchObject({ token: story().tokenOf('Dev') })
  })

  it.each<[Record<string, string>]>([[{}], [{ token: '' }], [{ tokens: 'x' }]])(
    '%j lacks the token',
    async fields => {
      const { link, browser } = await inviteDev(story())
      const answer = await browser.submit(link, fields)
      expect([answer.status, story().wire.received]).toEqual([422, []])
      expect(answer.text).toContain('Paste your access token.')
    },
  )

  it('a token given twice is none', async () => {
    const { link, browser } = await inviteDev(story())
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.send(link, { method: 'POST', headers, body: 'token=a&token=b' })
    expect(answer.text).toContain('Paste your access token.')
  })

  it('a service that is down is told on the page, and can be tried again', async () => {
    const { link, browser } = await inviteDev(story())
    story().wire.respond('list', { status: 503 })
    const answer = await browser.submit(link, { token: story().tokenOf('Dev') })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(
      'Link your account\nThe scheduling service is not available right now. Nothing was changed. (Reference ref-1)\nThis page is for dev@acme.test (Dev)',
    )
    story().wire.restore()
    expect((await browser.submit(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })
})
