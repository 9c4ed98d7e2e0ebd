import { type Control, checkValue, type InputBlock, type Option, option, optionsOf } from './block-schema.ts'
import type { Channel, Workspace } from './local-workspace.ts'

/** The key of a control's value in `state.values`. */
const KEYS: Record<Control['type'], string> = {
  plain_text_input: 'value',
  number_input: 'value',
  static_select: 'selected_option',
  external_select: 'selected_option',
  radio_buttons: 'selected_option',
  checkboxes: 'selected_options',
  users_select: 'selected_user',
  conversations_select: 'selected_conversation',
}

const emptyValue = ({ type }: Control) => (type === 'checkboxes' ? [] : null)

/** The value of a control: the entered one, else the app's initial value, else empty. */
export const controlValue = (control: Control, entered: unknown): unknown => {
  const initial = KEYS[control.type].replace(/^(selected_)?/, 'initial_')
  if (entered !== undefined) return entered
  return Object.entries(control).find(([name]) => name === initial)?.[1] ?? emptyValue(control)
}

export const stateOf = ({ type }: Control, value: unknown) => ({ type, [KEYS[type]]: value })

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const optionsIn = (value: unknown): Option[] =>
  [value].flat().flatMap(each => option.safeParse(each).data ?? [])

export const formatValue = (value: unknown): string => {
  const options = optionsIn(value)
  if (options.length > 0) return options.map(({ text }) => text.text).join(', ')
  return isEmpty(value) ? '' : String(value)
}

/** Converts raw values to a control's value; undefined if the control and `extraOptions` lack an option. */
export const parseValues = (control: Control, values: string[], extraOptions: Option[] = []): unknown => {
  const key = KEYS[control.type]
  const [first = ''] = values
  if (values.every(each => each === '')) return emptyValue(control)
  if (!key.startsWith('selected_option')) return first
  const options = [...optionsOf(control), ...extraOptions]
  const selected = values.flatMap(each => options.find(({ value }) => value === each) ?? [])
  if (selected.length < values.length) return undefined
  return key === 'selected_options' ? selected : selected[0]
}

/** The errors that Slack's client shows, by label. */
export const validate = (inputs: InputBlock[], inputValue: (input: InputBlock) => unknown) => {
  const errors: Record<string, string> = {}
  for (const input of inputs) {
    const { element, label, optional } = input
    const value = inputValue(input)
    const error = isEmpty(value)
      ? !optional && 'Please complete this required field.'
      : checkValue(element, value)
    if (error) errors[label.text] = error
  }
  return errors
}

/** Whether Slack sends each change to the app (in its documentation: dispatch action configuration). */
export const dispatches = ({ dispatch_action = false, element }: InputBlock): boolean =>
  dispatch_action && (element.type !== 'plain_text_input' || element.dispatch_action_config !== undefined)

/** The options of a select that need no request to the app. */
export const choicesOf = (control: Control, { people, channels }: Workspace): Option[] => {
  const choice = (value: string, text: string): Option => ({ value, text: { type: 'plain_text', text } })
  if (control.type === 'users_select') return people.map(({ id, name }) => choice(id, name))
  if (control.type !== 'conversations_select') return optionsOf(control)
  return channels.filter(isSelectable).map(({ id, name }) => choice(id, `#${name}`))
}

/** Whether a conversations_select offers a channel: it excludes bots and externally shared channels. */
export const isSelectable = ({ id, shared }: Channel): boolean => !id.startsWith('D') && !shared
