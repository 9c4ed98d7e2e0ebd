import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Reply } from '../operation.ts'
import { asSlack, messageOf, threadFor } from './deliver.ts'
import type { Origin } from './origin.ts'

/**
 * One message that fills with progress, where the bot may post: what is said at the end takes its place. While Slack is
 * busy with one step those in between are left out.
 */
export function createProgress(client: webApi.WebClient, origin: Origin, log: Logger) {
  const { channel } = origin
  let ts: string | undefined
  let failed = channel === undefined
  let latest: Reply | undefined
  let showing: Promise<void> | undefined

  async function show(reply: Reply): Promise<void> {
    const { text, blocks } = messageOf(reply)
    const message = { channel: channel ?? '', text, blocks: asSlack(blocks) }
    if (ts !== undefined) {
      await client.chat.update({ ...message, ts })
      return
    }
    const thread_ts = threadFor(reply, origin)
    const posted = await client.chat.postMessage({ ...message, ...(thread_ts && { thread_ts }) })
    ts = posted.ts
  }

  async function showLatest(): Promise<void> {
    while (latest && !failed) {
      const reply = latest
      latest = undefined
      try {
        await show(reply)
      } catch (error) {
        failed = ts === undefined
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'progress could not be shown',
        )
      }
    }
    showing = undefined
  }

  return {
    report(reply: Reply): void {
      latest = reply
      showing ??= showLatest()
    },

    /** Whether the last word took the place of the progress. */
    async finish(reply: Reply): Promise<boolean> {
      latest = undefined
      await showing
      if (ts === undefined || reply.to !== 'channel') return false
      try {
        await show(reply)
        return true
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'progress could not be finished',
        )
        return false
      }
    },
  }
}
