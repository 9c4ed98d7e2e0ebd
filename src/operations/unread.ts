import { sayCount } from '../language/counts.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

/** What stands below what is told of a list in which the service has more than can be read. */
export function sayUnread(unread: number | undefined, noun: string): Mrkdwn | undefined {
  if (!unread) return undefined
  return mrkdwn`:warning: ${sayCount(unread, noun)} cannot be read.`
}
