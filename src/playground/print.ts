import type { Block } from './blocks.ts'
import { choicesOf, held, worded } from './controls.ts'
import type { Interactive } from './elements.ts'
import type { OpenView } from './modals.ts'
import type { Message } from './workspace.ts'

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const textOf = ({ type, text }: { type: string; text: string }) =>
  type === 'mrkdwn' ? unescaped(text) : text

const elementText = (element: Interactive | { type: 'image'; alt_text: string }): string => {
  if (element.type === 'image') return `(${element.alt_text})`
  if (element.type === 'button') return `[${element.text.text}]${element.url ? `(${element.url})` : ''}`
  const choices = choicesOf(element)
  if (choices.length > 0) return choices.map(option => `[${option.text.text}]`).join(' ')
  return `[${'placeholder' in element ? (element.placeholder?.text ?? '…') : '…'}]`
}

const rowText = (row: { type: string; text?: string }[]) => row.map(cell => cell.text ?? '').join(' | ')

const blockText = (block: Block, values: Record<string, string>): string => {
  switch (block.type) {
    case 'section': {
      const words = [block.text, ...(block.fields ?? [])].flatMap(text => (text ? [textOf(text)] : []))
      return [...words, ...(block.accessory ? [elementText(block.accessory)] : [])].join('\n')
    }
    case 'header':
      return block.text.text
    case 'divider':
      return '---'
    case 'context':
      return block.elements.map(one => (one.type === 'image' ? elementText(one) : textOf(one))).join(' ')
    case 'actions':
      return block.elements.map(elementText).join(' ')
    case 'image':
      return elementText(block)
    case 'table':
      return block.rows.map(rowText).join('\n')
    case 'input': {
      const { label, element } = block
      const line = `${label.text}: ${(values[label.text] ?? worded(held(element, undefined))) || '…'}`
      const open = element.type === 'radio_buttons' ? [elementText(element)] : []
      return [line, ...open, ...(block.hint ? [block.hint.text] : [])].join('\n  ')
    }
    default:
      return ''
  }
}

/** A message as a person reads it: its blocks, or the text alone; mrkdwn as it is, buttons as `[Resume now]`. */
export const printMessage = (message: Pick<Message, 'text' | 'blocks'>): string =>
  message.blocks.length === 0
    ? unescaped(message.text)
    : message.blocks.map(block => blockText(block, {})).join('\n')

/**
 * A view as a person reads it: title, blocks, inputs as `Plan: …`, and what submits and closes it.
 * `values` are a driver's, by label; without them the inputs show what the app wrote into them.
 */
export const printView = (view: OpenView, values: Record<string, string> = {}): string => {
  const body = view.blocks.map(block => blockText(block, values))
  if (view.type === 'home') return body.join('\n')
  const ends = [view.submit, view.close].flatMap(text => (text ? [`[${text.text}]`] : []))
  return [`# ${view.title.text}`, ...body, ...(ends.length > 0 ? [ends.join(' ')] : [])].join('\n')
}
