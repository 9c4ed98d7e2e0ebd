import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { context, section } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import type { Posted } from '../place.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { asSlack, messageOf, threadFor } from './deliver.ts'
import { wordOf } from './delivery-error.ts'

/** Said where the message of the progress could be neither changed nor taken away. */
const OVER = mrkdwn`Please ignore the message with the hourglass above: Slack would not let me change or remove it.`

export type Progress = ReturnType<typeof createProgress>

type About = {
  origin: Origin
  log: Logger
  /** Where somebody before has posted it. */
  left?: Posted
  /** Hears where it stands, so that others may end it, and when it is taken away. */
  stands?(where: Posted | undefined): Promise<void>
}

/**
 * One message that fills with progress, where the bot may post, or in the DM where there is no channel: what is said at
 * the end takes its place. While Slack is busy with one step those in between are left out.
 */
export function createProgress(client: webApi.WebClient, { origin, log, left, stands }: About) {
  let posted = left
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
    const where = { channel: origin.channel ?? origin.user, ...(thread_ts && { thread_ts }) }
    const { channel, ts } = await client.chat.postMessage({ ...message, ...where })
    if (channel === undefined || ts === undefined) return
    posted = { channel, ts }
    await stands?.(posted)
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

  /** Takes the message away, since what is said in the end stands elsewhere; where that fails, that says so. */
  async function withdraw(message: Posted, reply: Reply): Promise<Reply> {
    try {
      await client.chat.delete(message)
      await stands?.(undefined)
      return reply
    } catch (error) {
      if (wordOf(error) === 'message_not_found') return reply
      failure(error, 'progress could not be withdrawn')
      const { text, blocks = [section(text)] } = reply
      return { ...reply, text: lines(text, OVER), blocks: [...blocks, context(OVER)] }
    }
  }

  const failure = (error: unknown, what: string) => log.warn({ reason: withoutAddresses(error) }, what)

  return {
    report(reply: Reply): void {
      latest = reply
      showing ??= showLatest()
    },

    /** Puts the last word in the place of the progress; gives what is left to say where that cannot be. */
    async finish(reply: Reply): Promise<Reply | undefined> {
      latest = undefined
      await showing
      if (!posted) return reply
      if (reply.to !== 'channel' && origin.channel !== undefined) return withdraw(posted, reply)
      try {
        await show(reply)
        return undefined
      } catch (error) {
        failure(error, 'progress could not be finished')
        return withdraw(posted, reply)
      }
    },
  }
}
