import { printMessage, printView } from '../src/playground/local/terminal.ts'
import type { Playground } from '../src/playground/local-slack.ts'
import { byLabel } from './by-label.ts'

/** How long the local Slack waits for more calls once the app says that its work is done. */
export const QUIET_MS = 2

/** Simulates a person in Slack: their actions, and what they see. */
export function createActor(slack: Playground, name: string) {
  const driver = slack.person(name)
  const hands = byLabel(slack, driver)
  const untilQuiet = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    await slack.settled(QUIET_MS)
    return result
  }
  const findMessage = (words: string, channel: string) => {
    const message = driver.messages(channel).findLast(each => printMessage(each).includes(words))
    if (!message) throw new Error(`${name} sees no message with "${words}"`)
    return message
  }
  const ephemeralMessages = (channel: string) =>
    driver
      .messages(channel)
      .filter(({ only }) => only)
      .map(printMessage)
  const threadOf = (words: string, channel: string) => {
    const { ts, thread_ts = ts } = findMessage(words, channel)
    return thread_ts
  }
  const openForm = () => {
    if (!driver.view) throw new Error(`${name} has no form open`)
    return driver.view
  }
  return {
    mention: `<@${driver.id}>`,
    types: (line: string, channel = 'ops') => untilQuiet(driver.command(line, { channel })),
    /** Types a command, or mentions the bot; resolves to the latest message that only this person sees. */
    async asks(sentence: string) {
      const ask = sentence.startsWith('/') ? driver.command : driver.mention
      await untilQuiet(ask(sentence, { channel: 'ops' }))
      return ephemeralMessages('ops').at(-1) ?? ''
    },
    /** Presses a button of the latest message that has it. */
    presses(button: string, channel = 'ops') {
      const message = driver.messages(channel).findLast(each => printMessage(each).includes(`[${button}`))
      if (!message) throw new Error(`${name} sees no button that begins with "${button}"`)
      return untilQuiet(hands.press(message, button))
    },
    /** Presses a button of the latest message with these words. */
    pressesBelow: (words: string, button: string, channel = 'ops') =>
      untilQuiet(hands.press(findMessage(words, channel), button)),
    /** Writes in the thread of the latest message with these words. */
    repliesTo(words: string, text: string, channel = 'ops') {
      driver.chat(text, { channel, thread: threadOf(words, channel) })
    },
    /** Writes a message that is not for the bot. */
    chats: (text: string, channel = 'ops') => void driver.chat(text, { channel }),
    /** Mentions the bot; `below`: in the thread of the latest message with these words. */
    mentions(text: string, { below, channel = 'ops' }: { below?: string; channel?: string } = {}) {
      const thread = below === undefined ? undefined : threadOf(below, channel)
      return untilQuiet(driver.mention(text, { channel, ...(thread && { thread }) }))
    },
    /** Writes to the bot in its DM. */
    says: (text: string) => untilQuiet(driver.say(text)),
    /** Uses a global shortcut, or that of the latest message with these words. */
    usesShortcut: (shortcut: string, words?: string, channel = 'ops') =>
      untilQuiet(
        driver.shortcut(shortcut, words === undefined ? undefined : findMessage(words, channel), channel),
      ),
    /** The id of the bot's DM with this person. */
    dm: `D${driver.id}`,
    /** Picks a day (YYYY-MM-DD) in a date picker of the form. */
    picksDay: (calendar: string, day: string) => untilQuiet(hands.pickDay(openForm(), calendar, day)),
    /** Presses a button of the form. */
    pressesInForm: (button: string) => untilQuiet(hands.press(openForm(), button)),
    opensHome: () => untilQuiet(driver.openHome()),
    /** Presses a button of the Home tab. */
    pressesAtHome(button: string) {
      if (!driver.home) throw new Error(`${name} has no Home yet`)
      return untilQuiet(hands.press(driver.home, button))
    },
    /** The Home tab as text. */
    get home() {
      return driver.home && printView(driver.home)
    },
    fills: (words: Record<string, string>) => untilQuiet(hands.fill(words)),
    /** Submits the form, once these fields are filled. */
    async submits(words?: Record<string, string>) {
      if (words) await untilQuiet(hands.fill(words))
      return untilQuiet(driver.submit())
    },
    closes: () => untilQuiet(driver.close()),
    options: (label: string, typed: string) => hands.options(openForm(), label, typed),
    /** The messages that this person sees in a channel, including ephemeral ones. */
    reads: (channel = 'ops') => driver.messages(channel).map(printMessage),
    /** The ephemeral messages of this person in a channel. */
    readsPrivately: (channel = 'ops') => ephemeralMessages(channel),
    get readsInDm() {
      return driver.dm.map(printMessage)
    },
    get form() {
      return driver.view && printView(driver.view, driver.values)
    },
    /** The values of the open form by label, as typed or picked. */
    get fields() {
      return driver.values
    },
    /** The errors with which Slack keeps a form open; those of a rebuilt form are part of `form`. */
    get formErrors() {
      return driver.errors
    },
  }
}
