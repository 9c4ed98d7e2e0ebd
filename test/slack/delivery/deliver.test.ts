import { describe, expect, it } from 'vitest'
import { section } from '../../../src/message/blocks.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import type { Reply } from '../../../src/message/reply.ts'
import { createDeliver } from '../../../src/slack/delivery/deliver.ts'
import type { Origin } from '../../../src/slack/origin.ts'
import { linesOf } from '../../app/log-lines.ts'
import { clientBefore } from './web-client.ts'

const url = 'https://hooks.slack.com/commands/T1/2/secret-path'
const origin: Origin = { team: 'T1', user: 'U1', channel: 'C1', responseUrl: url }
const toChannel: Reply = { text: mrkdwn`Paused`, to: 'channel' }
const toMe: Reply = { text: mrkdwn`Hello`, to: 'me' }
const blocksOf = (text: string) => [section(mrkdwn`${text}`)]

type Sent = { to: string; [key: string]: unknown }

/**
 * Delivers to a Slack that records messages. `shut` lists what it refuses: `url` for response_urls, a Web API
 * method, or a method in a channel.
 */
function setUp({ shut = [] as string[] } = {}) {
  const sent: Sent[] = []
  const { log, lines } = linesOf()
  const client = clientBefore(({ method, ...call }) => {
    if (shut.includes(method) || shut.includes(`${method} ${call.channel}`)) return 'not_in_channel'
    sent.push({ to: method, ...call })
    return {}
  })
  const deliver = createDeliver({
    log,
    post: async (to, body) => {
      if (shut.includes('url broken')) throw new Error(`connect ECONNREFUSED ${to}`)
      const ok = !shut.includes('url')
      if (ok) sent.push({ to, ...body })
      if (shut.includes('url silent')) throw new DOMException('It took too long', 'TimeoutError')
      return { ok, status: ok ? 200 : 404 }
    },
  })
  return { sent, lines, deliver, client }
}

describe('a reply', () => {
  it('goes to the response_url, unless it is private in a thread', async () => {
    const { sent, deliver, client } = setUp()
    await deliver.reply(client, origin, toChannel)
    await deliver.reply(client, { ...origin, thread: '1.1' }, toMe)
    expect(sent).toEqual([
      {
        to: url,
        response_type: 'in_channel',
        replace_original: false,
        text: 'Paused',
        blocks: blocksOf('Paused'),
      },
      {
        to: 'chat.postEphemeral',
        channel: 'C1',
        user: 'U1',
        thread_ts: '1.1',
        text: 'Hello',
        blocks: blocksOf('Hello'),
      },
    ])
  })

  it.each([
    ['is used up or too old', { shut: ['url'] }, origin],
    ['cannot be reached', { shut: ['url broken'] }, origin],
    ['is missing', {}, { ...origin, responseUrl: undefined }],
  ])('goes to the channel if the response_url %s', async (_, how, origin) => {
    const { sent, deliver, client } = setUp(how)
    await deliver.reply(client, origin, toChannel)
    await deliver.reply(client, { ...origin, thread: '1.1' }, toMe)
    expect(sent).toEqual([
      { to: 'chat.postMessage', channel: 'C1', text: 'Paused', blocks: blocksOf('Paused') },
      {
        to: 'chat.postEphemeral',
        channel: 'C1',
        user: 'U1',
        text: 'Hello',
        blocks: blocksOf('Hello'),
        thread_ts: '1.1',
      },
    ])
  })

  it('is also sent another way if the response_url times out: a duplicate is better than a loss', async () => {
    const { sent, deliver, client } = setUp({ shut: ['url silent'] })
    expect(await deliver.reply(client, origin, toChannel)).toMatchObject({ delivery: 'delivered' })
    expect(sent.map(({ to, text }) => [to, text])).toEqual([
      [url, 'Paused'],
      ['chat.postMessage', 'Paused'],
    ])
  })

  it('is sent as plain text in a DM if Slack refuses its blocks', async () => {
    const sent: Sent[] = []
    const { log } = linesOf()
    const client = clientBefore(({ method, ...call }) => {
      if (call.blocks) return 'invalid_blocks'
      sent.push({ to: method, ...call })
      return {}
    })
    const deliver = createDeliver({
      log,
      post: async () => ({ ok: false, status: 404 }),
    })
    expect(await deliver.reply(client, origin, toChannel)).toMatchObject({ delivery: 'delivered' })
    expect(sent).toEqual([
      {
        to: 'chat.postMessage',
        channel: 'U1',
        text: expect.stringMatching(/^Paused\nI could not post this in/),
      },
    ])
  })

  it('is only logged if it cannot be delivered at all', async () => {
    const { sent, deliver, client, lines } = setUp({
      shut: ['url broken', 'chat.postMessage', 'chat.postEphemeral'],
    })
    await deliver.reply(client, origin, toMe)
    expect(sent).toEqual([])
    expect(lines().at(-1)).toMatchObject({ level: 50, msg: 'a reply was not delivered' })
    expect(JSON.stringify(lines())).not.toMatch(/https?:|secret-path|Hello/)
  })
})
