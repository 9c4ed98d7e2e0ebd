import { webApi } from '@slack/bolt'

/** Slack's codes of temporary errors (https://docs.slack.dev/reference/methods/chat.postMessage#errors). */
export const TRANSIENT = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])

/** The code or message of an error that proves that the request never reached Slack. */
export const UNSENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_CONN|proxy_\d{3}/

/** Why a post failed: permanently, temporarily, or with an unknown outcome. */
export type DeliveryFailure = 'refused' | 'not now' | 'unknown'

/** A failed post to a response_url: its HTTP status, or none if it was not called. */
export class ResponseUrlError extends Error {
  override name = 'ResponseUrlError'
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Slack's permanent errors for a DM to a person. Others may be temporary, such as those of a token. */
const UNREACHABLE = new Set([
  'user_not_found',
  'user_disabled',
  'channel_not_found',
  'cannot_dm_bot',
  'cannot_dm_user',
  'is_archived',
  'messages_tab_disabled',
  'restricted_action',
])

const { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } = webApi

/** The error code of Slack's Web API; undefined for any other error. */
export const slackErrorOf = (error: unknown): string | undefined =>
  error instanceof WebAPIPlatformError ? error.data.error : undefined

/** Whether an error means that DMs can no longer reach the person. */
export const isUnreachable = (error: unknown): boolean => UNREACHABLE.has(slackErrorOf(error) ?? '')

export function deliveryFailureOf(error: unknown): DeliveryFailure {
  if (error instanceof WebAPIPlatformError) return TRANSIENT.has(error.data.error) ? 'not now' : 'refused'
  if (error instanceof WebAPIHTTPError) return fromStatus(error.statusCode)
  if (error instanceof ResponseUrlError) return fromStatus(error.status)
  const reason = error instanceof Error ? error.message : ''
  // Slack's client reports a 429 without a number by its message alone.
  const isLimited = error instanceof WebAPIRateLimitedError || reason.startsWith('Retry header')
  return isLimited || UNSENT.test(reason) ? 'not now' : 'unknown'
}

const fromStatus = (status = 0): DeliveryFailure => (status === 429 || status >= 500 ? 'not now' : 'refused')
