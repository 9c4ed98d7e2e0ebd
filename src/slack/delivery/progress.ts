import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { PostedMessage, Reply } from '../../message/reply.ts'
import type { Origin, Posted } from '../origin.ts'
import { messageOf, metadataOf, threadFor } from './deliver.ts'

type Deps = {
  origin: Origin
  log: Logger
  /** Stores the progress message, or undefined once deleted, so that another process can finish it. */
  onMoved(posted: Posted | undefined): Promise<unknown>
}

/** Shows progress in a message until the outcome replaces it. Skips steps while a call is in flight. */
export function createProgress(client: webApi.WebClient, { origin, log, onMoved }: Deps) {
  let posted = origin.progress
  let hasFailed = false
  let latest: Reply | undefined
  let pendingUpdate: Promise<void> | undefined

  async function show(reply: Reply, metadata?: types.MessageMetadata): Promise<void> {
    const message = { ...messageOf(reply), ...(metadata && { metadata }) }
    if (posted) {
      await client.chat.update({ ...message, ...posted })
      return
    }
    const thread_ts = threadFor(reply, origin)
    const where = { channel: origin.channel ?? origin.user, ...(thread_ts && { thread_ts }) }
    const { channel, ts } = await client.chat.postMessage({ ...message, ...where })
    if (channel === undefined || ts === undefined) return
    posted = { channel, ts }
    await onMoved(posted)
  }

  async function showLatest(): Promise<void> {
    while (latest && !hasFailed) {
      const reply = latest
      latest = undefined
      try {
        await show(reply)
      } catch (error) {
        hasFailed = posted === undefined
        warn(error, 'progress could not be shown')
      }
    }
    pendingUpdate = undefined
  }

  const warn = (error: unknown, message: string) => log.warn({ reason: error }, message)

  return {
    report(reply: Reply): void {
      latest = reply
      pendingUpdate ??= showLatest()
    },

    /** Replaces the progress by the outcome or, if that goes elsewhere, deletes it. Resolves to its message. */
    async finish(reply: Reply): Promise<PostedMessage[] | undefined> {
      latest = undefined
      await pendingUpdate
      if (!posted) return undefined
      try {
        if (reply.to === 'channel' || origin.channel === undefined) {
          await show(reply, metadataOf(reply, origin.user))
          return [{ team: origin.team, enterprise: origin.enterprise, ...posted }]
        }
      } catch (error) {
        warn(error, 'progress could not be finished')
      }
      const over = mrkdwn`This is over: ${mention(origin.user)} knows the result.`
      await client.chat
        .delete(posted)
        // A workspace may forbid deletions.
        .catch(() => show({ text: over, to: 'channel' }))
        .then(
          () => onMoved(undefined),
          (error: unknown) => warn(error, 'progress could not be removed'),
        )
      return undefined
    },
  }
}
