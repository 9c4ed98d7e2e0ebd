import { type Control, type InputBlock, type Option, objectionTo, option, optionsOf } from './block-schema.ts'
import type { Channel } from './local-workspace.ts'

/** Where `state.values` has a control's value, which property is initial, and the value of an empty control. */
type Slot = { key: string; initial?: string; empty: unknown }

const typed: Slot = { key: 'value', initial: 'initial_value', empty: null }
const selected: Slot = { key: 'selected_option', initial: 'initial_option', empty: null }

const slots: Record<Control['type'], Slot> = {
  plain_text_input: typed,
  number_input: typed,
  static_select: selected,
  external_select: selected,
  radio_buttons: selected,
  checkboxes: { key: 'selected_options', initial: 'initial_options', empty: [] },
  users_select: { key: 'selected_user', initial: 'initial_user', empty: null },
  conversations_select: { key: 'selected_conversation', empty: null },
}

/** The value of a control: the one that was entered, else the app's initial value, else empty. */
export const controlValue = (control: Control, entered: unknown): unknown => {
  const { initial = '', empty } = slots[control.type]
  return entered === undefined
    ? (new Map<string, unknown>(Object.entries(control)).get(initial) ?? empty)
    : entered
}

export const stateOf = ({ type }: Control, value: unknown) => ({ type, [slots[type].key]: value })

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The item with this label, else the first whose label begins with the words, in any case. */
export const findByLabel = <T>(items: T[], labelOf: (item: T) => string, words: string): T | undefined =>
  items.find(item => labelOf(item) === words) ??
  items.find(item => labelOf(item).toLowerCase().startsWith(words.toLowerCase()))

export const optionsIn = (value: unknown): Option[] =>
  [value].flat().flatMap(each => option.safeParse(each).data ?? [])

export const formatValue = (value: unknown): string => {
  const options = optionsIn(value)
  if (options.length > 0) return options.map(({ text }) => text.text).join(', ')
  return isEmpty(value) ? '' : String(value)
}

/** Turns raw values into a control's value; options are looked up in `known`. Undefined where one is missing. */
export const parseValues = (control: Control, values: string[], known: Option[] = []): unknown => {
  const { key, empty } = slots[control.type]
  const [first = ''] = values
  if (values.every(each => each === '')) return empty
  if (!key.startsWith('selected_option')) return first
  const options = [...optionsOf(control), ...known]
  const found = values.flatMap(each => options.find(({ value }) => value === each) ?? [])
  if (found.length < values.length) return undefined
  return key === 'selected_options' ? found : found[0]
}

/** The client's objections by label. */
export const validate = (inputs: InputBlock[], inputValue: (input: InputBlock) => unknown) => {
  const errors: Record<string, string> = {}
  for (const input of inputs) {
    const { element, label, optional } = input
    const value = inputValue(input)
    const objection = isEmpty(value)
      ? !optional && 'Please complete this required field.'
      : objectionTo(element, value)
    if (objection) errors[label.text] = objection
  }
  return errors
}

/** Whether Slack tells the app of every change; docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object. */
export const dispatches = ({ dispatch_action = false, element }: InputBlock): boolean =>
  dispatch_action && (element.type !== 'plain_text_input' || element.dispatch_action_config !== undefined)

/** Whether a select of conversations offers one, where it excludes bots and channels of several organizations. */
export const isOffered = ({ id, shared }: Channel): boolean => !id.startsWith('D') && !shared
