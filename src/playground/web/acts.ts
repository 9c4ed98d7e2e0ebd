import { z } from 'zod'
import type { Driver } from '../driver.ts'
import type { OpenView } from '../modals.ts'
import type { Answer } from '../signed.ts'
import { bot, type Message, type Person, slackbot } from '../workspace.ts'
import { commandText, messageText } from './entities.ts'
import type { Parts } from './parts.ts'
import { placesOf } from './places.ts'
import { placeAt, viewAt, viewOf } from './standing.ts'

const ids = { at: z.string(), block: z.string(), action: z.string() }
const value = z.array(z.string().max(10_000)).max(100)
const ts = z.string()

/** What somebody does on a page. */
const act = z.discriminatedUnion('do', [
  z.object({ do: z.literal('press'), ...ids, value }),
  z.object({ do: z.literal('enter'), ...ids, value, by: z.enum(['typing', 'enter', 'pick']) }),
  z.object({ do: z.literal('submit'), view: z.string() }),
  z.object({ do: z.literal('close'), view: z.string() }),
  z.object({ do: z.literal('say'), place: z.string(), text: z.string().max(4000), thread: ts.optional() }),
  z.object({ do: z.literal('shortcut'), callback: z.string(), place: z.string(), message: ts.optional() }),
  z.object({ do: z.literal('dismiss'), place: z.string(), message: ts }),
  z.object({ do: z.literal('home') }),
])

type Act = z.output<typeof act>
type Of<D extends Act['do']> = Extract<Act, { do: D }>

/** As Slack's client says it when the app did not answer well. */
const TROUBLE = 'We had some trouble connecting. Try again?'

/** What a browser may ask for, done by the driver of a person; each resolves when the app has acknowledged it. */
export const createActs = (parts: Parts) => {
  const { workspace, manifest, driverOf } = parts

  const channelOf = (person: Pick<Person, 'id'>, name: string) => {
    const place = placesOf(workspace, person).find(each => each.name === name)
    if (!place) throw new Error('There is no such channel.')
    return place
  }

  const whisper = (driver: Driver, channel: string, text: string) => {
    return workspace.post({ channel, user: slackbot, text, blocks: [], only: driver.id })
  }

  const say = async (person: Person, { place: name, text, thread }: Of<'say'>) => {
    const driver = driverOf(person)
    const { kind, channel } = channelOf(person, name)
    const where = { channel: channel.id, ...(thread && { thread }) }
    const words = text.trim()
    if (words === '') return undefined
    if (thread && !workspace.find(channel.id, thread)) throw new Error('This thread is no longer there.')
    if (words.startsWith('/')) {
      const [command = ''] = words.split(/\s/, 1)
      const isKnown = manifest.slash_commands.some(each => each.command === command)
      if (!isKnown) return whisper(driver, channel.id, `${command} is not a valid command.`)
      if (thread) return whisper(driver, channel.id, `${command} is not supported in threads. Sorry!`)
      return driver.command(commandText(workspace, manifest, words), where)
    }
    const written = messageText(workspace, words)
    if (kind !== 'channel') return driver.say(written, { thread })
    return written.includes(`<@${bot.user}>`) ? driver.mention(written, where) : driver.chat(written, where)
  }

  const shortcut = async (person: Person, { callback, place, message }: Of<'shortcut'>) => {
    const { channel } = channelOf(person, place)
    const about = message === undefined ? undefined : workspace.find(channel.id, message)
    if (message !== undefined && !about) throw new Error('This message is no longer there.')
    return driverOf(person).shortcut(callback, about, channel.id)
  }

  const dismiss = (driver: Driver, { place, message: ts }: Of<'dismiss'>) => {
    const { channel } = channelOf(driver, place)
    const own = workspace.read(channel, driver.id).find(each => each.ts === ts && each.only === driver.id)
    if (own) workspace.remove(own)
  }

  const submit = async (driver: Driver, view: OpenView): Promise<Answer | undefined> => {
    const { answer } = await driver.submit(view)
    parts.changed()
    return answer
  }

  const done = async (person: Person, what: Act): Promise<Answer | Message | undefined> => {
    const driver = driverOf(person)
    switch (what.do) {
      case 'press':
        return driver.use(placeAt(workspace, driver, what.at), what, what.value)
      case 'enter':
        await driver.put(viewAt(workspace, driver, what.at), what, what.value, what.by)
        parts.changed()
        return undefined
      case 'submit':
        return submit(driver, viewOf(driver, what.view))
      case 'close':
        await driver.close(viewOf(driver, what.view))
        return undefined
      case 'say':
        return say(person, what)
      case 'shortcut':
        return shortcut(person, what)
      case 'dismiss':
        dismiss(driver, what)
        return undefined
      case 'home':
        return driver.openHome()
    }
  }

  /** Does what a body asks for. Throws an Error with a sentence where that cannot be done here and now. */
  return async (person: Person, body: unknown): Promise<void> => {
    const read = act.safeParse(body)
    if (!read.success) throw new Error('This page cannot do that.')
    const answer = await done(person, read.data)
    const failed = answer && 'error' in answer ? answer.error : undefined
    // Of a slash command Slack tells in the channel.
    if (failed && read.data.do !== 'say') throw new Error(`${TROUBLE} (${failed})`)
  }
}
