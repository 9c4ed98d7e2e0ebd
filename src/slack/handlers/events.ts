import { z } from 'zod'
import { isLate } from '../../core/context.ts'
import { createExchange, findOrigin, type HandlerParts, type SlackRequest } from './exchange.ts'
import { callerOf } from './people.ts'
import { answerSentence, typedWords } from './sentences.ts'

/**
 * A message with a file, and one from a thread that also goes to the channel
 * (https://docs.slack.dev/reference/events/message#subtypes).
 */
const SUBTYPES = ['file_share', 'thread_broadcast'] as const

/** How soon an event comes where nothing is amiss, in milliseconds. */
const PROMPT_MS = 60_000

/**
 * A mention or direct message that a person wrote; not a bot's, not an edited one, and nothing that Slack
 * tells about messages.
 */
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

const openingSchema = z.object({
  event: z.object({ type: z.literal('app_home_opened'), tab: z.string().nullish() }),
})

/** Whether an event says that a person opened the app's Home. */
export const isHomeOpened = (body: unknown): boolean => openingSchema.safeParse(body).success

/** Answers mentions and direct messages, and draws the Home tab when it is opened. There is no trigger for a form. */
export function createEvents(parts: HandlerParts) {
  const { homes, people, clock } = parts

  async function answerMessage(request: SlackRequest, message: Message): Promise<void> {
    const { client, retryNum } = request
    const origin = await findOrigin(parts, request)
    const receivedAt = clock()
    const sentAt = message.event_time === undefined ? receivedAt : new Date(message.event_time * 1000)
    // What comes at once, and a retry within some minutes, means what was said.
    const isPrompt = receivedAt.getTime() - sentAt.getTime() < PROMPT_MS
    const isExpected = isPrompt || (retryNum !== undefined && !isLate({ now: sentAt, receivedAt }))
    const exchange = createExchange(parts, client, origin, {
      request,
      incoming: {
        id: message.event_id ?? `${message.event.user} ${message.event.ts}`,
        sentAt,
        receivedAt: isExpected ? undefined : receivedAt,
      },
    })
    const text = await people.withHandles(client, origin, withoutMention(message))
    await answerSentence(parts, exchange, await typedWords(text))
  }

  async function openHome(request: SlackRequest): Promise<void> {
    const { client } = request
    const origin = await findOrigin(parts, request)
    await homes.open(client, callerOf(people, { client, origin }))
  }

  return async (request: SlackRequest): Promise<void> => {
    const { data: opening } = openingSchema.safeParse(request.body)
    if (opening) return opening.event.tab === 'messages' ? undefined : openHome(request)
    const { data: message } = messageSchema.safeParse(request.body)
    if (message) await answerMessage(request, message)
  }
}

/** The text without the mention of the bot. */
function withoutMention({ event: { type, text }, authorizations }: Message): string {
  const [first] = type === 'app_mention' ? (/<@\w+/.exec(text) ?? []) : []
  const bot = authorizations[0] ? `<@${authorizations[0].user_id}` : first
  return bot ? text.replace(new RegExp(`${RegExp.escape(bot)}(?:\\|[^>]*)?>`, 'g'), ' ') : text
}
