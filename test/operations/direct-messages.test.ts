import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories({ linked: ['Ana', 'Cleo'] })

/** Returns the messages of the bot in a DM. */
const botMessages = (name: string) =>
  story()
    .slack.dm(name)
    .filter(({ user }) => user === 'U0BOT')

describe('a message in the DM of the bot', () => {
  it('needs no slash, and gets ordinary messages as replies', async () => {
    const ana = story().person('Ana')
    await ana.says('plan')
    await ana.says('Please pause web-prod tomorrow load test')
    expect(botMessages('Ana').map(({ text }) => text)).toEqual([
      expect.stringContaining('*Acme* has'),
      expect.stringContaining(`${ana.mention} paused *web-prod*`),
    ])
    expect(botMessages('Ana').map(({ only }) => only)).toEqual([undefined, undefined])
    expect(story().channel()).toEqual([])
  })

  it('can contain emoji, which Slack sends by name', async () => {
    await story().createPlan('🚀 launch')
    const ana = story().person('Ana')
    await ana.says('pause :rocket: launch tomorrow :tada: at last')
    expect(await story().pauses('🚀 launch')).toEqual([['19/11/2026', '19/11/2026', '🎉 at last']])
    await ana.types('/resume :rocket: launch')
    expect(await story().pauses('🚀 launch')).toEqual([])
    await ana.says('plan create :tada: party weekdays 8-18')
    expect(await story().planId('🎉 party')).not.toBe('')
  })

  it('asks Dev to link his account first', async () => {
    const dev = story().person('Dev')
    await dev.says('pause web-prod tomorrow load test')
    expect(dev.readsInDm.at(-1)).toContain('[Link account]')
    await dev.presses('Link account', dev.dm)
    await dev.submits({ 'Access token': story().tokenOf('Dev') })
    expect(dev.readsInDm.at(-1)).toContain('Your account is linked')
  })

  it('leads to a button for the form if something is missing', async () => {
    const ana = story().person('Ana')
    await ana.says('pause web-prod')
    await ana.presses('Open the form', ana.dm)
    await ana.submits({ From: 'tomorrow' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
    expect(ana.readsInDm.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('is answered in its thread', async () => {
    const ana = story().person('Ana')
    await ana.says('plan')
    const [first] = botMessages('Ana')
    const thread = first?.ts ?? ''
    await story().slack.event({
      type: 'message',
      channel_type: 'im',
      user: 'U1ANA',
      channel: ana.dm,
      text: 'whoami',
      ts: '2.1',
      thread_ts: thread,
    })
    await story().slack.settled()
    expect(botMessages('Ana').at(-1)).toMatchObject({ thread_ts: thread })
  })
})

describe('a pause requested in the DM', () => {
  const WEB = /^<@U1ANA> paused \*web-prod\*/
  const CHANNEL_NOTE = '<#C1OPS> will hear of it.'
  const NO_CHANNEL_NOTE = 'No channel was told.'

  /** Announces a pause of the plan in the channel. */
  async function announce(plan: string, channel = 'ops') {
    const ana = story().person('Ana')
    await ana.types(`/pause ${plan} 24 dec`, channel)
    return ana
  }

  it('is announced in the latest channel of the plan, and names it', async () => {
    const ana = await announce('web-prod')
    await ana.says('pause web-prod tomorrow load test')
    expect(ana.readsInDm.at(-1)).toMatch(WEB)
    expect(ana.readsInDm.at(-1)).toContain(CHANNEL_NOTE)
    expect(story().channel()).toHaveLength(2)
    expect(story().channel().at(-1)).toMatch(WEB)
    expect(story().channel().at(-1)).toMatch(/load test.*\[Resume now\] \[Change dates\] \[Show plan\]$/s)
    expect(story().channel().at(-1)).not.toContain('will hear')
  })

  it('is updated in both places, and so is its cancellation', async () => {
    const ana = await announce('web-prod')
    await ana.says('pause web-prod tomorrow')
    await story().person('Cleo').presses('Resume now')
    const over = /^~<@U1ANA> paused \*web-prod\*.*~\nCancelled by <@U3CLEO>/s
    expect(story().channel().at(1)).toMatch(over)
    expect(ana.readsInDm.at(-1)).toMatch(over)
    await ana.says('resume web-prod')
    expect(ana.readsInDm.at(-1)).toContain(CHANNEL_NOTE)
    expect(story().channel().at(-1)).toMatch(/^<@U1ANA> cancelled the upcoming pause of \*web-prod\*/)
  })

  it('is announced after the press on a card as well', async () => {
    const ana = await announce('web-prod')
    await ana.says('can someone please stop web-prod on monday?')
    await ana.presses('Pause', ana.dm)
    expect(ana.readsInDm.at(-1)).toContain(CHANNEL_NOTE)
    expect(story().channel().at(-1)).toMatch(WEB)
  })

  it.each<{ channel: string; before: [string, string][]; words: string; person?: Name }>([
    { channel: 'without its announcements', before: [['web-prod', 'ops']], words: 'web-staging tomorrow' },
    {
      channel: 'with announcements of only one of the plans',
      before: [['web-prod', 'ops']],
      words: 'web-staging and web-prod monday',
    },
    {
      channel: 'if each plan was announced in another one',
      before: [
        ['web-prod', 'ops'],
        ['web-staging', 'team'],
      ],
      words: 'web-staging and web-prod monday',
    },
    {
      channel: 'shared with another organization',
      before: [['web-prod', 'both']],
      words: 'web-prod tomorrow',
    },
    {
      channel: 'without the person',
      before: [['web-prod', 'team']],
      words: 'web-prod tomorrow',
      person: 'Cleo',
    },
  ])('is announced in no channel $channel', async ({ before, words, person = 'Ana' }) => {
    for (const [plan, channel] of before) await announce(plan, channel)
    await story().person(person).says(`pause ${words}`)
    expect(story().person(person).readsInDm.at(-1)).toContain(NO_CHANNEL_NOTE)
    for (const [, channel] of before) expect(story().channel(channel)).toHaveLength(1)
  })

  it('is announced in no channel if Slack does not list channels', async () => {
    const ana = await announce('web-prod')
    story().failSlack('users.conversations', 'missing_scope')
    await ana.says('pause web-prod tomorrow')
    expect(ana.readsInDm.at(-1)).toContain(NO_CHANNEL_NOTE)
    expect(story().channel()).toHaveLength(1)
  })

  it('reports a failed announcement', async () => {
    const ana = await announce('web-prod')
    story().failSlack('chat.postMessage C1OPS', 'is_archived')
    await ana.says('pause web-prod tomorrow')
    expect(ana.readsInDm.at(-2)).toContain(CHANNEL_NOTE)
    expect(ana.readsInDm.at(-1)).toMatch(/paused \*web-prod\*.*I could not post this in <#C1OPS>\.$/s)
    expect(story().channel()).toHaveLength(1)
  })

  it('is announced and confirmed once after Slack’s rate limit', async () => {
    const ana = await announce('web-prod')
    story().failSlack('chat.postMessage', 'ratelimited')
    await ana.says('pause web-prod tomorrow')
    expect(story().channel()).toHaveLength(1)
    story().restoreSlack()
    for (const time of ['09:00:15', '09:01:00', '09:10:00']) {
      await story().advanceTo(`2026-11-18T${time}Z`)
    }
    expect(story().channel()).toHaveLength(2)
    expect(ana.readsInDm.filter(text => text.includes(CHANNEL_NOTE))).toHaveLength(1)
    story().logged.splice(0)
  })

  it('leads to the reminder in the thread of its announcement', async () => {
    const ana = await announce('web-prod')
    await ana.says('pause web-prod next week')
    await story().advanceTo('2026-11-27T15:30:00Z')
    expect(story().channel().at(-1)).toContain('is back')
    expect(ana.readsInDm.at(-1)).toContain(CHANNEL_NOTE)
  })

  it('is the only change that is announced in another channel', async () => {
    const ana = await announce('web-prod')
    const messages = story().channel()
    for (const sentence of ['plan off web-prod', 'plan on web-prod', 'billing', 'credential list'])
      await ana.says(sentence)
    expect(story().channel()).toEqual(messages)
    expect(ana.readsInDm.join()).not.toContain('hear')
  })
})
