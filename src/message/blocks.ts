import type { types } from '@slack/bolt'
import { z } from 'zod'
import { parseJson } from './json.ts'
import { cut, cutMrkdwn, type Mrkdwn } from './mrkdwn.ts'

/** A block of Slack's in which buttons are still data: `renderBlock` formats them when it is sent. */
export type Block = SectionBlock | ActionsBlock | types.ContextBlock | types.InputBlock | types.ImageBlock

type SectionBlock = Omit<types.SectionBlock, 'accessory'> & { accessory?: Button | undefined }
export type ActionsBlock = { type: 'actions'; elements: (Button | LinkButton | types.Datepicker)[] }

/** A button that passes `args` to its operation when pressed. */
export type Button = {
  text: string
  /** Replaces `text` for screen readers where several buttons share it. */
  ariaLabel?: string
  operation: string
  args: Readonly<Record<string, unknown>>
  /** Raw input values of the form that it opens, in addition to `args`. */
  values?: Readonly<Record<string, string>> | undefined
  how?: ButtonValue['how']
  style?: 'primary' | 'danger'
}

export type LinkButton = { text: string; url: string; style?: 'primary' }

/** The action ID of link buttons. Slack sends their presses too; they need only an acknowledgement. */
export const LINK_ACTION = 'link.press'

/** The pseudo-operation of a button that carries a typed sentence. */
export const SENTENCE = 'sentence.say'

type ArgsOfButton = Button['args']

/** Creates a button that runs its operation. */
export const runButton = (text: string, operation: string, args: ArgsOfButton = {}): Button => ({
  text,
  operation,
  args,
})

/** Creates a button that opens the form of its operation. */
export const formButton = (
  text: string,
  operation: string,
  args: ArgsOfButton = {},
  values?: Button['values'],
): Button => ({ ...runButton(text, operation, args), how: 'form', values })

/** Creates a button whose reply replaces the message that contains it. */
export const replaceButton = (text: string, operation: string, args: ArgsOfButton = {}): Button => ({
  ...runButton(text, operation, args),
  how: 'replace',
})

/** Creates a button that runs a sentence; the reply replaces the message. */
export const sentenceButton = (text: string, sentence: string): Button =>
  replaceButton(text, SENTENCE, { sentence })

/** Creates a paragraph. Without `expand`, Slack collapses tall ones behind *Show more*. */
export const section = (text: Mrkdwn, accessory?: Button): SectionBlock => ({
  type: 'section',
  text: mrkdwnText(text),
  expand: true,
  accessory,
})

/** Creates small grey text. */
export const context = (text: Mrkdwn): types.ContextBlock => ({
  type: 'context',
  elements: [mrkdwnText(text)],
})

/** Creates rows of buttons; none without buttons. */
export function actions(...buttons: (Button | LinkButton)[]): ActionsBlock[] {
  const rows: ActionsBlock[] = []
  for (let start = 0; start < buttons.length; start += limits.actionsElements)
    rows.push({ type: 'actions', elements: buttons.slice(start, start + limits.actionsElements) })
  return rows
}

/** Creates a mrkdwn text object. Slack refuses empty ones. */
function mrkdwnText(text: Mrkdwn): types.MrkdwnElement {
  return { type: 'mrkdwn', text: cutMrkdwn(text, limits.section) || '–', verbatim: true }
}

/** Creates a plain text object of at most `limit` characters. */
export function plainText(text: string, limit: number): types.PlainTextElement {
  return { type: 'plain_text', text: cut(text.trim() || '–', limit) }
}

/** Formats the buttons of a block, as Slack takes them. */
export function renderBlock(block: Block): types.KnownBlock {
  if (block.type === 'actions')
    return {
      ...block,
      elements: block.elements.map((each, index) => ('type' in each ? each : renderButton(each, index))),
    }
  if (block.type !== 'section') return block
  const { accessory, ...rest } = block
  return accessory ? { ...rest, accessory: renderButton(accessory, 0) } : rest
}

