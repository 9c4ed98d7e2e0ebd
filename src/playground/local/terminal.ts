import { unescapeMrkdwn } from '../../message/mrkdwn.ts'
import type { Block, Interactive } from '../block-schema.ts'
import type { Playground } from '../local-slack.ts'
import type { Message } from '../local-workspace.ts'
import type { OpenView } from '../modals.ts'
import { createSay } from '../web/actions.ts'
import type { Parts } from '../web/places.ts'

export const USAGE = `Say what Ana does in #ops:

  /pause web-prod tomorrow to friday load test    type a command
  @Dayshift pause web-prod tomorrow               write to the bot by name

Buttons are pressed and forms are filled in on the page.
curl reads -d '@…' as the name of a file: send words that begin with @ by --data-raw.
`

/** Creates a function that says one line as Ana in #ops, and returns what she sees next. */
export function createTerminal(playground: Playground & Pick<Parts, 'manifest'>) {
  const { workspace } = playground
  const say = createSay(playground)

  /** Replaces mentions by names, and dates by their fallback text. */
  const withNames = (text: string) =>
    text
      .replace(/<([@#])(\w+)>/g, (reference, sign: string, id: string) => {
        const name = sign === '@' ? workspace.nameOf(id) : workspace.channel(id)?.name
        return name ? sign + name : reference
      })
      .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')

  return async (line: string): Promise<string> => {
    if (!/^\s*(\/|@dayshift\b)/i.test(line)) return USAGE
    const ana = playground.person('Ana')
    const read = () => [...ana.messages('ops'), ...ana.dm].filter(({ user }) => user !== ana.id)
    const before = new Map(read().map(message => [message.ts, printMessage(message)]))
    const form = ana.view
    await say(ana, { place: 'ops', text: line })
    await playground.settled()
    const output = read()
      .filter(each => before.get(each.ts) !== printMessage(each))
      .map(printMessage)
    if (ana.view && ana.view !== form) output.push(printView(ana.view, ana.values))
    return `${withNames(output.join('\n\n')) || 'There is nothing to see.'}\n`
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
      const lines = [`${label.text}: ${values[label.text] || '…'}`, radios.join(' '), hint?.text]
      return lines.filter(Boolean).join('\n  ')
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
