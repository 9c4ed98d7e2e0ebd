import type { types } from '@slack/bolt'
import { z } from 'zod'
import { parseJson } from './json.ts'
import { cut, cutMrkdwn, type Mrkdwn } from './mrkdwn.ts'

export type Block =
  | types.SectionBlock
  | types.ContextBlock
  | types.ActionsBlock
  | types.InputBlock
  | types.ImageBlock

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

/** A paragraph, with a button at its side if one is given. Without `expand`, Slack hides a tall one behind *Show more*. */
export function section(text: Mrkdwn, side?: Button): types.SectionBlock {
  return {
    type: 'section',
    text: marked(text),
    expand: true,
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

function button(spec: Button | LinkButton, index: number): types.Button {
  const { text, style } = spec
  return {
    type: 'button',
    text: plain(text, limits.buttonText),
    ...('url' in spec
      ? { action_id: `${LINK_ACTION}:${index}`, url: spec.url }
      : {
          action_id: `${spec.operation}:${index}`,
          value: formatButtonValue(spec),
          ...(spec.ariaLabel && { accessibility_label: cut(spec.ariaLabel, limits.buttonText) }),
        }),
    ...(style && { style }),
  }
}

/** The button that is pressed as a rule. */
export const primary = (button: Button): Button => ({ ...button, style: 'primary' })

/** Whether Slack takes a button with all of its arguments; another opens a form, without the longest. */
export const hasRoom = (button: Button): boolean => format(button).length <= limits.buttonValue

/** The operation that an action_id names; behind it stands the button's place, as an action_id must be its row's only one. */
export const operationOf = (id: string): string => id.replace(/:\d+$/, '')

/**
 * What a press does with the arguments that its button carries: `run` the operation, open its `form`, run it
 * and put the answer in the place of the message (`replace`: a choice that is made, a page that is turned),
 * put them into the form in which the button stands (`reshape`), or run it for everyone in the channel to
 * read (`share`).
 */
export type ButtonValue = z.infer<typeof buttonValueSchema>

const buttonValueSchema = z.object({
  how: z.enum(['run', 'form', 'replace', 'reshape', 'share']),
  args: z.record(z.string(), z.unknown()),
  /** What the inputs of a form hold that could not be read. */
  values: z.record(z.string(), z.string()).optional(),
})

/** What a button runs, unless it says otherwise. */
type Pressed = Pick<Button, 'how' | 'args' | 'values'>

const format = ({ how = 'run', args, values }: Pressed): string => JSON.stringify({ how, args, values })

/**
 * A press as the value of a button. Where there is no room for all arguments the longest are left out, and
 * the button opens the form, which asks for them; `values` stay as long as there is room for these.
 * `parseButtonValue` is its inverse.
 */
export function formatButtonValue(value: Pressed): string {
  const text = format(value)
  if (text.length <= limits.buttonValue) return text
  const how = value.how === 'reshape' ? 'reshape' : 'form'
  const bare = (args: ArgsOfButton) => format({ how, args })
  const args = fitArgs(value.args, limits.buttonValue, bare)
  const whole = format({ ...value, how, args })
  return whole.length <= limits.buttonValue ? whole : bare(args)
}

/** The arguments of which `write` makes a text within a limit: the longest are left out until it fits. */
export function fitArgs(
  args: ArgsOfButton,
  limit: number,
  write: (args: ArgsOfButton) => string,
): ArgsOfButton {
  if (write(args).length <= limit) return args
  const lengthOf = (value: unknown) => JSON.stringify(value ?? null).length
  const [longest] = Object.entries(args).toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  if (longest === undefined) throw new RangeError('There is more text than fits')
  const { [longest[0]]: _, ...shorter } = args
  return fitArgs(shorter, limit, write)
}

/** The press that the value of a button stands for; undefined where it is none of ours. */
export const parseButtonValue = (text = ''): ButtonValue | undefined =>
  buttonValueSchema.safeParse(parseJson(text)).data

/** What Slack refuses beyond, in characters or items (https://docs.slack.dev/reference/block-kit/). */
export const limits = {
  messageBlocks: 50,
  /** Undocumented, answered as msg_blocks_too_long: 12 000 characters, less some for the line that tells of a cut. */
  blocksText: 11_900,
  viewBlocks: 100,
  section: 3000,
  contextElements: 10,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2000,
  selectOptions: 100,
  optionText: 75,
  optionValue: 150,
  radioOptions: 10,
  placeholder: 150,
  label: 2000,
  hint: 2000,
  textInput: 3000,
  title: 24,
  submit: 24,
  privateMetadata: 3000,
  messageText: 4000,
  url: 3000,
  altText: 2000,
} as const
