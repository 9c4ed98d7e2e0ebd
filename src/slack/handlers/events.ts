import { z } from 'zod'
import { isLate } from '../../core/context.ts'
import { todayIn } from '../../language/dates/zone.ts'
import { formatCount } from '../../language/wording.ts'
import type { Origin } from '../origin.ts'
import { get } from '../transport/request-kinds.ts'
import { createExchange, findOrigin, type SlackRequest } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'
import { callerOf } from './people.ts'
import { answerSentence, plainTextOf } from './sentences.ts'

/** The subtypes of messages by people (https://docs.slack.dev/reference/events/message#subtypes). */
const SUBTYPES = ['file_share', 'thread_broadcast'] as const

/** Slack delivers an event within this time, unless something delays it. */
const PROMPT_MS = 60_000

/** A mention or direct message by a person. Rejects messages of bots, edits and Slack's own notices. */
const messageSchema = z.object({
  event_id: z.string().optional(),
  event_time: z.number().optional(),
  authorizations: z.array(z.object({ user_id: z.string() })).default([]),
  event: z
    .object({
      user: z.string(),
      text: z.string(),
      ts: z.string().optional(),
      subtype: z.enum(SUBTYPES).optional(),
      bot_id: z.undefined().optional(),
      edited: z.undefined().optional(),
    })
    .and(
      z.union([
        z.object({ type: z.literal('app_mention') }),
        z.object({ type: z.literal('message'), channel_type: z.literal('im') }),
      ]),
    ),
})

type Message = z.output<typeof messageSchema>

/** Answers mentions and direct messages. These events have no trigger_id, so they cannot open a form. */
export function createMessageHandler(parts: HandlerParts) {
  const { people, clock } = parts

  /** Whether relative days may mean others by now. A retry within minutes keeps the original meaning. */
  async function mayMeanOtherDays(
    { client, retryNum }: SlackRequest,
    origin: Origin,
    sentAt: Date,
    receivedAt: Date,
  ): Promise<boolean> {
    if (isLate(sentAt, receivedAt)) return true
    if (receivedAt.getTime() - sentAt.getTime() < PROMPT_MS || retryNum !== undefined) return false
    const { zone = 'UTC' } = (await people.profile(client, origin)).locale
    return todayIn(zone, sentAt) !== todayIn(zone, receivedAt)
  }

  return async (request: SlackRequest): Promise<void> => {
    const { client, body } = request
    const { data: message } = messageSchema.safeParse(body)
    if (!message) return
    const origin = await findOrigin(parts, request)
    const receivedAt = clock()
    const sentAt = message.event_time === undefined ? receivedAt : new Date(message.event_time * 1000)
    const late = (await mayMeanOtherDays(request, origin, sentAt, receivedAt))
      ? { sentAt, reason: `Slack brought me this ${formatDuration(sentAt, receivedAt)} after you said it` }
      : undefined
    const exchange = createExchange(parts, client, origin, {
      request,
      incoming: {
        id: message.event_id ?? `${message.event.user} ${message.event.ts}`,
        sentAt: late ? receivedAt : sentAt,
      },
    })
    // Slack missed the acknowledgement and sends a recorded request again.
    if (late && (await parts.isRecorded(exchange.caller.incoming?.key ?? ''))) return
    const text = await people.withHandles(client, origin, withoutMention(message))
    await answerSentence(parts, exchange, await plainTextOf(text), undefined, late)
  }
}

/** Draws the Home tab when a person opens it. Slack sends the same event for the app's Messages tab. */
export const createHomeHandler =
  (parts: HandlerParts) =>
  async (request: SlackRequest): Promise<void> => {
    const { client, body } = request
    if (get(body, 'event', 'tab') === 'messages') return
    const origin = await findOrigin(parts, request)
    await parts.homes.open(client, callerOf(parts.people, { client, origin }))
  }

/** `12 minutes`, `3 hours`. */
function formatDuration(from: Date, until: Date): string {
  const minutes = Math.round((until.getTime() - from.getTime()) / 60_000)
  return minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.round(minutes / 60), 'hour')
}

function withoutMention({ event: { type, text }, authorizations }: Message): string {
  const [firstMention] = type === 'app_mention' ? (/<@\w+/.exec(text) ?? []) : []
  const botMention = authorizations[0] ? `<@${authorizations[0].user_id}` : firstMention
  return botMention ? text.replace(new RegExp(`${RegExp.escape(botMention)}(?:\\|[^>]*)?>`, 'g'), ' ') : text
}
