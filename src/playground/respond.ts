import { z } from 'zod'
import { content, mustSay } from './chat.ts'
import { flag } from './method.ts'
import type { Asked } from './passes.ts'
import { judge } from './refusal.ts'
import { bot, type Workspace } from './workspace.ts'

const reply = z.object({
  ...content,
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag,
  delete_original: flag,
})

/**
 * A reply by a response_url or in an ack's body: new for the person alone or the channel, or in place of the message
 * that was pressed. Works where the bot is no member. Without `replace_original` the reply is a new message.
 * Source: docs.slack.dev/interactivity/handling-user-interaction#message_responses.
 */
export const createResponder = (workspace: Workspace) => (asked: Asked, body: unknown) => {
  const { delete_original, replace_original, response_type, ...said } = judge(reply, body)
  if (delete_original && asked.message) {
    workspace.remove(asked.message)
    return
  }
  mustSay(said)
  const { text, blocks = [], thread_ts } = said
  if (replace_original && asked.message) {
    workspace.edit(asked.message, { text, blocks })
    return
  }
  workspace.post({
    channel: asked.channel,
    user: bot.user,
    text,
    blocks,
    ...(response_type === 'ephemeral' && { only: asked.person }),
    ...(thread_ts && { thread_ts }),
  })
}
