import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStage, field, modal, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
})
afterEach(() => stage.close())

const said = async (method: string, args: object) => {
  await stage.call(method, args)
  return stage.slack.calls.at(-1)?.error
}

const permalink = async (message_ts: string) => {
  const answer = await fetch(`${stage.url}chat.getPermalink`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.slack.botToken}` },
    body: new URLSearchParams({ channel: 'C1OPS', message_ts }),
  })
  return Object(await answer.json()).permalink
}

/** What the app heard last, as the payload of an interaction. */
const payload = () => {
  const form = new URLSearchParams(stage.heard.at(-1)?.raw)
  return JSON.parse(form.get('payload') ?? '{}')
}

describe('a shortcut', () => {
  it('from anywhere knows who and nothing else, and may open a view', async () => {
    await stage.ana.shortcut('plan.pause')
    expect(payload()).toMatchObject({
      type: 'shortcut',
      callback_id: 'plan.pause',
      user: { id: 'U1ANA' },
      team: { id: 'T0PLAY' },
      trigger_id: expect.any(String),
    })
    for (const absent of ['channel', 'message', 'response_url']) expect(payload()).not.toHaveProperty(absent)
  })

  it('of a message brings the message, its channel and a response_url', async () => {
    const message = stage.ben.chat('web-prod is slow', { channel: 'ops' })
    await stage.ana.shortcut('plan.pause.for', message)
    expect(payload()).toMatchObject({
      type: 'message_action',
      callback_id: 'plan.pause.for',
      channel: { id: 'C1OPS', name: 'ops' },
      message_ts: message.ts,
      message: { ts: message.ts, text: 'web-prod is slow', user: 'U2BEN' },
      response_url: expect.stringMatching(/^http/),
    })
  })
})

describe('a select of conversations', () => {
  const element = {
    type: 'conversations_select',
    default_to_current_conversation: true,
    response_url_enabled: true,
    filter: { exclude_bot_users: true },
  }
  const view = modal([field('Tell', element, { optional: true })])
  const opened = async (channel?: string) => {
    await stage.ana.shortcut('plan.pause', undefined, channel)
    await stage.call('views.open', { trigger_id: payload().trigger_id, view })
  }

  it('begins with the one before the person, and brings a response_url for the one that is sent', async () => {
    await opened('ops')
    expect(stage.ana.values).toEqual({ Tell: '#ops' })
    await stage.ana.fill({ Tell: '#web' })
    await stage.ana.submit()
    const [sent] = payload().response_urls
    expect(payload().response_urls).toEqual([
      {
        block_id: 'Tell',
        action_id: 'Tell',
        channel_id: 'C2WEB',
        response_url: expect.stringMatching(/^http/),
      },
    ])
    await stage.post(sent.response_url, { text: 'paused', response_type: 'in_channel' })
    expect(stage.slack.channel('web').map(({ text }) => text)).toEqual(['paused'])
  })

  it('begins empty where no conversation is before the person but the bot’s, and then brings none', async () => {
    await opened()
    expect(stage.ana.values).toEqual({ Tell: '' })
    await stage.ana.openHome()
    await opened('DU1ANA')
    expect(stage.ana.values).toEqual({ Tell: '' })
    await stage.ana.submit()
    expect(payload().response_urls).toEqual([])
  })
})

describe('chat.getPermalink', () => {
  it('tells the address of a message, and of a reply with its thread', async () => {
    const message = stage.ben.chat('web-prod is slow', { channel: 'ops' })
    const reply = stage.ana.chat('Pause it?', { channel: 'ops', thread: message.ts })
    const address = ({ ts }: { ts: string }) =>
      `https://playground.slack.com/archives/C1OPS/p${ts.replace('.', '')}`
    expect(await permalink(message.ts)).toBe(address(message))
    expect(await permalink(reply.ts)).toBe(`${address(reply)}?thread_ts=${message.ts}&cid=C1OPS`)
  })

  it('tells none of what is not there, or of a private channel without the bot', async () => {
    const secret = stage.ana.chat('web-prod is slow', { channel: 'board' })
    const args = { channel: 'G1BOARD', message_ts: secret.ts }
    expect(await said('chat.getPermalink', args)).toBe('channel_not_found')
    expect(await said('chat.getPermalink', { ...args, channel: 'C1OPS' })).toBe('message_not_found')
    expect(await said('chat.getPermalink', { ...args, channel: 'C9' })).toBe('channel_not_found')
    expect(await said('chat.getPermalink', { channel: 'C1OPS' })).toBe('invalid_arguments')
  })
})

describe('something for one person alone', () => {
  it('is not seen in a thread that nobody has begun', async () => {
    const message = stage.ben.chat('web-prod is slow', { channel: 'ops' })
    const alone = { channel: 'C1OPS', user: 'U1ANA', text: 'Only you', thread_ts: message.ts }
    expect(await said('chat.postEphemeral', alone)).toBeUndefined()
    expect(stage.ana.messages('ops')).toHaveLength(1)
    stage.ana.chat('Pause it?', { channel: 'ops', thread: message.ts })
    expect(await said('chat.postEphemeral', alone)).toBeUndefined()
    expect(stage.ana.messages('ops').map(({ text }) => text)).toEqual([
      'web-prod is slow',
      'Pause it?',
      'Only you',
    ])
  })
})

describe('the name of the bot', () => {
  it('stands where somebody wrote it, else before what they wrote', async () => {
    await stage.ana.mention('please <@U0BOT> pause', { channel: 'ops' })
    await stage.ana.mention('pause', { channel: 'ops' })
    expect(stage.slack.channel('ops').map(({ text }) => text)).toEqual([
      'please <@U0BOT> pause',
      '<@U0BOT> pause',
    ])
  })

  it('is not heard where the bot is no member', async () => {
    await expect(stage.ana.mention('pause', { channel: 'web' })).rejects.toThrow('no member')
    expect(stage.heard).toEqual([])
  })
})
