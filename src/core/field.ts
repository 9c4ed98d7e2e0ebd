import { z } from 'zod'
import { type Block, type Button, limits } from '../message/blocks.ts'
import { parseJson } from '../message/json.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { type Args, argsSchema, fingerprint, type Reference, referenceSchema } from './args.ts'

/** What the inputs of a form hold, by their keys: typed text, or the value of an option (of a reference its JSON). */
export type FormValues = Readonly<Record<string, string>>

/** Issues by the input that they are about; `form` where it is none alone. */
export type Issues = Readonly<Record<string, string>>

/** Words with several meanings: the person picks one. */
export type Choice<T = unknown> = {
  input: string
  question: string
  options: readonly { label: string; value: T }[]
  /** Other ways to what is wanted, for a message. */
  buttons?: readonly Button[]
}

export type ReadResult<T> =
  | { kind: 'value'; value: T }
  | { kind: 'issue'; input: string; text: string }
  | ({ kind: 'choice' } & Choice<T>)

/** What was loaded for a form besides its values, as JSON: it decides which inputs are shown, and what notes say. */
export type Facts = Readonly<Record<string, unknown>>

/** What decides whether a form shows an input. */
export type FormContext = { values: FormValues; facts: Facts | undefined }

/** What a form carries unseen. */
export type FormData = z.infer<typeof formDataSchema>

export const formDataSchema = z.object({
  /** Arguments that no shown input holds. */
  args: argsSchema,
  /** What was loaded for it; without it, nothing was loaded yet. */
  facts: z.record(z.string(), z.unknown()).optional(),
  /** Fingerprints of the values with which it was filled, by field: a value with another one was changed by the person. */
  expected: z.record(z.string(), z.string()).optional(),
})

/** What a form shows and carries. */
export type FormState = {
  /** Stands above the inputs. */
  notice?: Mrkdwn | undefined
  values: FormValues
  data: FormData
  issues: Issues
  /** What the form says below its inputs, by their keys. */
  notes: Readonly<Record<string, Mrkdwn>>
  choice?: Choice | undefined
  /** What it shows besides its inputs. */
  drawing?: Block[] | undefined
}

export type FormInput = {
  key: string
  label: string
  optional: boolean
  placeholder?: string
  hint?: string
  control: Control
  /** What a form offers above it: a press fills these inputs. */
  presets?: readonly Preset[]
  /** Changing it changes what else the form asks or says: the form is rebuilt then. */
  reshapes?: true
  /** Typed in the form each time, to confirm something: neither a sentence nor a button nor an earlier try brings it. */
  isConfirmation?: true
  /** Whether a form shows it; without it, always. */
  when?(form: FormContext): boolean
}

/** Words for inputs, by their keys: the empty text clears one. */
type Preset = { text: string; values: FormValues }

/**
 * The closed set of ways to ask. A `secret` is never shown again. A `select` asks for its options while a
 * person types; `options` are few and fixed. A text with a `calendar` can also be picked there: it becomes
 * YYYY-MM-DD. A checkbox holds `yes` or `no`, a `person` a user id.
 */
type Control =
  | { kind: 'text'; max: number; multiline?: boolean; calendar?: boolean }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'secret'; max: number }
  | { kind: 'select' }
  | { kind: 'options'; options: readonly Option[] }
  | { kind: 'checkbox'; text: string }
  | { kind: 'person' }

/** An option as Slack has it: the text that people read, and its value. */
export type Option = { text: string; value: string }

/** What a select offers, or what has to be said before it can offer anything. */
export type Offered = Option[] | { lacks: string }

/** What a field took from the rest of a sentence, and what it left. */
export type ParseResult = { values: FormValues; rest: string }

export type ReferenceKind = 'plan' | 'resource' | 'credential' | 'organization' | 'member'

