import type { types } from '@slack/bolt'
import { z } from 'zod'
import {
  type Choice,
  type FormInput,
  isKept,
  pickedKey,
  pickOf,
  shownInputs,
  spellOut,
} from '../../core/field.ts'
import type { Shape } from '../../core/form-state.ts'
import type { Operation, WithForm } from '../../core/operation.ts'
import { filled, type Raw, rawSchema } from '../../core/raw.ts'
import { type Block, context, plain, section } from '../../message/blocks.ts'
import { packRaw } from '../../message/button-value.ts'
import { fitting } from '../../message/fit.ts'
import { parsed } from '../../message/json.ts'
import { limits } from '../../message/limits.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Origin, originSchema } from '../origin.ts'
import { answerSchema, buildCalendars, buildElement, buildRadio, readElement } from './controls.ts'
import { focusedIf, nextOf } from './focus.ts'
import { askWhomToTell } from './telling.ts'

/** What a form carries unseen: where its answer belongs, and the part of the raw that it does not ask for. */
const metadataSchema = z.object({ origin: originSchema, hidden: rawSchema })

const submittedSchema = z.object({
  callback_id: z.string(),
  private_metadata: z.string(),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), answerSchema)) }),
})

/** A form as somebody left it; `blocks` are the ids of its input blocks, by the input's key. */
export type Submitted = {
  operation: string
  raw: Raw
  origin: Origin
  blocks: Readonly<Record<string, string>>
}

type Said = Partial<Omit<Shape, 'raw'>> & {
  notice?: Mrkdwn
  /** The form in whose place this one comes. */
  over?: Submitted
}

/**
 * The form for a raw: each input holds its words, and says what is wrong with them; what is wrong elsewhere stands above.
 * The inverse of `readForm`, but for secrets, which are never put into a view.
 */
export function buildForm(
  operation: WithForm,
  raw: Raw,
  origin: Origin,
  { issues = {}, notes = {}, choice, drawn = operation.draw?.(raw) ?? [], notice, over }: Said = {},
): types.ModalView {
  const { form } = operation
  const shown = shownInputs(operation.inputs, raw)
  const texts = [
    notice,
    form.warning && mrkdwn`:warning: ${form.warning}`,
    ...Object.entries(issues)
      .filter(([key]) => !shown.some(input => input.key === key))
      .map(([, issue]) => mrkdwn`:warning: ${issue}`),
  ]
  const radio = choice && choice.options.length <= limits.radioOptions ? choice : undefined
  const wrong = choice && !radio ? { [choice.key]: spellOut(choice), ...issues } : issues
  const said = texts.flatMap(text => (text ? [section(text)] : []))
  const next = nextOf(shown, raw, wrong)
  const inCalendar = shown.filter(({ control }) => control.kind === 'text' && control.calendar)
  const asked = shown.flatMap(input => {
    const note = notes[input.key]
    return [
      focusedIf(
        input === next && over?.blocks[input.key] === undefined,
        buildInput(input, isKept(input) ? raw[input.key] : undefined, wrong[input.key], over),
      ),
      ...(radio?.key === input.key ? [buildChoice(radio, raw, over, input)] : []),
      ...(input === inCalendar.at(-1) ? [buildCalendars(inCalendar)] : []),
      ...(note ? [noteBlock(note)] : []),
    ]
  })
  const inputs = [...asked, ...askWhomToTell(operation, origin)]
  const unseen = operation.inputs.filter(input => !shown.includes(input) && isKept(input))
  const hidden = filled(Object.fromEntries(unseen.map(({ key }) => [key, raw[key]])))
  return {
    type: 'modal',
    callback_id: operation.id,
    title: plain(form.title, limits.title),
    submit: plain(form.submit, limits.submit),
    close: plain(form.close ?? 'Cancel', limits.submit),
    private_metadata: packRaw(hidden, limits.privateMetadata, carried =>
      JSON.stringify({ origin, hidden: carried }),
    ),
    blocks: fitting(
      form.warning ? [...said, ...drawn, ...inputs] : [...said, ...inputs, ...drawn],
      limits.viewBlocks,
    ),
  }
}

