import { z } from 'zod'
import { type InputBlock, modalView, type Option, suggestions } from './block-schema.ts'
import { choicesOf, dispatches, formatValue, optionsIn, parseValues, stateOf, validate } from './controls.ts'
import type { Answer, ApplyAnswer } from './delivery.ts'
import type { Person, Workspace } from './local-workspace.ts'
import { inputsOf, type Modals, type OpenView } from './modals.ts'
import { responseUrlsOf, viewPayload } from './payloads.ts'
import { parseOrRefuse, SlackRefusal } from './slack-refusal.ts'

export type ElementIds = { block: string; action: string }

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

  const keyOf = (view: OpenView, { block, action }: ElementIds) => `${view.id} ${block} ${action}`

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

  /** Requests options for the typed text from the app. */
  const suggest = async (view: OpenView, ids: ElementIds, typed: string): Promise<Option[]> => {
    const { block_id, element, label } = inputAt(view, ids)
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
    // Of earlier letters too: their answers may come later, and the page shows those of the last letter.
    const key = keyOf(view, ids)
    suggestedOptions.set(key, [...(suggestedOptions.get(key) ?? []), ...options])
    return options
  }

  const dispatch = (view: OpenView, input: InputBlock) => {
    const { block_id, element, label } = input
    const value = modals.inputValue(view, input)
    const title = optionsIn(value).length > 0 ? `picks ${formatValue(value)}` : `changes ${label.text}`
    return deps.dispatch(view, { ...stateOf(element, value), action_id: element.action_id, block_id }, title)
  }

  /** Enters raw values into a field, and sends the change to the app if the field dispatches changes. */
  const enter = async (view: OpenView, ids: ElementIds, values: string[]): Promise<void> => {
    const input = inputAt(view, ids)
    const before = modals.inputValue(view, input)
    const suggested = suggestedOptions.get(keyOf(view, ids)) ?? []
    const value = parseValues(input.element, values, [...optionsIn(before), ...suggested])
    if (value === undefined) throw new Error(`“${input.label.text}” no longer offers this.`)
    modals.enter(view, input, value)
    const isNew = JSON.stringify(value) !== JSON.stringify(before)
    if (dispatches(input) && isNew) await dispatch(view, input)
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
    suggest,
    enter,
    submit,
    /** The displayed values of a form by label. */
    values: (view: OpenView): Record<string, string> =>
      Object.fromEntries(inputsOf(view).map(input => [input.label.text, format(view, input)])),
    /** The errors of the last submit by label, while its view is open. */
    errors: () => (modals.modal(person.id)?.id === viewWithErrors ? errors : {}),
  }
}
