import { unescapeMrkdwn } from '../../message/mrkdwn.ts'
import type { Block, Interactive } from '../block-schema.ts'
import type { Driver } from '../driver.ts'
import type { Playground } from '../local-slack.ts'
import type { Message } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import { createSay } from '../web/actions.ts'
import type { Parts } from '../web/places.ts'

export const USAGE = `Say what a person does, one thing at a time:

  /pause web-prod tomorrow to friday load test    type a command
  @Dayshift pause web-prod tomorrow               write to the bot by name
  press Resume now                                press a button of the latest message that has it

Ana acts, unless a name comes first, as in "Bo: press Resume now". Forms are filled in on the page.
curl reads -d '@…' as the name of a file: send words that begin with @ by --data-raw.
`

const CHANNEL = 'ops'
const PERSON = 'Ana'

/** Creates a function that performs one line of input as a person, and returns what that person sees next. */
export function createTerminal(playground: Playground & Pick<Parts, 'manifest'>) {
  const { workspace } = playground
  const say = createSay(playground)

  async function perform(driver: Driver, line: string): Promise<boolean> {
    const [, button] = /^press (.+)$/i.exec(line) ?? []
    if (/^(\/|@dayshift\b)/i.test(line)) await say(driver, { place: CHANNEL, text: line })
    else if (button !== undefined) await press(driver, button)
    else return false
    return true
  }

  function press(driver: Driver, button: string) {
    const message = messagesOf(driver)
      .toSorted((a, b) => Number(a.ts) - Number(b.ts))
      .findLast(each => printMessage(each).includes(`[${button}`))
    if (!message) throw new Error(`no message in #${CHANNEL} has a button that begins with "${button}"`)
    return driver.press(message, button)
  }

  const messagesOf = (driver: Driver) => [...driver.messages(CHANNEL), ...driver.dm]

  /** Replaces mentions by names, and dates by their fallback text. */
  const withNames = (text: string) =>
    text
      .replace(/<([@#])(\w+)>/g, (reference, sign: string, id: string) => {
        const name = sign === '@' ? workspace.nameOf(id) : workspace.channel(id)?.name
        return name ? sign + name : reference
      })
      .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')

  return async (input: string): Promise<string> => {
    const [, name = PERSON, line = ''] = /^(?:(\w+):\s*)?(.*)$/s.exec(input.trim()) ?? []
    try {
      const driver = playground.person(name)
      const before = new Map(messagesOf(driver).map(message => [message.ts, printMessage(message)]))
      const form = driver.view
      if (!(await perform(driver, line))) return USAGE
      await playground.settled()
      const output = messagesOf(driver)
        .filter(each => each.user !== driver.id && before.get(each.ts) !== printMessage(each))
        .map(printMessage)
      if (driver.view && driver.view !== form) output.push(printView(driver.view, driver.values))
      return `${withNames(output.join('\n\n')) || 'There is nothing to see.'}\n`
    } catch (error) {
      return `${error instanceof Error ? error.message : 'That did not work.'}\n\n${USAGE}`
    }
  }
}

const printElement = (element: Interactive): string =>
  element.type === 'button'
    ? `[${element.text.text}]${element.url ? `(${element.url})` : ''}`
    : `[${element.placeholder?.text ?? '…'}]`

const printBlock = (block: Block, values: Record<string, string>): string => {
  switch (block.type) {
    case 'section':
      return unescapeMrkdwn(block.text.text) + (block.accessory ? `\n${printElement(block.accessory)}` : '')
    case 'context':
      return block.elements.map(({ text }) => unescapeMrkdwn(text)).join(' ')
    case 'image':
      return `[picture: ${block.alt_text}]`
    case 'actions':
      return block.elements.map(printElement).join(' ')
    case 'input': {
      const { label, element, hint } = block
      const radios =
        element.type === 'radio_buttons' ? element.options.map(({ text }) => `[${text.text}]`) : []
      return [
        `${label.text}: ${values[label.text] || '…'}`,
        ...(radios.length > 0 ? [radios.join(' ')] : []),
        ...(hint ? [hint.text] : []),
      ].join('\n  ')
    }
  }
}

/** A message as text: its blocks, or else its text; mrkdwn stays, buttons become `[Resume now]`. */
export const printMessage = ({ text, blocks }: Pick<Message, 'text' | 'blocks'>): string =>
  blocks.length === 0 ? unescapeMrkdwn(text) : blocks.map(block => printBlock(block, {})).join('\n')

/** A view as text, with inputs as `Plan: …`; `values` are by label. */
export const printView = (view: OpenView, values: Record<string, string> = {}): string => {
  const body = view.blocks.map(block => printBlock(block, values))
  if (view.type === 'home') return body.join('\n')
  const buttons = [view.submit, view.close].flatMap(text => (text ? [`[${text.text}]`] : []))
  return [`# ${view.title.text}`, ...body, ...(buttons.length > 0 ? [buttons.join(' ')] : [])].join('\n')
}
