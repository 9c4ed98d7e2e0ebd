import { z } from 'zod'
import { type InputBlock, modalView, type Option, suggestions } from './block-schema.ts'
import {
  choicesOf,
  dispatches,
  findByLabel,
  formatValue,
  optionsIn,
  parseValues,
  stateOf,
  validate,
} from './controls.ts'
import type { Answer, ApplyAnswer } from './delivery.ts'
import type { Person, Workspace } from './local-workspace.ts'
import { inputsOf, type Modals, type OpenView } from './modals.ts'
import { responseUrlsOf, viewPayload } from './payloads.ts'
import { parseOrRefuse, SlackRefusal } from './slack-refusal.ts'

export type ElementIds = { block: string; action: string }

/** Values by the first words of labels. */
export type FieldValues = Record<string, string>

/** The result of a submit; `errors` by label come from Slack's client or from the app. */
export type SubmitResult = { sent: boolean; errors: Record<string, string>; answer?: Answer }

const responseAction = z.discriminatedUnion('response_action', [
  z.strictObject({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string().min(1)) }),
  z.strictObject({ response_action: z.literal('update'), view: modalView }),
])

/** The actions of a person on the fields of views and on their open modal. */
export const createForms = (deps: {
  person: Person
  workspace: Workspace
  modals: Modals
  send: <P extends { type: string }>(payload: P, title: string, apply?: ApplyAnswer) => Promise<Answer>
  /** Sends the change of a field to the app. */
  dispatch: (view: OpenView, action: Record<string, unknown>, title: string) => Promise<Answer>
  trigger: () => string
  responseUrl: (channel: string) => string
}) => {
  const { person, workspace, modals, send } = deps
  /** Options that the app suggested, by view and element. */
  const suggestedOptions = new Map<string, Option[]>()
  let errors: Record<string, string> = {}
  let viewWithErrors: string | undefined

  const keyOf = (view: OpenView, { block_id, element }: InputBlock) =>
    `${view.id} ${block_id} ${element.action_id}`

  const currentModal = (): OpenView => {
    const view = modals.modal(person.id)
    if (!view) throw new Error(`${person.name} has no view open`)
    return view
  }

  const inputAt = (view: OpenView, { block, action }: ElementIds): InputBlock => {
    const input = inputsOf(view).find(
      ({ block_id, element }) => block_id === block && element.action_id === action,
    )
    if (!input) throw new Error('This field is no longer there.')
    return input
  }

  const inputByLabel = (view: OpenView, words: string): InputBlock => {
    const inputs = inputsOf(view)
    const input = findByLabel(inputs, ({ label }) => label.text, words)
    if (input) return input
    const labels = inputs.map(({ label }) => label.text).join(', ')
    throw new Error(`no field begins with "${words}"; there is: ${labels}`)
  }

  /** Requests options from the app. */
  const suggest = async (view: OpenView, input: InputBlock, typed: string): Promise<Option[]> => {
    const { block_id, element, label } = input
    if (element.type !== 'external_select') throw new Error(`"${label.text}" is no external select`)
    let options: Option[] = []
    const payload = {
      type: 'block_suggestion',
      action_id: element.action_id,
      block_id,
      value: typed,
      container: { type: 'view', view_id: view.id },
      view: viewPayload(modals, view),
    }
    await send(payload, `looks for “${typed}” in ${label.text}`, body => {
      options = parseOrRefuse(suggestions, body).options
    })
    const key = keyOf(view, input)
    suggestedOptions.set(key, [...(suggestedOptions.get(key) ?? []), ...options])
    return options
  }

  const dispatch = (view: OpenView, input: InputBlock) => {
    const { block_id, element, label } = input
    const value = modals.inputValue(view, input)
    const title = optionsIn(value).length > 0 ? `picks ${formatValue(value)}` : `changes ${label.text}`
    return deps.dispatch(view, { ...stateOf(element, value), action_id: element.action_id, block_id }, title)
  }

  /** The raw value of the choice whose label begins with these words, or the text itself. */
  const valueFor = async (view: OpenView, input: InputBlock, words: string): Promise<string> => {
    const { element, label } = input
    if (words === '' || element.type === 'plain_text_input' || element.type === 'number_input') return words
    const isExternal = element.type === 'external_select'
    const choices = isExternal ? await suggest(view, input, words) : choicesOf(element, workspace)
    const bare = (label: string) => label.replace(/^#/, '')
    const choice = findByLabel(choices, ({ text }) => bare(text.text), bare(words))
    if (!choice) throw new Error(`"${label.text}" has no choice that begins with "${words}"`)
    return choice.value
  }

  /** Enters raw values into a field, and sends the change to the app if the field dispatches changes. */
  const enter = async (view: OpenView, input: InputBlock, values: string[]): Promise<void> => {
    const before = modals.inputValue(view, input)
    const options = [...optionsIn(before), ...(suggestedOptions.get(keyOf(view, input)) ?? [])]
    const value = parseValues(input.element, values, options)
    if (value === undefined) throw new Error(`“${input.label.text}” no longer offers this.`)
    modals.enter(view, input, value)
    const isNew = JSON.stringify(value) !== JSON.stringify(before)
    if (dispatches(input) && isNew) await dispatch(view, input)
  }

  /** Fills fields by the first words of their labels; an empty string clears a field. */
  const fill = async (view: OpenView, words: FieldValues): Promise<void> => {
    for (const [label, value] of Object.entries(words)) {
      const current = modals.current(view)
      const input = inputByLabel(current, label)
      await enter(current, input, [await valueFor(current, input, value)])
    }
  }

  const apply = (view: OpenView, body: unknown) => {
    if (body === '' || (typeof body === 'object' && body !== null && Object.keys(body).length === 0)) {
      return modals.close(view)
    }
    const action = parseOrRefuse(responseAction, body)
    if (action.response_action === 'update') return modals.update(view.id, action.view)
    const labels = new Map(inputsOf(view).map(({ block_id, label }) => [block_id, label.text]))
    for (const [block, message] of Object.entries(action.errors)) {
      const label = labels.get(block)
      if (!label) throw new SlackRefusal('invalid_arguments', [`[ERROR] no input block ${block}`])
      errors[label] = message
    }
  }

  /** Sends the form, unless Slack's client finds an error, and applies the app's response. */
  const submit = async (view: OpenView): Promise<SubmitResult> => {
    if (view.type !== 'modal' || !view.submit) throw new Error('this view has nothing to submit')
    errors = validate(inputsOf(view), input => modals.inputValue(view, input))
    viewWithErrors = view.id
    if (Object.keys(errors).length > 0) return { sent: false, errors }
    const payload = {
      type: 'view_submission',
      trigger_id: deps.trigger(),
      view: viewPayload(modals, view),
      response_urls: responseUrlsOf(modals, view, deps.responseUrl),
    }
    const answer = await send(payload, `submits ${view.title.text}`, body => apply(view, body))
    return { sent: true, errors, answer }
  }

  const format = (view: OpenView, input: InputBlock): string => {
    const value = modals.inputValue(view, input)
    const choice = choicesOf(input.element, workspace).find(each => each.value === value)
    return choice ? choice.text.text : formatValue(value)
  }

  return {
    currentModal,
    inputAt,
    inputByLabel,
    suggest,
    fill,
    enter: (view: OpenView, ids: ElementIds, values: string[]) => enter(view, inputAt(view, ids), values),
    submit,
    /** The displayed values of a form by label. */
    values: (view: OpenView): Record<string, string> =>
      Object.fromEntries(inputsOf(view).map(input => [input.label.text, format(view, input)])),
    /** The errors of the last submit by label, while its view is open. */
    errors: () => (modals.modal(person.id)?.id === viewWithErrors ? errors : {}),
  }
}
