import { randomBytes } from 'node:crypto'
import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'
import { z } from 'zod'
import { homeView, messageBlocks, metadata, modalView } from './block-schema.ts'
import { bot, type Channel, type Message, type Person, type Workspace } from './local-workspace.ts'
import type { Modals, OpenView } from './modals.ts'
import { messageObject } from './payloads.ts'
import { parseOrRefuse, SlackRefusal } from './slack-refusal.ts'
import type { createTriggers, ResponseContext } from './triggers.ts'

export type Call = {
  method: string
  args: Record<string, unknown>
  ok: boolean
  error?: string
  messages?: string[]
}

type Deps = {
  botToken: string
  workspace: Workspace
  modals: Modals
  triggers: ReturnType<typeof createTriggers>
  /** Methods in addition to those of local mode. */
  methods: Record<string, Method>
  fileUrl: (id: string) => string
}

/** Returns the properties of the response other than `ok`. Throws SlackRefusal. */
export type Method = (args: Record<string, unknown>) => Record<string, unknown>

/** Creates a method with validated arguments. Ignores `team_id`, which Bolt adds to every call. */
export const method = <S extends z.ZodRawShape>(
  shape: S,
  run: (args: z.output<z.ZodObject<S>>) => Record<string, unknown>,
): Method => {
  const schema = z.strictObject(shape)
  return ({ team_id: _, ...args }) => run(parseOrRefuse(schema, args))
}

/** A boolean, which form-encoded requests carry as text. */
const flag = z.union([z.boolean(), z.stringbool()]).optional()

/** The content of a message in a Web API call, a response_url post or an ack. */
const content = {
  text: z.string().default(''),
  blocks: messageBlocks.optional(),
  thread_ts: z.string().optional(),
}
type Content = z.output<z.ZodObject<typeof content>>

const textLength = (node: unknown): number =>
  Object.entries(Object(node)).reduce((sum, [key, value]) => {
    if (typeof value === 'string') return key === 'text' ? sum + value.length : sum
    return sum + textLength(value)
  }, 0)

/** The limits of docs.slack.dev/reference/methods/chat.postMessage, and of slackapi/bolt-js#2509. */
const checkContent = ({ text, blocks }: Content, maxText = 40_000) => {
  if (text === '' && !blocks?.length) throw new SlackRefusal('no_text')
  if (text.length > maxText) throw new SlackRefusal('msg_too_long')
  if (textLength(blocks) > 12_000) throw new SlackRefusal('msg_blocks_too_long')
}

/**
 * Posts as the bot; with `only`, an ephemeral message to that person. Slack does not show an ephemeral reply
 * to a message without replies (docs.slack.dev/reference/methods/chat.postEphemeral).
 */
const postAsBot = (
  workspace: Workspace,
  place: { channel: string; only?: string },
  post: Content & Pick<Message, 'metadata'>,
): Message => {
  checkContent(post)
  const { text, blocks = [], thread_ts, metadata } = post
  const extras = { ...(thread_ts && { thread_ts }), ...(metadata && { metadata }) }
  const message = { ...place, user: bot.user, text, blocks, ...extras }
  const isShown = !place.only || !thread_ts || workspace.hasThread(place.channel, thread_ts)
  return isShown ? workspace.post(message) : { ...message, ts: workspace.ts() }
}

const reply = z.strictObject({
  ...content,
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag,
  delete_original: flag,
})

/** docs.slack.dev/interactivity/handling-user-interaction#message_responses, for response_urls and acks. */
export const createResponder = (workspace: Workspace) => (context: ResponseContext, body: unknown) => {
  const { delete_original, replace_original, response_type, ...post } = parseOrRefuse(reply, body)
  const { message, channel, person } = context
  if (delete_original && message) return workspace.remove(message)
  if (replace_original && message) {
    checkContent(post)
    workspace.edit(message, { text: post.text, blocks: post.blocks ?? [] })
    return
  }
  postAsBot(workspace, { channel, ...(response_type === 'ephemeral' && { only: person }) }, post)
}

