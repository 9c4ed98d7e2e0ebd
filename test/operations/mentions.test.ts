import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Bo'] })

/** The texts of what stands in the channel itself, and of what stands in threads there. */
function read() {
  const lines = story()
    .slack.channel('ops')
    .map(({ ts, thread_ts = ts, text }) => ({ inThread: thread_ts !== ts, text }))
  return {
    channel: lines.filter(({ inThread }) => !inThread).map(({ text }) => text),
    threads: lines.filter(({ inThread }) => inThread).map(({ text }) => text),
  }
}

const PAUSED = [['19/11/2026', '19/11/2026', 'load test']]

describe('a person who mentions the bot in a channel', () => {
  it.each([
    '<@U0BOT> pause web-prod tomorrow load test',
    'please <@U0BOT> pause web-prod tomorrow load test',
    'Hey <@U0BOT|dayshift>, please pause web-prod tomorrow for load test',
    'pause web-prod tomorrow load test <@U0BOT>',
  ])('is understood wherever the name stands: %s', async text => {
    const ana = story().person('Ana')
    await ana.mentions(text)
    expect(await story().pauses('web-prod')).toEqual(PAUSED)
    expect(read().channel).toEqual([text, expect.stringContaining(`${ana.mention} paused *web-prod*`)])
  })

  it.each([
    'can you pause web-prod tomorrow?',
    'pause web-prod tomorrow please?',
    'pause web-prod tomorrow, please!',
    'pause web-prod please tomorrow – thanks …',
  ])('gives no reason by what is said out of politeness alone: %s', async text => {
    await story().person('Ana').mentions(text)
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
    expect(read().channel.at(-1)).toMatch(
      /paused \*web-prod\*: Thu 19 Nov 2026 \(1 day\)\nSkips Thu: 11 .* Back Fri 20 Nov, 08:00\.$/,
    )
  })

  it.each(['thanks!', 'ok', 'thank you so much'])('is not explained everything for “%s”', async words => {
    const ana = story().person('Ana')
    await ana.mentions(words)
    expect(ana.readsPrivately()).toEqual(['Any time. `/dayshift help` shows what you can say.'])
  })

  it('reads a channel that is no plan by its name', async () => {
    const ana = story().person('Ana')
    await ana.mentions('<@U0BOT> pause <#C1OPS|ops> tomorrow')
    expect(ana.readsPrivately().at(-1)).toMatch(/^There is no plan called “#ops” in Acme\./)
  })

  it('is answered at once, and read after that', async () => {
    const ana = story().person('Ana')
    const release = story().wire.hold()
    const { status, body } = await story().slack.person('Ana').mention('pause web-prod tomorrow')
    expect([status, body, read().channel.length]).toEqual([200, '', 1])
    release()
    await story().slack.settled()
    expect(read().channel.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('in a thread is answered in that thread, and the channel stays quiet', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    ana.chats('web-prod is slow')
    bo.repliesTo('web-prod is slow', 'Shall we pause it?')
    await ana.mentions('pause web-prod tomorrow load test', { below: 'web-prod is slow' })
    expect(await story().pauses('web-prod')).toEqual(PAUSED)
    expect(read().channel).toEqual(['web-prod is slow'])
    expect(read().threads.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('reads alone what is for nobody else, in a thread as well', async () => {
    const ana = story().person('Ana')
    await ana.mentions('plan show web-prod')
    expect(read().channel).toHaveLength(1)
    expect(ana.readsPrivately().at(-1)).toContain('*web-prod*')
    ana.chats('What is the plan?')
    await ana.mentions('plan', { below: 'What is the plan?' })
    const [shown] = story().slack.person('Ana').messages('ops').slice(-1)
    expect(shown).toMatchObject({ only: 'U1ANA', thread_ts: expect.any(String) })
    expect(story().person('Bo').readsPrivately()).toEqual([])
  })

  it('is asked what is missing, and the form takes up the words and the thread', async () => {
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
    expect(await story().pauses('web-prod')).toEqual(PAUSED)
    expect(read().threads.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
    expect(read().channel).toEqual(['web-prod is slow'])
  })
})

describe('an event', () => {
  const mention = { type: 'app_mention', user: 'U1ANA', channel: 'C1OPS', ts: '1.1', event_ts: '1.1' }
  const pause = { ...mention, text: '<@U0BOT> pause web-prod tomorrow load test' }

  it('that comes again is answered, and done once', async () => {
    const { slack } = story()
    const first = await slack.event(pause, { id: 'Ev1' })
    await slack.settled()
    const again = await slack.event(pause, { id: 'Ev1', retry: { num: 1, reason: 'http_timeout' } })
    await slack.settled()
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await story().pauses('web-prod')).toEqual(PAUSED)
    expect(slack.person('Ana').messages('ops')).toHaveLength(1)
    expect(story().wire.changes()).toHaveLength(1)
  })

  it('that comes again is not acknowledged before the first try has got through', async () => {
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
    // What only reads is answered each time: `help` once, `plan` twice.
    expect(story().person('Ana').readsPrivately()).toHaveLength(3)
  })

  it.each([
    ['another bot', { bot_id: 'B9' }],
    ['the bot itself', { user: 'U0BOT', bot_id: 'B0BOT' }],
    ['an edit', { edited: { user: 'U1ANA', ts: '1.2' } }],
    ['a subtype', { subtype: 'message_changed' }],
    ['nobody', { user: undefined }],
  ])('from %s is left alone, in a channel and in the DM', async (_, change) => {
    const { slack } = story()
    const dm = { type: 'message', channel_type: 'im', channel: 'DU1ANA', text: 'pause web-prod tomorrow' }
    for (const event of [pause, { ...mention, ...dm }]) {
      expect((await slack.event({ ...event, ...change })).status).toBe(200)
      await slack.settled()
    }
    expect([read().channel, slack.dm('Ana'), slack.calls]).toEqual([[], [], []])
  })
})

describe('a secret that others read in a mention', () => {
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
  ])('is warned of, once, and then the sentence is answered: %s', async (sentence, answer) => {
    const ana = story().person('Ana')
    await ana.mentions(`<@U0BOT> ${sentence}`)
    expect(ana.readsPrivately()).toEqual([WARNING, expect.stringContaining(answer)])
    expect(story().person('Bo').readsPrivately()).toEqual([])
  })

  it('is spoken of where a sentence that says nothing else may be one', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('<@U0BOT> my token is s3cr3t-key-0001')).toContain('If that was a secret,')
  })

  it('is not where nobody else reads it, nor where there is none', async () => {
    const ana = story().person('Ana')
    await ana.says('credential add vault azure key=S3cr3tKEY')
    await ana.types('/dayshift credential add vault azure key=S3cr3tKEY')
    await ana.mentions('<@U0BOT> credential add vault azure')
    await ana.mentions('<@U0BOT> pause web-prod tomorrow key: load test')
    expect([...ana.reads(), ...ana.readsInDm].join('\n')).not.toContain('Everybody here can read')
  })
})
