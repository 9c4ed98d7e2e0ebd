import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createStage, modal, type Stage, words } from './stage.ts'

let stage: Stage
const stages: Stage[] = []
beforeEach(async () => {
  stage = await createStage()
  stages.push(stage)
})
afterAll(() => Promise.all(stages.map(one => one.close())))

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const note = [section('a')]
const long = (length: number) => 'x'.repeat(length)
const refused = (error: string) => expect.objectContaining({ status: 200, ok: false, error })

const triggered = async () => {
  await stage.ana.command('/pause')
  return stage.heard.at(-1)?.body.trigger_id ?? ''
}

describe('the door', () => {
  it('wants a token, and the right one', async () => {
    const { url, post } = stage
    expect(await post(`${url}auth.test`, {})).toEqual(refused('not_authed'))
    expect(await post(`${url}auth.test`, { token: 'xoxb-other' })).toEqual(refused('invalid_auth'))
    expect(await post(`${url}auth.test`, { token: stage.slack.botToken })).toMatchObject({
      ok: true,
      user_id: 'U0BOT',
      bot_id: 'B0BOT',
      team_id: 'T0PLAY',
    })
  })

  it('keeps no token among the calls', async () => {
    await stage.post(`${stage.url}auth.test`, { token: stage.slack.botToken })
    expect(stage.slack.calls).toEqual([{ method: 'auth.test', args: {}, ok: true }])
  })

  it('names what it does not know: a method, an argument', async () => {
    const known = (what: string) => `if Slack takes ${what} here, the playground does not know it yet`
    expect(await stage.call('chat.shout', {})).toMatchObject({
      ...{ ok: false, error: 'unknown_method' },
      response_metadata: { messages: [known('chat.shout')] },
    })
    const loudly = { channel: 'C1OPS', text: 'a', loudly: true }
    expect(await stage.call('chat.postMessage', loudly)).toMatchObject({
      ...{ ok: false, error: 'invalid_arguments' },
      response_metadata: {
        messages: [`[ERROR] invalid additional property: loudly; ${known('loudly')}`],
      },
    })
    expect(stage.slack.channel('ops')).toEqual([])
  })

  it('takes forms as well as JSON, with blocks as a JSON string', async () => {
    const body = new URLSearchParams({
      token: stage.slack.botToken,
      channel: 'C1OPS',
      text: 'hello',
      blocks: JSON.stringify(note),
    })
    const answer = await fetch(`${stage.url}chat.postMessage`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ ok: true, channel: 'C1OPS', message: { text: 'hello' } })
    expect(stage.slack.channel('ops')).toMatchObject([{ text: 'hello', blocks: [section('a')] }])
  })

  it('refuses a broken body', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${stage.url}auth.test`, { method: 'POST', headers, body: '{' })
    expect(await answer.json()).toEqual({ ok: false, error: 'invalid_json' })
  })

  it('tells which argument is missing', async () => {
    expect(await stage.call('users.info', {})).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: user'] },
    })
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
    [
      'chat.postMessage',
      { ...place, text: 'a', blocks: Array(5).fill(section(long(2500))) },
      'msg_blocks_too_long',
    ],
    ['chat.postEphemeral', { ...place, text: 'a', user: 'U9' }, 'user_not_in_channel'],
    ['chat.postEphemeral', { channel: 'C3NIGHT', text: 'a', user: 'U2BEN' }, 'user_not_in_channel'],
    ['chat.postEphemeral', { ...place, user: 'U1ANA' }, 'no_text'],
    ['chat.update', { ...place, ts: '1.1', text: 'a' }, 'message_not_found'],
    ['chat.delete', { ...place, ts: '1.1' }, 'message_not_found'],
  ])('%s %j is refused as %s', async (method, args, error) => {
    expect(await stage.call(method, args)).toEqual(refused(error))
    expect(stage.slack.refusals).toMatchObject([{ what: method, error }])
    expect(stage.slack.channel('ops')).toEqual([])
  })

  it('for one person are read by that person alone', async () => {
    await stage.call('chat.postEphemeral', { ...place, user: 'U1ANA', text: 'psst' })
    expect(stage.ana.messages('ops')).toMatchObject([{ text: 'psst' }])
    expect(stage.ben.messages('ops')).toEqual([])
  })

  it('to a person go to the DM', async () => {
    await stage.call('chat.postMessage', { channel: 'U1ANA', text: 'hello' })
    expect(stage.slack.dm('Ana')).toMatchObject([{ channel: 'DU1ANA', text: 'hello' }])
  })

  it('are updated with their blocks kept, unless other blocks come', async () => {
    const { ts } = await stage.call('chat.postMessage', { ...place, text: 'a', blocks: note })
    await stage.call('chat.update', { ...place, ts, text: 'b' })
    expect(stage.slack.channel('ops')).toMatchObject([{ text: 'b', blocks: [section('a')], edited: true }])
    await stage.call('chat.update', { ...place, ts, text: 'c', blocks: [] })
    expect(stage.slack.channel('ops')).toMatchObject([{ text: 'c', blocks: [] }])
    expect(await stage.call('chat.update', { ...place, ts, text: long(4001) })).toEqual(
      refused('msg_too_long'),
    )
  })

  it('of the bot alone are its to change and to delete', async () => {
    await stage.ana.mention('hello')
    const hers = { ...place, ts: stage.slack.channel('ops')[0]?.ts }
    expect(await stage.call('chat.update', { ...hers, text: 'b' })).toEqual(refused('cant_update_message'))
    expect(await stage.call('chat.delete', hers)).toEqual(refused('cant_delete_message'))
    const own = await stage.call('chat.postMessage', { ...place, text: 'a' })
    expect(await stage.call('chat.delete', { ...place, ts: own.ts })).toMatchObject({ ok: true })
    expect(stage.slack.channel('ops')).toHaveLength(1)
  })
})

describe('people', () => {
  it('tells a person’s zone, and the locale when asked', async () => {
    const plain = await stage.call('users.info', { user: 'U1ANA' })
    expect(plain).toMatchObject({ user: { id: 'U1ANA', tz: 'Europe/Madrid', tz_offset: 3600 } })
    expect(plain.user).not.toHaveProperty('locale')
    expect(await stage.call('users.info', { user: 'U1ANA', include_locale: 'true' })).toMatchObject({
      user: { locale: 'es-ES' },
    })
    expect(await stage.call('users.info', { user: 'U9' })).toEqual(refused('user_not_found'))
  })
})

describe('views', () => {
  const view = modal(note)

  it('open by a trigger that works once', async () => {
    const trigger_id = await triggered()
    expect(await stage.call('views.open', { trigger_id, view })).toMatchObject({
      ok: true,
      view: { id: stage.ana.view?.id, hash: expect.any(String), title: words('Pause a plan') },
    })
    expect(await stage.call('views.open', { trigger_id, view })).toEqual(refused('exchanged_trigger_id'))
  })

  it('open by a form too, with the view as a JSON string', async () => {
    const body = new URLSearchParams({
      token: stage.slack.botToken,
      trigger_id: await triggered(),
      view: JSON.stringify(view),
    })
    const answer = await fetch(`${stage.url}views.open`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ ok: true, view: { id: stage.ana.view?.id } })
  })

  it('do not open by a trigger older than three seconds, or made up', async () => {
    const trigger_id = await triggered()
    stage.clock.now = new Date('2026-12-04T10:00:03.001Z')
    expect(await stage.call('views.open', { trigger_id, view })).toEqual(refused('expired_trigger_id'))
    expect(await stage.call('views.open', { trigger_id: '1.2.a', view })).toEqual(
      refused('invalid_trigger_id'),
    )
    expect(stage.ana.view).toBeUndefined()
  })

  it('that break a limit are refused, with the place', async () => {
    const trigger_id = await triggered()
    const broken = modal(note, { title: words(long(25)) })
    expect(await stage.call('views.open', { trigger_id, view: broken })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
      },
    })
    const heavy = modal(Array(90).fill(section(long(3000))))
    expect(await stage.call('views.open', { trigger_id, view: heavy })).toEqual(refused('view_too_large'))
  })

  it('are updated by id, and keep it', async () => {
    await stage.call('views.open', { trigger_id: await triggered(), view })
    const { id, hash } = stage.ana.view ?? expect.fail()
    const changed = modal(note, { title: words('Two') })
    expect(await stage.call('views.update', { view_id: id, view: changed })).toMatchObject({ ok: true })
    expect(stage.ana.view).toMatchObject({ id, hash: expect.not.stringMatching(hash), title: words('Two') })
    expect(await stage.call('views.update', { view_id: 'V9', view })).toEqual(refused('not_found'))
  })

  it('stand on the Home tab once published', async () => {
    const home = { type: 'home', blocks: note }
    const answer = await stage.call('views.publish', { user_id: 'U1ANA', view: home })
    expect(stage.ana.home).toMatchObject({ type: 'home', blocks: [section('a')] })
    await stage.call('views.publish', { user_id: 'U1ANA', view: { type: 'home', blocks: [section('b')] } })
    expect(stage.ana.home).toMatchObject({ blocks: [section('b')] })
    expect(answer).toMatchObject({ view: { id: stage.ana.home?.id } })
    expect(await stage.call('views.publish', { user_id: 'U9', view: home })).toEqual(
      refused('user_not_found'),
    )
  })
})
