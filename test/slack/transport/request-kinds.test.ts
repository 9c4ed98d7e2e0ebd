import { describe, expect, it } from 'vitest'
import { get, kindOf } from '../../../src/slack/transport/request-kinds.ts'

describe('the kind of a payload', () => {
  it.each([
    [{ command: '/plan' }, 'command'],
    [{ type: 'event_callback', event: { type: 'app_mention' } }, 'message'],
    [{ type: 'event_callback', event: { type: 'message' } }, 'message'],
    [{ type: 'event_callback', event: { type: 'app_home_opened' } }, 'home'],
    [{ type: 'event_callback', event: { type: 'function_executed' } }, 'step'],
    [{ type: 'event_callback', event: { type: 'tokens_revoked' } }, 'uninstall'],
    [{ type: 'event_callback', event: { type: 'reaction_added' } }, 'other'],
    [{ type: 'block_actions', actions: [{ type: 'button' }] }, 'press'],
    [{ type: 'block_actions', actions: [{ type: 'plain_text_input' }] }, 'typing'],
    [{ type: 'block_actions', actions: 'x' }, 'press'],
    [{ type: 'block_suggestion' }, 'suggestion'],
    [{ type: 'view_submission' }, 'submission'],
    [{ type: 'shortcut' }, 'shortcut'],
    [{ type: 'message_action' }, 'shortcut'],
    [{ type: 'view_closed' }, 'other'],
    [{}, 'other'],
  ])('of %j is %s', (body, kind) => {
    expect(kindOf(body)).toBe(kind)
  })

  it('is not read from the prototype of an object', () => {
    expect(get({ event: {} }, 'event', 'constructor', 'name')).toBeUndefined()
  })
})
