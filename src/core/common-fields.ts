import { z } from 'zod'
import { isCourtesy } from '../language/normalize.ts'
import { states } from '../service/contract/endpoint.ts'
import type { Guest } from './context.ts'
import { type Field, type FormContext, type FormInput, issue, value, withoutEmpty } from './field.ts'

/** In characters; the interface document gives no limit. */
export const MAX_NAME_LENGTH = 255

type About = Pick<FormInput, 'hint' | 'placeholder' | 'reshapes' | 'when'> & { optional?: boolean }
type AboutText = About & { max: number; multiline?: boolean; calendar?: boolean }

/** Creates a text input; `max` in characters. */
export function textInput(key: string, label: string, about: AboutText): FormInput {
  const { max, optional = false, multiline = false, calendar = false, ...rest } = about
  return { key, label, optional, ...rest, control: { kind: 'text', max, multiline, calendar } }
}

/** Creates an input that picks an entity of the service by name. */
export const selectInput = (key: string, label: string, about: About = {}): FormInput => ({
  key,
  label,
  optional: false,
  ...about,
  control: { kind: 'select' },
})

/** Creates a text field; empty by default if it is optional. */
export function textField(key: string, label: string, about: AboutText): Field<string, Guest> {
  const input = textInput(key, label, about)
  return {
    schema: input.optional ? z.string().default('') : z.string().min(1),
    inputs: [input],
    read: values => {
      const text = values[key] ?? ''
      if (text === '' && !input.optional) return issue(key, `Say the ${label.toLowerCase()}.`)
      if (text.length > about.max)
        return issue(key, `That is ${text.length} characters long; at most ${about.max} fit.`)
      return value(text)
    },
    format: text => withoutEmpty({ [key]: text }),
  }
}

/** Creates a field with a few fixed options. */
export function optionField<T extends string>(
  key: string,
  label: string,
  values: readonly [T, ...T[]],
  about: About = {},
): Field<T, Guest> {
  const options = values.map(value => ({ text: value, value }))
  return {
    schema: z.enum(values) as z.ZodType<T>,
    inputs: [{ key, label, optional: false, ...about, control: { kind: 'options', options } }],
    read: words => {
      const found = values.find(each => each === words[key]?.toLowerCase())
      return found === undefined
        ? issue(key, `${label} has to be one of ${values.join(', ')}.`)
        : value(found)
    },
    format: text => ({ [key]: text }),
  }
}

export const checkboxField = (key: string, label: string, text: string): Field<boolean, Guest> => ({
  schema: z.boolean(),
  inputs: [{ key, label, optional: true, control: { kind: 'checkbox', text } }],
  read: values => value(values[key] === 'yes'),
  format: isChecked => ({ [key]: isChecked ? 'yes' : 'no' }),
})

const MAX_REASON_LENGTH = 500

/** Words and signs that introduce a reason; not the colon of an emoji's name. */
export const REASON_LEAD =
  /^(?:(?:(?:because|bc|b\/c)(?: of)?|cuz|since|due to|reason|as|for)(?!\S)\s*|reason:\s*|(?!:[\w+-]+:)[-–—,:;|]\s*)+/i

/** The reason of a change: the rest of a sentence. */
export const reason: Field<string, Guest> = {
  ...textField('reason', 'Reason', { max: MAX_REASON_LENGTH, optional: true, multiline: true }),
  parseFrom: rest => ({
    values: withoutEmpty({ reason: isCourtesy(rest) ? '' : rest.replace(REASON_LEAD, '') }),
    rest: '',
  }),
}

/** Creates a field that only buttons and stored changes carry. */
export const hiddenField = <T>(schema: z.ZodType<T>): Field<T | undefined, Guest> => ({
  schema: schema.optional(),
  inputs: [],
  read: () => value(undefined),
  format: () => ({}),
})

/** A page of a long list, from 1. */
export const page: Field<number, Guest> = {
  schema: z.number().int().min(1).default(1),
  inputs: [],
  read: ({ page = '1' }) => value(Math.max(1, Number.parseInt(page, 10) || 1)),
  format: () => ({}),
  parseFrom: rest => {
    const [match, number] = /^(?:page )?(\d+)$/i.exec(rest) ?? []
    return match === undefined ? { values: {}, rest } : { values: withoutEmpty({ page: number }), rest: '' }
  },
}

/** Allows undefined. Zod's `optional()` would turn it into the schema's default. */
function withUndefined<T, C>(field: Field<T, C>): Field<T | undefined, C> {
  const { note } = field
  return {
    ...field,
    schema: z.union([z.undefined(), field.schema]),
    format: value => (value === undefined ? {} : field.format(value)),
    ...(note && {
      note: (value, context, facts) =>
        value === undefined ? undefined : note.call(field, value, context, facts),
    }),
  }
}

/** Makes a field optional: undefined if none of its inputs has a value. */
export function optional<T, C>(field: Field<T, C>): Field<T | undefined, C> {
  const { parseFrom } = field
  return {
    ...withUndefined(field),
    inputs: field.inputs.map(input => ({ ...input, optional: true })),
    read: (values, context, facts) =>
      field.inputs.some(({ key }) => values[key] !== undefined)
        ? field.read(values, context, facts)
        : value(undefined),
    ...(parseFrom && {
      parseFrom: (rest, context) =>
        isCourtesy(rest) ? { values: {}, rest } : parseFrom.call(field, rest, context),
    }),
  }
}

/** Whether a form was filled from the service. */
export const isLoaded = ({ facts }: FormContext): boolean => facts !== undefined

/** Makes a field of an edit form: by default shown once the form is loaded, and an argument only if changed. */
export function editable<T, C>(
  field: Field<T, C>,
  isShown: (form: FormContext) => boolean = isLoaded,
): Field<T | undefined, C> {
  return {
    ...withUndefined(field),
    isEditable: true,
    inputs: field.inputs.map(input => ({
      ...input,
      when: form => isShown(form) && (input.when?.(form) ?? true),
    })),
  }
}

/** Makes changes of a field rebuild the form. */
export const reshaping = <F extends { inputs: readonly FormInput[] }>(field: F): F => ({
  ...field,
  inputs: field.inputs.map(input => ({ ...input, reshapes: true as const })),
})

export type State = (typeof states)[number]

/** Whether a plan is on or a member is active, in the service's words. */
export const state: Field<State, Guest> = optionField('state', 'State', states)

/** The state of a new entity. */
export const newState: Field<State, Guest> = {
  ...optionField('state', 'State', states, { optional: true, hint: 'Active, unless you say otherwise.' }),
  schema: state.schema.default('active'),
  read: (values, context, facts) =>
    values.state === undefined ? value('active') : state.read(values, context, facts),
}
