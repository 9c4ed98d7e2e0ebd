import { z } from 'zod'
import { content, mustSay, speak } from './chat.ts'
import { flag } from './method.ts'
import type { Asked } from './passes.ts'
import { judge } from './refusal.ts'
import type { Workspace } from './workspace.ts'

const reply = z.strictObject({
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
  if (replace_original && asked.message) {
    mustSay(said)
    workspace.edit(asked.message, { text: said.text, blocks: said.blocks ?? [] })
    return
  }
  const only = response_type === 'ephemeral' ? { only: asked.person } : {}
  speak(workspace, { channel: asked.channel, ...only }, said)
}
