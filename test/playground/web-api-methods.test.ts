import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStage, modal, type Stage, words } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
})
afterEach(() => stage.close())

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const note = [section('a')]
const long = (length: number) => 'x'.repeat(length)
const refused = (error: string) => expect.objectContaining({ status: 200, ok: false, error })
const form = async (method: string, fields: Record<string, string>) => {
  const body = new URLSearchParams({ token: stage.slack.botToken, ...fields })
  return (await fetch(`${stage.url}${method}`, { method: 'POST', body })).json()
}
const newTrigger = async () => {
  await stage.ana.command('/pause')
  return stage.received.at(-1)?.body.trigger_id ?? ''
}

describe('the Web API', () => {
  it('requires the token of the bot, and records calls without it', async () => {
    const { url, post, slack } = stage
    expect(await post(`${url}auth.test`, {})).toEqual(refused('not_authed'))
    expect(await post(`${url}auth.test`, { token: 'xoxb-other' })).toEqual(refused('invalid_auth'))
    expect(await post(`${url}auth.test`, { token: slack.botToken })).toMatchObject({
      ok: true,
      user_id: 'U0BOT',
      bot_id: 'B0BOT',
      team_id: 'T0PLAY',
    })
    expect(slack.calls.at(-1)).toEqual({ method: 'auth.test', args: {}, ok: true })
  })

  it('refuses unknown methods, and names unknown or missing arguments', async () => {
    const messagesOf = async (method: string, args: object) =>
      Object(await stage.call(method, args)).response_metadata.messages
    expect(await stage.call('chat.shout', {})).toEqual(refused('unknown_method'))
    expect(await messagesOf('chat.postMessage', { channel: 'C1OPS', text: 'a', loudly: true })).toEqual([
      '[ERROR] Unrecognized key: "loudly" [json-pointer:/]',
    ])
    expect(await messagesOf('users.info', {})).toEqual([
      '[ERROR] Invalid input: expected string, received undefined [json-pointer:/user]',
    ])
    expect(stage.slack.channel('ops')).toEqual([])
  })
})

describe('messages', () => {
  const place = { channel: 'C1OPS' }

  it.each([
    ['chat.postMessage', { channel: 'C9', text: 'a' }, 'channel_not_found'],
    ['chat.postMessage', { channel: 'C2WEB', text: 'a' }, 'not_in_channel'],
    ['chat.postMessage', { channel: 'G1BOARD', text: 'a' }, 'channel_not_found'],
    ['chat.postMessage', { ...place }, 'no_text'],
    ['chat.postMessage', { ...place, text: long(40_001) }, 'msg_too_long'],
    ['chat.postMessage', { ...place, text: 'a', blocks: [{ type: 'section' }] }, 'invalid_blocks'],
    ['chat.postMessage', { ...place, blocks: Array(5).fill(section(long(2500))) }, 'msg_blocks_too_long'],
    ['chat.postEphemeral', { ...place, text: 'a', user: 'U9' }, 'user_not_in_channel'],
    ['chat.postEphemeral', { channel: 'C3NIGHT', text: 'a', user: 'U2BEN' }, 'user_not_in_channel'],
    ['chat.update', { ...place, ts: '1.1', text: 'a' }, 'message_not_found'],
    ['chat.delete', { ...place, ts: '1.1' }, 'message_not_found'],
    ['chat.getPermalink', { ...place, message_ts: '1.1' }, 'message_not_found'],
    ['chat.getPermalink', { channel: 'G1BOARD', message_ts: '1.1' }, 'channel_not_found'],
  ])('%s %j is refused as %s', async (method, args, error) => {
    expect(await stage.call(method, args)).toEqual(refused(error))
    expect(stage.slack.refusals).toMatchObject([{ what: method, error }])
    expect(stage.slack.channel('ops')).toEqual([])
  })

  it('that are ephemeral reach only their recipient, and no thread without replies', async () => {
    const { ana, ben, call } = stage
    const message = ben.chat('web-prod is slow', { channel: 'ops' })
    const ephemeral = { ...place, user: 'U1ANA', text: 'psst', thread_ts: message.ts }
    await call('chat.postEphemeral', ephemeral)
    expect(ana.messages('ops')).toHaveLength(1)
    ana.chat('Pause it?', { channel: 'ops', thread: message.ts })
    await call('chat.postEphemeral', ephemeral)
    expect(ana.messages('ops').map(({ text }) => text)).toEqual(['web-prod is slow', 'Pause it?', 'psst'])
    expect(ben.messages('ops')).toHaveLength(2)
  })

  it('keep their blocks on an update without blocks', async () => {
    const { ts } = await stage.call('chat.postMessage', { ...place, text: 'a', blocks: note })
    await stage.call('chat.update', { ...place, ts, text: 'b' })
    expect(stage.slack.channel('ops')).toMatchObject([{ text: 'b', blocks: note, edited: true }])
    await stage.call('chat.update', { ...place, ts, text: 'c', blocks: [] })
    expect(stage.slack.channel('ops')).toMatchObject([{ text: 'c', blocks: [] }])
    const tooLong = await stage.call('chat.update', { ...place, ts, text: long(4001) })
    expect(tooLong).toEqual(refused('msg_too_long'))
  })
})

describe('views', () => {
  const view = modal(note)

  it('open once per trigger, within three seconds', async () => {
    const [trigger_id, late] = [await newTrigger(), await newTrigger()]
    const sent = { trigger_id, view: JSON.stringify(view) }
    expect(await form('views.open', sent)).toMatchObject({
      ok: true,
      view: { id: stage.ana.view?.id, hash: expect.any(String), title: words('Pause a plan') },
    })
    expect(await stage.call('views.open', { trigger_id, view })).toEqual(refused('exchanged_trigger_id'))
    stage.clock.now = new Date('2026-12-04T10:00:03.001Z')
    expect(await stage.call('views.open', { trigger_id: late, view })).toEqual(refused('expired_trigger_id'))
    expect(await stage.call('views.open', { trigger_id: '1.2.a', view })).toEqual(
      refused('invalid_trigger_id'),
    )
  })

  it('beyond a limit are refused with its location', async () => {
    const trigger_id = await newTrigger()
    const broken = modal(note, { title: words(long(25)) })
    expect(await stage.call('views.open', { trigger_id, view: broken })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: {
        messages: [
          '[ERROR] Too big: expected string to have <=24 characters [json-pointer:/view/title/text]',
        ],
      },
    })
    const heavy = modal(Array(90).fill(section(long(3000))))
    expect(await stage.call('views.open', { trigger_id, view: heavy })).toEqual(refused('view_too_large'))
  })
})
