import { printMessage, printView } from '../src/playground/print.ts'
import type { Playground } from '../src/playground/slack.ts'

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
  return {
    mention: `<@${driver.id}>`,
    types: (line: string, channel = 'ops') => after(driver.command(line, { channel })),
    /** Presses a button of the latest message that this person sees with it. */
    presses(button: string, channel = 'ops') {
      const message = driver.messages(channel).findLast(each => printMessage(each).includes(`[${button}`))
      if (!message) throw new Error(`${name} sees no button that begins with "${button}"`)
      return after(driver.press(message, button))
    },
    /** Writes in the thread of the latest message that this person sees with these words. */
    repliesTo(words: string, text: string, channel = 'ops') {
      const message = driver.messages(channel).findLast(each => printMessage(each).includes(words))
      if (!message) throw new Error(`${name} sees no message with "${words}"`)
      driver.chat(text, { channel, thread: message.thread_ts ?? message.ts })
    },
    fills: (words: Record<string, string>) => after(driver.fill(words)),
    submits: () => after(driver.submit()),
    closes: () => after(driver.close()),
    options: (label: string, typed: string) => {
      const { view } = driver
      if (!view) throw new Error(`${name} has no form open`)
      return driver.options(view, label, typed)
    },
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
