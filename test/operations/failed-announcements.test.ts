import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const PAUSED = expect.stringContaining('paused *web-prod*')
/** Lets Ana mention the bot in #ops, where posting fails with this answer. */
async function mentionBot(answer: string, text = 'pause web-prod tomorrow') {
  const ana = story().person('Ana')
  story().failSlack('chat.postMessage C1OPS', answer)
  await ana.mentions(text)
  return ana
}

const channel = () => story().channel().slice(1)
const rows = () =>
  story().database.selectFrom('changes').selectAll().where('state', '<>', 'scheduled').execute()

describe('an announcement', () => {
  it.each(['ratelimited', 'internal_error', 'channel_not_found', 'not_in_channel', 'msg_too_long'])(
    'is sent to Ana in a DM if Slack rejects it in the channel: %s',
    async answer => {
      const ana = await mentionBot(answer)
      story().restoreSlack()
      await story().passes(60)
      expect([channel(), ana.readsInDm]).toEqual([
        [],
        [expect.stringMatching(/\nI could not post this in <#C1OPS>\.$/)],
      ])
      expect(await rows()).toMatchObject([{ state: 'done', delivered_at: expect.any(String), result: null }])
    },
  )

  it('is not posted twice if Slack answers too late, and Ana is told that it may be there', async () => {
    const ana = story().person('Ana')
    story().failSlack('chat.postMessage C1OPS', 'late')
    await ana.mentions('pause web-prod tomorrow')
    await story().passes(600)
    expect([channel(), ana.readsInDm]).toEqual([
      [PAUSED],
      [expect.stringMatching(/\nSlack did not say whether this was posted in <#C1OPS>\.$/)],
    ])
  })

  it('differs from a private reply, which falls back to the DM at once', async () => {
    const ana = story().person('Ana')
    story().failSlack('chat.postEphemeral', 'ratelimited')
    await ana.mentions('plan show web-prod')
    expect(ana.readsInDm).toEqual([
      expect.stringMatching(/^\*web-prod\*.*\nI could not post this in <#C1OPS>\.$/s),
    ])
  })
})