/** One argument of an operation: its schema, how a form and a sentence hold it, and how it is read and formatted. */
export type Field<T, C> = {
  schema: z.ZodType<T>
  /** None for an argument that only buttons and stored changes carry. */
  inputs: readonly FormInput[]
  /** Values of the inputs, or words of a sentence, as an argument. */
  read(values: FormValues, context: C, facts: Facts | undefined): ReadResult<T> | Promise<ReadResult<T>>
  /** The inverse of `read`. */
  format(value: T): FormValues
  /** Takes its words from the rest of a sentence; without it a sentence never holds the field. */
  parseFrom?(rest: string, context: C): ParseResult | Promise<ParseResult>
  /** False where the rest of a sentence cannot hold it. No I/O. */
  mayBeIn?(rest: string): boolean
  /** Explains words of a sentence that found no place, where this field knows what they are. */
  explainRest?(rest: string, context: C, values: FormValues): Promise<string | undefined>
  options?(typed: string, context: C, known: { args: Args; facts: Facts | undefined }): Promise<Offered>
  /** What a form says of the value, below the last of its inputs. */
  note?(value: T, context: C, facts: Facts | undefined): Mrkdwn | undefined
  /** A form starts with what the service holds, and only what a person changed becomes an argument. */
  isEditable?: true
  /**
   * The kind of things that its references mean. A change of them is in their history; one of a plan also
   * reaches its followers, and waits where the plan is protected. A field of what is only read has none.
   */
  kind?: ReferenceKind | undefined
}

export const value = <T>(value: T): ReadResult<T> => ({ kind: 'value', value })
export const issue = (input: string, text: string): ReadResult<never> => ({ kind: 'issue', input, text })

/** What was read, as a value of another type. */
export function mapRead<T, U>(read: ReadResult<T>, to: (value: T) => U): ReadResult<U> {
  if (read.kind === 'issue') return read
  if (read.kind === 'value') return value(to(read.value))
  return { ...read, options: read.options.map(({ label, value }) => ({ label, value: to(value) })) }
}

/** Inputs that a form with this content shows. */
export const shownInputs = (inputs: readonly FormInput[], form: FormContext): FormInput[] =>
  inputs.filter(({ when }) => when?.(form) ?? true)

/** A form for these values, of which nothing is known yet. */
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

/** Whether the content of an input may be kept and shown again. */
export const isKept = (input: FormInput): boolean => !isSecret(input) && !input.isConfirmation

/** The key under which a form holds which of several meanings was picked: the fingerprint of the option's value. */
export const choiceKey = (input: string): string => `${input}:choice`

/** A field's value; of several meanings the one that was picked in the form, with the choice that it was picked from. */
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

/** A choice where there is room for text alone. */
export const formatChoice = ({ question, options }: Choice): string =>
  `${question} ${options.map(({ label }) => label).join(' · ')}`

/** Issues with a choice as one of them, where there is room for text alone. */
export const withChoice = (issues: Issues, choice: Choice | undefined): Issues =>
  choice ? { [choice.input]: formatChoice(choice), ...issues } : issues

/** A reference as the value of an option; its name may be cut. */
export const formatReference = ({ id, name }: Reference): string => JSON.stringify(fitReference({ id, name }))

/** A reference whose JSON is within Slack's limit for the value of an option: its name is cut. */
export function fitReference<T extends Reference>(reference: T): T {
  const { name } = reference
  if (name === '' || JSON.stringify(reference).length <= limits.optionValue) return reference
  return fitReference({ ...reference, name: name.slice(0, Math.floor(name.length / 2)).toWellFormed() })
}

/** The inverse of `formatReference`; undefined for what a person typed. */
export const parseReference = (text: string | undefined): Reference | undefined =>
  text?.startsWith('{') ? referenceSchema.safeParse(parseJson(text)).data : undefined

/** Without empty values, trimmed. */
export function withoutEmpty(values: Record<string, string | undefined>): FormValues {
  const entered: Record<string, string> = {}
  for (const [key, text] of Object.entries(values)) {
    const trimmed = text?.trim()
    if (trimmed) entered[key] = trimmed
  }
  return entered
}

/** An id that leaves room for a name in an option's value: a long one is replaced by its digest. */
export const shortId = (id: string): string =>
  JSON.stringify(id).length <= MAX_ID_LENGTH ? id : fingerprint(id)

/** In characters of JSON. */
const MAX_ID_LENGTH = 80
