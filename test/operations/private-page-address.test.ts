import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { inviteDev, PUBLIC_URL } from '../private-page.ts'
import { stories } from '../stories.ts'
import type { Story } from '../story.ts'

const story = stories({ publicUrl: PUBLIC_URL })
const GONE = 'This page is no longer open'

const keptFor = (name: 'Dev' | 'Bo', within: Story = story()) => within.links.find(within.keyOf(name))

describe('the address of the page', () => {
  it('is used up by one success, and says what to do', async () => {
    const { link, browser } = await inviteDev(story())
    await browser.submit(link, { token: story().tokenOf('Dev') })
    const [looked, sent] = [
      await browser.open(link),
      await browser.submit(link, { token: story().tokenOf('Bo') }),
    ]
    expect([looked.status, sent.status]).toEqual([404, 404])
    expect(looked.text).toBe(
      `${GONE}\nIt works once, for 15 minutes. If it worked, the answer is in Slack. Otherwise ask for it again in Slack, with /dayshift link or as you did before, and follow the new button.`,
    )
    expect(sent.text).toBe(looked.text)
    expect(await keptFor('Dev')).toMatchObject({ token: story().tokenOf('Dev') })
  })

  it('leads nowhere after a quarter of an hour', async () => {
    const { link, browser } = await inviteDev(story())
    story().setTime('2026-11-18T09:14:59Z')
    expect((await browser.open(link)).status).toBe(200)
    story().setTime('2026-11-18T09:15:00Z')
    expect((await browser.open(link)).status).toBe(404)
    expect((await browser.submit(link, { token: story().tokenOf('Dev') })).text).toContain(GONE)
    expect(story().wire.received).toEqual([])
  })

  it.each(['', '?ticket=', '?ticket=abc', `?ticket=${'x'.repeat(43)}`, '?ticket=%zz', '?', '?a?ticket=b'])(
    'leads nowhere with %s',
    async search => {
      const { status, text } = await browserFor(story()).open(`${PUBLIC_URL}/private${search}`)
      expect([status, text]).toEqual([404, expect.stringContaining(GONE)])
    },
  )

  it('may be looked at by whatever previews links, as often as it likes', async () => {
    const { link, browser } = await inviteDev(story())
    const looks = await Promise.all(
      Array.from({ length: 12 }, (_, at) => browser.send(link, { method: at % 2 ? 'HEAD' : 'GET' })),
    )
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(looks.filter(({ html }) => html === '')).toHaveLength(6)
    expect((await browser.submit(link, { token: story().tokenOf('Dev') })).status).toBe(200)
  })

  it('acts for Dev alone, in any browser, and says so', async () => {
    const { link, browser } = await inviteDev(story())
    expect((await browser.open(link)).text).toContain('if you are somebody else, close it')
    await browser.submit(link, { token: story().tokenOf('Cleo') })
    expect(await keptFor('Dev')).toMatchObject({ token: story().tokenOf('Cleo') })
    expect(await keptFor('Bo')).toMatchObject({ token: story().tokenOf('Bo') })
    expect(story().person('Bo').readsPrivately()).toEqual([])
  })

  it('sent twice at once does it once', async () => {
    const { dev, link, browser } = await inviteDev(story())
    const token = story().tokenOf('Dev')
    const statuses = (await Promise.all([1, 2, 3].map(() => browser.submit(link, { token })))).map(
      ({ status }) => status,
    )
    expect(statuses.filter(status => status === 200)).toEqual([200])
    expect(statuses.every(status => [200, 404, 409].includes(status))).toBe(true)
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
  ])('%s is refused: %j', async (method, headers, body) => {
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
  ])('a form that comes with %j is answered %i', async (headers: Record<string, string>, status) => {
    const { link, browser } = await inviteDev(story())
    const body = new URLSearchParams({ token: story().tokenOf('Dev') }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    const answer = await browser.send(link, { method: 'POST', headers: { ...type, ...headers }, body })
    expect(answer.status).toBe(status)
  })

  it('names its person by e-mail: Eve calls herself Ana, and hands Ana the address', async () => {
    await story().person('Eve').types('/dayshift link')
    const { text } = await browserFor(story()).open(linkOf(story(), 'Eve'))
    expect(text).toContain('This page is for eve@acme.test (Eve) alone')
    expect(text).toContain(
      'What is typed here counts as typed by eve@acme.test (Eve): if you are somebody else',
    )
    expect(text).not.toContain('Ana')
  })
})
