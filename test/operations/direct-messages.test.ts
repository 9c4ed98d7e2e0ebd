import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories({ linked: ['Ana', 'Cleo'] })

/** What stands in the DM, and whether it stays there for good. */
const answers = (name: string) =>
  story()
    .slack.dm(name)
    .filter(({ user }) => user === 'U0BOT')

describe('a person in the DM of the bot', () => {
  it('needs no slash, and reads the answer as an ordinary message', async () => {
    const ana = story().person('Ana')
    await ana.says('plan')
    await ana.says('Please pause web-prod tomorrow load test')
    expect(answers('Ana').map(({ text }) => text)).toEqual([
      expect.stringContaining('*Acme* has'),
      expect.stringContaining(`${ana.mention} paused *web-prod*`),
    ])
    expect(answers('Ana').map(({ only }) => only)).toEqual([undefined, undefined])
    expect(story().channel()).toEqual([])
  })

  it('writes emoji, of which Slack tells the names, and means what everybody sees', async () => {
    await story().createPlan('🚀 launch')
    const ana = story().person('Ana')
    await ana.says('pause :rocket: launch tomorrow :tada: at last')
    expect(await story().pauses('🚀 launch')).toEqual([['19/11/2026', '19/11/2026', '🎉 at last']])
    await ana.types('/resume :rocket: launch')
    expect(await story().pauses('🚀 launch')).toEqual([])
    await ana.says('plan create :tada: party weekdays 8-18')
    expect(await story().planId('🎉 party')).not.toBe('')
  })

  it('Dev, not linked, is asked to link; what he asked for waits', async () => {
    const dev = story().person('Dev')
    await dev.says('pause web-prod tomorrow load test')
    expect(dev.readsInDm.at(-1)).toContain('[Link account]')
    await dev.presses('Link account', dev.dm)
    await dev.submits({ 'Access token': story().tokenOf('Dev') })
    expect(dev.readsInDm.at(-1)).toContain('Your account is linked')
  })

  it('is asked what is missing, with a button for the form', async () => {
    const ana = story().person('Ana')
    await ana.says('pause web-prod')
    await ana.presses('Open the form', ana.dm)
    await ana.submits({ From: 'tomorrow' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
    expect(ana.readsInDm.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('is answered in a thread of the DM where the question stands in one', async () => {
    const ana = story().person('Ana')
    await ana.says('plan')
    const [first] = answers('Ana')
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
    expect(answers('Ana').at(-1)).toMatchObject({ thread_ts: thread })
  })
})

describe('a pause that is asked for in the DM', () => {
  const WEB = /^<@U1ANA> paused \*web-prod\*/
  const HEARS = '<#C1OPS> will hear of it.'
  const UNTOLD = 'No channel was told.'

  /** The channel has heard of the plan before. */
  async function announced(plan: string, channel = 'ops') {
    const ana = story().person('Ana')
    await ana.types(`/pause ${plan} 24 dec`, channel)
    return ana
  }

  it('is told the channel that heard of the plan last, and says so', async () => {
    const ana = await announced('web-prod')
    await ana.says('pause web-prod tomorrow load test')
    expect(ana.readsInDm.at(-1)).toMatch(WEB)
    expect(ana.readsInDm.at(-1)).toContain(HEARS)
    expect(story().channel()).toHaveLength(2)
    expect(story().channel().at(-1)).toMatch(WEB)
    expect(story().channel().at(-1)).toMatch(/load test.*\[Resume now\] \[Change dates\] \[Show plan\]$/s)
    expect(story().channel().at(-1)).not.toContain('will hear')
  })

  it('stays true in both places, and so does a pause that is taken back there', async () => {
    const ana = await announced('web-prod')
    await ana.says('pause web-prod tomorrow')
    await story().person('Cleo').presses('Resume now')
    const over = /^~<@U1ANA> paused \*web-prod\*.*~\nCancelled by <@U3CLEO>/s
    expect(story().channel().at(1)).toMatch(over)
    expect(ana.readsInDm.at(-1)).toMatch(over)
    await ana.says('resume web-prod')
    expect(ana.readsInDm.at(-1)).toContain(HEARS)
    expect(story().channel().at(-1)).toMatch(/^<@U1ANA> cancelled the upcoming pause of \*web-prod\*/)
  })

  it('by the press on a card there is told as well', async () => {
    const ana = await announced('web-prod')
    await ana.says('can someone please stop web-prod on monday?')
    await ana.presses('Pause', ana.dm)
    expect(ana.readsInDm.at(-1)).toContain(HEARS)
    expect(story().channel().at(-1)).toMatch(WEB)
  })

  it.each<{ channel: string; heard: [string, string][]; words: string; who?: Name }>([
    { channel: 'that has never heard of it', heard: [['web-prod', 'ops']], words: 'web-staging tomorrow' },
    {
      channel: 'that has heard of one of several plans',
      heard: [['web-prod', 'ops']],
      words: 'web-staging and web-prod monday',
    },
    {
      channel: 'of several plans that different ones heard of',
      heard: [
        ['web-prod', 'ops'],
        ['web-staging', 'team'],
      ],
      words: 'web-staging and web-prod monday',
    },
    {
      channel: 'that another organization shares',
      heard: [['web-prod', 'both']],
      words: 'web-prod tomorrow',
    },
    {
      channel: 'in which the person is not',
      heard: [['web-prod', 'team']],
      words: 'web-prod tomorrow',
      who: 'Cleo',
    },
  ])('is told no channel $channel', async ({ heard, words, who = 'Ana' }) => {
    for (const [plan, channel] of heard) await announced(plan, channel)
    await story().person(who).says(`pause ${words}`)
    expect(story().person(who).readsInDm.at(-1)).toContain(UNTOLD)
    for (const [, channel] of heard) expect(story().channel(channel)).toHaveLength(1)
  })

  it('is told no channel where Slack does not list channels', async () => {
    const ana = await announced('web-prod')
    story().failSlack('users.conversations', 'missing_scope')
    await ana.says('pause web-prod tomorrow')
    expect(ana.readsInDm.at(-1)).toContain(UNTOLD)
    expect(story().channel()).toHaveLength(1)
  })

  it('says so where the channel cannot be told after all', async () => {
    const ana = await announced('web-prod')
    story().failSlack('chat.postMessage C1OPS', 'is_archived')
    await ana.says('pause web-prod tomorrow')
    expect(ana.readsInDm.at(-2)).toContain(HEARS)
    expect(ana.readsInDm.at(-1)).toMatch(/paused \*web-prod\*.*I could not post this in <#C1OPS>\.$/s)
    expect(story().channel()).toHaveLength(1)
  })

  it('is told both once Slack takes posts again, each once', async () => {
    const ana = await announced('web-prod')
    story().failSlack('chat.postMessage', 'ratelimited')
    await ana.says('pause web-prod tomorrow')
    expect(story().channel()).toHaveLength(1)
    story().restoreSlack()
    for (const time of ['09:00:15', '09:01:00', '09:10:00']) {
      await story().advanceTo(`2026-11-18T${time}Z`)
    }
    expect(story().channel()).toHaveLength(2)
    expect(ana.readsInDm.filter(text => text.includes(HEARS))).toHaveLength(1)
    story().logged.splice(0)
  })

  it('reminds the channel that heard of it, in the thread', async () => {
    const ana = await announced('web-prod')
    await ana.says('pause web-prod next week')
    await story().advanceTo('2026-11-27T15:30:00Z')
    expect(story().channel().at(-1)).toContain('is back')
    expect(ana.readsInDm.at(-1)).toContain(HEARS)
  })

  it('is the only change that is told elsewhere than where it was asked for', async () => {
    const ana = await announced('web-prod')
    const messages = story().channel()
    for (const sentence of ['plan off web-prod', 'plan on web-prod', 'billing', 'credential list'])
      await ana.says(sentence)
    expect(story().channel()).toEqual(messages)
    expect(ana.readsInDm.join()).not.toContain('hear')
  })
})
