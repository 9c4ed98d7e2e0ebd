import type { types } from '@slack/bolt'
import type { Reply } from '../../message/reply.ts'

/** Slack tells no limit of its own: enough for people, and far below what a message holds. */
const MAX_PAUSES = 100

/**
 * What other apps read of a reply that tells the channel of pauses (https://docs.slack.dev/messaging/message-metadata).
 * Any app or person in the workspace may read it: it holds no reasons. docs/operating.md documents it.
 */
export function metadataOf(
  { to, announces, outdates }: Reply,
  actor: string,
): types.MessageMetadata | undefined {
  const pauses = announces ?? outdates
  if (to !== 'channel' || !pauses?.length) return undefined
  return {
    event_type: announces ? 'dayshift.plan_paused' : 'dayshift.plan_resumed',
    event_payload: {
      actor,
      total: pauses.length,
      pauses: pauses
        .slice(0, MAX_PAUSES)
        .map(({ plan, name, from, until }) => ({ plan_id: plan, plan: name, from, until })),
    },
  }
}

/** Whether the message of a reply is updated later: it has to be known which one it became. */
export const isUpdatedLater = (reply: Reply, actor: string): boolean =>
  metadataOf(reply, actor) !== undefined || reply.waitsUntil !== undefined
