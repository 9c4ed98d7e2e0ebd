import type { types } from '@slack/bolt'
import type { OperationId, Raw } from '../core/raw.ts'
import { fits, type Press, packPress } from './button-value.ts'
import { cut, limits } from './limits.ts'
import { cutMrkdwn, type Mrkdwn } from './mrkdwn.ts'

export type Block = types.SectionBlock | types.ContextBlock | types.ActionsBlock | types.InputBlock

/** A button in a person's words: pressing it hands its raw to its operation. */
export type Button = {
  text: string
  /** What a screen reader says in place of the text, where several buttons say the same. */
  aloud?: string
  operation: OperationId | typeof SENTENCE
  raw: Raw
  how?: Press['how']
  style?: 'primary' | 'danger'
}

/** A button that leads out of Slack. */
export type LinkButton = { text: string; url: string; style?: 'primary' }

/** What Slack calls the press of a link button, which it tells as well: there is nothing to answer but that it came. */
export const LINK_PRESS = 'link.press'

/** What a button says that carries a sentence as it was typed, in place of an operation with its raw. */
export const SENTENCE = 'sentence.say'

/** A button that runs its operation; one that opens its form first; one whose answer takes its place. */
export const runs = (text: string, operation: OperationId, raw: Raw = {}): Button => ({
  text,
  operation,
  raw,
})
export const opens = (text: string, operation: OperationId, raw: Raw = {}): Button => ({
  ...runs(text, operation, raw),
  how: 'form',
})
export const turns = (text: string, operation: OperationId, raw: Raw = {}): Button => ({
  ...runs(text, operation, raw),
  how: 'turn',
})

/** A button that says a sentence once more. What it is about is settled then: the answer takes its place. */
export function repeat(text: string, sentence: string): Button {
  return turns(text, SENTENCE, { sentence })
}

/** A paragraph, with a button at its side if one is given. */
export function section(text: Mrkdwn, side?: Button): types.SectionBlock {
  return {
    type: 'section',
    text: marked(text),
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
      ? { action_id: actionId(LINK_PRESS, index), url: made.url }
      : {
          action_id: actionId(made.operation, index),
          value: packPress(pressOf(made)),
          ...(made.aloud && { accessibility_label: cut(made.aloud, limits.buttonText) }),
        }),
    ...(style && { style }),
  }
}

const pressOf = ({ how = 'run', raw }: Button): Press => ({ how, raw })

/** Whether Slack takes a button with all of its words; another opens a form, without the longest. */
export const carries = (button: Button): boolean => fits(pressOf(button))

/** An action_id must be its block's only one: the operation, and the button's place in its row. */
const actionId = (operation: Button['operation'] | typeof LINK_PRESS, index: number) =>
  `${operation}:${index}`

/** The operation that an action_id names. */
export const operationOf = (id: string): string => id.replace(/:\d+$/, '')
