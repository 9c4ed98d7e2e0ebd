import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'

const story = stories()
const announcement = (mention: string) =>
  `${mention} paused *web-prod*: Thu 19 Nov 2026 (1 day)\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\n[Resume now] [Change dates] [Show plan]`

/** Lets Ana open the pause form in a channel, and fill it in. */
async function fillForm(channel = 'ops') {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod', channel)
  await ana.fills({ From: 'tomorrow' })
  return ana
}

const methods = () => story().slack.calls.map(({ method }) => method)

describe('a reply', () => {
  it('is posted in the channel of the request, even if the bot is not in it', async () => {
    const ana = await fillForm('far')
    await ana.submits()
    expect(story().channel('far')).toEqual([announcement(ana.mention)])
    expect(story().channel('ops')).toEqual([])
    expectRefusals(story(), 'not_in_channel')
  })

  it('is posted with chat.postMessage after the response_url has expired', async () => {
    const ana = await fillForm()
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(story().channel()).toEqual([announcement(ana.mention)])
    expect(methods()).toContain('chat.postMessage')
  })

  it('is sent as a DM that names the channel if it cannot be posted there', async () => {
    const ana = await fillForm('far')
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(story().channel('far')).toEqual([])
    expect(ana.readsInDm).toEqual([`${announcement(ana.mention)}\nI could not post this in <#C2FAR>.`])
    expectRefusals(story(), 'not_in_channel', 'expired_url')
  })

  it('stays private after the response_url has expired', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan show')
    await ana.fills({ Plan: 'web-prod' })
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(ana.readsPrivately()).toEqual([expect.stringContaining('*web-prod*')])
    expect(methods()).toContain('chat.postEphemeral')
    expect(story().channel()).toEqual([])
  })

  it('that is private is sent as a DM if the bot is not in the channel', async () => {
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
