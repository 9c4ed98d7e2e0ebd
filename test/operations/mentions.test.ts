import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Bo'] })

/** Returns the texts in the channel itself and in its threads. */
function readChannel() {
  const lines = story()
    .slack.channel('ops')
    .map(({ ts, thread_ts = ts, text }) => ({ inThread: thread_ts !== ts, text }))
  return {
    channel: lines.filter(({ inThread }) => !inThread).map(({ text }) => text),
    threads: lines.filter(({ inThread }) => inThread).map(({ text }) => text),
  }
}

const PAUSES = [['19/11/2026', '19/11/2026', 'load test']]

describe('mentioning the bot', () => {
  it.each([
    '<@U0BOT> pause web-prod tomorrow load test',
    'please <@U0BOT> pause web-prod tomorrow load test',
    'Hey <@U0BOT|dayshift>, please pause web-prod tomorrow for load test',
    'pause web-prod tomorrow load test <@U0BOT>',
  ])('works at any position of the mention: %s', async text => {
    const ana = story().person('Ana')
    await ana.mentions(text)
    expect(await story().pauses('web-prod')).toEqual(PAUSES)
    expect(readChannel().channel).toEqual([text, expect.stringContaining(`${ana.mention} paused *web-prod*`)])
  })

  it.each([
    'can you pause web-prod tomorrow?',
    'pause web-prod tomorrow please?',
    'pause web-prod tomorrow, please!',
    'pause web-prod please tomorrow – thanks …',
  ])('does not take courtesies for the reason: %s', async text => {
    await story().person('Ana').mentions(text)
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
    expect(readChannel().channel.at(-1)).toMatch(
      /paused \*web-prod\*: Thu 19 Nov 2026 \(1 day\)\nSkips Thu: 11 .* Back Fri 20 Nov, 08:00\.$/,
    )
  })

  it.each(['thanks!', 'ok', 'thank you so much'])('gets a short reply to “%s”', async words => {
    const ana = story().person('Ana')
    await ana.mentions(words)
    expect(ana.readsPrivately()).toEqual(['Any time. `/dayshift help` shows what you can say.'])
  })

  it('treats an unknown channel as the name of a plan', async () => {
    const ana = story().person('Ana')
    await ana.mentions('<@U0BOT> pause <#C1OPS|ops> tomorrow')
    expect(ana.readsPrivately().at(-1)).toMatch(/^There is no plan called “#ops” in Acme\./)
  })

  it('is acknowledged at once, and processed afterwards', async () => {
    const ana = story().person('Ana')
    const release = story().wire.hold()
    const { status, body } = await story().slack.person('Ana').mention('pause web-prod tomorrow')
    expect([status, body, readChannel().channel.length]).toEqual([200, '', 1])
    release()
    await story().slack.settled()
    expect(readChannel().channel.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('in a thread is answered in that thread only', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    ana.chats('web-prod is slow')
    bo.repliesTo('web-prod is slow', 'Shall we pause it?')
    await ana.mentions('pause web-prod tomorrow load test', { below: 'web-prod is slow' })
    expect(await story().pauses('web-prod')).toEqual(PAUSES)
    expect(readChannel().channel).toEqual(['web-prod is slow'])
    expect(readChannel().threads.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('gets private replies in private, even in a thread', async () => {
    const ana = story().person('Ana')
    await ana.mentions('plan show web-prod')
    expect(readChannel().channel).toHaveLength(1)
    expect(ana.readsPrivately().at(-1)).toContain('*web-prod*')
    ana.chats('What is the plan?')
    await ana.mentions('plan', { below: 'What is the plan?' })
    const [shown] = story().slack.person('Ana').messages('ops').slice(-1)
    expect(shown).toMatchObject({ only: 'U1ANA', thread_ts: expect.any(String) })
    expect(story().person('Bo').readsPrivately()).toEqual([])
  })

  it('leads to a form that keeps the words and the thread', async () => {
    const ana = story().person('Ana')
    ana.chats('web-prod is slow')
    await ana.mentions('pause web-prod', { below: 'web-prod is slow' })
    expect(ana.form).toBeUndefined()
    expect(ana.readsPrivately().at(-1)).toBe(
      'Say the first and the last day, for example: tomorrow to friday.\nNothing was done. You can say: `/pause <plans> <days> [reason]`\n[Open the form]',
    )
    await ana.presses('Open the form')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod' })
    await ana.submits({ From: 'tomorrow', Reason: 'load test' })
    expect(await story().pauses('web-prod')).toEqual(PAUSES)
    expect(readChannel().threads.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
    expect(readChannel().channel).toEqual(['web-prod is slow'])
  })
})

describe('an event', () => {
  const mention = { type: 'app_mention', user: 'U1ANA', channel: 'C1OPS', ts: '1.1', event_ts: '1.1' }
  const pause = { ...mention, text: '<@U0BOT> pause web-prod tomorrow load test' }

  it('repeated by Slack is acknowledged, and applied once', async () => {
    const { slack } = story()
    const first = await slack.event(pause, { id: 'Ev1' })
    await slack.settled()
    const again = await slack.event(pause, { id: 'Ev1', retry: { num: 1, reason: 'http_timeout' } })
    await slack.settled()
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await story().pauses('web-prod')).toEqual(PAUSES)
    expect(slack.person('Ana').messages('ops')).toHaveLength(1)
    expect(story().wire.changes()).toHaveLength(1)
  })

  it('repeated by Slack is acknowledged only after the first attempt', async () => {
    const { slack, wire } = story()
    const answer = wire.hold()
    const plans = { ...mention, text: '<@U0BOT> plan' }
    const acknowledged: number[] = []
    const send = (num: number) =>
      slack.event(plans, { id: 'Ev3', retry: { num, reason: 'http_timeout' } }).then(({ status }) => {
        expect(status).toBe(200)
        acknowledged.push(num)
      })
    const all = [send(0), send(1)]
    await slack.event({ ...mention, text: '<@U0BOT> help' }, { id: 'Ev4' })
    expect(acknowledged).toEqual([])
    answer()
    await Promise.all(all)
    await slack.settled()
    // Reads are answered each time: `help` once, `plan` twice.
    expect(story().person('Ana').readsPrivately()).toHaveLength(3)
  })

  it.each([
    ['another bot', { bot_id: 'B9' }],
    ['the bot itself', { user: 'U0BOT', bot_id: 'B0BOT' }],
    ['an edit', { edited: { user: 'U1ANA', ts: '1.2' } }],
    ['a subtype', { subtype: 'message_changed' }],
    ['nobody', { user: undefined }],
  ])('from %s is ignored, in a channel and in the DM', async (_, change) => {
    const { slack } = story()
    const dm = { type: 'message', channel_type: 'im', channel: 'DU1ANA', text: 'pause web-prod tomorrow' }
    for (const event of [pause, { ...mention, ...dm }]) {
      expect((await slack.event({ ...event, ...change })).status).toBe(200)
      await slack.settled()
    }
    expect([readChannel().channel, slack.dm('Ana'), slack.calls]).toEqual([[], [], []])
  })
})

describe('a secret in a public mention', () => {
  const WARNING =
    ':warning: Everyone here can read the secret that you typed. Delete your message, and replace the secret with a new one.'

  it.each([
    [
      'link S3cr3tKEY',
      'I left out the rest: secrets are asked for separately.\nStill missing: Access token.',
    ],
    ['link token=S3cr3tKEY', 'Paste your access token.'],
    ['credential add vault azure tenant=t1 clientId=c1 key=S3cr3tKEY', 'Still missing: Client id, Key.'],
    ['credential add vault azure S3cr3tKEY', 'I left out the rest: secrets are asked for separately.'],
    ['credental add vault azure key=S3cr3tKEY', 'I did not understand “credental …”, so nothing was done.'],
  ])('leads to one warning before the reply: %s', async (sentence, answer) => {
    const ana = story().person('Ana')
    await ana.mentions(`<@U0BOT> ${sentence}`)
    expect(ana.readsPrivately()).toEqual([WARNING, expect.stringContaining(answer)])
    expect(story().person('Bo').readsPrivately()).toEqual([])
  })

  it.each(['link my account', 'give <@U3CLEO> admin rights'])('is not suspected: %s', async sentence => {
    expect(await story().person('Ana').asks(`<@U0BOT> ${sentence}`)).not.toContain('secret')
  })

  it('is suspected in a command with nothing else', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('<@U0BOT> my token is s3cr3t-key-0001')).toContain('If that was a secret,')
  })

  it('leads to no warning in private, or without a secret', async () => {
    const ana = story().person('Ana')
    await ana.says('credential add vault azure key=S3cr3tKEY')
    await ana.types('/dayshift credential add vault azure key=S3cr3tKEY')
    await ana.mentions('<@U0BOT> credential add vault azure')
    await ana.mentions('<@U0BOT> pause web-prod tomorrow key: load test')
    expect([...ana.reads(), ...ana.readsInDm].join('\n')).not.toContain('Everybody here can read')
  })
})
