import { webApi } from '@slack/bolt'
import { expect, it } from 'vitest'
import {
  combineFailures,
  type DeliveryFailure,
  deliveryFailureOf,
  isUnreachable,
  ResponseUrlError,
} from '../../../src/slack/delivery/delivery-error.ts'

const { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } = webApi
const slackError = (error: string) => new WebAPIPlatformError({ ok: false, error })
const broken = (message: string) => new WebAPIRequestError(new Error(message))

it.each<[Error, DeliveryFailure]>([
  [new WebAPIRateLimitedError(30), 'not now'],
  [slackError('ratelimited'), 'not now'],
  [slackError('internal_error'), 'not now'],
  [
    new Error(
      'Retry header did not contain a valid timeout (url: chat.postMessage, retry-after header: null)',
    ),
    'not now',
  ],
  [new WebAPIHTTPError(503, 'Service Unavailable', {}), 'not now'],
  [new ResponseUrlError('The response_url answered 429', 429), 'not now'],
  [new ResponseUrlError('The response_url answered 500', 500), 'not now'],
  [broken('Slack does not answer (ECONNREFUSED)'), 'not now'],
  [broken('Slack does not answer (UND_ERR_CONNECT_TIMEOUT)'), 'not now'],
  [broken('Slack does not answer (UND_ERR_PRX_CONN)'), 'not now'],
  [broken('Slack does not answer (proxy_407)'), 'not now'],
  [broken('Slack does not answer (proxy_503)'), 'not now'],
  [broken('Slack does not answer (ECONNRESET)'), 'unknown'],
  [broken('The operation was aborted due to timeout'), 'unknown'],
  [slackError('channel_not_found'), 'refused'],
  [slackError('msg_too_long'), 'refused'],
  [slackError('a_word_of_next_year'), 'refused'],
  [new WebAPIHTTPError(404, 'Not Found', {}), 'refused'],
  [new ResponseUrlError('The response_url answered 404', 404), 'refused'],
  [new ResponseUrlError('The response_url is too old'), 'refused'],
])('%s: %s', (error, what) => expect(deliveryFailureOf(error)).toBe(what))

it.each([
  ['user_disabled', true],
  ['cannot_dm_bot', true],
  ['invalid_auth', false],
  ['ratelimited', false],
])('after %s the person cannot be reached: %s', (word, gone) =>
  expect(isUnreachable(slackError(word))).toBe(gone),
)

it('several ways into one channel fail as one', () => {
  expect(combineFailures(['refused', 'not now', 'unknown'])).toBe('unknown')
  expect(combineFailures(['not now', 'refused'])).toBe('not now')
  expect(combineFailures(['refused', 'refused'])).toBe('refused')
  expect(combineFailures([])).toBe('refused')
})
