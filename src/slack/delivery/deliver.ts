import { setTimeout as sleep } from 'node:timers/promises'
import { type types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { onceOf } from '../../core/derived.ts'
import { type Block, context, section } from '../../message/blocks.ts'
import { fitting } from '../../message/fit.ts'
import { limits } from '../../message/limits.ts'
import { cutMrkdwn, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import type { Place } from '../place.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { isGone, ofAll, ResponseUrlFailed, type Untaken, untaken, wordOf } from './delivery-error.ts'

/** A reply as the body of a message, within Slack's limits. */
export type Message = { text: string; blocks: Block[] }

/** The same with blocks that Slack told of, and gets back as they are. */
export type Shown = { text: string; blocks: readonly object[] }

/** How Slack is reached for a response_url: one POST of JSON. */
export type Post = (url: string, body: object) => Promise<{ ok: boolean; status: number }>

/** Whether somebody was told; where nobody was, whether it may be tried again, or there is nobody any more. */
export type Delivered = 'told' | 'not yet' | 'nobody'

/**
 * Whoever has it told again where it is `not yet`: then the channel hears of it once Slack takes it. Until then the person
 * is told alone at the `first` try.
 */
export type Later = 'first' | 'again'

export type Deliver = ReturnType<typeof createDeliver>

/** 30 minutes (https://docs.slack.dev/interactivity/handling-user-interaction#message_responses), less one to be safe. */
const RESPONSE_URL_SECONDS = 29 * 60

/** What is for a channel waits so long for Slack to take it: nobody is kept waiting by that, since they are answered. */
const LONGEST_REST_S = 3

/** A reply as Slack takes it: its blocks, or its text as one, cut to what a message holds. */
export const messageOf: (reply: Reply) => Message = onceOf(({ text, blocks = [section(text)] }) => ({
  text: cutMrkdwn(text, limits.messageText),
  blocks: fitting(blocks),
}))

/** The same as Slack takes it in answer to a request: for everybody in the channel or for one person alone. */
export const answerOf = onceOf((reply: Reply) => ({
  ...messageOf(reply),
  response_type: reply.to === 'channel' ? ('in_channel' as const) : ('ephemeral' as const),
}))

/** The same by a response_url, beside the message whose button was pressed. */
const besideOf = onceOf((reply: Reply) => ({ ...answerOf(reply), replace_original: false }))

/**
 * Brings a reply to where its request came from, by the first way that works: the response_url while it is young,
 * a post in the channel, a direct message that says where it could not post.
 */
export function createDeliver(deps: {
  post: Post
  clock: () => Date
  log: Logger
  rest?: (ms: number) => Promise<unknown>
}) {
  const { post, clock, log, rest = sleep } = deps

  /** Does it once more after the rest that Slack wants, where that is short. */
  async function restingOnce(work: () => Promise<unknown>): Promise<unknown> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof webApi.WebAPIRateLimitedError) || error.retryAfter > LONGEST_REST_S) throw error
      await rest(error.retryAfter * 1000)
      return work()
    }
  }

  async function respond({ responseUrl, since, thread }: Origin, body: object): Promise<void> {
    if (responseUrl === undefined) throw new ResponseUrlFailed('There is no response_url')
    if (clock().getTime() / 1000 - since > RESPONSE_URL_SECONDS)
      throw new ResponseUrlFailed('The response_url is too old')
    const { ok, status } = await post(responseUrl, thread ? { ...body, thread_ts: thread } : body)
    if (!ok) throw new ResponseUrlFailed(`The response_url answered ${status}`, status)
  }

  async function direct(client: webApi.WebClient, origin: Origin, reply: Reply, why: keyof typeof WHY) {
    const { user, channel, thread } = origin
    const { text, blocks } = messageOf(channel ? notPosted(reply, channel, why) : reply)
    const message = { channel: user, text, ...(!channel && thread && { thread_ts: thread }) }
    try {
      await client.chat.postMessage({ ...message, blocks: asSlack(blocks) })
    } catch (error) {
      if (wordOf(error) !== 'invalid_blocks') throw error
      log.error({ err: error }, 'Slack refused the blocks of a reply: its text is told alone')
      await client.chat.postMessage(message)
    }
  }

  return {
    /**
     * Posts a reply to the channel or to the person alone, and tells whether it arrived. Rejects never. A way that was
     * silent may have worked: it goes another way all the same, since twice does less harm than never. What the channel
     * is to know and Slack does not take there just now is not done with where it is told `later`.
     */
    async reply(client: webApi.WebClient, origin: Origin, reply: Reply, later?: Later): Promise<Delivered> {
      const { channel, user, responseUrl } = origin
      const thread = threadFor(reply, origin)
      const respondThere = () => respond({ ...origin, thread }, besideOf(reply))
      const post = async (channel: string): Promise<void> => {
        const { text, blocks } = messageOf(reply)
        const posted = { text, blocks: asSlack(blocks), ...(thread && { thread_ts: thread }) }
        if (reply.to === 'channel') await restingOnce(() => client.chat.postMessage({ channel, ...posted }))
        else await client.chat.postEphemeral({ channel, user, ...posted })
      }
      const ways = [
        ...(responseUrl === undefined ? [] : [{ way: 'response_url', go: respondThere }]),
        ...(channel === undefined ? [] : [{ way: 'channel', go: () => post(channel) }]),
      ]
      const failed: Untaken[] = []
      for (const { way, go } of ways) {
        try {
          await go()
          return 'told'
        } catch (error) {
          failed.push(untaken(error))
          log.warn({ way, reason: withoutAddresses(error) }, 'a reply needs another way')
        }
      }
      const why = ofAll(failed)
      const waits = later !== undefined && reply.to === 'channel' && why === 'not now'
      if (waits && later === 'again') return 'not yet'
      try {
        await direct(client, origin, reply, waits ? 'later' : why)
        return waits ? 'not yet' : 'told'
      } catch (error) {
        log.error(
          { team: origin.team, to: reply.to, reason: withoutAddresses(error) },
          'a reply reached nobody',
        )
        return isGone(error) && !waits ? 'nobody' : 'not yet'
      }
    },

    /**
     * Puts a message in the place of the one whose button was pressed, by its response_url or as a message of the bot's.
     * Rejects where Slack refuses both.
     */
    async replace(client: webApi.WebClient, { origin, about }: Place, message: Shown): Promise<void> {
      try {
        await respond(origin, { ...message, replace_original: true })
      } catch (error) {
        if (!about) throw error
        log.warn({ reason: withoutAddresses(error) }, 'a message is changed another way')
        const { channel, ts } = about
        await client.apiCall('chat.update', { channel, ts, ...message })
      }
    },

    /** Takes away the message whose button was pressed. Rejects where Slack refuses. */
    remove: (origin: Origin) => respond(origin, { delete_original: true }),
  }
}

