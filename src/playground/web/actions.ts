import { z } from 'zod'
import { escapeControls } from '../../message/mrkdwn.ts'
import type { Option } from '../block-schema.ts'
import type { Answer } from '../delivery.ts'
import type { Driver, Target } from '../driver.ts'
import { bot, slackbot, type Workspace } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import type { ElementIds } from '../submit-form.ts'
import { type Parts, placesOf } from './places.ts'

const ids = { at: z.string(), block: z.string(), action: z.string() }
const place = z.string()

const actionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['press', 'enter']), ...ids, value: z.array(z.string().max(10_000)).max(100) }),
  z.object({ do: z.enum(['submit', 'close']), at: z.string() }),
  z.object({ do: z.literal('say'), place, text: z.string().max(4000), thread: z.string().optional() }),
  z.object({ do: z.literal('shortcut'), callback: z.string(), place, message: z.string().optional() }),
  z.object({ do: z.enum(['home', 'break']) }),
])

/** How long the embedded service does not respond after a person breaks it. */
const BREAK_MS = 10_000

type TypedText = { place: string; text: string; thread?: string | undefined }

const findPlace = (workspace: Workspace, driver: Driver, name: string) => {
  const match = placesOf(workspace, driver).find(each => each.name === name)
  if (!match) throw new Error('There is no such channel.')
  return match
}

/** Sends text typed at a place: as a command, as a message to the bot, or as a message to people only. */
export const createSay =
  ({ workspace, manifest }: Pick<Parts, 'workspace' | 'manifest'>) =>
  async (driver: Driver, { place, thread, ...words }: TypedText): Promise<Answer | undefined> => {
    const { kind, channel } = findPlace(workspace, driver, place)
    const where = { channel: channel.id, ...(thread && { thread }) }
    const text = words.text.trim()
    if (text === '') return undefined
    if (thread && !workspace.find(channel.id, thread)) throw new Error('This thread is no longer there.')
    if (text.startsWith('/')) {
      const [command = ''] = text.split(/\s/, 1)
      const entry = manifest.slash_commands.find(each => each.command === command)
      if (entry && !thread)
        return driver.command(entry.should_escape ? withReferences(workspace, text, true) : text, where)
      const objection = entry ? 'is not supported in threads. Sorry!' : 'is not a valid command.'
      const reply = { user: slackbot, text: `${command} ${objection}`, blocks: [], only: driver.id }
      workspace.post({ channel: channel.id, ...reply })
      return undefined
    }
    const message = withReferences(workspace, escapeControls(text), false)
    if (kind !== 'channel') return driver.say(message, { thread })
    if (message.includes(`<@${bot.user}>`)) return driver.mention(message, where)
    driver.chat(message, where)
    return undefined
  }

/** Performs a page's actions; resolves when the app has acknowledged. Error messages are for the person. */
export const createActions = (parts: Parts) => {
  const { workspace, embedded } = parts
  const say = createSay(parts)

  const run = async (driver: Driver, action: z.output<typeof actionSchema>): Promise<Answer | undefined> => {
    switch (action.do) {
      case 'press':
        return driver.use(targetAt(driver, action.at), action, action.value)
      case 'say':
        return say(driver, action)
      case 'home':
        return driver.openHome()
      case 'break':
        embedded?.breakFor(BREAK_MS)
        return driver.command('/pause web-staging tomorrow', { channel: 'ops' })
      case 'submit':
        return (await driver.submit(viewAt(driver, action.at))).answer
      case 'close':
        await driver.close(viewAt(driver, action.at))
        return undefined
      case 'enter':
        await driver.enter(viewAt(driver, action.at), action, action.value)
        return undefined
      case 'shortcut': {
        const { id } = findPlace(workspace, driver, action.place).channel
        const message = action.message === undefined ? undefined : workspace.find(id, action.message)
        if (action.message !== undefined && !message) throw new Error('This message is no longer there.')
        return driver.shortcut(action.callback, message, id)
      }
    }
  }

  return {
    act: async (driver: Driver, body: unknown): Promise<void> => {
      const { data } = actionSchema.safeParse(body)
      if (!data) throw new Error('This page cannot do that.')
      const answer = await run(driver, data)
      parts.notify()
      // The wording of Slack's client. Slack shows failures of slash commands in the channel instead.
      if (answer?.error && data.do !== 'say')
        throw new Error(`We had some trouble connecting. Try again? (${answer.error})`)
    },
    /** The app's options of an external select for the typed text. */
    suggest: async (driver: Driver, at: string, element: ElementIds, typed: string): Promise<Option[]> =>
      driver.suggest(viewAt(driver, at), element, typed),
  }
}

const viewAt = (driver: Driver, at: string): OpenView => {
  const view = [driver.view, driver.home].find(each => `view:${each?.id}` === at)
  if (!view) throw new Error('This form is no longer open.')
  return view
}

/** The view or message at `view:<id>` or `message:<channel>:<ts>`. */
const targetAt = (driver: Driver, at: string): Target => {
  const [kind, channel = '', ts = ''] = at.split(':')
  return kind === 'message' ? { channel, ts } : viewAt(driver, at)
}

/** Turns typed @people and #channels into references; docs.slack.dev/messaging/formatting-message-text. */
const withReferences = ({ people, channels }: Workspace, text: string, isCommand: boolean): string =>
  text
    .replace(/(?<![\w@<])@([\p{L}\w]+)/gu, (typed, typedName: string) => {
      const name = typedName.toLowerCase()
      const id = name === bot.name ? bot.user : people.find(person => person.name.toLowerCase() === name)?.id
      return id ? `<@${id}${isCommand ? `|${name}` : ''}>` : typed
    })
    .replace(/(?<![\w#<&])#([\w-]+)/g, (typed, name: string) => {
      const channel = channels.find(each => each.name === name)
      return channel ? `<#${channel.id}|${name}>` : typed
    })
