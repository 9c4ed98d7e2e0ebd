import { afterEach, describe, expect, it } from 'vitest'
import { createPlayground } from '../../../src/playground/local-slack.ts'
import { createSlackHttp } from '../../../src/slack/delivery/slack-http.ts'
import { createReceiver } from '../../../src/slack/transport/http-receiver.ts'
import { LET_ALL_IN } from '../../unguarded.ts'

type Event = { body: Record<string, unknown>; ack: (content?: unknown) => Promise<void> }
type Ways = {
  call(method: string, args: object): Promise<void>
  post(url: unknown, body: object): Promise<void>
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A Slack with an app that does what no version of Dayshift would. */
async function raise(does: (event: Event, ways: Ways) => Promise<void>) {
  const clock = () => new Date('2026-11-18T09:00:00Z')
  const slack = createPlayground({
    clock,
    people: [{ id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin' }],
    channels: [{ id: 'C1OPS', name: 'ops' }],
  })
  const { url, close } = await slack.listen()
  const http = createSlackHttp({ apiUrl: url, watch: slack.inspector.out.Slack })
  const log = { warn: () => {}, error: () => {} }
  const receiver = createReceiver({ ...LET_ALL_IN, signingSecret: slack.signingSecret, clock, log })
  const authorization = `Bearer ${slack.botToken}`
  const headers = { authorization, 'content-type': 'application/json' }
  const ways: Ways = {
    call: async (method, args) => {
      const body = JSON.stringify(args)
      await (await http.fetch(`${url}${method}`, { method: 'POST', headers, body })).text()
    },
    post: async (to, body) => void (await http.post(String(to), body)),
  }
  receiver.init(slack.inspector.watched({ processEvent: (event: Event) => does(event, ways) }))
  const { port } = await receiver.start(0, '127.0.0.1')
  slack.connect(`http://127.0.0.1:${port}/slack/events`)
  closing.push(close, () => receiver.stop(), http.close)
  return slack
}

const WRONG = { text: 'x', blocks: [{ type: 'section' }] }
const REFUSED = {
  error: 'invalid_blocks',
  messages: ['[ERROR] missing required field: text [json-pointer:/blocks/0]'],
}

const wrongs = ({ inspector }: Awaited<ReturnType<typeof raise>>) =>
  inspector.actions.map(({ exchanges }) => exchanges.map(({ name, answer }) => [name, answer?.failure]))

describe('what Slack refuses', () => {
  it('is marked in the call, with Slack’s messages', async () => {
    const slack = await raise(async ({ ack }, { call }) => {
      await call('chat.postMessage', { channel: 'C1OPS', ...WRONG })
      await call('chat.postMessage', { channel: 'C1OPS', text: 'x' })
      await ack()
    })
    await slack.person('Ana').command('/plan')
    expect(wrongs(slack)).toEqual([
      [
        ['command', undefined],
        ['chat.postMessage', REFUSED],
        ['chat.postMessage', undefined],
      ],
    ])
    const [, call] = slack.inspector.actions[0]?.exchanges ?? []
    expect(JSON.parse(call?.asked ?? '')).toEqual({ channel: 'C1OPS', ...WRONG })
  })
})

describe('what is kept', () => {
  it('is no more than the last fifty actions', async () => {
    const slack = await raise(({ ack }) => ack())
    for (let n = 1; n <= 51; n++) await slack.person('Ana').command(`/plan ${n}`)
    expect(slack.inspector.actions).toHaveLength(50)
    expect(slack.inspector.actions[0]?.title).toBe('/plan 2')
  })
})

describe('what is hidden', () => {
  it('is hidden from now on, whatever it becomes, and starting over leaves nothing', async () => {
    const slack = await raise(({ ack }) => ack())
    const secrets = ['first-secret']
    slack.inspector.hides(() => secrets)
    await slack.person('Ana').command('/plan first-secret')
    secrets.push('second-secret')
    await slack.person('Ana').command('/plan second-secret')
    expect(slack.inspector.actions.map(({ title }) => title)).toEqual(['/plan [secret]', '/plan [secret]'])
    expect(JSON.stringify(slack.inspector.actions)).not.toMatch(/(first|second)-secret/)
    slack.reset()
    expect(slack.inspector.actions).toEqual([])
  })
})
