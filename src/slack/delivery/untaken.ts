import { withoutAddresses } from '../without-addresses.ts'
import { isUnsent } from './again.ts'

/** What became of a post that failed: Slack will never take it, does not just now, or did not say whether it did. */
export type Untaken = 'never' | 'not now' | 'not said'

/**
 * By what an error says. Of Slack's own words these pass; all others are for good
 * (https://docs.slack.dev/reference/methods/chat.postMessage#errors).
 */
const UNTAKEN: readonly (readonly [RegExp, Untaken])[] = [
  [
    /rate.?limit|Retry header|internal_error|fatal_error|service_unavailable|request_timeout|team_added_to_org/,
    'not now',
  ],
  [/(?:answered|statusCode =) (?:429|5\d\d)/, 'not now'],
  [/An API error occurred|answered \d|statusCode =|response_url$|too old$/, 'never'],
]

export function untaken(error: unknown): Untaken {
  const reason = withoutAddresses(error)
  if (isUnsent(reason)) return 'not now'
  return UNTAKEN.find(([words]) => words.test(reason))?.[1] ?? 'not said'
}

/** What is known of all the ways into a channel that failed. */
export const ofAll = (ways: readonly Untaken[]): Untaken =>
  (['not said', 'not now'] as const).find(each => ways.includes(each)) ?? 'never'
