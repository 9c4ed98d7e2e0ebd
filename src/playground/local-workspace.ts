import { z } from 'zod'
import { parseJson } from '../message/json.ts'
import type { Database } from '../storage/database.ts'
import type { Activity } from './activity.ts'
import { messageBlocks, metadata } from './block-schema.ts'

/** A member of the workspace; `zone` is an IANA name, `displayName` is set if it differs from the name. */
export type Person = {
  id: string
  name: string
  zone: string
  email?: string
  locale?: string
  displayName?: string
  /** The other workspace of a person in a shared channel. */
  team?: string
  enterprise?: string
  description?: string
}

/** A channel; without `members`, everyone is a member. The bot is one unless `bot` is false. */
export type Channel = {
  id: string
  name: string
  members?: string[]
  bot?: boolean
  private?: boolean
  /** Shared with other organizations. */
  shared?: boolean
}

const messageSchema = z.object({
  channel: z.string(),
  ts: z.string().regex(/^\d+\.\d{6}$/),
  /** A person's id, the bot's user id, or Slackbot's. */
  user: z.string(),
  text: z.string(),
  blocks: messageBlocks,
  thread_ts: z.string().exactOptional(),
  metadata: metadata.optional(),
  /** The only reader of an ephemeral message. */
  only: z.string().exactOptional(),
  edited: z.boolean().exactOptional(),
})
export type Message = z.output<typeof messageSchema>

/** A workspace; `enterprise` is its organization, `wide` means an organization-wide installation. */
export type Team = { id: string; domain: string; enterprise?: string; wide?: boolean }

export const team: Team = { id: 'T0PLAY', domain: 'playground' }
export const bot = { id: 'B0BOT', user: 'U0BOT', app: 'A0BOT', name: 'dayshift' }
export const slackbot = 'USLACKBOT'

export type Workspace = ReturnType<typeof createWorkspace>

const MAX_MESSAGES = 500

