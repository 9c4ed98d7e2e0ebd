import type { Activity } from './activity.ts'
import type { Block } from './blocks.ts'
import { emptyShelf, type Shelf } from './kept/shelf.ts'

/** A member of the workspace; `zone` is an IANA name, `called` what they call themselves where that is not their name. */
export type Person = {
  id: string
  name: string
  zone: string
  email?: string
  locale?: string
  called?: string
  /** Their own workspace, where that is another: a channel may be shared with strangers. */
  team?: string
  /** The enterprise of that other workspace. */
  enterprise?: string
  /** What there is to tell of them beside the name. */
  about?: string
  /** Nobody acts as them: they are gone, or an app. */
  gone?: 'deactivated' | 'app'
}

/** A channel; without `members` everybody is in it, and the bot is unless `bot` is false. */
export type Channel = { id: string; name: string; members?: string[]; bot?: boolean; private?: boolean }

export type Message = {
  channel: string
  ts: string
  /** Who wrote it: a person's id, the bot's user id, or Slack's own for what Slack says by itself. */
  user: string
  text: string
  blocks: Block[]
  thread_ts?: string
  /** The one person who sees it, for an ephemeral message. */
  only?: string
  edited?: boolean
}

/** A Slack workspace; `enterprise` is the organization it belongs to, `wide` where the app was installed for all of that. */
export type Team = { id: string; domain: string; enterprise?: string; wide?: boolean }

export const team: Team = { id: 'T0PLAY', domain: 'playground' }
export const bot = { id: 'B0BOT', user: 'U0BOT', app: 'A0BOT', name: 'dayshift' }
export const slackbot = 'USLACKBOT'

export type Workspace = ReturnType<typeof createWorkspace>

/** The newest messages of a channel stay; the others go. */
const MOST_MESSAGES = 500

/** People, channels and messages of one made-up workspace. Messages that are kept are there from the beginning. */
export const createWorkspace = (deps: {
  clock: () => Date
  people: Person[]
  channels: Channel[]
  activity: Activity
  kept?: Shelf<Message>
  team?: Team
}) => {
  const { kept = emptyShelf<Message>() } = deps
  const channels = [...deps.channels]
  const messages = [...kept.found]
  const [newest = 0, counted = 0] = messages.at(-1)?.ts.split('.').map(Number) ?? []
  let stamp = { second: newest, count: counted }

  /** A time stamp as Slack writes them: later than every other, whatever the clock says. */
  const ts = () => {
    const second = Math.floor(deps.clock().getTime() / 1000)
    stamp = second > stamp.second ? { second, count: 1 } : { ...stamp, count: stamp.count + 1 }
    return `${stamp.second}.${String(stamp.count).padStart(6, '0')}`
  }

  const person = (key: string) => deps.people.find(({ id, name }) => id === key || name === key)
  const channel = (key: string) =>
    channels.find(({ id, name }) => id === key || (name === key && !id.startsWith('D')))

  const dm = (one: Pick<Person, 'id'>): Channel => {
    const id = `D${one.id}`
    const known = channel(id)
    if (known) return known
    const opened = { id, name: 'directmessage', members: [one.id] }
    channels.push(opened)
    return opened
  }

  const isMember = (place: Channel, who: string) => !place.members || place.members.includes(who)

  const post = (message: Omit<Message, 'ts'>): Message => {
    const posted = { ...message, ts: ts() }
    messages.push(posted)
    kept.put(posted)
    const there = messages.filter(one => one.channel === posted.channel)
    for (const old of there.slice(0, -MOST_MESSAGES)) take(old)
    deps.activity.changed()
    return posted
  }

  const stored = (place: string, stamp: string) =>
    messages.find(one => one.channel === place && one.ts === stamp)

  /** The stamps of the messages in a channel below which a thread has begun: everybody sees a reply to them. */
  const threadsIn = (channel: string) =>
    new Set(
      messages.flatMap(one =>
        one.channel === channel && one.only === undefined ? (one.thread_ts ?? []) : [],
      ),
    )
  const hasThread = (channel: string, stamp: string) => threadsIn(channel).has(stamp)

  /** The message with the mark that Slack gives it once it has replies: its own stamp as `thread_ts`. */
  const marked = (message: Message, threads = threadsIn(message.channel)): Message =>
    threads.has(message.ts) ? { ...message, thread_ts: message.ts } : message

  const find = (place: string, stamp: string) => {
    const found = stored(place, stamp)
    return found && marked(found)
  }

  /** Takes a message out, perhaps for another in its place; where it is gone already, nothing happens. */
  const take = (old: Message, ...now: Message[]) => {
    const place = messages.findIndex(one => one.channel === old.channel && one.ts === old.ts)
    if (place < 0) return
    messages.splice(place, 1, ...now)
    if (now.length === 0) kept.remove(old)
    for (const one of now) kept.put(one)
  }

  /** Puts other words in a message's place; one that is gone stays gone. */
  const edit = (message: Message, change: { text: string; blocks: Block[] }) => {
    const edited = { ...(stored(message.channel, message.ts) ?? message), ...change, edited: true }
    take(message, edited)
    deps.activity.changed()
    return marked(edited)
  }
  const remove = (message: Message) => {
    take(message)
    deps.activity.changed()
  }

  /** Nothing was ever said. */
  const reset = () => {
    messages.length = 0
    kept.clear()
    deps.activity.changed()
  }

  /** What `who` reads there; without `who`, what everybody in it reads. */
  const read = (place: Channel, who?: string) => {
    if (who !== undefined && place.private && !isMember(place, who)) return []
    const threads = threadsIn(place.id)
    return messages
      .filter(one => one.channel === place.id && (one.only === undefined || one.only === who))
      .map(one => marked(one, threads))
  }

  const mustHave = (key: string): Channel => {
    const found = channel(key)
    if (!found) throw new Error(`there is no channel ${key}`)
    return found
  }
  const first = (): Channel => {
    const [found] = deps.channels
    if (!found) throw new Error('there is no channel at all')
    return found
  }

  for (const one of deps.people) if (messages.some(({ channel }) => channel === `D${one.id}`)) dm(one)

  return {
    team: deps.team ?? team,
    now: deps.clock,
    people: deps.people,
    channels,
    person,
    channel,
    mustHave,
    first,
    dm,
    isMember,
    post,
    edit,
    remove,
    reset,
    find,
    hasThread,
    read,
    /** Everything that was said, wherever that was and whoever sees it. */
    all: (): readonly Message[] => messages,
    ts,
  }
}
