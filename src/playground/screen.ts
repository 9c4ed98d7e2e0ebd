import { z } from 'zod'
import { type InputBlock, modalView } from './blocks.ts'
import { held, objection, worded } from './controls.ts'
import type { Judge } from './delivery.ts'
import { inputsOf, type Modals, type OpenView } from './modals.ts'
import { responseUrlsOf, viewPayload } from './payloads.ts'
import { judge, SlackRefusal } from './refusal.ts'
import type { Answer } from './signed.ts'
import type { Person, Workspace } from './workspace.ts'

/** What became of a submit: whether it was sent, and what stands at the fields, by label. */
export type Submitted = { sent: boolean; errors: Record<string, string>; answer?: Answer }

const responseAction = z.discriminatedUnion('response_action', [
  z.strictObject({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string().min(1)) }),
  z.strictObject({ response_action: z.literal('update'), view: modalView }),
])

/** What one person does with the modal before them. */
export const createScreen = (deps: {
  person: Person
  workspace: Workspace
  modals: Modals
  /** Sends an interaction with what every payload carries; `judge` reads the answer and may refuse it. */
  send: <P extends { type: string }>(payload: P, judge?: Judge) => Promise<Answer>
  trigger: () => string
  /** A response_url for what is said in a conversation that the person chose. */
  responseUrl: (channel: string) => string
}) => {
  const { person, modals, send } = deps
  let errors: Record<string, string> = {}
  /** The view at whose fields the errors stand. */
  let wrong: string | undefined

  const top = (): OpenView => {
    const view = modals.opened(person.id)
    if (!view) throw new Error(`${person.name} has no view open`)
    return view
  }

  /** What a person reads in a field: of a conversation its name. */
  const seen = ({ type }: InputBlock['element'], value: unknown): string => {
    const channel = type === 'conversations_select' && deps.workspace.channel(String(value))
    return channel ? `#${channel.name}` : worded(value)
  }

  /** What stands in the form, by label. */
  const values = (view: OpenView): Record<string, string> =>
    Object.fromEntries(
      inputsOf(view).map(input => [
        input.label.text,
        seen(input.element, held(input.element, modals.typedInto(view, input))),
      ]),
    )

  const objections = (view: OpenView): Record<string, string> => {
    const found: Record<string, string> = {}
    for (const input of inputsOf(view)) {
      const value = held(input.element, modals.typedInto(view, input))
      const why = objection(input.element, value, input.optional === true)
      if (why) found[input.label.text] = why
    }
    return found
  }

  const apply = (view: OpenView, body: unknown) => {
    if (body === '' || (typeof body === 'object' && body !== null && Object.keys(body).length === 0)) {
      return modals.close(view)
    }
    const action = judge(responseAction, body)
    if (action.response_action === 'update') return modals.update(view.id, action.view)
    const labels = new Map(inputsOf(view).map(input => [input.block_id, input.label.text]))
    for (const [block, message] of Object.entries(action.errors)) {
      const label = labels.get(block)
      if (!label) throw new SlackRefusal('invalid_arguments', [`[ERROR] no input block ${block}`])
      errors[label] = message
    }
  }

  /** Sends the form unless Slack's client objects to a field; then applies what the app answers. */
  const submit = async (view: OpenView): Promise<Submitted> => {
    if (view.type !== 'modal' || !view.submit) throw new Error('this view has nothing to submit')
    errors = objections(view)
    wrong = view.id
    if (Object.keys(errors).length > 0) return { sent: false, errors }
    const payload = {
      type: 'view_submission',
      trigger_id: deps.trigger(),
      view: viewPayload(modals, view),
      response_urls: responseUrlsOf(modals, view, deps.responseUrl),
    }
    const answer = await send(payload, body => apply(view, body))
    return { sent: true, errors, answer }
  }

  return {
    top,
    values,
    submit,
    errors: () => (modals.opened(person.id)?.id === wrong ? errors : {}),
  }
}