/** People, channels and messages of one workspace. Starts with the messages in `store`. */
export const createWorkspace = (deps: {
  clock: () => Date
  people: Person[]
  channels: Channel[]
  activity: Activity
  store?: MessageStore
  team?: Team
}) => {
  const { store, people } = deps
  const { notify } = deps.activity
  const channels = [...deps.channels]
  const messages = [...(store?.initial ?? [])]
  let [second = 0, count = 0] = messages.at(-1)?.ts.split('.').map(Number) ?? []

  /** A timestamp in Slack's format, later than all earlier ones even if the clock goes back. */
  const ts = () => {
    const now = Math.floor(deps.clock().getTime() / 1000)
    count = now > second ? 1 : count + 1
    second = Math.max(now, second)
    return `${second}.${String(count).padStart(6, '0')}`
  }

  const person = (key: string) =>
    people.find(({ id, name }) => id === key || name.toLowerCase() === key.toLowerCase())
  const nameOf = (id: string) => (id === bot.user ? 'Dayshift' : people.find(each => each.id === id)?.name)
  const channel = (key: string) =>
    channels.find(({ id, name }) => id === key || (name === key && !id.startsWith('D')))
  const requireChannel = (key: string): Channel => {
    const match = channel(key)
    if (!match) throw new Error(`there is no channel ${key}`)
    return match
  }

  const dm = ({ id }: Pick<Person, 'id'>): Channel => {
    const existing = channel(`D${id}`)
    if (existing) return existing
    const created = { id: `D${id}`, name: 'directmessage', members: [id] }
    channels.push(created)
    return created
  }

  const isMember = ({ members }: Channel, reader: string) => !members || members.includes(reader)

  /** The timestamps of messages in a channel that have non-ephemeral replies. */
  const threadsIn = (place: string) =>
    new Set(messages.flatMap(one => (one.channel === place && !one.only ? (one.thread_ts ?? []) : [])))

  /** Sets `thread_ts` of a message with replies to its own timestamp, as Slack does. */
  const withThread = (message: Message, threads = threadsIn(message.channel)): Message =>
    threads.has(message.ts) ? { ...message, thread_ts: message.ts } : message

  const indexOf = (place: string, stamp: string) =>
    messages.findIndex(one => one.channel === place && one.ts === stamp)

  const remove = (message: Message) => {
    const index = indexOf(message.channel, message.ts)
    if (index < 0) return
    messages.splice(index, 1)
    store?.remove(message)
    notify()
  }

  const post = (message: Omit<Message, 'ts'>): Message => {
    const posted = { ...message, ts: ts() }
    messages.push(posted)
    store?.put(posted)
    const inChannel = messages.filter(one => one.channel === posted.channel)
    for (const old of inChannel.slice(0, -MAX_MESSAGES)) remove(old)
    notify()
    return posted
  }

  /** Replaces the content of a message; a deleted message stays deleted. */
  const edit = (message: Message, content: Pick<Message, 'text' | 'blocks' | 'metadata'>): Message => {
    const index = indexOf(message.channel, message.ts)
    const edited = { ...(messages[index] ?? message), ...content, edited: true }
    if (index >= 0) {
      messages[index] = edited
      store?.put(edited)
    }
    notify()
    return withThread(edited)
  }

  /** The messages that `who` reads in a channel; without `who`, those that all its members read. */
  const read = (place: Channel, reader?: string): Message[] => {
    if (reader !== undefined && place.private && !isMember(place, reader)) return []
    const threads = threadsIn(place.id)
    return messages
      .filter(one => one.channel === place.id && (one.only === undefined || one.only === reader))
      .map(one => withThread(one, threads))
  }

  for (const { id } of people) if (messages.some(one => one.channel === `D${id}`)) dm({ id })

  return {
    team: deps.team ?? team,
    now: deps.clock,
    people,
    channels,
    person,
    nameOf,
    channel,
    requireChannel,
    first: (): Channel => requireChannel(deps.channels[0]?.id ?? ''),
    dm,
    isMember,
    post,
    edit,
    remove,
    reset: () => {
      messages.length = 0
      store?.clear()
      notify()
    },
    find: (place: string, stamp: string): Message | undefined => {
      const match = messages[indexOf(place, stamp)]
      return match && withThread(match)
    },
    hasThread: (place: string, stamp: string) => threadsIn(place).has(stamp),
    read,
    all: (): readonly Message[] => messages,
    ts,
  }
}

/** The stored messages of earlier processes, and functions that store changes. */
export type MessageStore = Awaited<ReturnType<typeof openStore>>['messages']

/** Stores messages in the bot's database. Writes are queued; rows that do not fit the schema are dropped. */
export const openStore = async (deps: { database: Database; report: (error: unknown) => void }) => {
  const database = deps.database.withTables<{ playground_messages: { key: string; body: string } }>()
  await database.schema
    .createTable('playground_messages')
    .ifNotExists()
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('body', 'text', column => column.notNull())
    .execute()
  const all = database.deleteFrom('playground_messages')
  const rows = await database.selectFrom('playground_messages').selectAll().orderBy('key').execute()

  let writes = Promise.resolve()
  const write = (query: { execute(): Promise<unknown> }) => {
    writes = writes.then(() => query.execute()).then(() => {}, deps.report)
  }
  const drop = (key: string) => write(all.where('key', '=', key))
  const keyOf = ({ ts, channel }: Message) => `${ts} ${channel}`

  const messages = {
    initial: rows.flatMap(({ key, body }) => {
      const { data } = messageSchema.safeParse(parseJson(body))
      if (!data) drop(key)
      return data ?? []
    }),
    put: (message: Message): void => {
      const row = { key: keyOf(message), body: JSON.stringify(message) }
      const insert = database.insertInto('playground_messages').values(row)
      write(insert.onConflict(conflict => conflict.column('key').doUpdateSet(row)))
    },
    remove: (message: Message): void => drop(keyOf(message)),
    clear: (): void => write(all),
  }

  return {
    messages,
    /** Resolves when all queued writes are done. */
    flush: () => writes,
  }
}
