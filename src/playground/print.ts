import type { Block } from './blocks.ts'
import { held, worded } from './controls.ts'
import type { Interactive } from './elements.ts'
import type { OpenView } from './modals.ts'
import type { Message } from './workspace.ts'

/** The text that Slack's markup holds: what the app escaped, as it was. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const elementText = (element: Interactive): string =>
  element.type === 'button'
    ? `[${element.text.text}]${element.url ? `(${element.url})` : ''}`
    : `[${element.placeholder?.text ?? '…'}]`

const blockText = (block: Block, values: Record<string, string>): string => {
  switch (block.type) {
    case 'section':
      return [unescaped(block.text.text), ...(block.accessory ? [elementText(block.accessory)] : [])].join(
        '\n',
      )
    case 'context':
      return block.elements.map(({ text }) => unescaped(text)).join(' ')
    case 'actions':
      return block.elements.map(elementText).join(' ')
    case 'input': {
      const { label, element, hint } = block
      const line = `${label.text}: ${(values[label.text] ?? worded(held(element, undefined))) || '…'}`
      const open = element.type === 'radio_buttons' ? element.options.map(({ text }) => `[${text.text}]`) : []
      return [line, ...(open.length > 0 ? [open.join(' ')] : []), ...(hint ? [hint.text] : [])].join('\n  ')
    }
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
