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

describe('the origin of a request', () => {
  it('tells people with equal ids in different workspaces apart', () => {
    const stranger = { ...press, user: { id: 'U1', team_id: 'T2' } }
    expect(keyOf(originOf('press', press, sender))).toBe('T1:U1')
    expect(originOf('press', stranger, sender)).toMatchObject({ team: 'T1', from: 'T2' })
    expect(keyOf(originOf('press', stranger, sender))).toBe('T2:U1')
    const event = { type: 'app_mention', user: 'U1', user_team: 'T2', channel: 'C1' }
    expect(keyOf(originOf('message', { team_id: 'T1', event }, sender))).toBe('T2:U1')
  })

  it("leaves a guest out of the host's enterprise", () => {
    const inEnterprise = { ...sender, enterprise: 'E1' }
    const stranger = { ...press, user: { id: 'U1', team_id: 'T2' } }
    expect(keyOf(originOf('press', stranger, inEnterprise))).toBe('T2:U1')
    const event = { type: 'app_mention', user: 'U1', user_team: 'T2', channel: 'C1' }
    expect(keyOf(originOf('message', { event }, inEnterprise))).toBe('T2:U1')
  })

  it('does not come from a form that another person opened', () => {
    const opened = originOf('press', { ...press, user: { team_id: 'T2' } }, { ...sender, user: 'U2' })
    const { channel: _, message: __, response_url: ___, ...sent } = press
    expect(formOrigin(originOf('submission', sent, sender), sent, opened)).toEqual({
      team: 'T1',
      user: 'U1',
      channel: 'C1',
      responseUrl: url,
    })
  })

  it("combines a form's channel with the person who submits it", () => {
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

  it('is the conversation that was chosen in the form', () => {
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

  it.each([{ ...command, channel_id: 7 }, null, 'x'])('rejects %j', payload => {
    expect(() => originOf('command', payload, sender)).toThrow()
    expect(() => originOf('press', payload, sender)).toThrow()
  })
})
