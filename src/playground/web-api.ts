import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'
import { z } from 'zod'
import { homeView, messageBlocks, modalView } from './blocks.ts'
import { limits } from './limits.ts'
import type { Modals, OpenView } from './modals.ts'
import { messageObject } from './payloads.ts'
import { notYet, parseOrRefuse, responseMetadata, SlackRefusal } from './refusal.ts'
import type { createTriggers, ResponseContext } from './triggers.ts'
import { bot, type Channel, type Message, type Person, type Workspace } from './workspace.ts'

/** A recorded Web API call, without its token. */
export type Call = {
  method: string
  args: Record<string, unknown>
  ok: boolean
  error?: string
  messages?: string[]
}

type Deps = { workspace: Workspace; modals: Modals; triggers: ReturnType<typeof createTriggers> }

/** Takes arguments and returns the properties of the answer beside `ok`. Throws SlackRefusal. */
type Method = (args: Record<string, unknown>) => Record<string, unknown>

/** A method whose arguments fit the schema. Bolt adds `team_id` to every call. */
const method =
  <S extends z.ZodType>(schema: S, run: (args: z.output<S>) => Record<string, unknown>): Method =>
  ({ team_id: _, ...args }) =>
    run(parseOrRefuse(schema, args))

/** The Web API: returns Slack's answer and the call to record. */
export const createWebApi = ({ botToken, ...deps }: Deps & { botToken: string }) => {
  const methods = new Map<string, Method>([
    ...peopleMethods(deps.workspace),
    ...chatMethods(deps.workspace),
    ...viewMethods(deps),
  ])

  const run = (name: string, token: string | undefined, args: Record<string, unknown>) => {
    if (name === 'api.test') return {}
    if (!token) throw new SlackRefusal('not_authed')
    if (token !== botToken) throw new SlackRefusal('invalid_auth')
    const found = methods.get(name)
    if (!found) throw new SlackRefusal('unknown_method', [notYet(name)])
    return found(args)
  }

  return (
    name: string,
    token: string | undefined,
    args: Record<string, unknown>,
  ): { call: Call; body: Record<string, unknown> } => {
    try {
      const body = { ok: true, ...run(name, token, args) }
      return { call: { method: name, args, ok: true }, body }
    } catch (refusal) {
      if (!(refusal instanceof SlackRefusal)) throw refusal
      const { code: error, messages } = refusal
      const body = { ok: false, error, ...responseMetadata(messages) }
      return { call: { method: name, args, ok: false, error, messages }, body }
    }
  }
}

/** A form carries booleans as words. */
const flag = z.union([z.boolean(), z.stringbool()]).optional()

/** The content of a message in a Web API call, a response_url post or an ack. */
const content = {
  text: z.string().default(''),
  blocks: messageBlocks.optional(),
  thread_ts: z.string().optional(),
}
type Content = z.output<z.ZodObject<typeof content>>

const textLength = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0
  return Object.entries(node).reduce(
    (sum, [key, value]) =>
      sum + (key === 'text' && typeof value === 'string' ? value.length : textLength(value)),
    0,
  )
}

const checkContent = ({ text, blocks }: Content, maxText: number = limits.message.text) => {
  if (text === '' && !blocks?.length) throw new SlackRefusal('no_text')
  if (text.length > maxText) throw new SlackRefusal('msg_too_long')
  if (textLength(blocks) > limits.message.blocksText) throw new SlackRefusal('msg_blocks_too_long')
}

/**
 * Posts as the bot, with `only` as an ephemeral message. An ephemeral reply to a message without replies is not
 * shown (docs.slack.dev/reference/methods/chat.postEphemeral).
 */
const postAsBot = (
  workspace: Workspace,
  place: { channel: string; only?: string },
  said: Content,
): Message => {
  checkContent(said)
  const { text, blocks = [], thread_ts } = said
  const message = { ...place, user: bot.user, text, blocks, ...(thread_ts && { thread_ts }) }
  const isShown = !place.only || !thread_ts || workspace.hasThread(place.channel, thread_ts)
  return isShown ? workspace.post(message) : { ...message, ts: workspace.ts() }
}

const reply = z.strictObject({
  ...content,
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag,
  delete_original: flag,
})

/** A response_url post or an ack's body; docs.slack.dev/interactivity/handling-user-interaction#message_responses. */
export const createResponder = (workspace: Workspace) => (context: ResponseContext, body: unknown) => {
  const { delete_original, replace_original, response_type, ...said } = parseOrRefuse(reply, body)
  const { message, channel, person } = context
  if (delete_original && message) return workspace.remove(message)
  if (replace_original && message) {
    checkContent(said)
    workspace.edit(message, { text: said.text, blocks: said.blocks ?? [] })
    return
  }
  postAsBot(workspace, { channel, ...(response_type === 'ephemeral' && { only: person }) }, said)
}

