import process from 'node:process'
import { request } from 'undici'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { personKey } from '../../src/core/person.ts'
import { createLocalService } from '../../src/embedded-service/service.ts'
import { createClient } from '../../src/service/client.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks } from '../../src/storage/entries.ts'
import { KEY } from '../key.ts'
import { signed } from '../signed.ts'
import { startProgram } from '../started-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { installEmulator } from './emulator.ts'

const SECRET = 's1gning-s3cr3t'
const TOKEN = 'xoxb-peer'
const ANA = { name: 'ana', email: 'ana@acme.test' }

const installed = await installEmulator()
afterAll(() => installed?.remove())
const none = 'Skipped: the registry has no emulator of Slack here.'
if (!installed) process.stdout.write(`${none}\n`)

const message = z.looseObject({
  ts: z.string(),
  text: z.string(),
  blocks: z
    .array(
      z.looseObject({ type: z.string(), block_id: z.string().optional(), elements: z.unknown().optional() }),
    )
    .default([]),
})
const button = z.looseObject({
  action_id: z.string(),
  text: z.object({ text: z.string() }),
  value: z.string(),
})

/** Opens the emulator with Ana and #ops and the bot over HTTP; returns the actions of Ana. */
async function openPeer() {
  if (!installed) throw new Error(none)
  const embedded = createLocalService({
    file: ':memory:',
    key: KEY,
    clock: () => new Date(),
    kinds: ['aws', 'azure', 'gcp'],
  })
  const service = await embedded.listen(0, '127.0.0.1')
  const slack = await installed.emulate.createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        users: [{ ...ANA, real_name: 'Ana' }],
        channels: [{ name: 'ops' }],
        tokens: [{ token: TOKEN, type: 'bot', user: ANA.name }],
        signing_secret: SECRET,
      },
    },
  })
  onTestFinished(async () => {
    await Promise.all([slack.close(), service.close()])
  })

  async function calls(method: string, fields: Record<string, string> = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    const answer = await request(`${slack.url}/api/${method}`, { method: 'POST', headers, body })
    return answer.body.json()
  }
  const named = z.object({ id: z.string(), name: z.string() })
  const { team_id: team } = z.object({ team_id: z.string() }).parse(await calls('auth.test'))
  const { members } = z.object({ members: z.array(named) }).parse(await calls('users.list'))
  const { channels } = z.object({ channels: z.array(named) }).parse(await calls('conversations.list'))
  const user = members.find(({ name }) => name === ANA.name)?.id ?? ''
  const channel = channels.find(({ name }) => name === 'ops')?.id ?? ''

  const folder = await temporaryFolder()
  const file = `file:${folder}/dayshift.db`
  await link(file, { team, user })
  const bot = startProgram(folder, {
    SLACK_BOT_TOKEN: TOKEN,
    SLACK_SIGNING_SECRET: SECRET,
    SLACK_API_URL: `${slack.url}/api/`,
    SERVICE_URL: service.url,
    DATABASE_URL: file,
    ENCRYPTION_KEY: KEY.toString('base64'),
  })
  const address = await bot.address()

  async function link(place: string, person: { team: string; user: string }): Promise<void> {
    const database = await openDatabase(place)
    const client = createClient({ url: service.url, timeoutMs: 5000 })
    const token = embedded.token(ANA.email)
    const { organizations } = await client.call('listOrganizations', {}, token)
    const [organization] = organizations.map(({ org_id: id, org_name: name }) => ({ id, name }))
    const links = createLinks(
      createEntries({ database, sealer: createSealer([KEY]), clock: () => new Date() }),
    )
    await links.save(personKey(person), { token, ...(organization && { organization }) }, person)
    await Promise.all([database.destroy(), client.close()])
  }

  async function sends(type: string, body: string): Promise<number> {
    const headers = { 'content-type': type, ...signed(SECRET, new Date(), body) }
    const answer = await request(`${address}/slack/events`, { method: 'POST', headers, body })
    await answer.body.dump()
    return answer.statusCode
  }
  const form = (fields: Record<string, string>) =>
    sends('application/x-www-form-urlencoded', new URLSearchParams(fields).toString())
  async function trigger(): Promise<string> {
    const asked = await calls('views.generateTriggerId', { user_id: user })
    return z.object({ trigger_id: z.string() }).parse(asked).trigger_id
  }
  async function reads() {
    const { messages } = z
      .object({ messages: z.array(message) })
      .parse(await calls('conversations.history', { channel }))
    return messages
  }

  return {
    bot,
    reads,
    types: async (line: string) => {
      const [command = '', ...words] = line.split(' ')
      const place = { team_id: team, user_id: user, channel_id: channel }
      return form({ command, text: words.join(' '), ...place, trigger_id: await trigger() })
    },
    mentions: (text: string) =>
      sends(
        'application/json',
        JSON.stringify({
          type: 'event_callback',
          team_id: team,
          event_id: 'Ev1',
          event_time: Math.floor(Date.now() / 1000),
          event: { type: 'app_mention', user, channel, text: `<@UBOT> ${text}`, ts: '1.1' },
        }),
      ),
    async presses(label: string) {
      const [message] = (await reads()).filter(({ blocks }) => JSON.stringify(blocks).includes(`"${label}"`))
      const row = message?.blocks.find(({ elements }) => JSON.stringify(elements)?.includes(`"${label}"`))
      const pressed = z
        .array(button)
        .parse(row?.elements)
        .find(({ text }) => text.text === label)
      const payload = {
        type: 'block_actions',
        team: { id: team },
        user: { id: user, team_id: team },
        channel: { id: channel },
        message,
        trigger_id: await trigger(),
        container: { type: 'message', channel_id: channel, message_ts: message?.ts },
        actions: [{ ...pressed, type: 'button', block_id: row?.block_id }],
      }
      return form({ payload: JSON.stringify(payload) })
    },
  }
}

describe('with a third-party emulator of Slack', () => {
  it.skipIf(!installed)(
    'Ana pauses a plan over HTTP and resumes it by the button of the message',
    async () => {
      const { types, presses, mentions, reads, bot } = await openPeer()
      const texts = async () => (await reads()).map(({ text }) => text).toReversed()
      expect(await types('/pause web-prod tomorrow load test')).toBe(200)
      await expect.poll(texts).toEqual([expect.stringMatching(/paused \*web-prod\*: .* – load test/)])
      expect(await presses('Resume now')).toBe(200)
      await expect.poll(texts).toHaveLength(2)
      expect((await texts())[1]).toContain('cancelled the upcoming pause of *web-prod*')
      expect((await texts())[0]).toMatch(/^~.*~\nCancelled by/)
      expect(await types('/pause web-prod')).toBe(200)
      expect(await mentions('pause web-staging tomorrow')).toBe(200)
      await expect.poll(texts).toContainEqual(expect.stringContaining('paused *web-staging*'))
      expect(await bot.end('SIGTERM')).toEqual([0, null])
      expect(bot.output.filter(line => /could not be|was not delivered|a request failed/.test(line))).toEqual(
        [],
      )
    },
  )

  // It has no `apps.connections.open`.
  it.skip('over Socket Mode: skipped, since the emulator has none')
})
