import type { Control, Option } from './elements.ts'
import type { Person } from './workspace.ts'

type Slot = { key: string; initial: string; empty: unknown }

const value: Slot = { key: 'value', initial: 'initial_value', empty: null }
const one: Slot = { key: 'selected_option', initial: 'initial_option', empty: null }
const many: Slot = { key: 'selected_options', initial: 'initial_options', empty: [] }

/** Where each control keeps its value in `state.values`, and where the app wrote the initial one. */
const slots: Record<Control['type'], Slot> = {
  plain_text_input: value,
  number_input: value,
  email_text_input: value,
  url_text_input: value,
  static_select: one,
  external_select: one,
  radio_buttons: one,
  checkboxes: many,
  multi_static_select: many,
  multi_external_select: many,
  users_select: { key: 'selected_user', initial: 'initial_user', empty: null },
  multi_users_select: { key: 'selected_users', initial: 'initial_users', empty: [] },
  conversations_select: { key: 'selected_conversation', initial: 'initial_conversation', empty: null },
  channels_select: { key: 'selected_channel', initial: 'initial_channel', empty: null },
  datepicker: { key: 'selected_date', initial: 'initial_date', empty: null },
  timepicker: { key: 'selected_time', initial: 'initial_time', empty: null },
}

/** What a control holds: what was typed, else the app's initial value, else nothing. */
export const held = (control: Control, typed: unknown): unknown => {
  const { initial, empty } = slots[control.type]
  return typed === undefined
    ? (Object.entries(control).find(([key]) => key === initial)?.[1] ?? empty)
    : typed
}

/** A control's entry in `state.values`. */
export const stateOf = (control: Control, typed: unknown) => ({
  type: control.type,
  [slots[control.type].key]: held(control, typed),
})

export const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a label begins with the words, whatever their case. */
export const begins = (text: string, words: string) => text.toLowerCase().startsWith(words.toLowerCase())

/** The option whose text begins with the words; the exact text goes first. */
export const optionOf = <T extends Option | { text: { text: string } }>(options: T[], words: string) =>
  options.find(({ text }) => text.text === words) ?? options.find(({ text }) => begins(text.text, words))

export const labelled = <T>(things: T[], label: (thing: T) => string, words: string) =>
  things.find(thing => label(thing) === words) ?? things.find(thing => begins(label(thing), words))

const listed = (control: Control) => {
  if ('option_groups' in control && control.option_groups)
    return control.option_groups.flatMap(g => g.options)
  return 'options' in control ? (control.options ?? []) : []
}

/**
 * What the words mean in a control whose choices need no asking: the value for `state.values`,
 * or undefined where there is no such choice.
 */
export const choose = (control: Control, words: string[], people: Person[]): unknown => {
  const [first = ''] = words
  const { empty } = slots[control.type]
  if (words.every(word => word === '')) return control.type === 'plain_text_input' ? null : empty
  const person = (name: string) => people.find(one => one.name === name || one.id === name)?.id
  const all = <T>(found: (T | undefined)[]) => (found.includes(undefined) ? undefined : found)
  switch (control.type) {
    case 'static_select':
    case 'radio_buttons':
      return optionOf(listed(control), first)
    case 'checkboxes':
    case 'multi_static_select':
      return all(words.map(word => optionOf(listed(control), word)))
    case 'users_select':
      return person(first)
    case 'multi_users_select':
      return all(words.map(person))
    default:
      return first
  }
}

/** What Slack's client says before it sends anything; undefined when the value may go. */
export const objection = (control: Control, value: unknown, optional: boolean): string | undefined => {
  if (isEmpty(value)) return optional ? undefined : 'Please complete this required field.'
  if (typeof value !== 'string') return undefined
  if (control.type === 'plain_text_input') {
    const { min_length = 0, max_length = 3000 } = control
    if (value.length < min_length) return `Enter at least ${min_length} characters.`
    if (value.length > max_length) return `Enter no more than ${max_length} characters.`
  }
  if (control.type === 'number_input') {
    const number = Number(value)
    if (Number.isNaN(number)) return 'Enter a number.'
    if (!control.is_decimal_allowed && !Number.isInteger(number)) return 'Enter a whole number.'
    if (control.min_value !== undefined && number < Number(control.min_value)) {
      return `Enter a number of at least ${control.min_value}.`
    }
    if (control.max_value !== undefined && number > Number(control.max_value)) {
      return `Enter a number of at most ${control.max_value}.`
    }
  }
  if (control.type === 'email_text_input' && !/^\S+@\S+\.\S+$/.test(value))
    return 'Enter a valid email address.'
  if (control.type === 'url_text_input' && !URL.canParse(value)) return 'Enter a valid URL.'
  return undefined
}
