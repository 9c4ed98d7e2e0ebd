import { describe, expect, it } from 'vitest'
import { createRests, placeOf } from '../../src/slack/rests.ts'

function setUp() {
  let time = 0
  const rests = createRests({ longestWaitMs: 1500, now: () => time })
  return {
    ...rests,
    passes: (ms: number) => {
      time += ms
    },
  }
}

describe('a place where Slack wants a rest', () => {
  it('lets the next one wait, the one after that a second more, and the others go elsewhere', () => {
    const { begin, take, passes } = setUp()
    expect(take('ops')).toBe(0)
    begin('ops', '1')
    passes(600)
    expect([take('ops'), take('ops'), take('ops'), take('ops')]).toEqual([400, 1400, 2400, 2400])
    expect(take('dev')).toBe(0)
    passes(2400)
    expect(take('ops')).toBe(0)
  })

  it('is not asked meanwhile where the rest is long', () => {
    const { begin, take, passes } = setUp()
    begin('ops', '30')
    begin('ops', '1')
    passes(10_000)
    expect([take('ops'), take('ops')]).toEqual([20_000, 20_000])
  })

  it.each([undefined, '', 'soon', '0', '-1'])('is asked at once where Slack says no time: %j', said => {
    const { begin, take } = setUp()
    begin('ops', said)
    expect(take('ops')).toBe(0)
  })

  it('is asked again after five minutes, whatever Slack said', () => {
    const { begin, take } = setUp()
    begin('ops', '86400')
    expect(take('ops')).toBe(300_000)
  })
})

it('tells places apart by method, token and channel, and a response_url by itself', () => {
  const body = 'text=x&channel=C1&blocks=channel'
  expect(placeOf('chat.postMessage', '/api/chat.postMessage', 'Bearer a', body)).toBe(
    'chat.postMessage C1 Bearer a',
  )
  expect(placeOf('users.info', '/api/users.info', 'Bearer a', 'user=U1')).toBe('users.info  Bearer a')
  expect(placeOf('response_url', '/commands/T1/1', null, '{}')).toBe('/commands/T1/1')
})
