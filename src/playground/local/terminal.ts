import type { Driver } from '../driver.ts'
import type { OpenView } from '../modals.ts'
import { printMessage, printView } from '../print.ts'
import type { Playground } from '../slack.ts'
import { commandText, messageText } from '../web/entities.ts'
import { readManifest } from '../web/manifest.ts'
import type { Message } from '../workspace.ts'

/** What one can say to the playground, for whoever says something else. */
export const USAGE = `Say what a person does, one thing at a time:

  /pause web-prod tomorrow to friday load test    type a command
  @Dayshift pause web-prod tomorrow               write to the bot by name, in the channel
  dm plan show web-prod                           write to the bot in its DM
  press Resume now                                press a button of the open form, or of the latest message that has it
  fill Until: friday                              fill in a field of the open form
  submit                                          send the form
  close                                           close the form
  home                                            open the bot's Home tab
  press Help at home                              press a button there

Ana acts, unless a name comes first, as in "Bo: press Resume now".
curl reads -d '@…' as the name of a file: send words that begin with @ by --data-raw.
`

/** The playground for a terminal: takes a line of what somebody does, and gives what that person sees of it then. */
export function createTerminal(playground: Playground, place: { channel: string; person: string }) {
  const { channel } = place
  const { workspace } = playground
  const manifest = readManifest()

  async function act(driver: Driver, line: string): Promise<boolean> {
    const [, label = '', words = ''] = /^fill ([^:]+):\s*(.*)$/i.exec(line) ?? []
    const [, button, there] = /^press (.+?)( at home)?$/i.exec(line) ?? []
    const [, mentioned] = /^@dayshift\b(.*)$/is.exec(line) ?? []
    const [, direct] = /^dm (.+)$/is.exec(line) ?? []
    if (line.startsWith('/')) await driver.command(commandText(workspace, manifest, line), { channel })
    else if (mentioned !== undefined)
      await driver.mention(messageText(workspace, mentioned.trim()), { channel })
    else if (direct !== undefined) await driver.say(messageText(workspace, direct))
    else if (button !== undefined) await (there ? pressAtHome(driver, button) : press(driver, button))
    else if (label !== '') await driver.fill({ [label]: words })
    else if (/^submit$/i.test(line)) await driver.submit()
    else if (/^close$/i.test(line)) await driver.close()
    else if (/^home$/i.test(line)) await driver.openHome()
    else return false
    return true
  }

  async function press(driver: Driver, button: string) {
    if (driver.view && hasButton(driver.view, button)) return driver.pressIn(driver.view, button)
    const message = read(driver)
      .toSorted((a, b) => Number(a.ts) - Number(b.ts))
      .findLast(each => printMessage(each).includes(`[${button}`))
    if (!message) throw new Error(`no message in #${channel} has a button that begins with "${button}"`)
    return driver.press(message, button)
  }

  /** What a person reads in the channel and in the bot's DM. */
  const read = (driver: Driver) => [...driver.messages(channel), ...driver.dm]

  const placeOf = (message: Message, { name, id }: Driver) => {
    if (message.channel === `D${id}`) return `${name}’s DM`
    return message.only ? `only ${name} sees` : `#${channel}`
  }

  async function pressAtHome(driver: Driver, button: string) {
    if (!driver.home) throw new Error(`${driver.name} has not opened the Home tab`)
    await driver.pressIn(driver.home, button)
  }

  /** Mentions with the names of people, and moments by what stands for them where no clock is known. */
  const spelledOut = (text: string) =>
    text
      .replace(/<@(\w+)>/g, (mention, id: string) => {
        const name = playground.nameOf(id)
        return name ? `@${name}` : mention
      })
      .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')

  return async (said: string): Promise<string> => {
    const [, name = place.person, line = ''] = /^(?:(\w+):\s*)?(.*)$/s.exec(said.trim()) ?? []
    try {
      const driver = playground.person(name)
      const before = seen(read(driver))
      const home = driver.home
      if (!(await act(driver, line))) return USAGE
      await playground.settled()
      const told = read(driver)
        .filter(each => each.user !== driver.id && before.get(each.ts) !== printMessage(each))
        .map(each => `${placeOf(each, driver)}\n${printMessage(each)}`)
      const errors = Object.entries(driver.errors).map(([label, error]) => `${label}: ${error}`)
      const view = driver.view ? [printView(driver.view, driver.values), ...errors] : []
      const drawn = driver.home && driver.home !== home ? [`${name}’s Home\n${printView(driver.home)}`] : []
      return `${spelledOut([...told, ...drawn, ...view].join('\n\n')) || 'There is nothing to see.'}\n`
    } catch (error) {
      return `${error instanceof Error ? error.message : 'That did not work.'}\n\n${USAGE}`
    }
  }
}

const hasButton = ({ blocks }: OpenView, words: string): boolean =>
  blocks.some(
    block =>
      block.type === 'actions' &&
      block.elements.some(each => each.type === 'button' && each.text.text.startsWith(words)),
  )

const seen = (messages: readonly Message[]) =>
  new Map(messages.map(message => [message.ts, printMessage(message)]))
