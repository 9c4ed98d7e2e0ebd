import type { types } from '@slack/bolt'
import { z } from 'zod'
import { fingerprint } from '../../core/args.ts'
import {
  type Choice,
  choiceKey,
  type FormData,
  type FormInput,
  type FormState,
  type FormValues,
  formDataSchema,
  isKept,
  shownIn,
  withChoice,
  withoutEmpty,
} from '../../core/field.ts'
import type { WithForm } from '../../core/operation.ts'
import {
  actions,
  type Block,
  type Button,
  context,
  fitArgs,
  limits,
  plainText,
  section,
} from '../../message/blocks.ts'
import { renderBlocks } from '../../message/fit.ts'
import { parseJson } from '../../message/json.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Origin, originSchema } from '../origin.ts'
import {
  answerSchema,
  buildCalendars,
  buildChannelInput,
  buildElement,
  buildRadio,
  readElement,
  withFocus,
} from './input-elements.ts'

/** A form's private_metadata: origin, data, the values of hidden inputs, and whether the form has issues. */
const metadataSchema = z.object({
  origin: originSchema,
  data: formDataSchema,
  hidden: z.record(z.string(), z.string()).default({}),
  hasIssues: z.boolean().default(false),
})

const submittedSchema = z.object({
  callback_id: z.string(),
  private_metadata: z.string(),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), answerSchema)) }),
})

/** A form as submitted; `blocks` holds the ids of its input blocks by input key. */
export type SubmittedForm = {
  operation: string
  values: FormValues
  data: FormData
  origin: Origin
  hasIssues: boolean
  blocks: Readonly<Record<string, string>>
}

/**
 * The view of a form: inputs show their value and issue, other issues appear on top. `readForm` is the
 * inverse, except for secrets, which are never put into a view.
 * @param previous the form that this one replaces
 */
export function buildForm(
  operation: WithForm,
  { notice, values, data, issues, notes, choice, drawing = operation.draw(data.args, data.facts) }: FormState,
  origin: Origin,
  previous?: SubmittedForm,
): types.ModalView {
  const { form } = operation
  const visible = shownIn(operation, { values, data })
  const radio = choice && choice.options.length <= limits.radioOptions ? choice : undefined
  const errors = withChoice(issues, radio ? undefined : choice)
  const texts = [
    notice,
    form.warning && mrkdwn`:warning: ${form.warning}`,
    ...Object.entries(errors)
      .filter(([key]) => !visible.some(input => input.key === key))
      .map(([, issue]) => mrkdwn`:warning: ${issue}`),
  ].flatMap(text => (text ? [section(text)] : []))
  const focused = visible.find(({ key, optional }) => errors[key] || (!optional && values[key] === undefined))
  const withCalendar = visible.filter(({ control }) => control.kind === 'text' && control.calendar)
  const inputs = visible.flatMap((input): Block[] => {
    const note = notes[input.key]
    const block = buildInput(input, values[input.key], errors[input.key], previous)
    const isNew = previous?.blocks[input.key] === undefined
    return [
      ...buildPresets(operation, input),
      input === focused && isNew ? withFocus(block) : block,
      ...(radio?.input === input.key ? [buildChoice(radio, values, input, previous)] : []),
      ...(input === withCalendar.at(-1) ? [buildCalendars(withCalendar)] : []),
      ...(note ? [buildNote(note)] : []),
    ]
  })
  const intro = form.about ? [context(mrkdwn`${form.about}`)] : []
  const bodyBlocks = [...intro, ...inputs, ...buildChannelInput(operation, origin)]
  const blocks = form.warning ? [...texts, ...drawing, ...bodyBlocks] : [...texts, ...bodyBlocks, ...drawing]
  const hidden = operation.inputs.filter(input => !visible.includes(input) && isKept(input))
  return {
    type: 'modal',
    callback_id: operation.id,
    title: plainText(form.title, limits.title),
    submit: plainText(form.submit, limits.submit),
    close: plainText(form.close ?? 'Cancel', limits.submit),
    private_metadata: formatMetadata({
      origin,
      data,
      hidden: withoutEmpty(Object.fromEntries(hidden.map(({ key }) => [key, values[key]]))),
      hasIssues: visible.some(({ key }) => errors[key] !== undefined),
    }),
    blocks: renderBlocks(blocks.length > 0 ? blocks : [section(mrkdwn`One moment …`)], limits.viewBlocks),
  }
}

/** Reads a submitted view; undefined for other views. */
export function readForm(view: unknown): SubmittedForm | undefined {
  const { data: submitted } = submittedSchema.safeParse(view)
  const metadata = submitted && parseMetadata(submitted.private_metadata)
  if (!metadata) return undefined
  const answers = Object.entries(submitted.state.values).flatMap(([block, elements]) =>
    Object.entries(elements)
      .filter(([, { type }]) => type !== 'datepicker')
      .map(([key, answer]) => ({ block, key, value: readElement(answer) })),
  )
  const typed = withoutEmpty(Object.fromEntries(answers.map(({ key, value }) => [key, value])))
  const { hidden, ...rest } = metadata
  const blocks = Object.fromEntries(answers.map(({ key, block }) => [key, block]))
  return { operation: submitted.callback_id, values: { ...hidden, ...typed }, ...rest, blocks }
}

