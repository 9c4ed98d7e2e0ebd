import { setTimeout as after } from 'node:timers/promises'
import type { webApi } from '@slack/bolt'
import { z } from 'zod'
import type { Args, OperationId } from '../../core/args.ts'
import { originOfShortcut } from '../origin.ts'
import { createExchange, type HandlerParts, OUTDATED, type SlackRequest } from './request-exchange.ts'
import { openFirst } from './respond.ts'

/** A shortcut of the manifest: the form that it opens, and what the form starts with. */
type Shortcut = {
  type: 'global' | 'message'
  operation: OperationId
  /** `link` is the permalink of the message of a message shortcut. */
  args(link: string | undefined): Args
}

/** The shortcuts by callback_id, which must not change: installed manifests have it. */
export const shortcuts: Readonly<Record<string, Shortcut>> = {
  'pause.add': { type: 'global', operation: 'pause.add', args: () => ({}) },
  'pause.add.for': {
    type: 'message',
    operation: 'pause.add',
    args: link => (link === undefined ? {} : { reason: link }),
  },
}

const shortcutSchema = z.object({ callback_id: z.string(), trigger_id: z.string().optional() })

const messageSchema = z.object({
  type: z.literal('message_action'),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string() }),
  team: z.object({ domain: z.string() }).nullish(),
})

/** Opens the form of a shortcut. A reply to the channel goes below the message that it is about. */
export function createShortcuts(parts: HandlerParts) {
  const { operations, people, clock, ackWithinMs } = parts

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    await ack()
    const origin = await people.atHome(client, originOfShortcut(body, clock()))
    const { callback_id, trigger_id: trigger } = shortcutSchema.parse(body)
    const exchange = createExchange(parts, request, { origin, trigger })
    const shortcut = shortcuts[callback_id]
    const operation = shortcut && operations.get(shortcut.operation)
    if (!operation) return void (await exchange.say(OUTDATED))
    const { data: about } = messageSchema.safeParse(body)
    const link = about && (await permalinkOf(about, client, ackWithinMs / 2))
    await openFirst(parts, exchange, { operation, args: shortcut.args(link) })
  }
}

/**
 * The permalink of a message; where Slack does not tell it in time, or not at all, as in a private channel without the
 * bot, what it usually looks like. The form needs the rest of the trigger's three seconds.
 */
async function permalinkOf(
  { channel, message, team }: z.output<typeof messageSchema>,
  client: webApi.WebClient,
  limitMs: number,
): Promise<string | undefined> {
  const asked = client.chat.getPermalink({ channel: channel.id, message_ts: message.ts })
  const permalink = await Promise.race([
    asked.then(({ permalink }) => permalink).catch(() => undefined),
    after(limitMs, undefined, { ref: false }),
  ])
  const usual =
    team && `https://${team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}`
  return permalink ?? usual ?? undefined
}
