import { z } from 'zod'
import type { Option } from '../block-schema.ts'
import type { Answer } from '../delivery.ts'
import type { Driver } from '../driver.ts'
import { bot, type Message, type Person, slackbot, type Workspace } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import type { Ids } from '../submit-form.ts'
import { type Parts, placesOf } from './places.ts'
import type { Manifest } from './typed-commands.ts'

const ids = { at: z.string(), block: z.string(), action: z.string() }
const value = z.array(z.string().max(10_000)).max(100)
const place = z.string()
const view = z.string()

/** What a page may ask for. */
const action = z.discriminatedUnion('do', [
  z.object({ do: z.literal('press'), ...ids, value }),
  z.object({ do: z.literal('enter'), ...ids, value }),
  z.object({ do: z.enum(['submit', 'close']), view }),
  z.object({ do: z.literal('say'), place, text: z.string().max(4000), thread: z.string().optional() }),
  z.object({ do: z.literal('shortcut'), callback: z.string(), place, message: z.string().optional() }),
  z.object({ do: z.literal('dismiss'), place, message: z.string() }),
  z.object({ do: z.enum(['home', 'break']) }),
])
type Action = z.output<typeof action>

/** How long the embedded service answers nothing when a person breaks it. */
const BREAK_MS = 10_000

/** The actions of a page, each resolved when the app has acknowledged it. Errors have a sentence for the person. */
export const createActions = ({ workspace, manifest, driverOf, embedded, changed }: Parts) => {
  const placeNamed = (driver: Driver, name: string) => {
    const found = placesOf(workspace, driver).find(each => each.name === name)
    if (!found) throw new Error('There is no such channel.')
    return found
  }

  const say = async (driver: Driver, what: Extract<Action, { do: 'say' }>) => {
    const { thread } = what
    const { kind, channel } = placeNamed(driver, what.place)
    const where = { channel: channel.id, ...(thread && { thread }) }
    const text = what.text.trim()
    if (text === '') return undefined
    if (thread && !workspace.find(channel.id, thread)) throw new Error('This thread is no longer there.')
    if (text.startsWith('/')) {
      const [command = ''] = text.split(/\s/, 1)
      const isKnown = manifest.slash_commands.some(each => each.command === command)
      if (isKnown && !thread) return driver.command(toCommand(workspace, manifest, text), where)
      const objection = isKnown ? 'is not supported in threads. Sorry!' : 'is not a valid command.'
      const reply = { user: slackbot, text: `${command} ${objection}`, blocks: [], only: driver.id }
      workspace.post({ channel: channel.id, ...reply })
      return undefined
    }
    const message = toMessage(workspace, text)
    if (kind !== 'channel') return driver.say(message, { thread })
    if (message.includes(`<@${bot.user}>`)) return driver.mention(message, where)
    driver.chat(message, where)
    return undefined
  }

  const run = async (driver: Driver, what: Action): Promise<Answer | undefined> => {
    switch (what.do) {
      case 'press':
        return driver.use(targetAt(workspace, driver, what.at), what, what.value)
      case 'say':
        return say(driver, what)
      case 'home':
        return driver.openHome()
      case 'break':
        embedded?.breakFor(BREAK_MS)
        return driver.command('/pause web-staging tomorrow', { channel: 'ops' })
      case 'submit':
        return (await driver.submit(viewById(driver, what.view))).answer
      case 'close':
        await driver.close(viewById(driver, what.view))
        return undefined
      case 'enter':
        await driver.put(viewAt(workspace, driver, what.at), what, what.value)
        return undefined
      case 'shortcut': {
        const { id } = placeNamed(driver, what.place).channel
        const about = what.message === undefined ? undefined : workspace.find(id, what.message)
        if (what.message !== undefined && !about) throw new Error('This message is no longer there.')
        return driver.shortcut(what.callback, about, id)
      }
      case 'dismiss': {
        const message = workspace.find(placeNamed(driver, what.place).channel.id, what.message)
        if (message?.only === driver.id) workspace.remove(message)
        return undefined
      }
    }
  }

  return {
    act: async (person: Person, body: unknown): Promise<void> => {
      const { data } = action.safeParse(body)
      if (!data) throw new Error('This page cannot do that.')
      const answer = await run(driverOf(person), data)
      changed()
      // Slack shows the failure of a slash command in the channel. These are the words of its client.
      if (answer?.error && data.do !== 'say')
        throw new Error(`We had some trouble connecting. Try again? (${answer.error})`)
    },
    /** The app's options for the typed words, in the external select with these ids. */
    suggest: async (person: Person, at: string, element: Ids, typed: string): Promise<Option[]> => {
      const driver = driverOf(person)
      return driver.optionsAt(viewAt(workspace, driver, at), element, typed)
    },
  }
}

const viewById = (driver: Driver, id: string): OpenView => {
  const view = [driver.view, driver.home].find(each => each?.id === id)
  if (!view) throw new Error('This form is no longer open.')
  return view
}

/** The view or message at `view:<id>` or `message:<channel>:<ts>`. */
const targetAt = (workspace: Workspace, driver: Driver, at: string): OpenView | Message => {
  const [kind, id = '', ts = ''] = at.split(':')
  if (kind === 'view') return viewById(driver, id)
  const channel = workspace.channel(id)
  const message = channel && workspace.read(channel, driver.id).find(each => each.ts === ts)
  if (!message) throw new Error('This message is no longer there.')
  return message
}

const viewAt = (workspace: Workspace, driver: Driver, at: string): OpenView => {
  const target = targetAt(workspace, driver, at)
  if ('ts' in target) throw new Error('Only a form takes this.')
  return target
}

/** Replaces @names of people and of the bot. */
const mention = ({ people }: Workspace, text: string, format: (id: string, name: string) => string): string =>
  text.replace(/(?<![\w@<])@([\p{L}\w]+)/gu, (typed, typedName: string) => {
    const name = typedName.toLowerCase()
    const id = name === bot.name ? bot.user : people.find(person => person.name.toLowerCase() === name)?.id
    return id ? format(id, name) : typed
  })

/** Typed text as apps get it in a message; docs.slack.dev/messaging/formatting-message-text. */
export const toMessage = (workspace: Workspace, text: string): string => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return linkChannels(
    workspace,
    mention(workspace, escaped, id => `<@${id}>`),
  )
}

/** Replaces #names of channels. */
const linkChannels = ({ channels }: Workspace, text: string): string =>
  text.replace(/(?<![\w#<&])#([\w-]+)/g, (typed, name: string) => {
    const channel = channels.find(each => each.name === name)
    return channel ? `<#${channel.id}|${channel.name}>` : typed
  })

/** Typed text as apps get it in a slash command, with people and channels where the manifest asks for `should_escape`. */
export const toCommand = (workspace: Workspace, { slash_commands }: Manifest, text: string): string => {
  const [command] = text.split(/\s/, 1)
  const escapes = slash_commands.some(each => each.command === command && each.should_escape)
  if (!escapes) return text
  const mentioned = mention(workspace, text, (id, name) => `<@${id}|${name}>`)
  return linkChannels(workspace, mentioned)
}
