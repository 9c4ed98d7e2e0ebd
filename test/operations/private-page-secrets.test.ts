import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserFor, linkOf } from '../browser.ts'
import { inviteDev, PUBLIC_URL } from '../private-page.ts'
import { expectClean, stories } from '../stories.ts'
import { openStory, type Story } from '../story.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const story = stories({ publicUrl: PUBLIC_URL })
const LINKED = 'Your account is linked. *Acme* · viewer'

const keptFor = (name: 'Dev' | 'Bo', within: Story = story()) => within.links.find(within.keyOf(name))

describe('what is secret', () => {
  it('reaches no log, no message, no view, no page and no file', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const secretive = await openStory({ publicUrl: PUBLIC_URL, file })
    const dev = secretive.person('Dev')
    await dev.types('/pause web-prod tomorrow because of the audit at night')
    await dev.presses('Link account')
    const link = linkOf(secretive, 'Dev')
    const ticket = new URL(link).searchParams.get('ticket') ?? ''
    const browser = browserFor(secretive)
    const token = secretive.tokenOf('Dev')
    const pages = [await browser.open(link)]
    secretive.wire.respond('list', { status: 502, html: `<h1>${token}</h1>` })
    pages.push(await browser.submit(link, { token }))
    secretive.wire.respond('list', { status: 400, body: { message: `What is ${token}?` } })
    pages.push(await browser.submit(link, { token }))
    const waiting = await written(file)
    secretive.wire.restore()
    pages.push(await browser.submit(link, { token }))
    expect(pages.map(({ status }) => status)).toEqual([200, 422, 422, 200])
    await secretive.close()
    const { slack, logged } = secretive
    const texts = JSON.stringify([
      slack.calls,
      slack.requests.map(({ body }) => body),
      slack.person('Dev').messages('ops').slice(2),
      pages.map(({ html }) => html),
    ])
    expect(texts).not.toContain(token)
    for (const secret of [token, ticket, 'audit at night', 'ticket='])
      expect(logged.join('') + waiting + (await written(file))).not.toContain(secret)
    expectClean(secretive)
  })

  it('may be typed after the bot has been started again', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const before = await openStory({ publicUrl: PUBLIC_URL, file })
    const { link } = await inviteDev(before)
    await before.close()
    const after = await openStory({ publicUrl: PUBLIC_URL, file })
    const answer = await browserFor(after).submit(link, { token: after.tokenOf('Dev') })
    expect(answer.status).toBe(200)
    expect(after.person('Dev').readsPrivately()).toEqual([expect.stringContaining(LINKED)])
    expect(await keptFor('Dev', after)).toMatchObject({ token: after.tokenOf('Dev') })
    await after.close()
  })

  it('has no page where there is no address for it', async () => {
    const plain = await openStory()
    await plain.person('Dev').types('/dayshift link')
    expect(plain.person('Dev').form).toContain('Slack can see it on its way.')
    expect((await browserFor(plain).send(`${PUBLIC_URL}/private?ticket=x`)).status).toBe(404)
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