/** chat.*; errors as in docs.slack.dev/reference/methods/chat.postMessage and its neighbours. */
const chatMethods = (workspace: Workspace): [string, Method][] => {
  const { team } = workspace

  const writableChannel = (key: string): Channel => {
    const person = workspace.people.find(({ id }) => id === key)
    const channel = person ? workspace.dm(person) : workspace.channel(key.replace(/^#/, ''))
    if (!channel) throw new SlackRefusal('channel_not_found')
    if (channel.bot === false)
      throw new SlackRefusal(channel.private ? 'channel_not_found' : 'not_in_channel')
    return channel
  }

  const ownMessage = (channel: string, ts: string, refusal: string): Message => {
    const message = workspace.find(channel, ts)
    if (!message || message.only !== undefined) throw new SlackRefusal('message_not_found')
    if (message.user !== bot.user) throw new SlackRefusal(refusal)
    return message
  }

  const target = { channel: z.string(), ts: z.string() }

  return [
    [
      'chat.postMessage',
      method(z.strictObject({ channel: z.string(), ...content }), ({ channel, ...said }) => {
        const message = postAsBot(workspace, { channel: writableChannel(channel).id }, said)
        return { channel: message.channel, ts: message.ts, message: messageObject(message, team) }
      }),
    ],
    [
      'chat.postEphemeral',
      method(
        z.strictObject({ channel: z.string(), user: z.string(), ...content }),
        ({ channel, user, ...said }) => {
          const place = writableChannel(channel)
          const isKnown = workspace.people.some(({ id }) => id === user)
          if (!isKnown || !workspace.isMember(place, user)) throw new SlackRefusal('user_not_in_channel')
          return { message_ts: postAsBot(workspace, { channel: place.id, only: user }, said).ts }
        },
      ),
    ],
    [
      'chat.update',
      method(z.strictObject({ ...target, ...content }), ({ channel, ts, text, blocks }) => {
        const { id } = writableChannel(channel)
        const message = ownMessage(id, ts, 'cant_update_message')
        checkContent({ text, blocks }, limits.message.updatedText)
        const edited = workspace.edit(message, { text, blocks: blocks ?? message.blocks })
        return { channel: id, ts, text, message: messageObject(edited, team) }
      }),
    ],
    [
      'chat.delete',
      method(z.strictObject(target), ({ channel, ts }) => {
        const { id } = writableChannel(channel)
        workspace.remove(ownMessage(id, ts, 'cant_delete_message'))
        return { channel: id, ts }
      }),
    ],
    [
      'chat.getPermalink',
      method(z.strictObject({ channel: z.string(), message_ts: z.string() }), ({ channel, message_ts }) => {
        const place = workspace.channel(channel)
        if (!place || (place.private && place.bot === false)) throw new SlackRefusal('channel_not_found')
        const message = workspace.find(place.id, message_ts)
        if (!message) throw new SlackRefusal('message_not_found')
        const { ts, thread_ts } = message
        const address = `https://${team.domain}.slack.com/archives/${place.id}/p${ts.replace('.', '')}`
        const query = thread_ts && thread_ts !== ts ? `?thread_ts=${thread_ts}&cid=${place.id}` : ''
        return { channel: place.id, permalink: address + query }
      }),
    ],
  ]
}

/** auth.test and users.info; errors as in docs.slack.dev/reference/methods. */
const peopleMethods = ({ team, people, now }: Workspace): [string, Method][] => {
  /** docs.slack.dev/reference/objects/user-object */
  const userObject = (person: Person) => {
    const enterprise = person.team ? person.enterprise : team.enterprise
    return {
      id: person.id,
      team_id: person.team ?? team.id,
      name: person.name.toLowerCase(),
      deleted: person.gone === 'deactivated',
      real_name: person.name,
      tz: person.zone,
      tz_label: person.zone,
      tz_offset: getTimezoneOffset(person.zone, now()) / 1000,
      profile: {
        real_name: person.name,
        display_name: person.called ?? person.name,
        ...(person.email && { email: person.email }),
      },
      is_bot: person.gone === 'app',
      is_app_user: false,
      ...(enterprise && { enterprise_user: { id: person.id, enterprise_id: enterprise } }),
    }
  }

  return [
    [
      'auth.test',
      () => ({
        url: `https://${team.domain}.slack.com/`,
        team: team.domain,
        team_id: team.id,
        user: bot.name,
        user_id: bot.user,
        bot_id: bot.id,
        app_id: bot.app,
        ...(team.enterprise && { enterprise_id: team.enterprise }),
        is_enterprise_install: team.wide === true,
      }),
    ],
    [
      'users.info',
      method(z.strictObject({ user: z.string(), include_locale: flag }), ({ user, include_locale }) => {
        const person = people.find(({ id }) => id === user)
        if (!person) throw new SlackRefusal('user_not_found')
        const locale = include_locale ? { locale: person.locale ?? 'en-US' } : {}
        return { user: { ...userObject(person), ...locale } }
      }),
    ],
  ]
}

/** views.*; errors as in docs.slack.dev/reference/methods/views.open and its neighbours. */
const viewMethods = ({ workspace, modals, triggers }: Deps): [string, Method][] => {
  const checkSize = (view: object) => {
    if (JSON.stringify(view).length > limits.view.bytes) throw new SlackRefusal('view_too_large')
  }
  const answer = (view: OpenView) => ({ view: { ...view, state: { values: {} } } })

  return [
    [
      'views.open',
      method(z.strictObject({ trigger_id: z.string(), view: modalView }), ({ trigger_id, view }) => {
        checkSize(view)
        return answer(modals.open(triggers.redeem(trigger_id), view))
      }),
    ],
    [
      'views.update',
      method(z.strictObject({ view_id: z.string(), view: modalView }), ({ view_id, view }) => {
        checkSize(view)
        return answer(modals.update(view_id, view))
      }),
    ],
    [
      'views.publish',
      method(z.strictObject({ user_id: z.string(), view: homeView }), ({ user_id, view }) => {
        if (!workspace.people.some(({ id }) => id === user_id)) throw new SlackRefusal('user_not_found')
        checkSize(view)
        return answer(modals.publish(user_id, view))
      }),
    ],
  ]
}
