import type { Actor } from '../person.ts'
import { type Mrkdwn, mrkdwn } from '../slack/mrkdwn.ts'
import { sayCount } from '../text/counts.ts'

/** What stands below what is told of a list in which the service has more than can be read. */
export function sayUnread(unread: number | undefined, noun: string): Mrkdwn | undefined {
  if (!unread) return undefined
  return mrkdwn`:warning: ${sayCount(unread, noun)} cannot be read.`
}

/** How many of the plans, which are read already, are not among those that can be. */
export async function plansUnread(me: Actor): Promise<number> {
  const { unread = 0 } = await me.read('listPlans', { org_id: me.organization.id })
  return unread
}
