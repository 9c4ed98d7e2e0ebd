import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import type { Args, OperationId } from '../../core/args.ts'
import { beginning, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import {
  createExchange,
  type Exchange,
  findOrigin,
  type HandlerParts,
  OUTDATED,
  type SlackRequest,
} from './exchange.ts'
import { openFirst } from './respond.ts'

/** The message of a message shortcut. */
type NamedMessage = { text: string; writtenAt: string; author: string | undefined; link: string | undefined }

/** A shortcut of the manifest: the form that it opens, and what the form starts with. */
type Shortcut = {
  type: 'global' | 'message'
  operation: OperationId
  args(message: NamedMessage | undefined): Args
}

/** The shortcuts by callback_id, which must not change: installed manifests have it. */
export const shortcuts: Readonly<Record<string, Shortcut>> = {
  'pause.add': { type: 'global', operation: 'pause.add', args: () => ({}) },
  'pause.add.for': {
    type: 'message',
    operation: 'pause.add',
    args: message =>
      message === undefined
        ? {}
        : {
            reason: [`${message.author ?? 'Somebody'}’s message`, message.link].filter(Boolean).join(': '),
            message: { text: beginning(message.text, MAX_LENGTH), writtenAt: message.writtenAt },
          },
  },
}

/** In characters of a message, in which plans and days are looked for: a form carries them unseen. */
const MAX_LENGTH = 500

const shortcutSchema = z.object({ callback_id: z.string() })

const messageSchema = z.object({
  type: z.literal('message_action'),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), user: z.string().optional(), text: z.string().default('') }),
  team: z.object({ domain: z.string() }).nullish(),
})

type About = z.output<typeof messageSchema>

/** Opens the form of a shortcut. A reply to the channel goes below the message that it is about. */
export function createShortcuts(parts: HandlerParts) {
  const { operations, people } = parts

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    await ack.send()
    const origin = await findOrigin(parts, request)
    const { callback_id } = shortcutSchema.parse(body)
    const exchange = createExchange(parts, client, origin, { request })
    const shortcut = shortcuts[callback_id]
    const operation = shortcut && operations.get(shortcut.operation)
    if (!operation) return void (await exchange.say(OUTDATED))
    const { data: about } = messageSchema.safeParse(body)
    const message = about && (await describe(about, exchange))
    await openFirst(parts, exchange, { operation, args: shortcut.args(message) })
  }

  /** A message as people know it. Its author is left out where Slack does not tell them soon: the trigger lives 3 s. */
  async function describe(about: About, { client, origin }: Exchange): Promise<NamedMessage> {
    const { ts, user, text } = about.message
    const late = after(MAX_WAIT_MS, undefined, { ref: false })
    const author = user && (await Promise.race([people.profileOf(client, origin, user), late]))
    return {
      text: unescapeMrkdwn(text),
      writtenAt: new Date(Number(ts) * 1000).toISOString(),
      author: author ? author.name : undefined,
      link: permalinkOf(about),
    }
  }
}

const MAX_WAIT_MS = 1000

/** As Slack makes it; `chat.getPermalink` tells nothing of private channels without the bot. */
const permalinkOf = ({ channel, message, team }: About): string | undefined =>
  team ? `https://${team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}` : undefined
