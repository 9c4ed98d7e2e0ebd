import type { Delivery } from './delivery.ts'
import type { OpenView } from './modals.ts'
import { bot, type Channel, type Message, type Person, type Workspace } from './workspace.ts'

/** Where somebody writes: a channel (the first one unless named) or the bot's DM; perhaps in a thread. */
export type Where = { channel?: string; dm?: boolean; thread?: string }

/** What one person writes, and the events by which the bot hears of what was meant for it. */
export const createVoice = (person: Person, workspace: Workspace, delivery: Delivery) => {
  const place = ({ channel, dm }: Where): Channel => {
    const found = dm ? workspace.dm(person) : channel ? workspace.mustHave(channel) : workspace.first()
    if (!workspace.isMember(found, person.id)) throw new Error(`${person.name} is not in ${found.name}`)
    return found
  }

  const write = (channel: Channel, text: string, thread?: string) =>
    workspace.post({
      channel: channel.id,
      user: person.id,
      text,
      blocks: [],
      ...(thread && { thread_ts: thread }),
    })

  const heard = (message: Message) => ({
    user: person.id,
    ...(person.team && { user_team: person.team }),
    channel: message.channel,
    text: message.text,
    ts: message.ts,
    event_ts: message.ts,
    ...(message.thread_ts && { thread_ts: message.thread_ts }),
  })

  /** Writes to the others in a channel, of which the bot hears nothing. */
  const chat = (text: string, where: Where = {}) => write(place(where), text, where.thread)

  /** Writes to the bot by name in a channel, at the beginning unless the name stands elsewhere: an app_mention. */
  const mention = async (text: string, where: Where = {}) => {
    const there = place(where)
    if (there.bot === false) throw new Error(`the bot hears nothing of ${there.name}: it is no member`)
    const named = text.includes(`<@${bot.user}`) ? text : `<@${bot.user}> ${text}`
    const message = write(there, named, where.thread)
    return delivery.event({ type: 'app_mention', ...heard(message) })
  }

  /** Writes to the bot in its DM: a message.im. */
  const say = (text: string, { thread }: Pick<Where, 'thread'> = {}) => {
    const message = write(workspace.dm(person), text, thread)
    return delivery.event({ type: 'message', channel_type: 'im', ...heard(message) })
  }

  /** Opens the bot's App Home, which may have been published before. */
  const openHome = (view: OpenView | undefined) =>
    delivery.event({
      type: 'app_home_opened',
      user: person.id,
      channel: workspace.dm(person).id,
      tab: 'home',
      event_ts: workspace.ts(),
      ...(view && { view }),
    })

  return { place, chat, mention, say, openHome }
}
