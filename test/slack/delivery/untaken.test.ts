import { expect, it } from 'vitest'
import { ofAll, type Untaken, untaken } from '../../../src/slack/delivery/untaken.ts'

it.each<[string, Untaken]>([
  ['A rate-limit has been reached, you may retry this request in 30 seconds', 'not now'],
  ['An API error occurred: ratelimited', 'not now'],
  ['An API error occurred: internal_error', 'not now'],
  [
    'Retry header did not contain a valid timeout (url: chat.postMessage, retry-after header: null)',
    'not now',
  ],
  ['An HTTP protocol error occurred: statusCode = 503', 'not now'],
  ['The response_url answered 429', 'not now'],
  ['The response_url answered 500', 'not now'],
  ['A request error occurred: Slack does not answer (ECONNREFUSED)', 'not now'],
  ['A request error occurred: Slack does not answer (ECONNRESET)', 'not said'],
  ['A request error occurred: The operation was aborted due to timeout', 'not said'],
  ['An API error occurred: channel_not_found', 'never'],
  ['An API error occurred: msg_too_long', 'never'],
  ['An API error occurred: a_word_of_next_year', 'never'],
  ['An HTTP protocol error occurred: statusCode = 404', 'never'],
  ['The response_url answered 404', 'never'],
  ['The response_url is too old', 'never'],
])('%s: %s', (said, what) => expect(untaken(new Error(said))).toBe(what))

it('what is said of several ways is what is known of all of them', () => {
  expect(ofAll(['never', 'not now', 'not said'])).toBe('not said')
  expect(ofAll(['not now', 'never'])).toBe('not now')
  expect(ofAll(['never', 'never'])).toBe('never')
  expect(ofAll([])).toBe('never')
})
