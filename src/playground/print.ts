import { unescapeMrkdwn } from '../message/mrkdwn.ts'
import type { Block, Interactive } from './block-schema.ts'
import type { Message } from './local-workspace.ts'
import type { OpenView } from './modals.ts'

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

/** A message as text: its blocks, or the text alone; mrkdwn stays, buttons become `[Resume now]`. */
export const printMessage = ({ text, blocks }: Pick<Message, 'text' | 'blocks'>): string =>
  blocks.length === 0 ? unescapeMrkdwn(text) : blocks.map(block => printBlock(block, {})).join('\n')

/** A view as text, with inputs as `Plan: …`; `values` are by label. */
export const printView = (view: OpenView, values: Record<string, string> = {}): string => {
  const body = view.blocks.map(block => printBlock(block, values))
  if (view.type === 'home') return body.join('\n')
  const buttons = [view.submit, view.close].flatMap(text => (text ? [`[${text.text}]`] : []))
  return [`# ${view.title.text}`, ...body, ...(buttons.length > 0 ? [buttons.join(' ')] : [])].join('\n')
}
