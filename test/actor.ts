import type { Playground } from '../src/playground/local-slack.ts'
import { printMessage, printView } from '../src/playground/print.ts'

/** The app tells by itself when its work is done: beyond that there is next to nothing to wait for. */
export const QUIET_MS = 2

/** One person before a screen: what they do, and what they read. */
export function createActor(slack: Playground, name: string) {
  const driver = slack.person(name)
  const after = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    await slack.settled(QUIET_MS)
    return result
  }
  const seen = (words: string, channel: string) => {
    const message = driver.messages(channel).findLast(each => printMessage(each).includes(words))
    if (!message) throw new Error(`${name} sees no message with "${words}"`)
    return message
  }
  const threadOf = (words: string, channel: string) => {
    const { ts, thread_ts = ts } = seen(words, channel)
    return thread_ts
  }
  const open = () => {
    if (!driver.view) throw new Error(`${name} has no form open`)
    return driver.view
  }
  return {
    mention: `<@${driver.id}>`,
    types: (line: string, channel = 'ops') => after(driver.command(line, { channel })),
    /** Presses a button of the latest message that this person sees with it. */
    presses(button: string, channel = 'ops') {
      const message = driver.messages(channel).findLast(each => printMessage(each).includes(`[${button}`))
      if (!message) throw new Error(`${name} sees no button that begins with "${button}"`)
      return after(driver.press(message, button))
    },
    /** The same, of the latest message with these words. */
    pressesBelow: (words: string, button: string, channel = 'ops') =>
      after(driver.press(seen(words, channel), button)),
    /** Writes in the thread of the latest message that this person sees with these words. */
    repliesTo(words: string, text: string, channel = 'ops') {
      driver.chat(text, { channel, thread: threadOf(words, channel) })
    },
    /** Writes to the others. */
    chats: (text: string, channel = 'ops') => void driver.chat(text, { channel }),
    /** Writes to the bot by name; `below` are words of the message in whose thread that is. */
    mentions(text: string, { below, channel = 'ops' }: { below?: string; channel?: string } = {}) {
      const thread = below === undefined ? undefined : threadOf(below, channel)
      return after(driver.mention(text, { channel, ...(thread && { thread }) }))
    },
    /** Writes to the bot in its DM. */
    says: (text: string) => after(driver.say(text)),
    /** Chooses a shortcut before a channel, for the latest message with these words or for none. */
    uses: (shortcut: string, words?: string, channel = 'ops') =>
      after(driver.shortcut(shortcut, words === undefined ? undefined : seen(words, channel), channel)),
    /** The bot's DM with this person, to press buttons in. */
    dm: `D${driver.id}`,
    /** Picks a day, as YYYY-MM-DD, in a calendar of the form. */
    picksDay: (calendar: string, day: string) => after(driver.pickDay(open(), calendar, day)),
    /** Presses a button of the form. */
    pressesInForm: (button: string) => after(driver.press(open(), button)),
    opensHome: () => after(driver.openHome()),
    /** Presses a button of the Home as it stands now. */
    pressesAtHome(button: string) {
      if (!driver.home) throw new Error(`${name} has no Home yet`)
      return after(driver.press(driver.home, button))
    },
    /** What this person reads in the Home tab. */
    get home() {
      return driver.home && printView(driver.home)
    },
    fills: (words: Record<string, string>) => after(driver.fill(words)),
    submits: () => after(driver.submit()),
    closes: () => after(driver.close()),
    options: (label: string, typed: string) => driver.options(open(), label, typed),
    /** What this person reads in a channel, the messages for them alone among it. */
    reads: (channel = 'ops') => driver.messages(channel).map(printMessage),
    /** What only this person reads there. */
    readsAlone: (channel = 'ops') =>
      driver
        .messages(channel)
        .filter(({ only }) => only)
        .map(printMessage),
    get readsInDm() {
      return driver.dm.map(printMessage)
    },
    get form() {
      return driver.view && printView(driver.view, driver.values)
    },
    get fields() {
      return driver.values
    },
    get told() {
      return driver.errors
    },
  }
}
