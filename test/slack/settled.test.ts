import { describe, expect, it } from 'vitest'
import { actions, context, section } from '../../src/slack/blocks.ts'
import { mrkdwn } from '../../src/slack/mrkdwn.ts'
import { settled } from '../../src/slack/settled.ts'

describe('a message whose matter is settled', () => {
  const pressed = {
    text: '<@U1> paused *web-prod*',
    blocks: [section(mrkdwn`…`), ...actions({ text: 'Resume now', operation: 'pause.remove', raw: {} })],
  }

  it('says what it said, without its buttons, and what came of it', () => {
    expect(settled(pressed, { text: mrkdwn`<@U2> resumed *web-prod*.`, to: 'channel' })).toEqual({
      text: '<@U1> paused *web-prod*',
      blocks: [section({ mrkdwn: pressed.text }), context(mrkdwn`<@U2> resumed *web-prod*.`)],
    })
  })

  it.each([undefined, null, {}, { text: '' }, { text: 7 }])(
    'is none where Slack does not tell it: %j',
    message => {
      expect(settled(message, { text: mrkdwn`Done`, to: 'channel' })).toBeUndefined()
    },
  )
})
