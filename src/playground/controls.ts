import type { Choice, Control, Interactive } from './elements.ts'
import { limits } from './limits.ts'
import type { Workspace } from './workspace.ts'

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

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const begins = (text: string, words: string) => text.toLowerCase().startsWith(words.toLowerCase())

/** The thing whose label begins with the words; the exact label goes first. */
export const labelled = <T>(things: T[], label: (thing: T) => string, words: string) =>
  things.find(thing => label(thing) === words) ?? things.find(thing => begins(label(thing), words))

export const optionOf = (options: Choice[], words: string) =>
  labelled(options, option => option.text.text, words)

/** The options that the app wrote into a menu or a choice. */
export const choicesOf = (element: Control | Interactive): Choice[] => {
  if ('option_groups' in element && element.option_groups) {
    return element.option_groups.flatMap(group => group.options)
  }
  return 'options' in element ? (element.options ?? []) : []
}

/** What a control holds, in the words that a person reads there. */
export const worded = (value: unknown): string => {
  if (isEmpty(value)) return ''
  if (Array.isArray(value)) return value.map(worded).join(', ')
  return typeof value === 'object' && value !== null && 'text' in value ? worded(value.text) : String(value)
}

/**
 * What the words mean in a control whose choices need no asking: the value for `state.values`,
 * or undefined where there is no such choice.
 */
export const choose = (control: Control, words: string[], workspace: Workspace): unknown => {
  const [first = ''] = words
  if (words.every(word => word === '')) return slots[control.type].empty
  const person = (name: string) => workspace.person(name)?.id
  const all = <T>(found: (T | undefined)[]) => (found.includes(undefined) ? undefined : found)
  switch (control.type) {
    case 'static_select':
    case 'radio_buttons':
      return optionOf(choicesOf(control), first)
    case 'checkboxes':
    case 'multi_static_select':
      return all(words.map(word => optionOf(choicesOf(control), word)))
    case 'users_select':
      return person(first)
    case 'multi_users_select':
      return all(words.map(person))
    case 'channels_select':
    case 'conversations_select':
      return workspace.channel(first.replace(/^#/, ''))?.id
    default:
      return first
  }
}

/**
 * What a control holds once these values were put into it, by the values of its choices or as they were typed;
 * undefined where the control has no such choice.
 */
export const enter = (control: Control, values: string[], choices: Choice[]): unknown => {
  const { key, empty } = slots[control.type]
  const [first = ''] = values
  if (values.every(each => each === '')) return empty
  if (key === 'selected_users') return values
  if (!key.startsWith('selected_option')) return first
  const chosen = values.map(each => choices.find(choice => choice.value === each))
  if (chosen.includes(undefined)) return undefined
  return key === 'selected_options' ? chosen : chosen[0]
}

/** What Slack's client says before it sends anything; undefined when the value may go. */
export const objection = (control: Control, value: unknown, optional: boolean): string | undefined => {
  if (isEmpty(value)) return optional ? undefined : 'Please complete this required field.'
  if (typeof value !== 'string') return undefined
  if (control.type === 'plain_text_input') {
    const { min_length = 0, max_length = limits.input.maxLength } = control
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
