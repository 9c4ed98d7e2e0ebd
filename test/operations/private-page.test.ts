import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { bytesOf } from '../outgoing.ts'
import { inviteDev, PUBLIC_URL } from '../private-page.ts'
import { expectClean, expectCrashes, stories } from '../stories.ts'
import { openStory, type Story } from '../story.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const story = stories({ publicUrl: PUBLIC_URL })
const wrong = 'tok-3n.secret-of-dev'
const INVITATION =
  '<@U4DEV>, enter this on a private page, so that it does not pass through Slack: Access token. The button is for you alone: please do not pass it on. It works once, within 15 minutes. The answer will appear here.'
const LINKED = 'Your account is linked. *Acme* · viewer'
const GONE = 'This page was sent already, or is too old'

const linkOfPerson = (name: 'Dev' | 'Bo', within: Story = story()) => within.links.find(within.keyOf(name))

describe('linking on a private page', () => {
  it('lets Dev type his token there instead of in Slack, and answers in both', async () => {
    const { dev, link, browser } = await inviteDev(story())
    expect(dev.form).toBeUndefined()
    expect(link).toMatch(/^https:\/\/dayshift\.test\/private\?ticket=[\w-]{43}$/)
    expect(dev.readsPrivately()).toEqual([`${INVITATION}\n[Link account on a private page](${link})`])

    expect((await browser.open(link)).text).toBe(
      [
        'Link your account',
        'This page is for dev@acme.test (Dev) alone, in the Slack workspace playground. It links you to the scheduling service, with your own access token. What is typed here counts as typed by dev@acme.test (Dev): if you are someone else, close it and type nothing. Do not pass its address on.',
        'Access token',
        '[token: …]',
        'It is a token of your scheduling service: get one on its site, or from whoever runs it. It is checked, kept encrypted, and never shown again.',
        '[Link account]',
        'What you type here does not pass through Slack. The page works once, within 15 minutes of being requested.',
      ].join('\n'),
    )
    const done = await browser.submit(link, { token: story().tokenOf('Dev') })
    expect(done.status).toBe(200)
    expect(done.text).toBe(
      'Link your account\nYour account is linked. Acme · viewer\nTry /plan or /dayshift help.\nThe answer is in Slack as well: carry on there. You can close this page.',
    )
    expect(dev.readsPrivately().at(-1)).toBe(
      `${LINKED}\nTry \`/plan\` or \`/dayshift help\`.\n[Not me: unlink]`,
    )
    expect(story().channel()).toEqual([])
    expect(await linkOfPerson('Dev')).toEqual({
      token: story().tokenOf('Dev'),
      organization: await story().acme(),
    })
    expect(await dev.asks('/plan')).toContain('*Acme* has 6 plans')
  })

  it('starts from the Home of Dev, and shows his plans there', async () => {
    const dev = story().person('Dev')
    await dev.opensHome()
    await dev.pressesAtHome('Link account')
    const link = linkOf(story(), 'Dev')
    expect(dev.home).toBe(`${INVITATION}\n[Link account on a private page](${link})\n[Back to Home]`)
    await browserFor(story()).submit(link, { token: story().tokenOf('Dev') })
    expect(dev.home).toMatch(/^Your account is linked\..*\n.*\n.*\n\*Acme\* · viewer/)
    expect(dev.readsInDm).toEqual([])
  })

  it('reports a failing database', async () => {
    await sql`create trigger fails before insert on entries when new.kind = 'ticket'
      begin select raise(abort, 'the disk is full'); end`.execute(story().database)
    const dev = story().person('Dev')
    await dev.types('/dayshift link')
    expect(dev.readsPrivately()).toEqual([
      expect.stringMatching(/^Something went wrong inside Dayshift\. .* \(Reference ref-1\)$/),
    ])
    expectCrashes(story(), 1)
  })
})

