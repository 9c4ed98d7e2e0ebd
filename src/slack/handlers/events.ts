import { z } from 'zod'
import { createBounded } from '../../core/bounded.ts'
import { isLate } from '../../core/context.ts'
import { keyOf, originOfEvent } from '../origin.ts'
import { acknowledge } from '../transport/dispatch.ts'
import { callerOf, createExchange, type HandlerParts, type SlackRequest } from './request-exchange.ts'
import { answerSentence, typedWords } from './sentences.ts'

/** A message with a file, and one from a thread that also goes to the channel (https://docs.slack.dev/reference/events/message#subtypes). */
const SUBTYPES = ['file_share', 'thread_broadcast'] as const

/** How soon an event comes where nothing is amiss, in milliseconds. */
const PROMPT_MS = 60_000

/** A mention or direct message that a person wrote; not a bot's, not an edited one, and nothing that Slack tells about messages. */
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

const openingSchema = z.object({
  event: z.object({ type: z.literal('app_home_opened'), tab: z.string().nullish() }),
})

/** Whether an event says that a person opened the app's Home. */
export const isHomeOpened = (body: unknown): boolean => openingSchema.safeParse(body).success

/** Answers mentions and direct messages, and draws the Home tab when it is opened. There is no trigger for a form. */
export function createEvents(parts: HandlerParts) {
  const { homes, people, clock } = parts
  /** Whether an event, by its id, was recorded or answered. */
  const seen = createBounded<Promise<boolean>>()

  /**
   * Slack retries an event that it believes lost for some minutes, with the same id
   * (https://docs.slack.dev/apis/events-api#errors). A retry waits for the first, and is only handled where that failed.
   */
  async function once(id: string, work: (onRecorded: () => void) => Promise<void>): Promise<void> {
    for (let before = seen.get(id); before; before = seen.get(id)) if (await before) return
    const isHandled = Promise.withResolvers<boolean>()
    seen.set(id, isHandled.promise)
    try {
      await work(() => isHandled.resolve(true))
      isHandled.resolve(true)
    } catch (error) {
      seen.delete(id)
      isHandled.resolve(false)
      throw error
    }
  }

  async function answerMessage(request: SlackRequest, message: z.output<typeof messageSchema>) {
    const { body, client, context } = request
    const id = message.event_id ?? `${message.event.user} ${message.event.ts}`
    await once(id, async onRecorded => {
      const origin = await people.atHome(client, originOfEvent(body, clock()))
      const receivedAt = clock()
      const sentAt = message.event_time === undefined ? receivedAt : new Date(message.event_time * 1000)
      // What comes at once, and a retry within some minutes, means what was said.
      const isPrompt = receivedAt.getTime() - sentAt.getTime() < PROMPT_MS
      const isExpected = isPrompt || (context.retryNum !== undefined && !isLate({ now: sentAt, receivedAt }))
      const incoming = {
        key: `event ${keyOf(origin)} ${id}`,
        sentAt,
        receivedAt: isExpected ? undefined : receivedAt,
        onRecorded() {
          onRecorded()
          return acknowledge(context)
        },
      }
      const exchange = createExchange(parts, request, { origin, incoming })
      exchange.isRetriedBySlack = true
      exchange.isPublic = origin.channel !== undefined
      const text = await people.withHandles(client, origin, withoutMention(message))
      await answerSentence(parts, exchange, await typedWords(text))
    })
  }

  async function openHome({ body, client }: SlackRequest): Promise<void> {
    const origin = await people.atHome(client, originOfEvent(body, clock()))
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
function withoutMention({ event: { type, text }, authorizations }: z.output<typeof messageSchema>): string {
  const [first] = type === 'app_mention' ? (/<@\w+/.exec(text) ?? []) : []
  const bot = authorizations[0] ? `<@${authorizations[0].user_id}` : first
  return bot ? text.replace(new RegExp(`${RegExp.escape(bot)}(?:\\|[^>]*)?>`, 'g'), ' ') : text
}
