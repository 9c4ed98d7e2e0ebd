import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('asking why a plan is paused', () => {
  it.each(['why is web-prod off?', 'when is web-prod back?', '/dayshift why web-prod'])(
    'shows reason, author and end, with a button that resumes the plan: %s',
    async sentence => {
      const [ana, bo] = [story().person('Ana'), story().person('Bo')]
      await ana.types('/pause web-prod today to friday load test')
      expect(await bo.asks(sentence)).toMatch(
        /^\*web-prod\* is paused:\nWed 18 .*Fri 20 Nov.* – load test · back <!date[^|]*\|Mon 23 Nov, 02:00> your time \(08:00 plan time\)\. Paused by <@U1ANA>, <!date[^>]*>\.\n\[Resume now\] \[Change dates\] \[Show plan\]/,
      )
      await bo.presses('Resume now')
      expect(await story().pauses('web-prod')).toEqual([])
    },
  )

  it('says that a pause was not made through Dayshift', async () => {
    expect(await story().person('Ana').asks('/pause why data-warehouse')).toMatch(
      /– migration to the new cluster[^\n]*\. It was not made through Dayshift\.\n\[Resume now\]/,
    )
  })

  it('shows who turned the plan off, with a button that turns it on', async () => {
    const ana = story().person('Ana')
    await story().person('Bo').types('/plan off web-prod')
    await ana.says('why is web-prod down?')
    expect(ana.readsInDm.at(-1)).toMatch(
      /^\*web-prod\* is off until someone turns it on; turned off by <@U2BO>, <!date.*\n\[Turn on\] \[Show plan\]$/,
    )
  })

  it('shows the current state and the next pause of a plan that is not paused', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/dayshift why is ci-runners off?')).toMatch(
      /^\*ci-runners\* is not paused: it is running until <!date.*\|16:30> your time \(21:00 plan time\)\.\n\[Show plan\]/,
    )
    expect(await ana.asks('/dayshift why is web-staging off?')).toMatch(
      /^\*web-staging\* is not paused: it is running until .*\.\nIts next pause:\nMon 30 Nov.*\. It was not made through Dayshift\.\n/,
    )
  })

  it('is unnecessary in the list of pauses, which names the author of each', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow load test')
    expect(await ana.asks('/pause list')).toMatch(/\*web-prod\* .* – load test.*\nby <@U1ANA>, <!date/)
  })
})
