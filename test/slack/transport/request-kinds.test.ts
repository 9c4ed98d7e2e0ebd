import { anything, assert, constantFrom, dictionary, oneof, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUSY, turnAway } from '../../../src/slack/transport/rejected.ts'
import { at, kindOf, kindUnread, senderOf } from '../../../src/slack/transport/request-kinds.ts'

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
    expect([kindOf(body), senderOf(body, kindOf(body))]).toEqual([kind, sender])
  })

  it('are found in whatever comes, and so is a way to turn it away', () => {
    assert(
      property(dictionary(string(), anything()), body => {
        const kind = kindOf(body)
        senderOf(body, kind)
        expect([200, 503]).toContain(turnAway(body, kind, BUSY, true).status)
      }),
    )
  })

  it('can be told of a form that nobody has read, and are so once it is read, whatever somebody typed', () => {
    const typed = oneof(string(), constantFrom('command=/pause', '{"container":{"type":"message"}}'))
    const types = constantFrom('block_actions', 'block_suggestion', 'view_submission', 'message_action')
    const container = record({ type: constantFrom('message', 'view'), message_ts: typed })
    const interaction = record({ type: types, container, message: typed })
    assert(
      property(interaction, body => {
        const form = Buffer.from(`payload=${encodeURIComponent(JSON.stringify(body))}`)
        const isPress = body.type === 'block_actions' && body.container.type === 'message'
        expect(kindUnread(form)).toBe(isPress ? 'press' : undefined)
      }),
    )
    assert(
      property(typed, text => {
        const form = Buffer.from(`${new URLSearchParams({ token: 'x', command: '/pause', text })}`)
        expect(kindUnread(form)).toBe('command')
      }),
    )
  })

  it('are not what every object has by nature', () => {
    expect(at({ event: {} }, 'event', 'constructor', 'name')).toBeUndefined()
  })
})

describe('a form that is turned away', () => {
  const title = { type: 'plain_text', text: 'Remove' }
  const view = { id: 'V1', hash: '1', type: 'modal', title, blocks: [{ type: 'divider' }], state: {} }

  it('is told at its first input', () => {
    const blocks = [
      { type: 'section' },
      { type: 'input', block_id: 'plan' },
      { type: 'input', block_id: 'x' },
    ]
    expect(turnAway({ view: { ...view, blocks } }, 'submission', BUSY, true).content).toEqual({
      response_action: 'errors',
      errors: { plan: BUSY.text.mrkdwn },
    })
  })

  it('stays as it was below the reason, where it has no input', () => {
    expect(turnAway({ view }, 'submission', BUSY, true).content).toEqual({
      response_action: 'update',
      view: {
        type: 'modal',
        title,
        blocks: [expect.objectContaining({ type: 'section' }), { type: 'divider' }],
      },
    })
  })
})