/** A reply that stands elsewhere than where it was to be. */
function notPosted(
  { text, blocks = [section(text)], to }: Reply,
  channel: string,
  why: keyof typeof WHY,
): Reply {
  const note = WHY[why]({ mrkdwn: `<#${channel}>` })
  return { text: lines(text, note), blocks: [...blocks, context(note)], to }
}

const refused = (there: Mrkdwn) => mrkdwn`I could not post this in ${there}.`

/** What somebody is told who reads alone what was for a channel. */
const WHY = {
  never: refused,
  'not now': refused,
  'not said': (there: Mrkdwn) => mrkdwn`Slack did not say whether this was posted in ${there}.`,
  later: (there: Mrkdwn) =>
    mrkdwn`Slack is not taking posts in ${there} just now. I will post this there once it does.`,
} satisfies Record<Untaken | 'later', (there: Mrkdwn) => Mrkdwn>

/**
 * A message that nobody has replied to has no thread yet, in which Slack would show something to one person alone
 * (https://docs.slack.dev/reference/methods/chat.postEphemeral).
 */
export const threadFor = ({ to }: Reply, { thread, about }: Origin) =>
  to === 'channel' ? (about ?? thread) : thread

/** Slack's own type of the same blocks. */
export const asSlack = (blocks: Block[]): types.KnownBlock[] => blocks