/** What a person put into a form; nothing where it is none of ours. */
export function readForm(view: unknown): Submitted | undefined {
  const { data } = submittedSchema.safeParse(view)
  const carried = data && readMetadata(data.private_metadata)
  if (!carried) return undefined
  const answers = Object.entries(data.state.values).flatMap(([block, elements]) =>
    Object.entries(elements)
      .filter(([, { type }]) => type !== 'datepicker')
      .map(([key, answer]) => ({ block, key, words: readElement(answer) })),
  )
  const typed = filled(Object.fromEntries(answers.map(({ key, words }) => [key, words])))
  return {
    operation: data.callback_id,
    raw: { ...carried.hidden, ...typed },
    origin: carried.origin,
    blocks: Object.fromEntries(answers.map(({ key, block }) => [key, block])),
  }
}

/** A form as it was built, before anybody touched it. */
export function untouched(operation: Operation, raw: Raw, origin: Origin): Submitted {
  const blocks = shownInputs(operation.inputs, raw).map(({ key }) => [key, key])
  return { operation: operation.id, raw, origin, blocks: Object.fromEntries(blocks) }
}

/** What a view carries unseen; nothing where it is none of ours. */
export const readMetadata = (metadata: string): z.output<typeof metadataSchema> | undefined =>
  metadataSchema.safeParse(parsed(metadata)).data

/** A view that only says something. */
export function buildNotice(title: string, text: Mrkdwn): types.ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.title),
    close: plain('Close', limits.submit),
    blocks: [section(text)],
  }
}

/** Small and grey, but for a drawing, which is no small print. */
const noteBlock = (note: Mrkdwn): Block => (note.mrkdwn.includes('\n') ? section(note) : context(note))

function buildInput(
  input: FormInput,
  words: string | undefined,
  issue: string | undefined,
  over: Submitted | undefined,
): types.InputBlock {
  const { key, control } = input
  const hint = issue ? `⚠ ${issue}` : hintOf(input)
  const element = buildElement(input, words)
  const theirs = !isKept(input) ? over?.raw[key] : control.kind === 'checkbox' ? (words ?? 'no') : words
  return {
    type: 'input',
    block_id: blockId(key, theirs, over),
    label: plain(input.label, limits.label),
    optional: input.optional,
    element:
      input.reshapes && element.type === 'plain_text_input' ? { ...element, ...WHILE_TYPING } : element,
    ...(input.reshapes && { dispatch_action: true }),
    ...(hint && { hint: plain(hint, limits.hint) }),
  }
}

/** Whoever types a secret here is told where it goes. */
function hintOf({ hint, control }: FormInput): string | undefined {
  return control.kind === 'secret' ? [hint, 'Slack can see it on its way.'].join(' ').trim() : hint
}

const WHILE_TYPING: Pick<types.PlainTextInput, 'dispatch_action_config'> = {
  dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
}

/**
 * Slack keeps what somebody put into a block for as long as its id stands, whatever the next view says: so words that
 * are not theirs come in a block of another id (https://docs.slack.dev/surfaces/modals#updating_views).
 */
function blockId(key: string, words: string | undefined, over: Submitted | undefined): string {
  const before = over?.blocks[key]
  if (before === undefined) return key
  return words === over?.raw[key] ? before : `${key}.${Number(before.slice(key.length + 1)) + 1}`
}

/** Radio buttons for words that mean several things. */
function buildChoice(
  { key, why, options }: Choice,
  raw: Raw,
  over: Submitted | undefined,
  { control, reshapes }: FormInput,
): Block {
  const picked = pickedKey(key)
  const offered = options.map((option, index) => ({ text: option.label, value: pickOf(option, index) }))
  const words = offered.find(({ value }) => value === raw[picked])?.value
  return {
    type: 'input',
    block_id: blockId(picked, words, over),
    label: plain('Which do you mean?', limits.label),
    element: buildRadio(picked, offered, words),
    ...(reshapes && control.kind === 'select' && { dispatch_action: true }),
    hint: plain(why, limits.hint),
  }
}
