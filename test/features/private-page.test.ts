import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { expectCalm, stories } from '../stories.ts'
import { openStory, type Story } from '../story.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const publicUrl = 'https://dayshift.test'
const story = stories({ publicUrl })
const wrong = 'tok-3n.secret-of-dev'

const INVITATION =
  '<@U4DEV>, type this on a private page, so that it does not pass through Slack: Access token. The button is for you alone, please do not pass it on. It works once, for 15 minutes; the answer comes here.'
const LINKED = 'Your account is linked. You act in *Acme*, with your own access token.'
const GONE = 'This page is not open any more'

/** Dev asks to be linked and has the address of the page. */
async function devWith(within = story()) {
  const dev = within.person('Dev')
  await dev.types('/dayshift link')
  return { dev, link: linkOf(within, 'Dev'), browser: browserFor(within) }
}

const keptFor = (name: 'Dev' | 'Bo', within: Story = story()) => within.links.find(within.keyOf(name))

describe('linking on a private page', () => {
  it('Dev types his token there and nowhere in Slack, and reads the answer in both', async () => {
    const { dev, link, browser } = await devWith()
    expect(dev.form).toBeUndefined()
    expect(link).toMatch(/^https:\/\/dayshift\.test\/private\?ticket=[\w-]{43}$/)
    expect(dev.readsAlone()).toEqual([`${INVITATION}\n[Link account on a private page](${link})`])

    expect((await browser.opens(link)).text).toBe(
      [
        'Link your account',
        'This page is for dev@acme.test (Dev) alone, in the Slack workspace playground. It links you with your own access token of the scheduling service. What is typed here counts as typed by dev@acme.test (Dev): if you are somebody else, close it and type nothing.',
        'Access token',
        '[token: …]',
        'It is checked, kept encrypted, and never shown again.',
        '[Link account]',
        'What you type here does not pass through Slack. The page works once, and for 15 minutes from when it was asked for.',
      ].join('\n'),
    )
    const done = await browser.submits(link, { token: story().tokenOf('Dev') })
    expect(done.status).toBe(200)
    expect(done.text).toBe(
      'Link your account\nYour account is linked. You act in Acme, with your own access token.\nTry /plan or /dayshift help.\nThis is in Slack as well, and it goes on there. You can close this page.',
    )
    expect(dev.readsAlone().at(-1)).toBe(`${LINKED}\nTry \`/plan\` or \`/dayshift help\`.`)
    expect(story().channel()).toEqual([])
    expect(await keptFor('Dev')).toEqual({
      token: story().tokenOf('Dev'),
      organization: await story().acme(),
    })
    await dev.types('/plan')
    expect(dev.readsAlone().at(-1)).toContain('*Acme* has 6 plans.')
  })

  it('Dev presses the button of a message, and what he asked for waits for one click', async () => {
    const dev = story().person('Dev')
    await dev.types('/pause web-prod tomorrow load test')
    await dev.presses('Link account')
    expect(dev.form).toBeUndefined()
    const link = linkOf(story(), 'Dev')
    await browserFor(story()).submits(link, { token: story().tokenOf('Bo') })
    expect(dev.readsAlone().at(-1)).toBe(
      `${LINKED}\nYou asked for this before:\n[pause web-prod tomorrow load test]`,
    )
    await dev.presses('pause web-prod')
    expect(story().channel()).toEqual([
      expect.stringContaining(`${dev.mention} paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test`),
    ])
  })

  it('following the button says nothing more in Slack', async () => {
    const { dev } = await devWith()
    await dev.presses('Link account on a private page')
    expect(dev.readsAlone()).toHaveLength(1)
    expect(story().slack.requests.at(-1)).toMatchObject({ kind: 'block_actions', status: 200 })
  })

  it('Dev presses the button of his Home, and finds his plans there', async () => {
    const dev = story().person('Dev')
    await dev.opensHome()
    await dev.pressesAtHome('Link account')
    const link = linkOf(story(), 'Dev')
    expect(dev.home).toBe(`${INVITATION}\n[Link account on a private page](${link})\n[Back to Home]`)
    await browserFor(story()).submits(link, { token: story().tokenOf('Dev') })
    expect(dev.home).toMatch(/^Your account is linked\..*\n.*\nYou act in \*Acme\* as viewer,/)
    expect(dev.readsInDm).toEqual([])
  })

  it('a database that fails is told, and nothing is left without an answer', async () => {
    await sql`DROP TABLE tickets`.execute(story().database)
    const dev = story().person('Dev')
    await dev.types('/dayshift link')
    expect(dev.readsAlone()).toEqual([
      expect.stringMatching(/^Something went wrong inside Dayshift\. .* \(Reference ref-1\)$/),
    ])
  })

  it('of several organizations one is chosen in Slack', async () => {
    story().belong('Acme', 'Umbrella')
    const { dev, link, browser } = await devWith()
    expect((await browser.submits(link, { token: wrong })).text).toContain('It belongs to 2 organizations')
    expect(dev.readsAlone().at(-1)).toContain('\n[Acme] [Umbrella]')
  })

  it('a token behind the command is left out, and the page is offered', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift link abc-123-xyz')
    expect(dev.readsAlone()).toEqual([
      expect.stringContaining(':warning: What you typed behind the command was left out.'),
    ])
    expect((await browserFor(story()).opens(linkOf(story(), 'Dev'))).html).not.toContain('abc-123-xyz')
    expect(story().logged.join()).not.toContain('abc-123-xyz')
  })
})

