import { z } from 'zod'
import { messageBlocks } from './blocks.ts'
import { limits } from './limits.ts'
import { type Method, method } from './method.ts'
import { SlackRefusal } from './refusal.ts'
import { bot, type Channel, type Message, type Team, type Workspace } from './workspace.ts'

/** What makes a message, in a Web API call, a response_url's body or an ack's. */
export const content = {
  text: z.string().default(''),
  blocks: messageBlocks.optional(),
  thread_ts: z.string().optional(),
}

type Said = z.output<z.ZodObject<typeof content>>

const textLength = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0
  return Object.entries(node).reduce(
    (sum, [key, value]) =>
      sum + (key === 'text' && typeof value === 'string' ? value.length : textLength(value)),
    0,
  )
}

/** Refuses a message without words, or with more of them than fit: `longest` in its text, so many in its blocks. */
export const mustSay = (message: Said, longest: number = limits.message.text) => {
  if (message.text === '' && !message.blocks?.length) throw new SlackRefusal('no_text')
  if (message.text.length > longest) throw new SlackRefusal('msg_too_long')
  if (textLength(message.blocks) > limits.message.blocksText) throw new SlackRefusal('msg_blocks_too_long')
}

/**
 * What the bot says in a channel, to everybody or to one person alone. That person sees nothing of it in a thread that
 * nobody has begun (docs.slack.dev/reference/methods/chat.postEphemeral).
 */
export const speak = (
  workspace: Workspace,
  place: { channel: string; only?: string },
  said: Said,
): Message => {
  mustSay(said)
  const { text, blocks = [], thread_ts } = said
  const message = { ...place, user: bot.user, text, blocks, ...(thread_ts && { thread_ts }) }
  const unseen = place.only !== undefined && thread_ts && !workspace.hasThread(place.channel, thread_ts)
  return unseen ? { ...message, ts: workspace.ts() } : workspace.post(message)
}

/** The address of a message; docs.slack.dev/reference/methods/chat.getPermalink. */
const permalink = (team: Team, { channel, ts, thread_ts }: Message): string => {
  const address = `https://${team.domain}.slack.com/archives/${channel}/p${ts.replace('.', '')}`
  return thread_ts && thread_ts !== ts ? `${address}?thread_ts=${thread_ts}&cid=${channel}` : address
}

/** A message as Slack hands it to apps. */
export const wire = (message: Message, team: Team) => ({
  type: 'message',
  user: message.user,
  ...(message.user === bot.user && { bot_id: bot.id, app_id: bot.app }),
  team: team.id,
  ts: message.ts,
  text: message.text,
  ...(message.blocks.length > 0 && { blocks: message.blocks }),
  ...(message.thread_ts && { thread_ts: message.thread_ts }),
})

/** chat.*; errors as in docs.slack.dev/reference/methods/chat.postMessage and its neighbours. */
export const chatMethods = (workspace: Workspace): Record<string, Method> => {
  const writable = (key: string): Channel => {
    const someone = workspace.people.find(one => one.id === key)
    const place = someone ? workspace.dm(someone) : workspace.channel(key.replace(/^#/, ''))
    if (!place) throw new SlackRefusal('channel_not_found')
    if (place.bot === false) throw new SlackRefusal(place.private ? 'channel_not_found' : 'not_in_channel')
    return place
  }

  const own = (place: string, ts: string, refusal: string): Message => {
    const message = workspace.find(place, ts)
    if (!message || message.only !== undefined) throw new SlackRefusal('message_not_found')
    if (message.user !== bot.user) throw new SlackRefusal(refusal)
    return message
  }

  return {
    'chat.postMessage': method(
      z.strictObject({ channel: z.string(), ...content }),
      ({ channel, ...said }) => {
        const message = speak(workspace, { channel: writable(channel).id }, said)
        return { channel: message.channel, ts: message.ts, message: wire(message, workspace.team) }
      },
    ),
    'chat.postEphemeral': method(
      z.strictObject({ channel: z.string(), user: z.string(), ...content }),
      ({ channel, user, ...said }) => {
        const place = writable(channel)
        const reader = workspace.people.find(one => one.id === user)
        if (!reader || !workspace.isMember(place, user)) throw new SlackRefusal('user_not_in_channel')
        return { message_ts: speak(workspace, { channel: place.id, only: user }, said).ts }
      },
    ),
    'chat.update': method(
      z.strictObject({ channel: z.string(), ts: z.string(), ...content }),
      ({ channel, ts, text, blocks }) => {
        const place = writable(channel)
        const message = own(place.id, ts, 'cant_update_message')
        mustSay({ text, blocks }, limits.message.updatedText)
        const edited = workspace.edit(message, { text, blocks: blocks ?? message.blocks })
        return { channel: place.id, ts, text, message: wire(edited, workspace.team) }
      },
    ),
    'chat.getPermalink': method(
      z.strictObject({ channel: z.string(), message_ts: z.string() }),
      ({ channel, message_ts }) => {
        const place = workspace.channel(channel)
        if (!place || (place.private && place.bot === false)) throw new SlackRefusal('channel_not_found')
        const message = workspace.find(place.id, message_ts)
        if (!message) throw new SlackRefusal('message_not_found')
        return { channel: place.id, permalink: permalink(workspace.team, message) }
      },
    ),
    'chat.delete': method(z.strictObject({ channel: z.string(), ts: z.string() }), ({ channel, ts }) => {
      const place = writable(channel)
      workspace.remove(own(place.id, ts, 'cant_delete_message'))
      return { channel: place.id, ts }
    }),
  }
}
