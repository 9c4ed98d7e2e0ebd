import { describe, expect, it } from 'vitest'
import { formOrigin, keyOf, originOf } from '../../src/slack/origin.ts'

const sender = { team: 'T1', user: 'U1' }
const url = 'https://hooks.slack.com/commands/T1/2/abc'

const command = { channel_id: 'C1', response_url: url, trigger_id: '1.2', text: 'web-prod' }
const press = {
  type: 'block_actions',
  team: { id: 'T1', domain: 'acme' },
  enterprise: null,
  user: { id: 'U1', team_id: 'T1' },
  channel: { id: 'C1' },
  message: { ts: '1.1' },
  response_url: url,
}

describe('where a request came from', () => {
  it('is not the same person in another workspace, whose ids may be alike', () => {
    const stranger = { ...press, user: { id: 'U1', team_id: 'T2' } }
    expect(keyOf(originOf('press', press, sender))).toBe('T1:U1')
    expect(originOf('press', stranger, sender)).toMatchObject({ team: 'T1', from: 'T2' })
    expect(keyOf(originOf('press', stranger, sender))).toBe('T2:U1')
    const event = { type: 'app_mention', user: 'U1', user_team: 'T2', channel: 'C1' }
    expect(keyOf(originOf('message', { team_id: 'T1', event }, sender))).toBe('T2:U1')
  })

  it('is not put under an enterprise that another workspace may not belong to', () => {
    const within = { ...sender, enterprise: 'E1' }
    const stranger = { ...press, user: { id: 'U1', team_id: 'T2' } }
    expect(keyOf(originOf('press', stranger, within))).toBe('T2:U1')
    const event = { type: 'app_mention', user: 'U1', user_team: 'T2', channel: 'C1' }
    expect(keyOf(originOf('message', { event }, within))).toBe('T2:U1')
  })

  it('is not taken over from a form that somebody else opened', () => {
    const opened = originOf('press', { ...press, user: { team_id: 'T2' } }, { ...sender, user: 'U2' })
    const { channel: _, message: __, response_url: ___, ...sent } = press
    expect(formOrigin(originOf('submission', sent, sender), sent, opened)).toEqual({
      team: 'T1',
      user: 'U1',
      channel: 'C1',
      responseUrl: url,
    })
  })

  it('is, for a form, where it was opened, whoever sends it', () => {
    const { channel: _, message: __, response_url: ___, ...form } = { ...press, type: 'view_submission' }
    const opened = { team: 'T9', user: 'U9', channel: 'C1', thread: '1.1', responseUrl: url }
    const there = { ...opened, team: 'T1', user: 'U1' }
    expect(formOrigin(originOf('submission', form, sender), form, opened)).toEqual(there)
    expect(
      formOrigin(
        originOf('submission', { ...form, response_urls: [] }, sender),
        { ...form, response_urls: [] },
        opened,
      ),
    ).toEqual(there)
  })

  it('is, for a form in which a conversation was chosen, that conversation from then on', () => {
    const { channel: _, message: __, response_url: ___, ...form } = { ...press, type: 'view_submission' }
    const response_urls = [{ block_id: 'b', action_id: 'a', channel_id: 'C2', response_url: url }]
    const opened = { team: 'T1', user: 'U1', home: true }
    expect(
      formOrigin(
        originOf('submission', { ...form, response_urls }, sender),
        { ...form, response_urls },
        opened,
      ),
    ).toEqual({
      team: 'T1',
      user: 'U1',
      home: true,
      channel: 'C2',
      responseUrl: url,
    })
  })

  it.each([{ ...command, channel_id: 7 }, null, 'x'])('cannot be read from %j', payload => {
    expect(() => originOf('command', payload, sender)).toThrow()
    expect(() => originOf('press', payload, sender)).toThrow()
  })
})
