import { createServer } from 'node:http'
import { join } from 'node:path'
import { html } from 'hono/html'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../src/storage/database.ts'
import { browserAt } from './browser.ts'
import { findLeaks } from './canary.ts'
import { KEY } from './key.ts'
import { lasting } from './postgres/databases.ts'
import { inviteDev, PUBLIC_URL } from './private-page.ts'
import { openStory, type Story } from './story.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Serves the same body for every request. */
async function serveAlways(body: string): Promise<string> {
  const server = createServer((_, response) => void response.end(body))
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`
}

/** Ways in which a careless bot could leak a secret. */
const ways: Record<string, { does: (story: Story, secret: string) => unknown; place: string }> = {
  'into the log': {
    does: ({ parts }, secret) => parts.log.info({ secret }, 'asked'),
    place: 'the log',
  },
  'into an error in the log': {
    does: ({ parts }, secret) => parts.log.error({ err: new Error(`No ${secret}`) }, 'failed'),
    place: 'the log',
  },
  'into a call to Slack': {
    does: ({ parts }, secret) =>
      parts.fetch(`${parts.slack.apiUrl}api.test`, {
        method: 'POST',
        body: new URLSearchParams({ secret }).toString(),
      }),
    place: 'a call to Slack',
  },
  'into a response_url message': {
    does: ({ parts }, secret) => parts.post(`${parts.slack.apiUrl}api.test`, { text: `It is ${secret}` }),
    place: 'a call to Slack',
  },
  'into an acknowledgement': {
    async does({ slack }, secret) {
      slack.connect(await serveAlways(JSON.stringify({ text: secret })))
      await slack.person('Ana').command('/plan')
    },
    place: 'an answer to Slack',
  },
  'onto a page': {
    async does({ outgoing }, secret) {
      const browser = browserAt(await serveAlways(`<p title="${secret}">`), undefined, outgoing)
      await browser.open(PUBLIC_URL)
    },
    place: 'a page',
  },
  'into a deleted row': {
    async does({ database }, secret) {
      await database
        .insertInto('entries')
        .values({ id: '1', kind: 'home', person: secret, written_at: '' })
        .execute()
      await database.deleteFrom('entries').where('id', '=', '1').execute()
    },
    place: 'the database',
  },
  'into the inspector': {
    does: ({ slack }, secret) =>
      slack.inspector.recordRequest('command', { note: secret }, '/')({ status: 200, content: '' }),
    place: 'the inspector',
  },
  'into a parameter of a service call': {
    does: ({ parts, tokenOf }, secret) =>
      parts.service.call('listPlans', { org_id: secret }, tokenOf('Ana')).catch(() => {}),
    place: 'a call to the service',
  },
}

describe('a story fails when a secret leaks', () => {
  it.each(Object.entries(ways))('%s', async (_, { does, place }) => {
    const story = await openStory()
    await does(story, story.tokenOf('Bo'))
    await expect(story.close()).rejects.toThrow(`the token of bo@acme.test in ${place}`)
  })

  it.each(lasting)('into $kind through an unwatched connection', async ({ place }) => {
    const file = await place()
    const story = await openStory({ file })
    await story.person('Ana').types('/pause web-prod tomorrow')
    const unwatched = await openDatabase(file)
    await unwatched
      .insertInto('entries')
      .values({ id: '1', kind: 'home', person: story.tokenOf('Bo'), written_at: '' })
      .execute()
    await unwatched.destroy()
    await expect(story.close()).rejects.toThrow('the token of bo@acme.test in the database')
  })

  it('into the database file, where it remains after its row is deleted', async () => {
    const file = join(await temporaryFolder(), 'dayshift.db')
    const story = await openStory({ file })
    const unwatched = await openDatabase(file)
    await unwatched
      .insertInto('entries')
      .values({ id: '1', kind: 'home', person: story.tokenOf('Bo'), written_at: '' })
      .execute()
    await unwatched.deleteFrom('entries').where('id', '=', '1').execute()
    await unwatched.destroy()
    await expect(story.close()).rejects.toThrow('the token of bo@acme.test in the database')
  })

  it('into a service call for another person', async () => {
    const story = await openStory()
    const call = () => story.parts.service.call('listOrganizations', {}, story.tokenOf('Bo'))
    const app = story.outgoing.attributeCalls({ processEvent: async () => void (await call()) })
    await app.processEvent({ body: { user: { id: 'U2BO', team_id: 'T0PLAY' } } })
    await app.processEvent({ body: { user: { id: 'U2BO', team_id: 'T9FAR' } } })
    await expect(story.close()).rejects.toThrow('a token of another person in a call to the service')
  })
})

/** Every kind of secret in a story, and how to obtain one. */
const secrets: Record<string, { publicUrl?: string; of: (story: Story) => unknown }> = {
  'the token of the bot': { of: ({ slack }) => slack.botToken },
  'the signing secret': { of: ({ slack }) => slack.signingSecret },
  'the encryption key': { of: () => KEY.toString('base64') },
  'the token of ana@acme.test': { of: ({ tokenOf }) => tokenOf('Ana') },
  'a trigger': {
    async of({ person, slack }) {
      await person('Ana').types('/plan')
      return slack.requests.at(-1)?.payload.trigger_id
    },
  },
  'a response_url': {
    async of({ person, slack }) {
      await person('Ana').types('/plan')
      return slack.requests.at(-1)?.payload.response_url
    },
  },
  'a ticket': {
    publicUrl: PUBLIC_URL,
    of: async story => (await inviteDev(story)).link,
  },
  'a secret that was typed': {
    async of({ person }) {
      await person('Dev').types('/dayshift link')
      await person('Dev').fills({ 'Access token': 'made-up-s3cr3t' })
      await person('Dev').submits()
      return 'made-up-s3cr3t'
    },
  },
  'a secret that was typed, in a sentence': {
    async of({ person }) {
      await person('Dev').types('/dayshift link made-up-s3cr3t-of-dev')
      return 'made-up-s3cr3t-of-dev'
    },
  },
  'a secret of a credential': {
    async of({ wire, person }) {
      await person('Ana').types('/dayshift credential add backup aws')
      await person('Ana').fills({ Role: 'made-up-r0le' })
      await person('Ana').submits()
      return JSON.stringify(wire.received.map(({ body }) => body))
    },
  },
}

describe('a story fails when its log contains', () => {
  it.each(Object.entries(secrets))('%s', async (name, { of, publicUrl }) => {
    const story = await openStory({ ...(publicUrl && { publicUrl }) })
    story.parts.log.warn(String(await of(story)))
    await expect(story.close()).rejects.toThrow(`${name.replace(/,.*/, '')} in the log`)
  })

  it('a secret that was typed on a page', async () => {
    const story = await openStory({ publicUrl: PUBLIC_URL })
    const { browser, link } = await inviteDev(story)
    await browser.submit(link, { token: 'made-up-s3cr3t' })
    story.parts.log.warn('made-up-s3cr3t')
    await expect(story.close()).rejects.toThrow('a secret that was typed in the log')
  })
})

describe('searching for leaks', () => {
  const secret = 's3cr3t "key" & ö/+?>~ of Bo'
  const written: Record<string, (text: string) => string> = {
    'in plain text': text => text,
    'in JSON': text => JSON.stringify({ text }),
    'in JSON within JSON': text => JSON.stringify({ text: JSON.stringify({ text }) }),
    'in a URL': text => `https://slack.test/?text=${encodeURIComponent(text)}`,
    'in a form': text => new URLSearchParams({ text }).toString(),
    'in HTML': text => String(html`<p>${text}</p>`),
    'in hexadecimal': text => Buffer.from(text).toString('hex'),
    'in base64': text => Buffer.from(text).toString('base64'),
    'in base64url': text => Buffer.from(text).toString('base64url'),
  }

  it.each(Object.entries(written))('finds a secret %s at any offset', (_, write) => {
    for (const before of ['', 'a', 'ab', 'abc'])
      for (const after of ['', 'z', 'zy']) {
        const texts = ['nothing', write(`${before}${secret}${after}`)]
        expect(findLeaks([{ name: 'the log', texts }], [{ name: 'it', value: secret }])).toEqual([
          'it in the log',
        ])
      }
  })

  it('ignores short and unrelated words', () => {
    const texts = [JSON.stringify({ text: 'a key of Bo' })]
    const words = ['key', 'another secret'].map(value => ({ name: value, value }))
    expect(findLeaks([{ name: 'the log', texts }], words)).toEqual([])
  })
})
