import { App, HTTPReceiver, type Receiver, type ReceiverEvent } from '@slack/bolt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createReceiver } from '../../../src/slack/transport/http-receiver.ts'
import { ADMIT_ALL } from '../../bot-parts.ts'
import { portOf } from '../../port.ts'
import {
  acknowledge,
  type Behaviour,
  command,
  createLog,
  form,
  genuine,
  host,
  json,
  minutesFromNow,
  now,
  type Sent,
  send,
  signingSecret,
  silent,
} from './slack-requests.ts'

const mention = JSON.stringify({ type: 'event_callback', team_id: 'T1', event: { type: 'app_mention' } })
const press = JSON.stringify({
  type: 'block_actions',
  team: { id: 'T1' },
  user: { id: 'U1' },
  actions: [{ action_id: 'run', value: 'web-prod ✓' }],
})
const saying = (text: string) => JSON.stringify({ ...JSON.parse(mention), text })
const longest = saying('x'.repeat(1000 - saying('').length))
const pressed = `payload=${encodeURIComponent(press)}`

/** Creates a Bolt app that records events and passes each to the current behaviour. */
function appOn(receiver: Receiver) {
  const app = new App({
    receiver,
    authorize: async () => ({ botId: 'B1' }),
    convoStore: false,
    logger: silent,
  })
  let behaviour: Behaviour = acknowledge
  let events: Omit<ReceiverEvent, 'ack'>[] = []
  app.processEvent = async event => {
    const { body, retryNum } = event
    events.push({ body, retryNum })
    await behaviour(event)
  }
  return async (port: number, sent: Sent, behave: Behaviour) => {
    events = []
    behaviour = behave
    return { ...(await send(port, sent)), events }
  }
}

