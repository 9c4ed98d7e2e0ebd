import { describe, expect, it, onTestFinished } from 'vitest'
import { createSocketReceiver } from '../../../src/slack/transport/socket-receiver.ts'
import { ADMIT_ALL } from '../../bot-parts.ts'
import { freePort } from '../../port.ts'
import { openSocketSlack } from '../../socket-slack.ts'
import { acknowledge, type Behaviour, createLog } from './slack-requests.ts'
import { gate } from './started-receiver.ts'

type Options = Partial<Parameters<typeof createSocketReceiver>[0]>

/** Connects a receiver to Slack's end of its WebSockets; `behave` handles every event. */
async function connect(options: Options = {}, behave: Behaviour = acknowledge, sendsHello = true) {
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
const send = (slack: Awaited<ReturnType<typeof openSocketSlack>>, body: object) =>
  slack.carrier.send('', JSON_TYPE, JSON.stringify(body))

describe('a receiver over WebSockets', () => {
  it('keeps trying to connect while Slack cannot be reached', async () => {
    let requests = 0
    const { slack, receiver, log } = await connect({
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

  it('replaces a connection on which Slack sends no hello', async () => {
    const { slack, receiver, log } = await connect({ timing: { hello: 20 } }, acknowledge, false)
    await slack.until(() => slack.connections() === 2)
    expect(receiver.isConnected()).toBe(false)
    expect(log.lines[0]?.fields).toEqual({ reason: 'Slack sent no hello' })
  })

  it('logs that a WebSocket does not open, and why that may be', async () => {
    const port = await freePort()
    const { receiver, log } = await connect({ openUrl: async () => `ws://127.0.0.1:${port}/?ticket=t` })
    expect(receiver.isConnected()).toBe(false)
    expect(log.lines[0]?.fields).toEqual({ reason: expect.stringContaining('a proxy or firewall may') })
  })

  it('replaces a silent connection', async () => {
    const { slack } = await connect({ timing: { ping: 10, silence: 60, close: 10 } })
    await slack.until(() => slack.connections() === 1)
    slack.freeze()
    await slack.until(() => slack.connections() === 2)
    expect(await send(slack, { type: 'x' })).toMatchObject({ status: 200 })
  })

  it('logs an error if Slack ends a connection for an unusual reason', async () => {
    const { slack, log } = await connect()
    await slack.until(() => slack.connections() === 1)
    slack.sendText(JSON.stringify({ type: 'disconnect', reason: 'link_disabled' }))
    slack.closeOldest()
    await slack.until(() => slack.connections() === 2)
    expect(log.lines).toEqual([
      {
        level: 'error',
        fields: { reason: 'link_disabled' },
        message: 'the WebSocket of SLACK_APP_TOKEN failed: another follows',
      },
    ])
  })

  it('ignores messages that it does not understand', async () => {
    const { slack, logged } = await connect()
    await slack.until(() => slack.connections() === 1)
    for (const message of ['', 'no JSON', '[]', 'null', '{}', '{"type":"new"}', '{"type":7}'])
      slack.sendText(message)
    slack.sendText(JSON.stringify({ type: 'interactive', envelope_id: 'e', payload: 7 }))
    expect(await send(slack, { type: 'x' })).toMatchObject({ status: 200 })
    expect(logged()).toEqual([])
  })

  it('acknowledges an event exactly when its change is stored', async () => {
    const written = gate()
    const { slack, logged } = await connect({}, async event => {
      await event.ack()
      if (event.body.type !== 'event_callback') return
      await written.behaviour(event)
      await new Promise(() => {})
    })
    await slack.until(() => slack.connections() === 1)
    const event = send(slack, { type: 'event_callback' })
    await written.reached
    await send(slack, { type: 'block_actions' })
    expect(slack.acks).toHaveLength(1)
    written.open()
    expect(await event).toMatchObject({ status: 200 })
    expect(logged()).toEqual([])
  })

  it('acknowledges an event before Slack retries it, even if its listener is still busy', async () => {
    const { slack } = await connect({ ackWithinMs: 10 }, () => new Promise(() => {}))
    await slack.until(() => slack.connections() === 1)
    expect(await send(slack, { type: 'event_callback' })).toMatchObject({ status: 200 })
  })

  it('does not acknowledge a failed request, and handles the next', async () => {
    const { slack, logged } = await connect({}, async ({ body }) => {
      if (body.type === 'bad') throw new Error('no')
    })
    await slack.until(() => slack.connections() === 1)
    void send(slack, { type: 'bad' })
    expect(await send(slack, { type: 'good' })).toMatchObject({ status: 200 })
    expect(slack.acks).toHaveLength(1)
    expect(logged()).toEqual(['a request of Slack’s failed'])
  })
})

describe('a receiver over WebSockets, when it stops,', () => {
  it('accepts further requests until all are acknowledged', async () => {
    const { reached, open, behaviour } = gate()
    const { slack, receiver } = await connect({}, event =>
      event.body.type === 'slow' ? behaviour(event) : acknowledge(event),
    )
    await slack.until(() => slack.connections() === 1)
    const slow = send(slack, { type: 'slow' })
    await reached
    const stopped = receiver.stop()
    expect(await send(slack, { type: 'quick' })).toMatchObject({ status: 200 })
    open()
    expect(await slow).toMatchObject({ status: 200 })
    await stopped
    expect(slack.connections()).toBe(1)
  })

  it('stops waiting after the grace period', async () => {
    const { reached, open, behaviour } = gate()
    const { slack, receiver, logged } = await connect({ stopGraceMs: 20 }, behaviour)
    await slack.until(() => slack.connections() === 1)
    void send(slack, { type: 'x' })
    await reached
    await receiver.stop()
    expect(logged()).toContain('stopped before all work in flight was done')
    open()
  })
})
