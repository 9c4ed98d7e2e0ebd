import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStory, type Story } from '../story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

describe('pausing a plan', () => {
  it('Ana pauses web-prod until Friday and the channel hears of it', async () => {
    const ana = story.person('Ana')
    await ana.types('/pause web-prod tomorrow to friday load test')
    expect(story.channel()).toEqual([
      `${ana.mention} paused *web-prod*: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test\n[Resume now] [Change dates] [Show plan]`,
    ])
    expect(await story.pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
    expect(story.slack.refusals).toEqual([])
  })
})
