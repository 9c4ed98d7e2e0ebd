import { section } from '../../message/blocks.ts'
import { limits } from '../../message/limits.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { buildExplanation } from '../views/controls.ts'
import { at, type RequestKind } from './request-kinds.ts'

/** Why somebody is turned away, in full and where there is room for a line alone. */
export type Reason = { text: Mrkdwn; brief: string }

export const BUSY: Reason = {
  text: mrkdwn`I have too much to do right now, so this was not done. Please try again in a moment.`,
  brief: 'Too busy right now: type again in a moment',
}

export const STARTING: Reason = {
  text: mrkdwn`I am just starting up, so this was not done. Please try again in a moment.`,
  brief: 'Just starting up: type again in a moment',
}

export const TOO_FAST: Reason = {
  text: mrkdwn`That was too much at once, so it was not done. Please try again in a moment.`,
  brief: 'That was too fast: type again in a moment',
}

/** What is answered at the door: the status, the content where there is any, and whether there is yet to be told why. */
export type TurnedAway = { status: 200 | 503; content?: object; untold?: true }

/** Thrown within the app where somebody is turned away whom the door let in; `tell` tells whoever sees nothing of the answer. */
export class TurnedDown extends Error {
  override name = 'TurnedDown'
  /** Bolt makes another error of one that has none. */
  readonly code = 'dayshift_turned_down'
  readonly answer: TurnedAway
  readonly tell: () => unknown

  constructor(answer: TurnedAway, tell: () => unknown = () => {}) {
    super('Turned away')
    this.answer = answer
    this.tell = tell
  }
}

/**
 * How somebody is turned away so that they see why and lose nothing: commands and selects say it, a form stays with its
 * words, and an event is sent again by Slack where `again` asks for that. What Slack shows nothing of is left untold.
 */
export function turnAway(
  body: Readonly<Record<string, unknown>>,
  kind: RequestKind,
  { text, brief }: Reason,
  again: boolean,
): TurnedAway {
  switch (kind) {
    case 'command':
      return { status: 200, content: { response_type: 'ephemeral', text: text.mrkdwn } }
    case 'suggestion':
      return { status: 200, content: { options: [buildExplanation(brief)] } }
    case 'submission':
      return { status: 200, content: keptForm(at(body, 'view'), text) }
    case 'event':
      return again ? { status: 503 } : { status: 200, untold: true }
    case 'press':
    case 'shortcut':
      return { status: 200, untold: true }
    case 'typing':
      return { status: 200 }
    case 'other':
      return { status: again ? 503 : 200 }
  }
}

/**
 * The same where whoever asked is not told: what they pressed or chose is not acknowledged, so that Slack itself warns. An
 * event is, since Slack would only send it again.
 */
export const withoutWord = (answer: TurnedAway, kind: RequestKind): TurnedAway =>
  answer.untold && kind !== 'event' ? { status: 503 } : answer

/** A form that stays as it is: it is told at its first input, or above all of it where it has none. */
function keptForm(view: unknown, text: Mrkdwn): object {
  const held = at(view, 'blocks')
  const blocks: unknown[] = Array.isArray(held) ? held : []
  const input = blocks.find(block => at(block, 'type') === 'input')
  const id = at(input, 'block_id')
  if (typeof id === 'string') return { response_action: 'errors', errors: { [id]: text.mrkdwn } }
  const same = SHOWN.flatMap(key => (at(view, key) ? [[key, at(view, key)]] : []))
  return {
    response_action: 'update',
    view: {
      ...Object.fromEntries(same),
      blocks: [section(text), ...blocks].slice(0, limits.viewBlocks),
    },
  }
}

/** What a view that Slack sends has in common with one that it takes. */
const SHOWN = ['type', 'callback_id', 'title', 'submit', 'close', 'private_metadata', 'clear_on_close']
