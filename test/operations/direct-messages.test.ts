import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Bo'] })

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
    await story().plan('🚀 launch')
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
    await dev.fills({ 'Access token': story().tokenOf('Dev') })
    await dev.submits()
    expect(dev.readsInDm.at(-1)).toContain('Your account is linked')
  })

  it.each(['link xoxp-canary', 'please link token: xoxp-canary', 'Link: xoxp-canary'])(
    'repeats no token that was written to it: "%s"',
    async words => {
      for (const name of ['Ana', 'Dev'] as const) {
        await story().person(name).says(words)
        expect(answers(name)).toHaveLength(1)
        expect(JSON.stringify(answers(name))).not.toContain('canary')
      }
    },
  )

  it('is asked what is missing, with a button for the form', async () => {
    const ana = story().person('Ana')
    await ana.says('pause web-prod')
    await ana.presses('Open the form', ana.dm)
    await ana.fills({ From: 'tomorrow' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
    expect(ana.readsInDm.at(-1)).toContain(`${ana.mention} paused *web-prod*`)
  })

  it('is answered in a thread of the DM where the question stands in one', async () => {
    const ana = story().person('Ana')
    await ana.says('plan')
    const [first] = answers('Ana')
    const thread = first?.ts ?? ''
    await story().slack.event({
      ...{ type: 'message', channel_type: 'im', user: 'U1ANA', channel: ana.dm },
      ...{ text: 'whoami', ts: '2.1', thread_ts: thread },
    })
    await story().slack.settled()
    expect(answers('Ana').at(-1)).toMatchObject({ thread_ts: thread })
  })
})
