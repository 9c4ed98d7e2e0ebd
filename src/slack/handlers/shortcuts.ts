import { setTimeout as after } from 'node:timers/promises'
import type { MessageShortcut, SlackShortcutMiddlewareArgs, webApi } from '@slack/bolt'
import { filled, type OperationId, type Raw } from '../../core/raw.ts'
import { originOfShortcut } from '../origin.ts'
import { doorOf, OUTDATED } from './answering.ts'
import type { Listener, ListenerParts } from './listener.ts'

/** A shortcut as the manifest has it: the form that it opens, and the words that stand in it already. */
type Shortcut = {
  type: 'global' | 'message'
  operation: OperationId
  /** `link` is the permalink of the message that a message shortcut is about. */
  raw(link: string | undefined): Raw
}

/** The shortcuts by callback_id, which must stay what it is: workspaces have it in their installed manifest. */
export const shortcuts: Readonly<Record<string, Shortcut>> = {
  'pause.add': { type: 'global', operation: 'pause.add', raw: () => ({}) },
  'pause.add.for': { type: 'message', operation: 'pause.add', raw: link => filled({ reason: link }) },
}

/** Opens the form of a shortcut. What comes of it goes below the message that it is about. */
export function answerShortcuts(parts: ListenerParts): Listener<SlackShortcutMiddlewareArgs> {
  const { operations, conversation, people, clock, patienceMs } = parts

  return async ({ body, ack, client }) => {
    await ack()
    const origin = await people.atHome(client, originOfShortcut(body, clock()))
    const door = doorOf(parts, { client, origin, trigger: body.trigger_id })
    const shortcut = shortcuts[body.callback_id]
    const operation = shortcut && operations.get(shortcut.operation)
    if (!operation) return void (await door.say(OUTDATED))
    const link = body.type === 'message_action' ? await permalinkOf(body, client, patienceMs / 2) : undefined
    await conversation.open(door, operation, shortcut.raw(link))
  }
}

/**
 * The permalink of a message. Where Slack tells none in time, or none at all, such as in a private channel without the
 * bot: what it looks like. The trigger lives on meanwhile, and the form needs what is left of its three seconds.
 */
async function permalinkOf(
  body: MessageShortcut,
  client: webApi.WebClient,
  limitMs: number,
): Promise<string | undefined> {
  const { channel, message, team } = body
  const asked = client.chat.getPermalink({ channel: channel.id, message_ts: message.ts })
  const told = await Promise.race([
    asked.then(({ permalink }) => permalink).catch(() => undefined),
    after(limitMs, undefined, { ref: false }),
  ])
  const usual =
    team && `https://${team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}`
  return told ?? usual ?? undefined
}
