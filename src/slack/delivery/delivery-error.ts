import { webApi } from '@slack/bolt'
import { withoutAddresses } from '../without-addresses.ts'
import { isPassing, isUnsent } from './http.ts'

/** What became of a post that failed: Slack will never take it, does not just now, or did not say whether it did. */
export type Untaken = 'never' | 'not now' | 'not said'

/** A response_url that did not take a post: the status that it answered with, or none where it was not asked any more. */
export class ResponseUrlFailed extends Error {
  override name = 'ResponseUrlFailed'
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Slack's words for a DM with somebody who is not there any more, or takes no messages (the same page). */
const GONE = new Set([
  ...['user_not_found', 'user_disabled', 'channel_not_found', 'cannot_dm_bot', 'cannot_dm_user'],
  ...['is_archived', 'messages_tab_disabled', 'restricted_action'],
])

const { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } = webApi

/** The word by which Slack refused a call of its Web API; nothing where it did not. */
export const wordOf = (error: unknown): string | undefined =>
  error instanceof WebAPIPlatformError ? error.data.error : undefined

/** Whether nobody is there any more to be told in a DM. */
export const isGone = (error: unknown): boolean => GONE.has(wordOf(error) ?? '')

export function untaken(error: unknown): Untaken {
  if (error instanceof WebAPIPlatformError) return isPassing(error.data.error) ? 'not now' : 'never'
  if (error instanceof WebAPIHTTPError) return byStatus(error.statusCode)
  if (error instanceof ResponseUrlFailed) return byStatus(error.status)
  const reason = withoutAddresses(error)
  // A 429 without a number is told by Slack's client in words alone.
  const isLimited = error instanceof WebAPIRateLimitedError || reason.startsWith('Retry header')
  return isLimited || isUnsent(reason) ? 'not now' : 'not said'
}

const byStatus = (status = 0): Untaken => (status === 429 || status >= 500 ? 'not now' : 'never')

/** What is known of all the ways into a channel that failed. */
export const ofAll = (ways: readonly Untaken[]): Untaken =>
  (['not said', 'not now'] as const).find(each => ways.includes(each)) ?? 'never'
