import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const PAUSED = expect.stringContaining('paused *web-prod*')
/** Ana mentions the bot in #ops, where Slack answers so to what it posts there. */
async function mentioned(answer: string, text = 'pause web-prod tomorrow') {
  const ana = story().person('Ana')
  story().failSlack('chat.postMessage C1OPS', answer)
  await ana.mentions(text)
  return ana
}

const channel = () => story().channel().slice(1)
const rows = () =>
  story().database.selectFrom('changes').selectAll().where('state', '<>', 'scheduled').execute()

describe('what a channel is to hear', () => {
  it.each(['ratelimited', 'internal_error', 'channel_not_found', 'not_in_channel', 'msg_too_long'])(
    'reaches Ana alone at once where Slack does not take it in the channel: %s',
    async answer => {
      const ana = await mentioned(answer)
      story().restoreSlack()
      await story().passes(60)
      expect([channel(), ana.readsInDm]).toEqual([
        [],
        [expect.stringMatching(/\nI could not post this in <#C1OPS>\.$/)],
      ])
      expect(await rows()).toMatchObject([{ state: 'done', delivered_at: expect.any(String), result: null }])
    },
  )

  it('may stand there where Slack said nothing: Ana is told just that, and nothing is posted twice', async () => {
    const ana = story().person('Ana')
    story().failSlack('chat.postMessage C1OPS', 'late')
    await ana.mentions('pause web-prod tomorrow')
    await story().passes(600)
    expect([channel(), ana.readsInDm]).toEqual([
      [PAUSED],
      [expect.stringMatching(/\nSlack did not say whether this was posted in <#C1OPS>\.$/)],
    ])
  })

  it('is no answer that only Ana asked for: that takes the next way at once', async () => {
    const ana = story().person('Ana')
    story().failSlack('chat.postEphemeral', 'ratelimited')
    await ana.mentions('plan show web-prod')
    expect(ana.readsInDm).toEqual([
      expect.stringMatching(/^\*web-prod\*.*\nI could not post this in <#C1OPS>\.$/s),
    ])
  })
})
