import { z } from 'zod'
import { type Block, type Button, limits } from '../message/blocks.ts'
import { parseJson } from '../message/json.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { argsSchema, fingerprint, type Reference, referenceSchema } from './args.ts'

/** The values of inputs by key: typed text, or the value of an option (JSON for a reference). */
export type FormValues = Readonly<Record<string, string>>

/** Issues by input, or under `form` if they concern no single one. */
export type Issues = Readonly<Record<string, string>>

/** Ambiguous words, with the meanings to pick from. */
export type Choice<T = unknown> = {
  input: string
  question: string
  options: readonly { label: string; value: T }[]
  /** Further buttons of the message that asks. */
  buttons?: readonly Button[]
}

export type ReadResult<T> =
  | { kind: 'value'; value: T }
  | { kind: 'issue'; input: string; text: string }
  | ({ kind: 'choice' } & Choice<T>)

/** JSON that was loaded for a form besides its values. It decides about inputs and notes. */
export type Facts = Readonly<Record<string, unknown>>

/** Decides whether a form shows an input. */
export type FormContext = { values: FormValues; facts: Facts | undefined }

/** The hidden data of a form. */
export type FormData = z.infer<typeof formDataSchema>

export const formDataSchema = z.object({
  /** Arguments that no visible input holds. */
  args: argsSchema,
  /** Undefined until the form is loaded. */
  facts: z.record(z.string(), z.unknown()).optional(),
  /** Fingerprints of the loaded values by field, to find out which ones the person changed. */
  expected: z.record(z.string(), z.string()).optional(),
})

export type FormState = {
  /** Shown above the inputs. */
  notice?: Mrkdwn | undefined
  values: FormValues
  data: FormData
  issues: Issues
  /** Texts below the inputs, by key. */
  notes: Readonly<Record<string, Mrkdwn>>
  choice?: Choice | undefined
  drawing?: Block[] | undefined
}

export type FormInput = {
  key: string
  label: string
  optional: boolean
  placeholder?: string
  hint?: string
  control: Control
  /** Buttons above it that fill inputs. */
  presets?: readonly Preset[]
  /** The form is rebuilt when it changes, since other inputs or notes depend on it. */
  reshapes?: true
  /** Confirms something: it has to be typed in the form each time. */
  isConfirmation?: true
  /** Whether the form shows it; by default, always. */
  when?(form: FormContext): boolean
}

/** Values by input; an empty text clears it. */
type Preset = { text: string; values: FormValues }

/**
 * The kinds of inputs. A `secret` is never shown again. A `select` loads its options while a person types;
 * `options` are few and fixed. A text with a `calendar` also takes a picked day, as YYYY-MM-DD. A checkbox
 * holds `yes` or `no`, a `person` a user id.
 */
type Control =
  | { kind: 'text'; max: number; multiline?: boolean; calendar?: boolean }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'secret'; max: number }
  | { kind: 'select' }
  | { kind: 'options'; options: readonly Option[] }
  | { kind: 'checkbox'; text: string }
  | { kind: 'person' }

/** An option of a select, as Slack defines it. */
export type Option = { text: string; value: string }

/** The options of a select, or what the person has to do before there are any. */
export type Offered = Option[] | { none: string }

/** What a field parsed from a sentence: its value or, if that is not clear, words to read; and the rest. */
export type ParseResult<T = never> = { value?: T | undefined; values?: FormValues | undefined; rest: string }

export type ReferenceKind = 'plan' | 'resource' | 'credential' | 'organization' | 'member'

/** One argument of an operation: its schema, its inputs, and how it is read and formatted. */
export type Field<T, C> = {
  schema: z.ZodType<T>
  /** Empty for an argument that only buttons and stored changes carry. */
  inputs: readonly FormInput[]
  /** Reads the values of its inputs, or words of a sentence. */
  read(values: FormValues, context: C, facts: Facts | undefined): ReadResult<T> | Promise<ReadResult<T>>
  /** The inverse of `read`. */
  format(value: T): FormValues
  /** Parses its words from the rest of a sentence. Without it, sentences cannot have the argument. */
  parseFrom?(rest: string, context: C): ParseResult<T> | Promise<ParseResult<T>>
  /** Whether the rest of a sentence may contain it. No I/O. */
  mayBeIn?(rest: string): boolean
  /** Explains words that no field took, if this field recognises them. */
  explainRest?(rest: string, context: C): Promise<string | undefined>
  options?(typed: string, context: C, facts: Facts | undefined): Promise<Offered>
  /** A note on the value, shown below its last input. */
  note?(value: T, context: C, facts: Facts | undefined): Mrkdwn | undefined
  /** The form is filled with the service's value, which becomes an argument only if the person changes it. */
  isEditable?: true
  /**
   * The kind of the entities that a change of this argument concerns: it appears in their history, and for a
   * plan reaches its followers and respects its protection. Undefined for what is only read.
   */
  kind?: ReferenceKind | undefined
}

