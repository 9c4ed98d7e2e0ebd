import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { limits } from '../../message/blocks.ts'
import { renderBlocks } from '../../message/fit.ts'
import { cutMrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import {
  blocksOf,
  type DeliveryResult,
  type PostedMessage,
  type Reply,
  withNote,
} from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import { isUnreachable, mayHaveArrived, slackErrorOf } from './delivery-error.ts'

/** A message whose blocks came from Slack and are sent back unchanged. */
export type RawMessage = { text: string; blocks: readonly object[] }

/** POSTs JSON to a response_url, or a file to an upload_url. */
export type Post = (url: string, body: object) => Promise<{ ok: boolean; status: number }>

/** Replies by the acknowledgement of the request; resolves to false if that was already sent. */
type AckWith = () => Promise<boolean>

/** A reply as a Slack message, cut to Slack's limits. */
export const messageOf = (reply: Reply): { text: string; blocks: types.KnownBlock[] } => ({
  text: cutMrkdwn(reply.text, limits.messageText),
  blocks: renderBlocks(blocksOf(reply)),
})

/** A reply as the content of an acknowledgement or a response_url. */
export const responseOf = (reply: Reply) => ({
  ...messageOf(reply),
  response_type: reply.to === 'channel' ? ('in_channel' as const) : ('ephemeral' as const),
})

/**
 * Delivers replies to the origin of their request by the first way that works: the acknowledgement, the
 * response_url for 30 minutes
 * (https://docs.slack.dev/interactivity/handling-user-interaction#message_responses), a post in the channel,
 * or a DM that says where the reply could not be posted.
 */
export function createDeliver({ post, log }: { post: Post; log: Logger }) {
  const warn = (error: unknown, message: string, fields: object = {}) =>
    log.warn({ ...fields, reason: error }, message)

  async function respond({ responseUrl, thread }: Origin, body: object): Promise<void> {
    if (responseUrl === undefined) throw new Error('There is no response_url')
    const { ok, status } = await post(responseUrl, thread ? { ...body, thread_ts: thread } : body)
    if (!ok) throw new Error(`The response_url answered ${status}`)
  }

  async function sendDirect(client: webApi.WebClient, origin: Origin, reply: Reply, mayBePosted: boolean) {
    const { user, channel, thread } = origin
    const note = mayBePosted
      ? mrkdwn`Slack did not say whether this was posted in ${{ mrkdwn: `<#${channel}>` }}.`
      : mrkdwn`I could not post this in ${{ mrkdwn: `<#${channel}>` }}.`
    const { text, blocks } = messageOf(channel ? withNote(reply, note) : reply)
    const message = { channel: user, text, ...(!channel && thread && { thread_ts: thread }) }
    return client.chat.postMessage({ ...message, blocks }).catch(error => {
      if (slackErrorOf(error) !== 'invalid_blocks') throw error
      log.error({ err: error }, 'Slack refused the blocks of a reply: its text is sent alone')
      return client.chat.postMessage(message)
    })
  }

  return {
    /**
     * Posts a reply to the channel or to the person alone; never rejects. If a way times out, the next one is
     * tried even so: a duplicate does less harm than a lost reply. Announcements and questions to others are
     * posted in the channel first: other ways carry no metadata and do not return the message's ts.
     */
    async reply(
      client: webApi.WebClient,
      origin: Origin,
      reply: Reply,
      ack?: AckWith,
    ): Promise<DeliveryResult> {
      const { team, enterprise, channel = '', user, responseUrl } = origin
      const thread = threadFor(reply, origin)
      const metadata = metadataOf(reply, user)
      const isUpdatedLater = metadata !== undefined || reply.waitsUntil !== undefined
      const posted: PostedMessage[] = []
      const addPosted = ({ channel, ts }: { channel?: string; ts?: string }) => {
        if (channel !== undefined && ts !== undefined) posted.push({ team, enterprise, channel, ts })
      }
      const respondByUrl = () =>
        respond({ ...origin, thread }, { ...responseOf(reply), replace_original: false })
      async function postInChannel(): Promise<void> {
        const message = { channel, ...messageOf(reply), ...(thread && { thread_ts: thread }) }
        if (reply.to === 'me') return void (await client.chat.postEphemeral({ user, ...message }))
        addPosted(await client.chat.postMessage({ ...message, ...(metadata && { metadata }) }))
      }
      const urlWays = [
        ...(ack ? [{ way: 'acknowledgement', send: ack }] : []),
        ...(responseUrl === undefined ? [] : [{ way: 'response_url', send: respondByUrl }]),
      ]
      const channelWays = origin.channel === undefined ? [] : [{ way: 'channel', send: postInChannel }]
      // A response_url supports threads only for replies to the whole channel.
      const isInThread = thread !== undefined && reply.to === 'me'
      const ways = isInThread || isUpdatedLater ? [...channelWays, ...urlWays] : [...urlWays, ...channelWays]
      let mayBePosted = false
      for (const { way, send } of ways) {
        try {
          if ((await send()) !== false) return { delivery: 'delivered', posted }
        } catch (error) {
          mayBePosted ||= mayHaveArrived(error)
          warn(error, 'a reply needs another way', { way })
        }
      }
      try {
        addPosted(await sendDirect(client, origin, reply, mayBePosted))
        return { delivery: 'delivered', posted }
      } catch (error) {
        log.error({ team, to: reply.to, reason: error }, 'a reply was not delivered')
        return { delivery: isUnreachable(error) ? 'impossible' : 'not yet', posted }
      }
    },

    /** Replaces the pressed message by response_url or else `chat.update`; resolves to whether it worked. */
    async replace(client: webApi.WebClient, origin: Origin, message: RawMessage): Promise<boolean> {
      try {
        await respond(origin, { ...message, replace_original: true })
        return true
      } catch (error) {
        warn(error, 'a message is changed another way')
      }
      if (!origin.source) return false
      const { channel, ts } = origin.source
      return client.apiCall('chat.update', { channel, ts, ...message }).then(
        () => true,
        error => {
          warn(error, 'a message could not be changed')
          return false
        },
      )
    },

    /** Deletes the pressed message; never rejects. */
    remove: (origin: Origin): Promise<void> =>
      respond(origin, { delete_original: true }).catch(error =>
        warn(error, 'a message could not be removed'),
      ),
  }
}

/**
 * The thread for a reply. Slack shows an ephemeral message only in a thread that has replies
 * (https://docs.slack.dev/reference/methods/chat.postEphemeral).
 */
export const threadFor = ({ to }: Reply, { thread, about }: Origin) =>
  to === 'channel' ? (about ?? thread) : thread

/** Slack documents no limit: enough for people, and far below the size of a message. */
const MAX_PAUSES = 100

/**
 * Message metadata for other apps, of replies that announce pauses to a channel
 * (https://docs.slack.dev/messaging/message-metadata). Any app or person in the workspace may read it, so it
 * contains no reasons. Documented in docs/operating.md.
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
