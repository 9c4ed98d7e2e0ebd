import type { App, webApi } from '@slack/bolt'
import { z } from 'zod'
import { type Doors, doorOf } from './doors.ts'
import { createMemory } from './memory.ts'
import { originOfEvent } from './origin.ts'
import { wordsOf } from './words.ts'

/** Something that a person wrote: not a bot, not for the second time, and nothing that Slack tells about messages. */
const writtenSchema = z.object({
  event_id: z.string().optional(),
  authorizations: z.array(z.object({ user_id: z.string() })).default([]),
  event: z.object({
    type: z.string(),
    user: z.string(),
    text: z.string(),
    subtype: z.undefined().optional(),
    bot_id: z.undefined().optional(),
    edited: z.undefined().optional(),
  }),
})

type Written = z.output<typeof writtenSchema>

/**
 * Answers whoever mentions the bot in a channel, or writes to it in its own DM. Bolt has acknowledged by then, and
 * there is no trigger: a sentence that lacks something is answered by a question.
 */
export function answerEvents(app: App, doors: Doors): void {
  const { conversation, clock } = doors
  const seen = createMemory<true>()

  /**
   * Slack sends an event again that it believes lost, within six minutes, by the same id
   * (https://docs.slack.dev/apis/events-api#errors): the first to get through counts, whichever try that is.
   */
  const isNew = (id: string | undefined): boolean =>
    id === undefined || (!seen.find(id) && seen.keep(id, true))

  async function answer(body: unknown, client: webApi.WebClient): Promise<void> {
    const { data: written } = writtenSchema.safeParse(body)
    if (!written || !isNew(written.event_id)) return
    const door = doorOf(doors, originOfEvent(body, clock()), client)
    await conversation.sentence(door, wordsOf(withoutMention(written)))
  }

  app.event('app_mention', ({ body, client }) => answer(body, client))
  app.event('message', async ({ body, event, client }) => {
    if (event.channel_type === 'im') await answer(body, client)
  })
}

/** What was written, without the name of the bot, wherever that stands. */
function withoutMention({ event: { type, text }, authorizations }: Written): string {
  const [first] = type === 'app_mention' ? (/<@\w+/.exec(text) ?? []) : []
  const bot = authorizations[0] ? `<@${authorizations[0].user_id}` : first
  return bot ? text.replace(new RegExp(`${bot}(?:\\|[^>]*)?>`, 'g'), ' ') : text
}
