import { describe, expect, it } from 'vitest'
import { at, kindOf, senderOf } from '../../../src/slack/transport/request-kinds.ts'

describe('the kind and the sender of a payload', () => {
  const user = { id: 'U1', team_id: 'T1' }
  it.each([
    [{ command: '/plan', user_id: 'U1', team_id: 'T1' }, 'command', 'T1:U1'],
    [{ type: 'event_callback', team_id: 'T1', event: { user: 'U1' } }, 'event', 'T1:U1'],
    [{ type: 'event_callback', team_id: 'T1', event: { user: 'U1', bot_id: 'B1' } }, 'event', undefined],
    [{ type: 'event_callback', team_id: 'T1', event: { type: 'tokens_revoked' } }, 'event', undefined],
    [{ type: 'block_actions', user, actions: [{ type: 'button' }] }, 'press', 'T1:U1'],
    [{ type: 'block_actions', user, actions: [{ type: 'plain_text_input' }] }, 'typing', 'T1:U1'],
    [{ type: 'block_actions', user: { id: 'U1' }, team: { id: 'T2' }, actions: 'x' }, 'press', 'T2:U1'],
    [{ type: 'block_suggestion', user }, 'suggestion', 'T1:U1'],
    [{ type: 'view_submission', user }, 'submission', 'T1:U1'],
    [{ type: 'shortcut', user }, 'shortcut', 'T1:U1'],
    [{ type: 'message_action', user }, 'shortcut', 'T1:U1'],
    [{ type: 'view_closed', user }, 'other', 'T1:U1'],
    [{}, 'other', undefined],
  ])('%j', (body, kind, sender) => {
    expect([kindOf(body), senderOf(body)]).toEqual([kind, sender])
  })

  it('do not come from an object’s prototype', () => {
    expect(at({ event: {} }, 'event', 'constructor', 'name')).toBeUndefined()
  })
})
