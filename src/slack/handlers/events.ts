import type { SlackEventMiddlewareArgs, webApi } from '@slack/bolt'
import { z } from 'zod'
import { createBounded } from '../../core/bounded.ts'
import { keyOf, originOfEvent } from '../origin.ts'
import { acknowledge } from '../transport/dispatch.ts'
import { callerOf, doorOf } from './answering.ts'
import type { Listener, ListenerParts } from './listener.ts'
import { wordsOf } from './typed-words.ts'

/** What a person writes with a file, or to the channel of a thread as well (https://docs.slack.dev/reference/events/message#subtypes). */
const WRITTEN = ['file_share', 'thread_broadcast'] as const

/** Something that a person wrote: not a bot, not for the second time, and nothing that Slack tells about messages. */
const writtenSchema = z.object({
  event_id: z.string().optional(),
  authorizations: z.array(z.object({ user_id: z.string() })).default([]),
  event: z.object({
    type: z.string(),
    user: z.string(),
    text: z.string(),
    ts: z.string().optional(),
    subtype: z.enum(WRITTEN).optional(),
    bot_id: z.undefined().optional(),
    edited: z.undefined().optional(),
  }),
})

type Written = z.output<typeof writtenSchema>

/**
 * Answers whoever mentions the bot in a channel, or writes to it in its own DM. There is no trigger: a sentence that
 * lacks something is answered by a question.
 */
export function answerEvents(parts: ListenerParts): Listener<SlackEventMiddlewareArgs> {
  const { conversation, people, clock } = parts
  /** Of each event by its id whether it got through: known once what it asks for is written down, or answered. */
  const seen = createBounded<Promise<boolean>>()

  /**
   * Answers an event once: Slack sends one again that it believes lost, within six minutes, by the same id
   * (https://docs.slack.dev/apis/events-api#errors). The first to get through counts, whichever try that is, and the
   * others wait until it has: they are not to be acknowledged before.
   */
  async function once(id: string, work: (taken: () => void) => Promise<void>): Promise<void> {
    for (let before = seen.get(id); before; before = seen.get(id)) if (await before) return
    const through = Promise.withResolvers<boolean>()
    seen.set(id, through.promise)
    try {
      await work(() => through.resolve(true))
      through.resolve(true)
    } catch (error) {
      seen.delete(id)
      through.resolve(false)
      throw error
    }
  }

  async function answer(body: unknown, client: webApi.WebClient, context: object): Promise<void> {
    const { data: written } = writtenSchema.safeParse(body)
    if (!written) return
    const { event_id = `${written.event.user} ${written.event.ts}` } = written
    await once(event_id, async taken => {
      const origin = await people.atHome(client, originOfEvent(body, clock()))
      const request = {
        ...{ context, key: `event ${keyOf(origin)} ${event_id}` },
        taken() {
          taken()
          return acknowledge(context)
        },
      }
      const isOverheard = origin.channel !== undefined
      const door = { ...doorOf(parts, { client, origin, request }), repeats: false, isOverheard }
      const said = await people.mentionedIn(client, origin, withoutMention(written))
      await conversation.sentence(door, await wordsOf(said))
    })
  }

  return async ({ body, event, client, context }) => {
    const isForUs = event.type === 'app_mention' || (event.type === 'message' && event.channel_type === 'im')
    if (isForUs) await answer(body, client, context)
  }
}

/** Draws a Home when it is opened. */
export function answerOpenings(parts: ListenerParts): Listener<SlackEventMiddlewareArgs<'app_home_opened'>> {
  const { homes, people, clock } = parts

  return async ({ event, body, client }) => {
    if (event.tab === 'messages') return
    const origin = await people.atHome(client, originOfEvent(body, clock()))
    await homes.open(client, callerOf(people, { client, origin }))
  }
}

/** What was written, without the name of the bot, wherever that stands. */
function withoutMention({ event: { type, text }, authorizations }: Written): string {
  const [first] = type === 'app_mention' ? (/<@\w+/.exec(text) ?? []) : []
  const bot = authorizations[0] ? `<@${authorizations[0].user_id}` : first
  return bot ? text.replace(new RegExp(`${bot}(?:\\|[^>]*)?>`, 'g'), ' ') : text
}
