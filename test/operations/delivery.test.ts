import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'

const story = stories()
const paused = (mention: string) =>
  `${mention} paused *web-prod*: Thu 19 Nov 2026 (1 day)\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\n[Resume now] [Change dates] [Show plan]`

/** Ana has the form of a pause open in a channel, and fills it in. */
async function filled(channel = 'ops') {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod', channel)
  await ana.fills({ From: 'tomorrow' })
  return ana
}

const methods = () => story().slack.calls.map(({ method }) => method)

describe('where an answer goes', () => {
  it('into the channel where it was asked for, even where the bot is no member', async () => {
    const ana = await filled('far')
    await ana.submits()
    expect(story().channel('far')).toEqual([paused(ana.mention)])
    expect(story().channel('ops')).toEqual([])
    expectRefusals(story(), 'not_in_channel')
  })

  it('by another way when half an hour has gone by', async () => {
    const ana = await filled()
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(story().channel()).toEqual([paused(ana.mention)])
    expect(methods()).toContain('chat.postMessage')
  })

  it('to the person, and says where it could not be posted, when no way into the channel is left', async () => {
    const ana = await filled('far')
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(story().channel('far')).toEqual([])
    expect(ana.readsInDm).toEqual([`${paused(ana.mention)}\nI could not post this in <#C2FAR>.`])
    expectRefusals(story(), 'not_in_channel', 'expired_url')
  })

  it('a private answer stays private on every way', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan show')
    await ana.fills({ Plan: 'web-prod' })
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(ana.readsPrivately()).toEqual([expect.stringContaining('*web-prod*')])
    expect(methods()).toContain('chat.postEphemeral')
    expect(story().channel()).toEqual([])
  })

  it('a private answer goes to the person where the bot is no member', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan show', 'far')
    await ana.fills({ Plan: 'web-prod' })
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(ana.reads('far')).toEqual([])
    expect(ana.readsInDm).toEqual([
      expect.stringMatching(/^\*web-prod\*.*I could not post this in <#C2FAR>\.$/s),
    ])
    expectRefusals(story(), 'expired_url', 'not_in_channel')
  })
})