describe('a failed attempt', () => {
  it('shows an error at the field for a wrong token, and accepts the right one', async () => {
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
    expect(await linkOfPerson('Dev')).toMatchObject({ token: story().tokenOf('Dev') })
  })

  it.each(['', 'token=', 'tokens=x', 'token=a&token=b'])('rejects “%s”', async body => {
    const { link, browser } = await inviteDev(story())
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.send(link, { method: 'POST', headers, body })
    expect([answer.status, story().wire.received]).toEqual([422, []])
    expect(answer.text).toContain('Paste your access token.')
  })

  it('shows on the page that the service is down, and can be repeated', async () => {
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

describe('the address of the page', () => {
  it('expires after one success, and says what to do', async () => {
    const { link, browser } = await inviteDev(story())
    await browser.submit(link, { token: story().tokenOf('Dev') })
    const [opened, sent] = [
      await browser.open(link),
      await browser.submit(link, { token: story().tokenOf('Bo') }),
    ]
    expect([opened.status, sent.status]).toEqual([404, 404])
    expect(opened.text).toBe(
      `${GONE}\nIt works once, within 15 minutes. If you have sent it, the answer is in Slack. Otherwise ask for it again in Slack, with /dayshift link or as you did before, and follow the new button.`,
    )
    expect(sent.text).toBe(opened.text)
    expect(await linkOfPerson('Dev')).toMatchObject({ token: story().tokenOf('Dev') })
  })

  it('expires after fifteen minutes', async () => {
    const { link, browser } = await inviteDev(story())
    story().setTime('2026-11-18T09:14:59Z')
    expect((await browser.open(link)).status).toBe(200)
    story().setTime('2026-11-18T09:15:00Z')
    expect((await browser.open(link)).status).toBe(404)
    expect((await browser.submit(link, { token: story().tokenOf('Dev') })).text).toContain(GONE)
    expect(story().wire.received).toEqual([])
  })

  it.each(['', '?ticket=', `?ticket=${'x'.repeat(43)}`, '?ticket=%zz'])(
    'is invalid with “%s”',
    async search => {
      const { status, text } = await browserFor(story()).open(`${PUBLIC_URL}/private${search}`)
      expect([status, text]).toEqual([404, expect.stringContaining(GONE)])
    },
  )

  it('can be opened by link previews any number of times', async () => {
    const { link, browser } = await inviteDev(story())
    const looks = await Promise.all(
      Array.from({ length: 12 }, (_, at) => browser.send(link, { method: at % 2 ? 'HEAD' : 'GET' })),
    )
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(looks.filter(({ html }) => html === '')).toHaveLength(6)
    expect((await browser.submit(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })

  it('acts only for Dev, in any browser', async () => {
    const { link, browser } = await inviteDev(story())
    expect((await browser.open(link)).text).toContain('if you are someone else, close it')
    await browser.submit(link, { token: story().tokenOf('Cleo') })
    expect(await linkOfPerson('Dev')).toMatchObject({ token: story().tokenOf('Cleo') })
    expect(await linkOfPerson('Bo')).toMatchObject({ token: story().tokenOf('Bo') })
    expect(story().person('Bo').readsPrivately()).toEqual([])
  })

  it('links once when it is submitted several times at once', async () => {
    const { dev, link, browser } = await inviteDev(story())
    const token = story().tokenOf('Dev')
    const statuses = (await Promise.all([1, 2, 3].map(() => browser.submit(link, { token })))).map(
      ({ status }) => status,
    )
    expect(statuses.filter(status => status === 200)).toEqual([200])
    expect(statuses.every(status => [200, 404].includes(status))).toBe(true)
    expect(dev.readsPrivately()).toHaveLength(2)
  })
})

describe('the page', () => {
  it('loads and runs nothing, is not cached and sends no referrer', async () => {
    const { link, browser } = await inviteDev(story())
    const pages = [
      await browser.open(link),
      await browser.open(PUBLIC_URL.concat('/private')),
      await browser.submit(link, {}),
      await browser.send(link, { method: 'PUT' }),
    ]
    for (const { headers, html } of pages) {
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        ),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
        'x-robots-tag': 'noindex, nofollow',
      })
      expect(headers).not.toHaveProperty('set-cookie')
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
      expect(html).toContain('<html lang="en">')
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      expect(html).toContain('color-scheme: light dark')
      expect(html).not.toMatch(/<script|<img|<link|<iframe| on\w+=|style=|https?:/)
    }
    expect(pages[0]?.html).toContain(
      '<label for="token">Access token</label>\n<input type="password" id="token" name="token" autocomplete="off"',
    )
  })

  it.each([
    ['PUT', {}, ''],
    ['DELETE', {}, ''],
    ['POST', { 'content-type': 'application/x-www-form-urlencoded' }, `token=${'x'.repeat(16_384)}`],
  ])('rejects %s with %j', async (method, headers, body) => {
    const { link, browser } = await inviteDev(story())
    const answer = await browser.send(link, { method, headers, body })
    expect([answer.status, story().wire.received]).toEqual([400, []])
    expect(answer.text).toContain('Nothing was done.')
    expect((await browser.submit(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 400],
    [{ 'sec-fetch-site': 'same-site' }, 400],
    [{ 'sec-fetch-site': 'none' }, 400],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{}, 200],
  ])('responds to a form with the headers %j with %i', async (headers: Record<string, string>, status) => {
    const { link, browser } = await inviteDev(story())
    const body = new URLSearchParams({ token: story().tokenOf('Dev') }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    const answer = await browser.send(link, { method: 'POST', headers: { ...type, ...headers }, body })
    expect(answer.status).toBe(status)
  })

  it('names its person by e-mail, not by display name', async () => {
    await story().person('Eve').types('/dayshift link')
    const { text } = await browserFor(story()).open(linkOf(story(), 'Eve'))
    expect(text).toContain('This page is for eve@acme.test (Eve) alone')
    expect(text).toContain(
      'What is typed here counts as typed by eve@acme.test (Eve): if you are someone else',
    )
    expect(text).not.toContain('Ana')
  })
})

describe('secrets', () => {
  it('are neither in pages nor readable in the database', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const secretive = await openStory({ publicUrl: PUBLIC_URL, file })
    const dev = secretive.person('Dev')
    await dev.types('/pause web-prod tomorrow because of the audit at night')
    await dev.presses('Link account')
    const link = linkOf(secretive, 'Dev')
    const browser = browserFor(secretive)
    const token = secretive.tokenOf('Dev')
    for (const answer of [
      { status: 502, html: `<h1>${token}</h1>` },
      { status: 400, body: { message: `What is ${token}?` } },
    ]) {
      secretive.wire.respond('list', answer)
      expect((await browser.submit(link, { token })).status).toBe(422)
    }
    const waiting = await bytesOf(file)
    secretive.wire.restore()
    expect((await browser.submit(link, { token })).status).toBe(200)
    await secretive.close()
    for (const secret of [new URL(link).searchParams.get('ticket') ?? '', 'audit at night'])
      expect([...waiting, ...(await bytesOf(file))].join()).not.toContain(secret)
    expectClean(secretive)
  })

  it('can be typed after a restart of the bot', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const before = await openStory({ publicUrl: PUBLIC_URL, file })
    const { link } = await inviteDev(before)
    await before.close()
    const after = await openStory({ publicUrl: PUBLIC_URL, file })
    const answer = await browserFor(after).submit(link, { token: after.tokenOf('Dev') })
    expect(answer.status).toBe(200)
    expect(after.person('Dev').readsPrivately()).toEqual([expect.stringContaining(LINKED)])
    expect(await linkOfPerson('Dev', after)).toMatchObject({ token: after.tokenOf('Dev') })
    await after.close()
  })

  it('are typed in Slack if there is no public address', async () => {
    const plain = await openStory()
    await plain.person('Dev').types('/dayshift link')
    expect(plain.person('Dev').form).toContain('Slack can see it on its way.')
    expect((await browserFor(plain).send(`${PUBLIC_URL}/private?ticket=x`)).status).toBe(404)
    await plain.close()
  })
})