function renderButton(button: Button | LinkButton, index: number): types.Button {
  const { text, style } = button
  return {
    type: 'button',
    text: plainText(text, limits.buttonText),
    ...('url' in button
      ? { action_id: `${LINK_ACTION}:${index}`, url: button.url }
      : {
          action_id: `${button.operation}:${index}`,
          value: formatButtonValue(button),
          ...(button.ariaLabel && { accessibility_label: cut(button.ariaLabel, limits.buttonText) }),
        }),
    ...(style && { style }),
  }
}

/** Replaces each button with the result of `change`, or removes it if that is undefined. */
export const mapButtons = (
  blocks: readonly Block[],
  change: (button: Button) => Button | undefined,
): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.type === 'section' && block.accessory) {
      const { accessory, ...rest } = block
      const changed = change(accessory)
      return [changed ? { ...rest, accessory: changed } : rest]
    }
    if (block.type !== 'actions') return [block]
    const elements = block.elements.flatMap(each => ('operation' in each ? (change(each) ?? []) : each))
    return elements.length > 0 ? [{ ...block, elements }] : []
  })

/** Highlights the button that people usually press. */
export const primary = (button: Button): Button => ({ ...button, style: 'primary' })

/** Whether a button can carry all of its arguments. One that cannot drops the longest and opens a form. */
export const fitsValue = (button: Button): boolean => stringifyPress(button).length <= limits.buttonValue

/** Returns the operation of an action_id, whose suffix, the button's index, makes it unique in its row. */
export const operationOf = (id: string): string => id.replace(/:\d+$/, '')

/**
 * What a press does: `run` the operation, open its `form`, run it and replace the message with the reply
 * (`replace`, for choices and paging), update the form that contains the button (`reshape`), or run it and
 * post the reply to the channel (`share`).
 */
export type ButtonValue = z.infer<typeof buttonValueSchema>

const buttonValueSchema = z.object({
  how: z.enum(['run', 'form', 'replace', 'reshape', 'share']),
  args: z.record(z.string(), z.unknown()),
  /** Form input values that could not be parsed. */
  values: z.record(z.string(), z.string()).optional(),
})

type Press = Pick<Button, 'how' | 'args' | 'values'>

const stringifyPress = ({ how = 'run', args, values }: Press): string => JSON.stringify({ how, args, values })

/**
 * Formats the value of a button. If it is too long, the longest arguments are dropped and the button opens
 * the form, which asks for them; `values` are kept if they still fit. The inverse of `parseButtonValue`.
 */
export function formatButtonValue(value: Press): string {
  const text = stringifyPress(value)
  if (text.length <= limits.buttonValue) return text
  const how = value.how === 'reshape' ? 'reshape' : 'form'
  // Measured with the longest `how`, so that a shorter one does not save the argument that made it too long.
  const args = fitArgs(value.args, limits.buttonValue, args => stringifyPress({ how: 'reshape', args }))
  const full = stringifyPress({ ...value, how, args })
  return full.length <= limits.buttonValue ? full : stringifyPress({ how, args })
}

/** Drops the longest arguments until `serialize` returns at most `limit` characters. */
export function fitArgs(
  args: ArgsOfButton,
  limit: number,
  serialize: (args: ArgsOfButton) => string,
): ArgsOfButton {
  if (serialize(args).length <= limit) return args
  const lengthOf = (value: unknown) => JSON.stringify(value ?? null).length
  const [longest] = Object.entries(args).toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  if (longest === undefined) throw new RangeError('There is more text than fits')
  const { [longest[0]]: _, ...shorter } = args
  return fitArgs(shorter, limit, serialize)
}

/** Parses the value of a button; returns undefined if it is not one of ours. */
export const parseButtonValue = (text = ''): ButtonValue | undefined =>
  buttonValueSchema.safeParse(parseJson(text)).data

/** Slack's limits, in characters or items (https://docs.slack.dev/reference/block-kit/). */
export const limits = {
  messageBlocks: 50,
  /** Undocumented (`msg_blocks_too_long`): 12,000 characters, less some for a note about what was cut. */
  blocksText: 11_900,
  viewBlocks: 100,
  section: 3000,
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
