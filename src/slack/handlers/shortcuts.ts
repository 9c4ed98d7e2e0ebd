import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import type { Args, OperationId } from '../../core/args.ts'
import { firstCharacters, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import { createExchange, type Exchange, findOrigin, OUTDATED, type SlackRequest } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'
import { openThenFill } from './respond.ts'

/** The form that each shortcut opens, by callback_id. The ids must not change: installed apps use them. */
export const shortcuts: Readonly<Record<string, OperationId>> = {
  'pause.add': 'pause.add',
  'pause.add.for': 'pause.add',
}

/** How many characters of a message are searched for plans and days: the form's metadata carries them. */
const MAX_LENGTH = 500

const shortcutSchema = z.object({ callback_id: z.string() })

const messageSchema = z.object({
  type: z.literal('message_action'),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), user: z.string().optional(), text: z.string().default('') }),
  team: z.object({ domain: z.string() }).nullish(),
})

type MessageShortcut = z.output<typeof messageSchema>

/** Opens the form of a shortcut. A reply to the channel goes into the thread of the shortcut's message. */
export function createShortcutHandler(parts: HandlerParts) {
  const { operations, people } = parts

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    await ack.send()
    const origin = await findOrigin(parts, request)
    const { callback_id } = shortcutSchema.parse(body)
    const exchange = createExchange(parts, client, origin, { request })
    const operation = operations.get(shortcuts[callback_id] ?? '')
    if (!operation) return void (await exchange.send(OUTDATED))
    const { data: shortcut } = messageSchema.safeParse(body)
    const args = shortcut ? await argsOf(shortcut, exchange) : {}
    await openThenFill(parts, exchange, { operation, args })
  }

  /** The form's initial arguments. The author is left out if Slack is slow: the trigger expires after 3 s. */
  async function argsOf(shortcut: MessageShortcut, { client, origin }: Exchange): Promise<Args> {
    const { ts, user, text } = shortcut.message
    const timeout = after(MAX_WAIT_MS, undefined, { ref: false })
    const author = user ? await Promise.race([people.profileOf(client, origin, user), timeout]) : undefined
    return {
      reason: [`${author?.name ?? 'Somebody'}’s message`, permalinkOf(shortcut)].filter(Boolean).join(': '),
      message: {
        text: firstCharacters(unescapeMrkdwn(text), MAX_LENGTH),
        writtenAt: new Date(Number(ts) * 1000).toISOString(),
      },
    }
  }
}

const MAX_WAIT_MS = 1000

/** Built like Slack's own: `chat.getPermalink` fails for private channels without the bot. */
const permalinkOf = ({ channel, message, team }: MessageShortcut): string | undefined =>
  team ? `https://${team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}` : undefined
