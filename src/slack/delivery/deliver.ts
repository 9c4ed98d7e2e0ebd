import { setTimeout as sleep } from 'node:timers/promises'
import { type types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Block } from '../../message/blocks.ts'
import { fitting } from '../../message/fit.ts'
import { limits } from '../../message/limits.ts'
import { cutMrkdwn, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { blocksOf, type PostedMessage, type Reply, withNote } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import { withoutAddresses } from '../without-addresses.ts'
import {
  combineFailures,
  type DeliveryFailure,
  deliveryFailureOf,
  isUnreachable,
  ResponseUrlError,
  slackErrorOf,
} from './delivery-error.ts'
import { isUpdatedLater, metadataOf } from './metadata.ts'

/** A reply as the body of a message, within Slack's limits. */
export type Message = { text: string; blocks: Block[] }

/** A message with blocks that came from Slack and go back as they are. */
export type RawMessage = { text: string; blocks: readonly object[] }

/** One POST of JSON to a response_url, or of a file to an upload_url. */
export type Post = (url: string, body: object) => Promise<{ ok: boolean; status: number }>

/** Whether a reply was delivered; if not, whether it may be tried again, or the person cannot be reached any more. */
export type Delivery = 'delivered' | 'not yet' | 'impossible'

/**
 * Set where the caller delivers again after `not yet`. At the `first` try the person is told alone until Slack takes posts
 * in the channel; at a `later` one only the channel is tried.
 */
export type Retry = 'first' | 'later'

/** How a reply is announced: called with the message that it became, and what acknowledges the request with a reply. */
export type Announcing = {
  onPosted?: ((posted: PostedMessage) => unknown) | undefined
  ack?: ((reply: Reply) => Promise<boolean>) | undefined
}

export type Deliver = ReturnType<typeof createDeliver>

/** 30 minutes (https://docs.slack.dev/interactivity/handling-user-interaction#message_responses), less a safety margin. */
const RESPONSE_URL_SECONDS = 29 * 60

/** A rate limit of at most this long is waited for, in seconds: the request was acknowledged before. */
const MAX_RETRY_AFTER = 3

/** A reply as Slack takes it, cut to what a message holds. */
export const messageOf = (reply: Reply): Message => ({
  text: cutMrkdwn(reply.text, limits.messageText),
  blocks: fitting(blocksOf(reply)),
})

/** A reply as the content of an acknowledgement or a response_url. */
export const responseOf = (reply: Reply) => ({
  ...messageOf(reply),
  response_type: reply.to === 'channel' ? ('in_channel' as const) : ('ephemeral' as const),
})

/**
 * Delivers replies to where their request came from, by the first way that works: the response_url while it is young,
 * a post in the channel, a direct message that says where the reply could not be posted.
 */
export function createDeliver(deps: {
  post: Post
  clock: () => Date
  log: Logger
  wait?: (ms: number) => Promise<unknown>
}) {
  const { post, clock, log, wait = sleep } = deps

  async function withShortRetry<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof webApi.WebAPIRateLimitedError) || error.retryAfter > MAX_RETRY_AFTER) throw error
      await wait(error.retryAfter * 1000)
      return work()
    }
  }

  async function respond({ responseUrl, since, thread }: Origin, body: object): Promise<void> {
    if (responseUrl === undefined) throw new ResponseUrlError('There is no response_url')
    if (clock().getTime() / 1000 - since > RESPONSE_URL_SECONDS)
      throw new ResponseUrlError('The response_url is too old')
    const { ok, status } = await post(responseUrl, thread ? { ...body, thread_ts: thread } : body)
    if (!ok) throw new ResponseUrlError(`The response_url answered ${status}`, status)
  }

  async function sendDirect(
    client: webApi.WebClient,
    origin: Origin,
    reply: Reply,
    why: keyof typeof WHY,
  ): Promise<Sent> {
    const { user, channel, thread } = origin
    const { text, blocks } = messageOf(
      channel ? withNote(reply, WHY[why]({ mrkdwn: `<#${channel}>` })) : reply,
    )
    const message = { channel: user, text, ...(!channel && thread && { thread_ts: thread }) }
    const asked = why === 'postponed' ? [] : (reply.askedOf ?? [])
    const sent = { text, blocks: asSlack(blocks) }
    await Promise.allSettled(asked.map(channel => client.chat.postMessage({ channel, ...sent })))
    try {
      return await client.chat.postMessage({ ...message, ...sent })
    } catch (error) {
      if (slackErrorOf(error) !== 'invalid_blocks') throw error
      log.error({ err: error }, 'Slack refused the blocks of a reply: its text is sent alone')
      return await client.chat.postMessage(message)
    }
  }

  return {
    /**
     * Posts a reply to the channel or to the person alone; never rejects. A way that timed out may have worked: the next
     * is tried all the same, since twice does less harm than never. What tells of pauses, or asks others, is posted in the
     * channel first: other ways carry no metadata, and Slack does not tell which message they became.
     */
    async reply(
      client: webApi.WebClient,
      origin: Origin,
      reply: Reply,
      retry?: Retry,
      { onPosted, ack }: Announcing = {},
    ): Promise<Delivery> {
      const { team, enterprise, channel, user, responseUrl } = origin
      const thread = threadFor(reply, origin)
      const respondByUrl = () =>
        respond({ ...origin, thread }, { ...responseOf(reply), replace_original: false })
      const postIn = async (channel: string): Promise<void> => {
        const { text, blocks } = messageOf(reply)
        const posted = { text, blocks: asSlack(blocks), ...(thread && { thread_ts: thread }) }
        if (reply.to === 'me') await client.chat.postEphemeral({ channel, user, ...posted })
        else {
          const post = () => client.chat.postMessage({ channel, ...posted, ...(metadata && { metadata }) })
          const isKept = keepPosted(await (isAnnounced ? post() : withShortRetry(post)))
          if (isAnnounced && !isKept) throw new Error('Slack does not tell which message it posted')
        }
      }
      const keepPosted = ({ channel, ts }: Sent): boolean => {
        if (channel === undefined || ts === undefined) return false
        onPosted?.({ team, enterprise, channel, ts })
        return true
      }
      const acknowledged = async () => {
        if (!(await ack?.(reply))) await respondByUrl()
      }
      const metadata = metadataOf(reply, user)
      const isAnnounced = responseUrl !== undefined && isUpdatedLater(reply, user)
      const urlWay =
        responseUrl === undefined ? [] : [{ way: 'response_url', go: ack ? acknowledged : respondByUrl }]
      const channelWay = channel === undefined ? [] : [{ way: 'channel', go: () => postIn(channel) }]
      // A response_url takes a thread for what the whole channel reads.
      const isInThread = thread !== undefined && reply.to === 'me'
      const ways = isInThread || isAnnounced ? [...channelWay, ...urlWay] : [...urlWay, ...channelWay]
      const failures: DeliveryFailure[] = []
      for (const { way, go } of ways) {
        try {
          await go()
          return 'delivered'
        } catch (error) {
          failures.push(deliveryFailureOf(error))
          log.warn({ way, reason: withoutAddresses(error) }, 'a reply needs another way')
        }
      }
      const why = combineFailures(failures)
      const isPostponed = retry !== undefined && reply.to === 'channel' && why === 'not now'
      if (isPostponed && retry === 'later') return 'not yet'
      try {
        keepPosted(await sendDirect(client, origin, reply, isPostponed ? 'postponed' : why))
        return isPostponed ? 'not yet' : 'delivered'
      } catch (error) {
        const { team } = origin
        log.error({ team, to: reply.to, reason: withoutAddresses(error) }, 'a reply was not delivered')
        return isUnreachable(error) && !isPostponed ? 'impossible' : 'not yet'
      }
    },

    /** Replaces the message whose button was pressed, by its response_url or else by `chat.update`. Rejects where both fail. */
    async replace(client: webApi.WebClient, origin: Origin, message: RawMessage): Promise<void> {
      try {
        await respond(origin, { ...message, replace_original: true })
      } catch (error) {
        if (!origin.source) throw error
        log.warn({ reason: withoutAddresses(error) }, 'a message is changed another way')
        const { channel, ts } = origin.source
        await client.apiCall('chat.update', { channel, ts, ...message })
      }
    },

    /** Deletes the message whose button was pressed. Rejects where Slack refuses. */
    remove: (origin: Origin) => respond(origin, { delete_original: true }),
  }
}

type Sent = { channel?: string; ts?: string }

const notPosted = (channel: Mrkdwn) => mrkdwn`I could not post this in ${channel}.`

const WHY = {
  refused: notPosted,
  'not now': notPosted,
  unknown: (channel: Mrkdwn) => mrkdwn`Slack did not say whether this was posted in ${channel}.`,
  postponed: (channel: Mrkdwn) =>
    mrkdwn`Slack is not taking posts in ${channel} just now. I will post this there once it does.`,
} satisfies Record<DeliveryFailure | 'postponed', (channel: Mrkdwn) => Mrkdwn>

/**
 * The thread for a reply. A message without replies has no thread yet in which Slack would show something to one person
 * (https://docs.slack.dev/reference/methods/chat.postEphemeral).
 */
export const threadFor = ({ to }: Reply, { thread, about }: Origin) =>
  to === 'channel' ? (about ?? thread) : thread

/** Slack's own type of the same blocks. */
export const asSlack = (blocks: Block[]): types.KnownBlock[] => blocks
