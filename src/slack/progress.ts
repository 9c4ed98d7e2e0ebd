import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Reply } from '../operation.ts'
import { asSlack, messageOf, threadFor } from './deliver.ts'
import type { Origin } from './origin.ts'

/**
 * One message that fills with progress, where the bot may post, or in the DM where there is no channel: what is said at
 * the end takes its place. While Slack is busy with one step those in between are left out.
 */
export function createProgress(client: webApi.WebClient, origin: Origin, log: Logger) {
  /** Where the message stands; of a DM Slack tells the channel when it is posted. */
  let posted: { channel: string; ts: string } | undefined
  let failed = false
  let latest: Reply | undefined
  let showing: Promise<void> | undefined

  async function show(reply: Reply): Promise<void> {
    const { text, blocks } = messageOf(reply)
    const message = { text, blocks: asSlack(blocks) }
    if (posted) {
      await client.chat.update({ ...message, ...posted })
      return
    }
    const thread_ts = threadFor(reply, origin)
    const place = { channel: origin.channel ?? origin.user, ...(thread_ts && { thread_ts }) }
    const { channel, ts } = await client.chat.postMessage({ ...message, ...place })
    if (channel !== undefined && ts !== undefined) posted = { channel, ts }
  }

  async function showLatest(): Promise<void> {
    while (latest && !failed) {
      const reply = latest
      latest = undefined
      try {
        await show(reply)
      } catch (error) {
        failed = posted === undefined
        failure(error, 'progress could not be shown')
      }
    }
    showing = undefined
  }

  /** Takes the message away, since what came of it is not for those who read it. */
  async function withdraw(message: { channel: string; ts: string }): Promise<false> {
    await client.chat.delete(message).catch(told => failure(told, 'progress could not be withdrawn'))
    return false
  }

  const failure = (error: unknown, what: string) =>
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, what)

  return {
    report(reply: Reply): void {
      latest = reply
      showing ??= showLatest()
    },

    /** Whether the last word took the place of the progress. */
    async finish(reply: Reply): Promise<boolean> {
      latest = undefined
      await showing
      if (!posted) return false
      if (reply.to !== 'channel' && origin.channel !== undefined) return withdraw(posted)
      try {
        await show(reply)
        return true
      } catch (error) {
        failure(error, 'progress could not be finished')
        return false
      }
    },
  }
}
