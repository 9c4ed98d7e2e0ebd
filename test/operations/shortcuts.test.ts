import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Bo'] })

const lastMessage = (name = 'ops') => story().slack.channel(name).at(-1)

describe('the shortcut "Pause a plan"', () => {
  it('opens the form, and announces the pause in the current channel', async () => {
    const ana = story().person('Ana')
    await ana.usesShortcut('pause.add')
    expect(ana.fields.Tell).toBe('#ops')
    await ana.submits({ Plan: 'web-prod', From: 'tomorrow' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
    expect(story().channel()).toEqual([expect.stringContaining(`${ana.mention} paused *web-prod*`)])
    expect(ana.readsInDm).toEqual([])
  })

  it('announces the pause in a selected channel, even one without the bot', async () => {
    const ana = story().person('Ana')
    await ana.usesShortcut('pause.add')
    await ana.submits({ Plan: 'web-prod', From: 'tomorrow', Tell: 'far' })
    expect(story().channel('far')).toEqual([expect.stringContaining('paused *web-prod*')])
    expect([story().channel(), ana.readsInDm]).toEqual([[], []])
    expectRefusals(story(), 'not_in_channel')
  })

  it('does not offer channels shared with other organizations', async () => {
    const ana = story().person('Ana')
    await ana.usesShortcut('pause.add', undefined, 'both')
    expect(ana.fields.Tell).toBe('')
    await expect(ana.fills({ Tell: 'both' })).rejects.toThrow('nothing begins with "both"')
    await ana.types('/pause web-prod tomorrow', 'both')
    expect(story().channel('both')).toEqual([expect.stringContaining(`${ana.mention} paused *web-prod*`)])
  })

  it('asks Dev to link first, in the DM', async () => {
    const dev = story().person('Dev')
    await dev.usesShortcut('pause.add')
    expect(dev.form).toBeUndefined()
    expect(dev.readsInDm.at(-1)).toContain('[Link account]')
  })
})

describe('the shortcut "Pause a plan for this"', () => {
  it('starts the reason with a link to the message, and answers in its thread', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    ana.chats('web-prod is slow')
    const link = `https://playground.slack.com/archives/C1OPS/p${lastMessage()?.ts.replace('.', '')}`
    await bo.usesShortcut('pause.add.for', 'web-prod is slow')
    const reason = `Ana’s message: ${link}`
    expect(bo.fields).toMatchObject({ Plan: 'web-prod', From: '', Reason: reason })
    await bo.submits({ From: 'tomorrow', Reason: `${reason} load test` })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', `${reason} load test`]])
    const [first, announcement] = story().slack.channel('ops')
    expect(announcement?.text).toContain(`${bo.mention} paused *web-prod*`)
    expect(announcement).toMatchObject({ thread_ts: first?.ts })
  })

  it('fills in the plans and days of the message, as of when it was written', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    ana.chats('the auditors are in tomorrow: can web-prod and ci-runners rest?')
    story().setTime('2026-11-19T09:00:00Z')
    await bo.usesShortcut('pause.add.for', 'the auditors')
    expect(bo.fields).toMatchObject({ Plans: 'web-prod and ci-runners', From: 'Thu 19 Nov 2026', Until: '' })
    await bo.closes()
    story().setTime('2026-11-20T09:00:00Z')
    await bo.usesShortcut('pause.add.for', 'the auditors')
    expect(bo.fields).toMatchObject({ Plans: 'web-prod and ci-runners', From: '', Until: '' })
  })

  it('keeps what the person changed afterwards', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    ana.chats('web-prod is slow tomorrow')
    await bo.usesShortcut('pause.add.for', 'web-prod is slow')
    await bo.fills({ Plan: 'web-staging' })
    await bo.pressesInForm('Today')
    expect(bo.fields).toMatchObject({ Plan: 'web-staging', From: 'today', Until: '' })
  })

  it('answers Dev, who is not linked, in the channel', async () => {
    const [ana, dev] = [story().person('Ana'), story().person('Dev')]
    ana.chats('web-prod is slow')
    await dev.usesShortcut('pause.add.for', 'web-prod is slow')
    expect(dev.readsPrivately()).toEqual([expect.stringContaining('[Link account]')])
  })
})

describe('the shortcut on a message while Slack is slow', () => {
  const slow = stories({ linked: ['Ana'], ackWithinMs: 100 })

  it('builds the link itself instead of waiting', async () => {
    const ana = slow().person('Ana')
    ana.chats('web-prod is slow')
    slow().failSlack('chat.getPermalink', 'hangs')
    await ana.usesShortcut('pause.add.for', 'web-prod is slow')
    expect(ana.fields.Reason).toContain('https://playground.slack.com/archives/C1OPS/p')
  })
})
