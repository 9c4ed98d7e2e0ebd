import type { IncomingHttpHeaders } from 'node:http'
import { assert, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSignatureProblem } from '../../../src/slack/transport/http-receiver.ts'
import { signed } from '../../signed.ts'

const now = new Date('2026-12-07T09:00:00.700Z')
const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const body = 'command=%2Fpause&text=web-prod+tomorrow'
const problemOf = (headers: IncomingHttpHeaders, text = body, at = now, by = secret) =>
  findSignatureProblem({ headers, body: text }, by, at)

const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('the signature of a request', () => {
  it("matches the example in Slack's documentation", () => {
    const example =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
      '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
      '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    }
    expect(problemOf(headers, example, new Date(1531420618 * 1000))).toBe(undefined)
  })

  it('is valid for any body and secret, and forged if one character changes', () => {
    assert(
      property(string({ minLength: 1 }), string({ minLength: 1 }), integer({ min: 0 }), (any, text, at) => {
        const headers = signed(any, now, Buffer.from(text))
        expect(problemOf(headers, text, now, any)).toBe(undefined)
        const index = at % text.length
        const other = text[index] === 'x' ? 'y' : 'x'
        expect(problemOf(headers, text.slice(0, index) + other + text.slice(index + 1), now, any)).toBe(
          'forged',
        )
      }),
    )
  })

  it.each([
    [-301, 'stale'],
    [-300, undefined],
    [300, undefined],
    [301, 'stale'],
  ])('from %i seconds from now has the problem %s', (seconds, problem) => {
    expect(problemOf(signed(secret, secondsFromNow(seconds), Buffer.from(body)))).toBe(problem)
  })

  const headers = signed(secret, now, Buffer.from(body))
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp } = headers
  const other = (changed: string) => ({ ...headers, 'x-slack-signature': changed })
  it.each([
    ['with another secret', signed(`${secret}x`, now, Buffer.from(body)), 'forged'],
    [
      'with another timestamp',
      { ...signed(secret, secondsFromNow(1), Buffer.from(body)), 'x-slack-signature': signature },
      'forged',
    ],
    ['of another version', other(signature.replace('v0', 'v1')), 'forged'],
    ['that is truncated', other(signature.slice(0, -1)), 'forged'],
    ['with non-ASCII letters', other(`v0=${'é'.repeat(64)}`), 'forged'],
    ['that is missing', { 'x-slack-request-timestamp': timestamp }, 'unsigned'],
    ['without a timestamp', { 'x-slack-signature': signature }, 'unsigned'],
    ['with a timestamp that is no number', { ...headers, 'x-slack-request-timestamp': 'soon' }, 'forged'],
  ])('%s is rejected', (_, given, problem) => {
    expect(problemOf(given)).toBe(problem)
  })

  it('is forged for an empty secret', () => {
    expect(problemOf(signed('', now, Buffer.from(body)), body, now, '')).toBe('forged')
  })
})