describe('a try that fails', () => {
  it('a wrong token is told at the field, and the right one does it', async () => {
    const { dev, link, browser } = await devWith()
    const first = await browser.submits(link, { token: wrong })
    expect(first.status).toBe(422)
    expect(first.text).toContain(
      '[token: …]\nThe service does not accept this token. Check that it is whole and not expired.\n',
    )
    expect(first.html).toContain('aria-describedby="token-issue token-hint" aria-invalid="true"')
    expect(first.html).not.toContain(wrong)
    expect(dev.readsAlone()).toHaveLength(1)
    expect((await browser.opens(link)).status).toBe(200)
    expect((await browser.submits(link, { token: ` ${story().tokenOf('Dev')}\n` })).status).toBe(200)
    expect(await keptFor('Dev')).toMatchObject({ token: story().tokenOf('Dev') })
  })

  it.each<[Record<string, string>]>([[{}], [{ token: '' }], [{ tokens: 'x' }]])(
    '%j lacks the token',
    async fields => {
      const { link, browser } = await devWith()
      const answer = await browser.submits(link, fields)
      expect([answer.status, story().wire.asked]).toEqual([422, []])
      expect(answer.text).toContain('Paste your access token.')
    },
  )

  it('a token given twice is none', async () => {
    const { link, browser } = await devWith()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.send(link, { method: 'POST', headers, body: 'token=a&token=b' })
    expect(answer.text).toContain('Paste your access token.')
  })

  it('a service that is down is told on the page, and can be tried again', async () => {
    const { link, browser } = await devWith()
    story().wire.answers('list', { status: 503 })
    const answer = await browser.submits(link, { token: story().tokenOf('Dev') })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(
      'Link your account\nThe scheduling service is not available right now. Nothing was changed. (Reference ref-1)\nThis page is for dev@acme.test (Dev)',
    )
    story().wire.recovers()
    expect((await browser.submits(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })

  it('the tenth is the last', async () => {
    const { link, browser } = await devWith()
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++)
      statuses.push((await browser.submits(link, { token: 'two words' })).status)
    expect(statuses).toEqual([...Array(9).fill(422), 404, 404])
    expect((await browser.submits(link, { token: story().tokenOf('Dev') })).status).toBe(404)
    expect(await keptFor('Dev')).toBeUndefined()
  })
})

describe('the address of the page', () => {
  it('is used up by one success, and says what to do', async () => {
    const { link, browser } = await devWith()
    await browser.submits(link, { token: story().tokenOf('Dev') })
    const [looked, sent] = [
      await browser.opens(link),
      await browser.submits(link, { token: story().tokenOf('Bo') }),
    ]
    expect([looked.status, sent.status]).toEqual([404, 404])
    expect(looked.text).toBe(
      `${GONE}\nIt works once, for 15 minutes and a few tries. If it worked, the answer is in Slack. Otherwise ask for it again in Slack, with /dayshift link or as you did before, and follow the new button.`,
    )
    expect(sent.text).toBe(looked.text)
    expect(await keptFor('Dev')).toMatchObject({ token: story().tokenOf('Dev') })
  })

  it('leads nowhere after a quarter of an hour', async () => {
    const { link, browser } = await devWith()
    story().passes('2026-11-18T09:14:59Z')
    expect((await browser.opens(link)).status).toBe(200)
    story().passes('2026-11-18T09:15:00Z')
    expect((await browser.opens(link)).status).toBe(404)
    expect((await browser.submits(link, { token: story().tokenOf('Dev') })).text).toContain(GONE)
    expect(story().wire.asked).toEqual([])
  })

  it.each(['', '?ticket=', '?ticket=abc', `?ticket=${'x'.repeat(43)}`, '?ticket=%zz', '?', '?a?ticket=b'])(
    'leads nowhere with %s',
    async search => {
      const { status, text } = await browserFor(story()).opens(`${publicUrl}/private${search}`)
      expect([status, text]).toEqual([404, expect.stringContaining(GONE)])
    },
  )

  it('may be looked at by whatever previews links, as often as it likes', async () => {
    const { link, browser } = await devWith()
    const looks = await Promise.all(
      Array.from({ length: 12 }, (_, at) => browser.send(link, { method: at % 2 ? 'HEAD' : 'GET' })),
    )
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(looks.filter(({ html }) => html === '')).toHaveLength(6)
    expect((await browser.submits(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })

  it('acts for Dev alone, in whosever browser it is, and says so', async () => {
    const { link, browser } = await devWith()
    expect((await browser.opens(link)).text).toContain('if you are somebody else, close it')
    await browser.submits(link, { token: story().tokenOf('Cleo') })
    expect(await keptFor('Dev')).toMatchObject({ token: story().tokenOf('Cleo') })
    expect(await keptFor('Bo')).toMatchObject({ token: story().tokenOf('Bo') })
    expect(story().person('Bo').readsAlone()).toEqual([])
  })

  it('is another one each time, and each works', async () => {
    const first = await devWith()
    const second = await devWith()
    expect(second.link).not.toBe(first.link)
    await second.browser.submits(second.link, { token: story().tokenOf('Dev') })
    expect((await first.browser.opens(first.link)).status).toBe(200)
  })

  it('sent twice at once does it once', async () => {
    const { dev, link, browser } = await devWith()
    const token = story().tokenOf('Dev')
    const statuses = (await Promise.all([1, 2, 3].map(() => browser.submits(link, { token })))).map(
      ({ status }) => status,
    )
    expect(statuses.filter(status => status === 200)).toEqual([200])
    expect(statuses.every(status => [200, 404, 409].includes(status))).toBe(true)
    expect(dev.readsAlone()).toHaveLength(2)
  })
})

describe('the page', () => {
  it('loads nothing, runs nothing, stays nowhere and tells nobody', async () => {
    const { link, browser } = await devWith()
    const pages = [
      await browser.opens(link),
      await browser.opens(publicUrl.concat('/private')),
      await browser.submits(link, {}),
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
    ['PUT', 405, {}, ''],
    ['DELETE', 405, {}, ''],
    ['POST', 415, { 'content-type': 'application/json' }, '{}'],
    ['POST', 415, {}, 'token=x'],
    ['POST', 413, { 'content-type': 'application/x-www-form-urlencoded' }, `token=${'x'.repeat(16_384)}`],
  ])('%s is refused with %i: %j', async (method, status, headers, body) => {
    const { link, browser } = await devWith()
    const answer = await browser.send(link, { method, headers, body })
    expect([answer.status, story().wire.asked]).toEqual([status, []])
    expect(answer.text).toContain('Nothing was done.')
    expect(answer.headers.allow).toBe(status === 405 ? 'GET, HEAD, POST' : undefined)
    expect((await browser.submits(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.test' }, 403],
    [{ origin: publicUrl }, 200],
    [{ origin: 'null' }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{}, 200],
  ])('a form that comes with %j is answered %i', async (headers: Record<string, string>, status) => {
    const { link, browser } = await devWith()
    const body = new URLSearchParams({ token: story().tokenOf('Dev') }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    const answer = await browser.send(link, { method: 'POST', headers: { ...type, ...headers }, body })
    expect(answer.status).toBe(status)
  })

  it('says whom it is for by what nobody can choose: Eve calls herself Ana, and hands Ana the address', async () => {
    await story().person('Eve').types('/dayshift link')
    const { text } = await browserFor(story()).opens(linkOf(story(), 'Eve'))
    expect(text).toContain('This page is for eve@acme.test (Eve) alone')
    expect(text).toContain(
      'What is typed here counts as typed by eve@acme.test (Eve): if you are somebody else',
    )
    expect(text).not.toContain('Ana')
  })

  it('says whom it is for by the id alone while Slack does not tell', async () => {
    const { link, browser } = await devWith()
    story().loses('users.info')
    story().loses('auth.test')
    expect((await browser.opens(link)).text).toContain('This page is for U4DEV alone. It links you')
    story().finds()
  })
})

describe('what is secret', () => {
  it('reaches no log, no message, no view, no page and no file', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const secretive = await openStory({ publicUrl, file })
    const dev = secretive.person('Dev')
    await dev.types('/pause web-prod tomorrow because of the audit at night')
    await dev.presses('Link account')
    const link = linkOf(secretive, 'Dev')
    const ticket = new URL(link).searchParams.get('ticket') ?? ''
    const browser = browserFor(secretive)
    const token = secretive.tokenOf('Dev')
    const pages = [await browser.opens(link)]
    secretive.wire.answers('list', { status: 502, html: `<h1>${token}</h1>` })
    pages.push(await browser.submits(link, { token }))
    secretive.wire.answers('list', { status: 400, body: { message: `What is ${token}?` } })
    pages.push(await browser.submits(link, { token }))
    const waiting = await written(file)
    secretive.wire.recovers()
    pages.push(await browser.submits(link, { token }))
    expect(pages.map(({ status }) => status)).toEqual([200, 422, 422, 200])
    await secretive.close()
    const { slack, logged } = secretive
    const told = JSON.stringify([
      slack.calls,
      slack.requests.map(({ body }) => body),
      slack.person('Dev').messages('ops').slice(2),
      pages.map(({ html }) => html),
    ])
    expect(told).not.toContain(token)
    for (const secret of [token, ticket, 'audit at night', 'ticket='])
      expect(logged.join('') + waiting + (await written(file))).not.toContain(secret)
    expectCalm(secretive)
  })

  it('may be typed after the bot has been started again', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const before = await openStory({ publicUrl, file })
    const { link } = await devWith(before)
    await before.close()
    const after = await openStory({ publicUrl, file })
    const answer = await browserFor(after).submits(link, { token: after.tokenOf('Dev') })
    expect(answer.status).toBe(200)
    expect(after.person('Dev').readsAlone()).toEqual([expect.stringContaining(LINKED)])
    expect(await keptFor('Dev', after)).toMatchObject({ token: after.tokenOf('Dev') })
    await after.close()
  })

  it('has no page where there is no address for it', async () => {
    const plain = await openStory()
    await plain.person('Dev').types('/dayshift link')
    expect(plain.person('Dev').form).toContain('It passes through Slack on its way.')
    expect((await browserFor(plain).send(`${publicUrl}/private?ticket=x`)).status).toBe(404)
    await plain.close()
  })
})

/** All that stands in the database's files. */
async function written(file: string): Promise<string> {
  const files = await Promise.all(
    ['', '-wal'].map(suffix => readFile(file + suffix, 'latin1').catch(() => '')),
  )
  return files.join('')
}
