import type { SlackEventMiddlewareArgs, webApi } from '@slack/bolt'
import { z } from 'zod'
import { createBounded } from '../bounded.ts'
import { type Doors, doorOf } from './doors.ts'
import type { Listener } from './listeners.ts'
import { keyOf, originOfEvent } from './origin.ts'
import { acknowledge } from './unhurried.ts'
import { wordsOf } from './words.ts'

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
export function answerEvents(doors: Doors): Listener<SlackEventMiddlewareArgs> {
  const { conversation, people, clock } = doors
  const seen = createBounded<true>()

  /**
   * Slack sends an event again that it believes lost, within six minutes, by the same id
   * (https://docs.slack.dev/apis/events-api#errors): the first to get through counts, whichever try that is.
   */
  function isNew(id: string | undefined): boolean {
    if (id === undefined) return true
    const known = seen.has(id)
    seen.set(id, true)
    return !known
  }

  async function answer(body: unknown, client: webApi.WebClient, context: object): Promise<void> {
    const { data: written } = writtenSchema.safeParse(body)
    if (!written || !isNew(written.event_id)) return
    const origin = await people.atHome(client, originOfEvent(body, clock()))
    const { event_id = `${written.event.user} ${written.event.ts}` } = written
    const request = {
      key: `event ${keyOf(origin)} ${event_id}`,
      taken: () => acknowledge(context).catch(() => {}),
    }
    const door = { ...doorOf(doors, origin, client, { request }), repeats: false }
    await conversation.sentence(door, wordsOf(withoutMention(written)))
  }

  return async ({ body, event, client, context }) => {
    const isForUs = event.type === 'app_mention' || (event.type === 'message' && event.channel_type === 'im')
    if (isForUs) await answer(body, client, context)
  }
}

/** What was written, without the name of the bot, wherever that stands. */
function withoutMention({ event: { type, text }, authorizations }: Written): string {
  const [first] = type === 'app_mention' ? (/<@\w+/.exec(text) ?? []) : []
  const bot = authorizations[0] ? `<@${authorizations[0].user_id}` : first
  return bot ? text.replace(new RegExp(`${bot}(?:\\|[^>]*)?>`, 'g'), ' ') : text
}