describe("our receiver responds like Bolt's to", () => {
  const bodyLimit = 1000
  const theirs = new HTTPReceiver({
    signingSecret,
    logger: silent,
    bodyLimit,
    unhandledRequestTimeoutMillis: 50,
  })
  const ours = createReceiver({
    ...ADMIT_ALL,
    signingSecret,
    clock: () => now,
    log: createLog(),
    bodyLimit,
  })
  const toTheirs = appOn(theirs)
  const toOurs = appOn(ours)
  const ports = { theirs: 0, ours: 0 }

  beforeAll(async () => {
    // Bolt's receiver uses the system clock.
    vi.useFakeTimers({ toFake: ['Date'], now })
    const server = await theirs.start({ port: 0, host })
    ports.theirs = portOf(server)
    ports.ours = (await ours.start(0, host)).port
  })
  afterAll(async () => {
    await Promise.all([theirs.stop(), ours.stop()])
    vi.useRealTimers()
  })

  const both = async (sent: Sent, behave: Behaviour = acknowledge) => ({
    theirs: await toTheirs(ports.theirs, sent, behave),
    ours: await toOurs(ports.ours, sent, behave),
  })

  const events: [title: string, sent: Sent, body: unknown][] = [
    [
      'a slash command',
      genuine(form, command),
      { command: '/pause', text: 'web-prod tomorrow', user_id: 'U1', team_id: 'T1' },
    ],
    ['an interaction', genuine(form, pressed), JSON.parse(press)],
    ['an event', genuine(json, mention), JSON.parse(mention)],
    ['letters beyond ASCII', genuine(json, saying('café 🌙')), JSON.parse(saying('café 🌙'))],
    [
      'a query behind the path',
      { ...genuine(json, mention), path: '/slack/events?a=b' },
      JSON.parse(mention),
    ],
    ['JSON without a content type', genuine({}, mention), JSON.parse(mention)],
    ['a body of just the length allowed', genuine(json, longest), JSON.parse(longest)],
    ['a timestamp of three minutes ago', genuine(json, mention, minutesFromNow(-3)), JSON.parse(mention)],
  ]
  it.each(events)('%s, and passes the same event to the app', async (_, sent, body) => {
    const { theirs, ours } = await both(sent)
    expect(ours).toEqual(theirs)
    expect(ours).toMatchObject({ status: 200, text: '', events: [{ body }] })
  })

  it('an event that Slack retries, and passes on the number of the attempt', async () => {
    const retried = genuine(
      { ...json, 'x-slack-retry-num': '2', 'x-slack-retry-reason': 'http_timeout' },
      mention,
    )
    const { theirs, ours } = await both(retried)
    expect(ours).toEqual(theirs)
    expect(ours.events).toMatchObject([{ retryNum: 2 }])
  })

  const challenge = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' })
  const checks: [title: string, sent: Sent, status: number, text: string][] = [
    ['ssl_check, which is not signed', { headers: form, body: 'ssl_check=1&token=x' }, 200, ''],
    ['ssl_check that is signed', genuine(form, 'ssl_check=1&token=x'), 200, ''],
    ['ssl_check that smuggles an event in', { headers: form, body: `ssl_check=1&${pressed}` }, 200, ''],
    ['a form whose ssl_check is not 1', { headers: form, body: 'ssl_check=2' }, 401, ''],
    ['url_verification', genuine(json, challenge), 200, '{"challenge":"3eZbrw1a"}'],
    ['url_verification that is not signed', { headers: json, body: challenge }, 401, ''],
  ]
  const unsigned = { headers: form, body: command }
  const refusals: [title: string, sent: Sent, status: number, text: string][] = [
    ['no signature', unsigned, 401, ''],
    ['a stale timestamp', genuine(form, command, minutesFromNow(-6)), 401, ''],
    ['no body', genuine(json), 400, ''],
    ['a form of a wrong content type', genuine({ 'content-type': 'text/plain' }, command), 400, ''],
    ['broken JSON', genuine(json, '{"type":'), 400, ''],
    ['a body that is too long', genuine(json, JSON.stringify({ text: 'x'.repeat(1000) })), 413, ''],
    ['an unknown path', { ...genuine(form, command), path: '/slack' }, 404, ''],
  ]
  it.each([...checks, ...refusals])('%s, and does not pass it to the app', async (_, sent, status, text) => {
    const { theirs, ours } = await both(sent)
    expect(ours).toEqual(theirs)
    expect(ours).toMatchObject({ status, text, events: [] })
  })

  const behaviours: [title: string, behave: Behaviour, status: number, text: string][] = [
    ['with a text', event => acknowledge(event, 'Paused.'), 200, 'Paused.'],
    ['with a message', event => acknowledge(event, { text: 'Paused ✓' }), 200, '{"text":"Paused ✓"}'],
    [
      'and fails afterwards',
      event => acknowledge(event, 'Hello').then(() => Promise.reject(new Error('x'))),
      200,
      'Hello',
    ],
  ]
  it.each(behaviours)('an event that the app acknowledges %s', async (_, behave, status, text) => {
    const { theirs, ours } = await both(genuine(form, command), behave)
    expect(ours).toEqual(theirs)
    expect(ours).toMatchObject({ status, text })
  })

  it('everything except seven deliberate differences', async () => {
    const wrong = await both({ method: 'GET' })
    expect([wrong.theirs.status, wrong.ours.status]).toEqual([404, 405])

    const future = await both(genuine(form, command, minutesFromNow(6)))
    expect([future.theirs.status, future.ours.status]).toEqual([200, 401])

    const charset = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const withCharset = await both(genuine(charset, command))
    expect([withCharset.theirs.status, withCharset.ours.status]).toEqual([400, 200])
    expect(withCharset.ours.events).toMatchObject([{ body: { command: '/pause' } }])

    const twice = await both(genuine(form, `${command}&text=b`))
    expect(twice.theirs.events).toMatchObject([{ body: { text: ['web-prod tomorrow', 'b'] } }])
    expect(twice.ours.events).toMatchObject([{ body: { text: 'b' } }])

    const failed = await both(genuine(form, command), () => Promise.reject(new Error('no such event')))
    expect([failed.theirs.status, failed.ours.status]).toEqual([500, 400])

    const unacknowledged = await both(genuine(form, command), async () => {})
    expect([unacknowledged.theirs.status, unacknowledged.ours.status]).toEqual([404, 200])

    // Bolt never responds to these, and its unhandled rejection would end the process.
    for (const body of ['null', '[]', '"text"', '7']) {
      expect(await toOurs(ports.ours, genuine(json, body), acknowledge)).toMatchObject({
        status: 400,
        events: [],
      })
    }
  })
})
