import type { types } from '@slack/bolt'
import { z } from 'zod'
import type { FormInput, Issues } from '../field.ts'
import type { Operation } from '../operation.ts'
import { filled, type Raw, rawSchema } from '../raw.ts'
import { type Block, fitting, plain, section } from './blocks.ts'
import { beginning, cut, limits } from './limits.ts'
import { type Mrkdwn, mrkdwn } from './mrkdwn.ts'
import { type Origin, originSchema } from './origin.ts'
import { packRaw } from './press.ts'

/** What a form carries unseen: where its answer belongs, and the part of the raw that has no input. */
const metadataSchema = z.object({ origin: originSchema, hidden: rawSchema })

const submittedSchema = z.object({
  callback_id: z.string(),
  private_metadata: z.string(),
  state: z.object({
    values: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          value: z.string().nullish(),
          selected_option: z.object({ value: z.string() }).nullish(),
        }),
      ),
    ),
  }),
})

export type Submitted = { operation: string; raw: Raw; origin: Origin }

/**
 * The form for a raw: each input holds its words, and says what is wrong with them.
 * The inverse of `readForm`, but for secrets, which are never put into a view.
 */
export function buildForm(
  operation: Operation,
  raw: Raw,
  origin: Origin,
  { issues = {}, notice }: { issues?: Issues; notice?: Mrkdwn } = {},
): types.ModalView {
  const shown = operation.inputs.filter(({ control }) => control.kind !== 'hidden')
  const said = [notice, issues.form && mrkdwn`:warning: ${issues.form}`].flatMap(text =>
    text ? [section(text)] : [],
  )
  const carried = operation.inputs.filter(({ control }) => control.kind === 'hidden').map(({ key }) => key)
  const hidden = filled(Object.fromEntries(carried.map(key => [key, raw[key]])))
  return {
    type: 'modal',
    callback_id: operation.id,
    title: plain(operation.form?.title ?? operation.id, limits.title),
    submit: plain(operation.form?.submit ?? 'Send', limits.submit),
    close: plain('Cancel', limits.submit),
    private_metadata: packRaw(hidden, limits.privateMetadata, carried =>
      JSON.stringify({ origin, hidden: carried }),
    ),
    blocks: fitting(
      [...said, ...shown.map(input => buildInput(input, raw[input.key], issues[input.key]))],
      limits.viewBlocks,
    ),
  }
}

/** What a person put into a form; nothing where it is none of ours. */
export function readForm(view: unknown): Submitted | undefined {
  const { data } = submittedSchema.safeParse(view)
  const carried = data && readMetadata(data.private_metadata)
  if (!carried) return undefined
  const typed = Object.entries(data.state.values).map(([key, actions]) => {
    const answer = actions[key]
    const picked = answer?.selected_option?.value
    return [key, picked === NOTHING ? undefined : (picked ?? answer?.value ?? undefined)] as const
  })
  const raw = { ...carried.hidden, ...filled(Object.fromEntries(typed)) }
  return { operation: data.callback_id, raw, origin: carried.origin }
}

/** What a view carries unseen; nothing where it is none of ours. */
export function readMetadata(metadata: string): z.output<typeof metadataSchema> | undefined {
  try {
    return metadataSchema.safeParse(JSON.parse(metadata)).data
  } catch {
    return undefined
  }
}

/** A view that only says something. */
export function buildNotice(title: string, text: Mrkdwn): types.ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.title),
    close: plain('Close', limits.submit),
    blocks: [section(text)],
  }
}

function buildInput(input: FormInput, words: string | undefined, issue: string | undefined): Block {
  const hint = issue ? `⚠ ${issue}` : input.hint
  return {
    type: 'input',
    block_id: input.key,
    label: plain(input.label, limits.label),
    optional: input.optional,
    element: buildElement(input, words),
    ...(hint && { hint: plain(hint, limits.hint) }),
  }
}

function buildElement(
  { key, control, placeholder }: FormInput,
  words: string | undefined,
): types.InputBlock['element'] {
  const about = {
    action_id: key,
    ...(placeholder && { placeholder: plain(placeholder, limits.placeholder) }),
  }
  if (control.kind === 'select')
    return {
      type: 'external_select',
      ...about,
      min_query_length: 0,
      ...(words && { initial_option: buildOption(control.labelOf(words), words) }),
    }
  if (control.kind === 'secret') return { type: 'plain_text_input', ...about, max_length: limits.textInput }
  const value = words && cut(words, limits.textInput)
  const max = control.kind === 'text' ? control.max : limits.textInput
  return {
    type: 'plain_text_input',
    ...about,
    multiline: control.kind === 'text' && control.multiline,
    // A sentence may have brought more than fits: it stays, and submitting says what is wrong with it.
    max_length: Math.max(max, value?.length ?? 0),
    ...(value && { initial_value: value }),
  }
}

/** An option of a select, cut to what Slack takes: the value so that it still begins as the words do. */
export function buildOption(text: string, value: string): types.PlainTextOption {
  return { text: plain(text, limits.optionText), value: beginning(value, limits.optionValue) }
}

/** The one option of a select that has none to offer: it says why, and stands for nothing. */
export const buildExplanation = (text: string): types.PlainTextOption => buildOption(text, NOTHING)

/** A reference without an id, which no item has. */
const NOTHING = '#'
