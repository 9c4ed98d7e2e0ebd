import { afterEach, describe, expect, it } from 'vitest'
import { createPlayground } from '../../../src/playground/local-slack.ts'
import { createReceiver } from '../../../src/slack/transport/http-receiver.ts'
import { LET_ALL_IN } from '../../unguarded.ts'

type Event = { body: Record<string, unknown>; ack: () => Promise<void> }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A Slack with an app that acknowledges everything. */
async function raise() {
  const clock = () => new Date('2026-11-18T09:00:00Z')
  const slack = createPlayground({
    clock,
    people: [{ id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin' }],
    channels: [{ id: 'C1OPS', name: 'ops' }],
  })
  const { close } = await slack.listen()
  const log = { warn: () => {}, error: () => {} }
  const receiver = createReceiver({ ...LET_ALL_IN, signingSecret: slack.signingSecret, clock, log })
  receiver.init(slack.inspector.watched({ processEvent: (event: Event) => event.ack() }))
  const { port } = await receiver.start(0, '127.0.0.1')
  slack.connect(`http://127.0.0.1:${port}/slack/events`)
  closing.push(close, () => receiver.stop())
  return slack
}

describe('what is hidden', () => {
  it('is hidden from now on, whatever it becomes, and starting over leaves nothing', async () => {
    const slack = await raise()
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
