import { formatCount } from '../language/counts.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

/** Stands below a list of which some items cannot be read. */
export const formatUnread = (unread: number | undefined, noun: string): Mrkdwn | undefined =>
  unread ? mrkdwn`:warning: ${formatCount(unread, noun)} cannot be read.` : undefined
