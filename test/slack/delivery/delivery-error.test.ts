import { webApi } from '@slack/bolt'
import { expect, it } from 'vitest'
import {
  isGone,
  ofAll,
  ResponseUrlFailed,
  type Untaken,
  untaken,
} from '../../../src/slack/delivery/delivery-error.ts'

const { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } = webApi
const said = (error: string) => new WebAPIPlatformError({ ok: false, error })
const broken = (message: string) => new WebAPIRequestError(new Error(message))

it.each<[Error, Untaken]>([
  [new WebAPIRateLimitedError(30), 'not now'],
  [said('ratelimited'), 'not now'],
  [said('internal_error'), 'not now'],
  [
    new Error(
      'Retry header did not contain a valid timeout (url: chat.postMessage, retry-after header: null)',
    ),
    'not now',
  ],
  [new WebAPIHTTPError(503, 'Service Unavailable', {}), 'not now'],
  [new ResponseUrlFailed('The response_url answered 429', 429), 'not now'],
  [new ResponseUrlFailed('The response_url answered 500', 500), 'not now'],
  [broken('Slack does not answer (ECONNREFUSED)'), 'not now'],
  [broken('Slack does not answer (UND_ERR_CONNECT_TIMEOUT)'), 'not now'],
  [broken('Slack does not answer (UND_ERR_PRX_CONN)'), 'not now'],
  [broken('Slack does not answer (proxy_407)'), 'not now'],
  [broken('Slack does not answer (proxy_503)'), 'not now'],
  [broken('Slack does not answer (ECONNRESET)'), 'not said'],
  [broken('The operation was aborted due to timeout'), 'not said'],
  [said('channel_not_found'), 'never'],
  [said('msg_too_long'), 'never'],
  [said('a_word_of_next_year'), 'never'],
  [new WebAPIHTTPError(404, 'Not Found', {}), 'never'],
  [new ResponseUrlFailed('The response_url answered 404', 404), 'never'],
  [new ResponseUrlFailed('The response_url is too old'), 'never'],
])('%s: %s', (error, what) => expect(untaken(error)).toBe(what))

it.each([
  ['user_disabled', true],
  ['cannot_dm_bot', true],
  ['invalid_blocks', false],
  ['ratelimited', false],
])('after %s nobody is there any more: %s', (word, gone) => expect(isGone(said(word))).toBe(gone))

it('what is said of several ways is what is known of all of them', () => {
  expect(ofAll(['never', 'not now', 'not said'])).toBe('not said')
  expect(ofAll(['not now', 'never'])).toBe('not now')
  expect(ofAll(['never', 'never'])).toBe('never')
  expect(ofAll([])).toBe('never')
})
