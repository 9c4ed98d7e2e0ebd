import { afterEach, describe, expect, it } from 'vitest'
import { byLabel } from '../by-label.ts'
import { button, createStage, type Reply, type Stage, words } from './stage.ts'

let stage: Stage

/** Opens a stage until the end of the test. */
const openStage = async (...args: Parameters<typeof createStage>) => {
  stage = await createStage(...args)
  return stage
}
afterEach(() => stage.close())

const texts = (messages: { text: string }[]) => messages.map(message => message.text)
const shown = (...elements: object[]) => ({
  response_type: 'in_channel',
  text: 'paused',
  blocks: [{ type: 'actions', elements }],
})

describe('a slash command', () => {
  it('is sent as a signed form with all fields', async () => {
    const { ana, received, signatureOf, slack } = await openStage()
    await ana.command('/pause web-prod  tomorrow')
    const [request] = received
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(request?.headers['x-slack-signature']).toBe(request && signatureOf(request))
    expect(request?.headers['x-slack-request-timestamp']).toBe('1796378400')
    expect(request?.body).toMatchObject({
      command: '/pause',
      text: 'web-prod  tomorrow',
      team_id: 'T0PLAY',
      team_domain: 'playground',
      channel_id: 'C1OPS',
      channel_name: 'ops',
      user_id: 'U1ANA',
      user_name: 'ana',
      api_app_id: 'A0BOT',
      is_enterprise_install: 'false',
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[0-9a-f]+$/),
      response_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/respond\/[0-9a-f]+$/),
    })
    expect(slack.requests).toMatchObject([{ kind: 'command', status: 200, body: '' }])
  })

  it('that is not acknowledged in time is shown to the person as timed out', async () => {
    const { ana, ben } = await openStage(() => ({ never: true }), { ackMs: 20 })
    expect(await ana.command('/pause')).toMatchObject({ error: 'operation_timeout' })
    expect(texts(ana.messages('ops'))).toEqual(['/pause failed with the error "operation_timeout"'])
    expect(ben.messages('ops')).toEqual([])
  })
})

describe('a response_url', () => {
  it('accepts five messages and refuses a sixth', async () => {
    const { ana, received, post, slack } = await openStage()
    await ana.command('/pause')
    const url = received[0]?.body.response_url ?? ''
    for (const text of ['1', '2', '3', '4', '5'])
      expect(await post(url, { text })).toMatchObject({ ok: true })
    expect(await post(url, { text: '6' })).toEqual({ status: 404, ok: false, error: 'used_url' })
    expect(texts(ana.messages('ops'))).toEqual(['1', '2', '3', '4', '5'])
    expect(slack.refusals).toEqual([{ what: 'response_url', error: 'used_url', messages: [] }])
  })
})

describe('a button', () => {
  const withMessage = async (first: object) => {
    const answers: Reply[] = [{ json: first }]
    const it = await openStage(() => answers.shift() ?? {})
    await it.ana.command('/pause')
    return it
  }

  it('sends the person, the button and its message to the app', async () => {
    const { ben, received, slack } = await withMessage(shown(button('Resume now', 'p1'), button('Show plan')))
    const [message] = slack.channel('ops')
    await byLabel(slack, ben).press(message ?? expect.fail(), 'resume')
    expect(received[1]?.body).toMatchObject({
      type: 'block_actions',
      user: { id: 'U2BEN' },
      channel: { id: 'C1OPS', name: 'ops' },
      container: { type: 'message', message_ts: message?.ts, channel_id: 'C1OPS', is_ephemeral: false },
      message: { ts: message?.ts, text: 'paused', bot_id: 'B0BOT' },
      actions: [{ type: 'button', action_id: 'Resume now', value: 'p1', text: words('Resume now') }],
      response_url: expect.stringContaining('/respond/'),
      trigger_id: expect.any(String),
    })
  })

  it('of an ephemeral message is sent without the message, and only for its recipient', async () => {
    const { ana, ben, received, slack } = await withMessage({
      ...shown(button('Try again')),
      response_type: 'ephemeral',
    })
    const [message] = ana.messages('ops')
    await byLabel(slack, ana).press(message ?? expect.fail(), 'Try')
    expect(received[1]?.body).toMatchObject({ container: { is_ephemeral: true } })
    expect(received[1]?.body).not.toHaveProperty('message')
    await expect(byLabel(slack, ben).press(message ?? expect.fail(), 'Try')).rejects.toThrow(
      'This message is no longer there.',
    )
  })
})

describe('events', () => {
  it('are sent for mentions, direct messages and the App Home', async () => {
    const { ana, received, slack } = await openStage()
    await ana.mention('pause web-prod', { thread: '1.2' })
    await ana.say('help')
    await ana.openHome()
    expect(received.map(one => one.body)).toMatchObject([
      {
        type: 'event_callback',
        team_id: 'T0PLAY',
        event: { type: 'app_mention', text: '<@U0BOT> pause web-prod', channel: 'C1OPS', thread_ts: '1.2' },
      },
      { event: { type: 'message', channel_type: 'im', text: 'help', channel: 'DU1ANA' } },
      { event: { type: 'app_home_opened', tab: 'home', user: 'U1ANA' } },
    ])
    expect(texts(slack.channel('ops'))).toEqual(['<@U0BOT> pause web-prod'])
    expect(texts(slack.dm('Ana'))).toEqual(['help'])
  })

  it('can be sent again with the same id and retry headers', async () => {
    const { received, slack } = await openStage()
    await slack.event({ type: 'app_mention' }, { id: 'Ev1' })
    await slack.event({ type: 'app_mention' }, { id: 'Ev1', retry: { num: 1, reason: 'http_timeout' } })
    expect(received.map(one => one.body)).toMatchObject([{ event_id: 'Ev1' }, { event_id: 'Ev1' }])
    expect(received[0]?.headers).not.toHaveProperty('x-slack-retry-num')
    expect(received[1]?.headers).toMatchObject({
      'x-slack-retry-num': '1',
      'x-slack-retry-reason': 'http_timeout',
    })
  })
})
