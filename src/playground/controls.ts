import { type Control, choicesOf, type Option } from './elements.ts'
import { limits } from './limits.ts'
import type { Workspace } from './workspace.ts'

/** Where a control keeps its value, where the app wrote the initial one, and what is there while there is none. */
type Slot = { key: string; initial?: string; empty: unknown }

const value: Slot = { key: 'value', initial: 'initial_value', empty: null }
const one: Slot = { key: 'selected_option', initial: 'initial_option', empty: null }

/** Of each control in `state.values`. */
const slots: Record<Control['type'], Slot> = {
  plain_text_input: value,
  number_input: value,
  static_select: one,
  external_select: one,
  radio_buttons: one,
  checkboxes: { key: 'selected_options', initial: 'initial_options', empty: [] },
  users_select: { key: 'selected_user', initial: 'initial_user', empty: null },
  conversations_select: { key: 'selected_conversation', empty: null },
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

export const optionOf = (options: Option[], words: string) =>
  labelled(options, option => option.text.text, words)

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
  switch (control.type) {
    case 'static_select':
    case 'radio_buttons':
      return optionOf(choicesOf(control), first)
    case 'checkboxes':
      return allOf(words.map(word => optionOf(choicesOf(control), word)))
    case 'users_select':
      return workspace.person(first)?.id
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
export const enter = (control: Control, values: string[], choices: Option[]): unknown => {
  const { key, empty } = slots[control.type]
  const [first = ''] = values
  if (values.every(each => each === '')) return empty
  if (!key.startsWith('selected_option')) return first
  const chosen = allOf(values.map(each => choices.find(choice => choice.value === each)))
  return key === 'selected_options' ? chosen : chosen?.[0]
}

/** All of them; undefined where one is missing. */
const allOf = <T>(found: (T | undefined)[]) => (found.includes(undefined) ? undefined : found)

/** What Slack's client says before it sends anything; undefined when the value may go. */
export const objection = (control: Control, value: unknown, optional: boolean): string | undefined => {
  if (isEmpty(value)) return optional ? undefined : 'Please complete this required field.'
  if (typeof value !== 'string') return undefined
  if (control.type === 'plain_text_input') {
    const { max_length = limits.input.maxLength } = control
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
  return undefined
}
