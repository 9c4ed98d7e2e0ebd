import { describe, expect, it, onTestFinished } from 'vitest'
import { createSocketReceiver } from '../../../src/slack/transport/socket-receiver.ts'
import { ADMIT_ALL } from '../../bot-parts.ts'
import { openSocketSlack } from '../../socket-slack.ts'
import { acknowledge, type Behaviour, createLog } from './slack-requests.ts'
import { gate } from './started-receiver.ts'

type Options = Partial<Parameters<typeof createSocketReceiver>[0]>

/** A receiver before an app that does the same with every event, and Slack's end of its WebSockets. */
async function connected(options: Options = {}, behave: Behaviour = acknowledge, sendsHello = true) {
  const slack = await openSocketSlack({ sendsHello })
  const log = createLog()
  const receiver = createSocketReceiver({
    ...ADMIT_ALL,
    log,
    openUrl: async () => slack.url,
    stopGraceMs: 500,
    ...options,
    timing: { steady: 0, pause: 1, longestPause: 2, ...options.timing },
  })
  receiver.init({ processEvent: async event => void (await behave(event)) })
  onTestFinished(async () => {
    await receiver.stop()
    await slack.close()
  })
  await receiver.start()
  const logged = () => log.lines.map(({ message }) => message)
  return { slack, receiver, log, logged }
}

const JSON_TYPE = 'application/json'
const sends = (slack: Awaited<ReturnType<typeof openSocketSlack>>, body: object) =>
  slack.carrier.send('', JSON_TYPE, JSON.stringify(body))

describe('a receiver over WebSockets', () => {
  it('waits for a Slack that cannot be reached', async () => {
    let requests = 0
    const { slack, receiver, log } = await connected({
      openUrl: async () => {
        requests += 1
        if (requests < 4) throw new Error('no way to wss://wss.test/link?ticket=s3cr3t')
        return slack.url
      },
    })
    expect(receiver.isConnected()).toBe(false)
    await slack.until(() => slack.connections() === 1)
    expect(log.lines.map(({ fields }) => fields)).toEqual(Array(3).fill({ reason: expect.any(Error) }))
  })

  it('gives up a connection on which Slack does not say hello', async () => {
    const { slack, receiver } = await connected({ timing: { hello: 20 } }, acknowledge, false)
    await slack.until(() => slack.connections() === 2)
    expect(receiver.isConnected()).toBe(false)
  })

  it('gives up a connection that is silent', async () => {
    const { slack } = await connected({ timing: { ping: 10, silence: 60, close: 10 } })
    await slack.until(() => slack.connections() === 1)
    slack.freeze()
    await slack.until(() => slack.connections() === 2)
    expect(await sends(slack, { type: 'x' })).toMatchObject({ status: 200 })
  })

  it('says it aloud where Slack ends a connection for another reason', async () => {
    const { slack, log } = await connected()
    await slack.until(() => slack.connections() === 1)
    slack.sendText(JSON.stringify({ type: 'disconnect', reason: 'link_disabled' }))
    slack.closeOldest()
    await slack.until(() => slack.connections() === 2)
    expect(log.lines).toEqual([
      { level: 'error', fields: { reason: 'link_disabled' }, message: 'Slack ends a connection' },
    ])
  })

  it('passes over what it does not understand', async () => {
    const { slack, logged } = await connected()
    await slack.until(() => slack.connections() === 1)
    for (const message of ['', 'no JSON', '[]', 'null', '{}', '{"type":"new"}', '{"type":7}'])
      slack.sendText(message)
    slack.sendText(JSON.stringify({ type: 'interactive', envelope_id: 'e', payload: 7 }))
    expect(await sends(slack, { type: 'x' })).toMatchObject({ status: 200 })
    expect(logged()).toEqual([])
  })

  it('acknowledges an event when what it asks for is written down, and neither sooner nor later', async () => {
    const written = gate()
    const { slack, logged } = await connected({}, async event => {
      await event.ack()
      if (event.body.type !== 'event_callback') return
      await written.behaviour(event)
      await new Promise(() => {})
    })
    await slack.until(() => slack.connections() === 1)
    const event = sends(slack, { type: 'event_callback' })
    await written.reached
    await sends(slack, { type: 'block_actions' })
    expect(slack.acks).toHaveLength(1)
    written.open()
    expect(await event).toMatchObject({ status: 200 })
    expect(logged()).toEqual([])
  })

  it('acknowledges an event before Slack sends it again, although its listener still works', async () => {
    const { slack } = await connected({ ackWithinMs: 10 }, () => new Promise(() => {}))
    await slack.until(() => slack.connections() === 1)
    expect(await sends(slack, { type: 'event_callback' })).toMatchObject({ status: 200 })
  })

  it('does not acknowledge what failed, and goes on', async () => {
    const { slack, logged } = await connected({}, async ({ body }) => {
      if (body.type === 'bad') throw new Error('no')
    })
    await slack.until(() => slack.connections() === 1)
    void sends(slack, { type: 'bad' })
    expect(await sends(slack, { type: 'good' })).toMatchObject({ status: 200 })
    expect(slack.acks).toHaveLength(1)
    expect(logged()).toEqual(['a request of Slack’s failed'])
  })
})

describe('a receiver over WebSockets that stops', () => {
  it('takes what still comes until all is acknowledged', async () => {
    const { reached, open, behaviour } = gate()
    const { slack, receiver } = await connected({}, event =>
      event.body.type === 'slow' ? behaviour(event) : acknowledge(event),
    )
    await slack.until(() => slack.connections() === 1)
    const slow = sends(slack, { type: 'slow' })
    await reached
    const stopped = receiver.stop()
    expect(await sends(slack, { type: 'quick' })).toMatchObject({ status: 200 })
    open()
    expect(await slow).toMatchObject({ status: 200 })
    await stopped
    expect(slack.connections()).toBe(1)
  })

  it('waits no longer than its grace', async () => {
    const { reached, open, behaviour } = gate()
    const { slack, receiver, logged } = await connected({ stopGraceMs: 20 }, behaviour)
    await slack.until(() => slack.connections() === 1)
    void sends(slack, { type: 'x' })
    await reached
    await receiver.stop()
    expect(logged()).toContain('stopped before all work in flight was done')
    open()
  })
})
