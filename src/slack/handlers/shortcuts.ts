import { setTimeout as after } from 'node:timers/promises'
import type { webApi } from '@slack/bolt'
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

const shortcutSchema = z.object({ callback_id: z.string(), trigger_id: z.string().optional() })

const messageSchema = z.object({
  type: z.literal('message_action'),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), user: z.string().optional(), text: z.string().default('') }),
  team: z.object({ domain: z.string() }).nullish(),
})

type About = z.output<typeof messageSchema>

/** Opens the form of a shortcut. A reply to the channel goes below the message that it is about. */
export function createShortcuts(parts: HandlerParts) {
  const { operations, people, ackWithinMs } = parts

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    await ack.send()
    const origin = await findOrigin(parts, request)
    const { callback_id, trigger_id: trigger } = shortcutSchema.parse(body)
    const exchange = createExchange(parts, client, origin, { request, trigger })
    const shortcut = shortcuts[callback_id]
    const operation = shortcut && operations.get(shortcut.operation)
    if (!operation) return void (await exchange.say(OUTDATED))
    const { data: about } = messageSchema.safeParse(body)
    const message = about && (await describe(about, exchange, ackWithinMs / 2))
    await openFirst(parts, exchange, { operation, args: shortcut.args(message) })
  }

  /** What Slack tells of a message within a time: the form needs the rest of the trigger's three seconds. */
  async function describe(
    about: About,
    { client, origin }: Exchange,
    limitMs: number,
  ): Promise<NamedMessage> {
    const { ts, user, text } = about.message
    const late = after(limitMs, undefined, { ref: false })
    const [link, author] = await Promise.all([
      permalinkOf(about, client, late),
      user === undefined ? undefined : Promise.race([people.profileOf(client, origin, user), late]),
    ])
    const writtenAt = new Date(Number(ts) * 1000).toISOString()
    return { text: unescapeMrkdwn(text), writtenAt, author: author?.name, link }
  }
}

/**
 * The permalink of a message; where Slack does not tell it until it is too `late`, or not at all, as in a private channel
 * without the bot, what it usually looks like.
 */
async function permalinkOf(
  { channel, message, team }: About,
  client: webApi.WebClient,
  late: Promise<undefined>,
): Promise<string | undefined> {
  const asked = client.chat.getPermalink({ channel: channel.id, message_ts: message.ts })
  const permalink = await Promise.race([
    asked.then(({ permalink }) => permalink).catch(() => undefined),
    late,
  ])
  const usual =
    team && `https://${team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}`
  return permalink ?? usual ?? undefined
}
