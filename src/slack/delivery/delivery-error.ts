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

const { WebAPIPlatformError, WebAPIRequestError } = webApi

/** The error code of Slack's Web API; undefined for any other error. */
export const slackErrorOf = (error: unknown): string | undefined =>
  error instanceof WebAPIPlatformError ? error.data.error : undefined

/** Whether an error means that DMs can no longer reach the person. */
export const isUnreachable = (error: unknown): boolean => UNREACHABLE.has(slackErrorOf(error) ?? '')

/** Whether Slack refused a call for good. */
export function isRefused(error: unknown): boolean {
  const code = slackErrorOf(error)
  return code !== undefined && !TRANSIENT.has(code)
}

export class Unanswered extends Error {
  override name = 'Unanswered'
  readonly code: string

  constructor(code: string) {
    super(`Slack does not answer (${code})`)
    this.code = code
  }
}

/** Whether a failed post may have arrived: Slack did not answer the Web API's client, or at a response_url. */
export const mayHaveArrived = (error: unknown): boolean =>
  (error instanceof WebAPIRequestError || error instanceof Unanswered) && !UNSENT.test(error.message)