export const value = <T>(value: T): ReadResult<T> => ({ kind: 'value', value })
export const issue = (input: string, text: string): ReadResult<never> => ({ kind: 'issue', input, text })

export function mapRead<T, U>(read: ReadResult<T>, to: (value: T) => U): ReadResult<U> {
  if (read.kind === 'issue') return read
  if (read.kind === 'value') return value(to(read.value))
  return { ...read, options: read.options.map(({ label, value }) => ({ label, value: to(value) })) }
}

export const shownInputs = (inputs: readonly FormInput[], form: FormContext): FormInput[] =>
  inputs.filter(({ when }) => when?.(form) ?? true)

/** Makes a form that was not loaded yet. */
export const plainForm = (values: FormValues, data: FormData, issues: Issues = {}): FormState => ({
  values,
  data,
  issues,
  notes: {},
})

/** The inputs that the form of an operation shows. */
export const shownIn = (
  { inputs }: { inputs: readonly FormInput[] },
  { values, data }: Pick<FormState, 'values' | 'data'>,
): FormInput[] => shownInputs(inputs, { values, facts: data.facts })

export const isSecret = ({ control }: FormInput): boolean => control.kind === 'secret'

/** Whether the value of an input may be kept and shown again. */
export const isKept = (input: FormInput): boolean => !isSecret(input) && !input.isConfirmation

/** The key of a form value that holds the picked meaning, as the fingerprint of the option's value. */
export const choiceKey = (input: string): string => `${input}:choice`

/** Reads a field. Of several meanings it returns the one picked in the form, with the choice it was picked from. */
export async function readPicked<T, C>(
  field: Field<T, C>,
  values: FormValues,
  context: C,
  facts: Facts | undefined,
): Promise<ReadResult<T> & { pickedFrom?: Choice }> {
  const result = await field.read(values, context, facts)
  if (result.kind !== 'choice') return result
  const picked = values[choiceKey(result.input)]
  const option = result.options.find(option => fingerprint(option.value) === picked)
  return option ? { kind: 'value', value: option.value, pickedFrom: result } : result
}

export const formatChoice = ({ question, options }: Choice): string =>
  `${question} ${options.map(({ label }) => label).join(' · ')}`

export const withChoice = (issues: Issues, choice: Choice | undefined): Issues =>
  choice ? { [choice.input]: formatChoice(choice), ...issues } : issues

/** Formats a reference as the value of an option; its name may be truncated. */
export const formatReference = ({ id, name }: Reference): string => JSON.stringify(fitReference({ id, name }))

/** Truncates the name of a reference so that its JSON fits into the value of an option. */
export function fitReference<T extends Reference>(reference: T): T {
  const { name } = reference
  if (name === '' || JSON.stringify(reference).length <= limits.optionValue) return reference
  return fitReference({ ...reference, name: name.slice(0, Math.floor(name.length / 2)).toWellFormed() })
}

/** The inverse of `formatReference`; undefined for typed text. */
export const parseReference = (text: string | undefined): Reference | undefined =>
  text?.startsWith('{') ? referenceSchema.safeParse(parseJson(text)).data : undefined

/** Trims values and drops empty ones. */
export function withoutEmpty(values: Record<string, string | undefined>): FormValues {
  const entered: Record<string, string> = {}
  for (const [key, text] of Object.entries(values)) {
    const trimmed = text?.trim()
    if (trimmed) entered[key] = trimmed
  }
  return entered
}

/** Replaces a long id by its fingerprint, to leave room for a name in an option's value. */
export const shortId = (id: string): string =>
  JSON.stringify(id).length <= MAX_ID_LENGTH ? id : fingerprint(id)

/** In characters of JSON. */
const MAX_ID_LENGTH = 80