/** A form as opened, in the shape of a submitted one. */
export function initialForm(operation: WithForm, { values, data }: FormState, origin: Origin): SubmittedForm {
  const visible = shownIn(operation, { values, data })
  const blocks = Object.fromEntries(visible.map(({ key }) => [key, key]))
  return { operation: operation.id, values, data, origin, hasIssues: false, blocks }
}

/**
 * Formats a view's metadata within Slack's limit: drops hidden values first, then the longest arguments.
 * Facts and expected values always stay: without them a form would ask and check something else.
 */
function formatMetadata({ origin: fullOrigin, hidden, ...rest }: z.output<typeof metadataSchema>): string {
  const { source: _, progress: __, ...origin } = fullOrigin
  const full = JSON.stringify({ origin, hidden, ...rest })
  if (full.length <= limits.privateMetadata) return full
  const { data } = rest
  const serialize = (args: FormData['args']) => JSON.stringify({ origin, ...rest, data: { ...data, args } })
  return serialize(fitArgs(data.args, limits.privateMetadata, serialize))
}

/** The inverse of `formatMetadata`; undefined for other metadata. */
export const parseMetadata = (metadata: string): z.output<typeof metadataSchema> | undefined =>
  metadataSchema.safeParse(parseJson(metadata)).data

/** A view with a text and no inputs. */
export function buildNotice(title: string, text: Mrkdwn): types.ModalView {
  return {
    type: 'modal',
    title: plainText(title, limits.title),
    close: plainText('Close', limits.submit),
    blocks: renderBlocks([section(text)]),
  }
}

/** A note; one of a single line is small and grey. */
const buildNote = (note: Mrkdwn): Block => (note.mrkdwn.includes('\n') ? section(note) : context(note))

/** Buttons that fill the form's inputs. */
const buildPresets = ({ id }: WithForm, { presets = [] }: FormInput): Block[] =>
  actions(
    ...presets.map(({ text, values }): Button => ({ text, operation: id, args: {}, values, how: 'reshape' })),
  )

function buildInput(
  input: FormInput,
  value: string | undefined,
  issue: string | undefined,
  previous: SubmittedForm | undefined,
): types.InputBlock {
  const { key, control } = input
  const initial = isKept(input) ? value : undefined
  const hint = issue ? `⚠ ${issue}` : hintOf(input)
  const element = buildElement(input, initial)
  const content = isKept(input)
    ? control.kind === 'checkbox'
      ? (initial ?? 'no')
      : initial
    : previous?.values[key]
  return {
    type: 'input',
    block_id: blockId(key, content, previous),
    label: plainText(input.label, limits.label),
    optional: input.optional,
    element: input.reshapes && element.type === 'plain_text_input' ? dispatchOnInput(element) : element,
    ...(input.reshapes && { dispatch_action: true }),
    ...(hint && { hint: plainText(hint, limits.hint) }),
  }
}

const dispatchOnInput = (element: types.PlainTextInput): types.PlainTextInput => ({
  ...element,
  dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
})

const hintOf = ({ hint, control }: FormInput): string | undefined =>
  control.kind === 'secret' ? [hint, 'Slack can see it on its way.'].join(' ').trim() : hint

/**
 * The block id of an input. Slack keeps the typed value while the id stays, whatever the next view contains,
 * so a value set by the bot needs a new id (https://docs.slack.dev/surfaces/modals#updating_views).
 */
function blockId(key: string, value: string | undefined, previous: SubmittedForm | undefined): string {
  const oldId = previous?.blocks[key]
  if (oldId === undefined) return key
  return value === previous?.values[key] ? oldId : `${key}.${Number(oldId.slice(key.length + 1)) + 1}`
}

/** Radio buttons for an ambiguous value. */
function buildChoice(
  { input, question, options }: Choice,
  values: FormValues,
  { control, reshapes }: FormInput,
  previous: SubmittedForm | undefined,
): Block {
  const key = choiceKey(input)
  const radioOptions = options.map(({ label, value }) => ({ text: label, value: fingerprint(value) }))
  const selected = radioOptions.find(({ value }) => value === values[key])?.value
  return {
    type: 'input',
    block_id: blockId(key, selected, previous),
    label: plainText('Which do you mean?', limits.label),
    element: buildRadio(key, radioOptions, selected),
    ...(reshapes && control.kind === 'select' && { dispatch_action: true }),
    hint: plainText(question, limits.hint),
  }
}
