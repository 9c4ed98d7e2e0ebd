import type { types } from '@slack/bolt'
import { type ButtonValue, fits, formatButtonValue } from './button-value.ts'
import { cut, limits } from './limits.ts'
import { cutMrkdwn, type Mrkdwn } from './mrkdwn.ts'

export type Block = types.SectionBlock | types.ContextBlock | types.ActionsBlock | types.InputBlock

/** A button: pressing it hands its arguments to its operation. */
export type Button = {
  text: string
  /** What a screen reader says in place of the text, where several buttons have the same. */
  ariaLabel?: string
  operation: string
  args: Readonly<Record<string, unknown>>
  /** What the inputs of the form hold that it opens, beside the arguments. */
  values?: Readonly<Record<string, string>>
  how?: ButtonValue['how']
  style?: 'primary' | 'danger'
}

/** A button that leads out of Slack. */
export type LinkButton = { text: string; url: string; style?: 'primary' }

/** The action of a link button, of which Slack tells as well: it needs nothing but an acknowledgement. */
export const LINK_ACTION = 'link.press'

/** The operation of a button that carries a sentence as it was typed. */
export const SENTENCE = 'sentence.say'

type ArgsOfButton = Button['args']

/** A button that runs its operation. */
export const runButton = (text: string, operation: string, args: ArgsOfButton = {}): Button => ({
  text,
  operation,
  args,
})

/** A button that opens the form of its operation. */
export const formButton = (text: string, operation: string, args: ArgsOfButton = {}): Button => ({
  ...runButton(text, operation, args),
  how: 'form',
})

/** A button whose answer takes the place of the message in which it stands. */
export const replaceButton = (text: string, operation: string, args: ArgsOfButton = {}): Button => ({
  ...runButton(text, operation, args),
  how: 'replace',
})

/** A button that says a sentence; the answer takes the place of the message. */
export const sentenceButton = (text: string, sentence: string): Button =>
  replaceButton(text, SENTENCE, { sentence })

/** Slack collapses a taller section behind *Show more* (https://docs.slack.dev/reference/block-kit/blocks/section-block). */
const COLLAPSED = { lines: 4, length: 400 }

const isTall = ({ mrkdwn }: Mrkdwn): boolean =>
  mrkdwn.length > COLLAPSED.length || mrkdwn.split('\n').length > COLLAPSED.lines

/** A paragraph, with a button at its side if one is given. */
export function section(text: Mrkdwn, side?: Button): types.SectionBlock {
  return {
    type: 'section',
    text: marked(text),
    ...(isTall(text) && { expand: true }),
    ...(side && { accessory: button(side, 0) }),
  }
}

/** Small grey text. */
export function context(...texts: [Mrkdwn, ...Mrkdwn[]]): types.ContextBlock {
  return {
    type: 'context',
    elements: texts.slice(0, limits.contextElements).map(marked),
  }
}

/** Rows of buttons: as many blocks as Slack needs for them, none for none. */
export function actions(...buttons: (Button | LinkButton)[]): types.ActionsBlock[] {
  const rows: types.ActionsBlock[] = []
  for (let at = 0; at < buttons.length; at += limits.actionsElements) {
    const row = buttons.slice(at, at + limits.actionsElements)
    rows.push({ type: 'actions', elements: row.map(button) })
  }
  return rows
}

/** Slack's text object of markup, which is never empty. */
function marked(text: Mrkdwn): types.MrkdwnElement {
  return { type: 'mrkdwn', text: cutMrkdwn(text, limits.section) || '–', verbatim: true }
}

/** Slack's plain text object, cut to what its place allows. */
export function plain(text: string, limit: number): types.PlainTextElement {
  return { type: 'plain_text', text: cut(text.trim() || '–', limit) }
}

function button(made: Button | LinkButton, index: number): types.Button {
  const { text, style } = made
  return {
    type: 'button',
    text: plain(text, limits.buttonText),
    ...('url' in made
      ? { action_id: actionId(LINK_ACTION, index), url: made.url }
      : {
          action_id: actionId(made.operation, index),
          value: formatButtonValue(buttonValue(made)),
          ...(made.ariaLabel && { accessibility_label: cut(made.ariaLabel, limits.buttonText) }),
        }),
    ...(style && { style }),
  }
}

const buttonValue = ({ how = 'run', args, values }: Button): ButtonValue => ({
  how,
  args,
  ...(values && { values }),
})

/** Whether Slack takes a button with all of its arguments; another opens a form, without the longest. */
export const hasRoom = (button: Button): boolean => fits(buttonValue(button))

/** An action_id must be its block's only one: the operation, and the button's place in its row. */
const actionId = (operation: string, index: number) => `${operation}:${index}`

/** The operation that an action_id names. */
export const operationOf = (id: string): string => id.replace(/:\d+$/, '')