/** Creates the Web API, with errors as in docs.slack.dev/reference/methods. Throws SlackRefusal. */
export const createWebApi = (deps: Deps) => {
  const { botToken, workspace, modals, triggers, fileUrl } = deps
  const { team } = workspace

  const findPerson = (id: string, refusal = 'user_not_found'): Person => {
    const match = workspace.people.find(person => person.id === id)
    if (!match) throw new SlackRefusal(refusal)
    return match
  }

  const findWritable = (key: string): Channel => {
    const person = workspace.people.find(({ id }) => id === key)
    const match = person ? workspace.dm(person) : workspace.channel(key.replace(/^#/, ''))
    if (!match) throw new SlackRefusal('channel_not_found')
    if (match.bot === false) throw new SlackRefusal(match.private ? 'channel_not_found' : 'not_in_channel')
    return match
  }

  const findMessage = (channel: string, stamp: string): Message => {
    const message = workspace.find(channel, stamp)
    if (!message) throw new SlackRefusal('message_not_found')
    return message
  }

  /** Finds a message that the app may change: its own, and not ephemeral. */
  const findOwnMessage = (key: string, stamp: string): Message => {
    const message = findMessage(findWritable(key).id, stamp)
    if (message.only !== undefined || message.user !== bot.user) throw new SlackRefusal('message_not_found')
    return message
  }

  /** Shows a view, unless it is too large. */
  const show = <V extends object>(view: V, apply: (view: V) => OpenView) => {
    if (JSON.stringify(view).length > 250_000) throw new SlackRefusal('view_too_large')
    return { view: { ...apply(view), state: { values: {} } } }
  }

  const methods: Record<string, Method> = {
    ...deps.methods,
    'auth.test': () => ({
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
    'users.info': method({ user: z.string(), include_locale: flag }, ({ user, include_locale }) => {
      const { id, name, zone, email, team: home, ...person } = findPerson(user)
      const enterprise_id = home ? person.enterprise : team.enterprise
      const profile = {
        id,
        team_id: home ?? team.id,
        name: name.toLowerCase(),
        real_name: name,
        tz: zone,
        tz_offset: getTimezoneOffset(zone, workspace.now()) / 1000,
        profile: { real_name: name, display_name: person.displayName ?? name, ...(email && { email }) },
        ...(include_locale && { locale: person.locale ?? 'en-US' }),
        ...(enterprise_id && { enterprise_user: { id, enterprise_id } }),
      }
      return { user: profile }
    }),
    'users.conversations': method(
      {
        user: z.string(),
        types: z.literal('public_channel'),
        exclude_archived: flag,
        limit: z.coerce.number().max(999),
      },
      ({ user }) => {
        const person = findPerson(user)
        const matches = workspace.channels.filter(
          each => !each.id.startsWith('D') && !each.private && workspace.isMember(each, person.id),
        )
        return {
          channels: matches.map(({ id, name, shared = false }) => ({ id, name, is_ext_shared: shared })),
        }
      },
    ),
    'chat.postMessage': method(
      { channel: z.string(), ...content, metadata: metadata.optional() },
      ({ channel, ...posted }) => {
        const message = postAsBot(workspace, { channel: findWritable(channel).id }, posted)
        return { channel: message.channel, ts: message.ts, message: messageObject(message, team) }
      },
    ),
    'chat.postEphemeral': method(
      { channel: z.string(), user: z.string(), ...content },
      ({ channel, user, ...posted }) => {
        const place = findWritable(channel)
        const { id } = findPerson(user, 'user_not_in_channel')
        if (!workspace.isMember(place, id)) throw new SlackRefusal('user_not_in_channel')
        return { message_ts: postAsBot(workspace, { channel: place.id, only: id }, posted).ts }
      },
    ),
    'chat.update': method(
      { channel: z.string(), ts: z.string(), ...content, metadata: metadata.optional() },
      args => {
        const message = findOwnMessage(args.channel, args.ts)
        checkContent(args, 4000)
        const { text, blocks = message.blocks, metadata = message.metadata } = args
        const edited = workspace.edit(message, { text, blocks, metadata })
        return { channel: edited.channel, ts: edited.ts, text, message: messageObject(edited, team) }
      },
    ),
    'chat.delete': method({ channel: z.string(), ts: z.string() }, args => {
      const message = findOwnMessage(args.channel, args.ts)
      workspace.remove(message)
      return { channel: message.channel, ts: message.ts }
    }),
    'chat.getPermalink': method({ channel: z.string(), message_ts: z.string() }, args => {
      const place = workspace.channel(args.channel)
      if (!place || (place.private && place.bot === false)) throw new SlackRefusal('channel_not_found')
      const { ts, thread_ts } = findMessage(place.id, args.message_ts)
      const address = `https://${team.domain}.slack.com/archives/${place.id}/p${ts.replace('.', '')}`
      const isReply = thread_ts && thread_ts !== ts
      return {
        channel: place.id,
        permalink: isReply ? `${address}?thread_ts=${thread_ts}&cid=${place.id}` : address,
      }
    }),
    // docs.slack.dev/messaging/working-with-files#upload; a file in a channel is a message with an image.
    'files.getUploadURLExternal': method(
      {
        filename: z.string().min(1),
        length: z.coerce.number().int().min(1),
        alt_txt: z.string().max(2000).optional(),
      },
      () => {
        const file_id = `F${randomBytes(5).toString('hex').toUpperCase()}`
        return { upload_url: fileUrl(file_id), file_id }
      },
    ),
    'files.completeUploadExternal': method(
      {
        files: z.tuple([z.object({ id: z.string(), title: z.string() })]),
        channel_id: z.string().optional(),
        thread_ts: z.string().optional(),
      },
      ({ files: [{ id, title }], channel_id, thread_ts }) => {
        const block = { type: 'image' as const, block_id: id, image_url: fileUrl(id), alt_text: title }
        if (channel_id)
          postAsBot(workspace, { channel: channel_id }, { text: title, blocks: [block], thread_ts })
        return { files: [{ id, title }] }
      },
    ),
    'views.open': method({ trigger_id: z.string(), view: modalView }, ({ trigger_id, view }) =>
      show(view, fit => modals.open(triggers.redeem(trigger_id), fit)),
    ),
    'views.update': method({ view_id: z.string(), view: modalView }, ({ view_id, view }) =>
      show(view, fit => modals.update(view_id, fit)),
    ),
    'views.publish': method({ user_id: z.string(), view: homeView }, ({ user_id, view }) =>
      show(view, fit => modals.publish(findPerson(user_id).id, fit)),
    ),
  }

  return (name: string, token: string | undefined, args: Record<string, unknown>) => {
    if (name === 'api.test') return {}
    if (!token) throw new SlackRefusal('not_authed')
    if (token !== botToken) throw new SlackRefusal('invalid_auth')
    const run = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!run) throw new SlackRefusal('unknown_method')
    return run(args)
  }
}
