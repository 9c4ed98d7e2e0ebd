import type { InputBlock } from './blocks.ts'
import type { Ids } from './buttons.ts'
import { choose, enter, held, labelled, optionOf } from './controls.ts'
import type { Judge } from './delivery.ts'
import { choicesOf, type Option, option, suggestions } from './elements.ts'
import { inputsOf, type Modals, type OpenView } from './modals.ts'
import { viewPayload } from './payloads.ts'
import { judge } from './refusal.ts'
import type { Answer } from './signed.ts'
import type { Workspace } from './workspace.ts'

/** What to type, by the first words of the labels; a list where there are several boxes to check. */
export type Words = Record<string, string | string[]>

/** How something came into a field: a character typed, Enter pressed in it, or picked from what it offers. */
export type By = 'typing' | 'enter' | 'pick'

/** Source: docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object. */
const TRIGGERS = { typing: 'on_character_entered', enter: 'on_enter_pressed' } as const

const isHeard = ({ dispatch_action, element }: InputBlock, by: By): boolean => {
  if (!dispatch_action) return false
  if (by === 'pick') return true
  const { trigger_actions_on = [TRIGGERS.enter] } =
    ('dispatch_action_config' in element && element.dispatch_action_config) || {}
  return trigger_actions_on.includes(TRIGGERS[by])
}

const choicesIn = (value: unknown): Option[] =>
  [value].flat().flatMap(each => option.safeParse(each).data ?? [])

/** What one person puts into the fields of a view. */
export const createTyping = (deps: {
  workspace: Workspace
  modals: Modals
  /** Sends an interaction with what every payload carries; `judge` reads the answer and may refuse it. */
  send: <P extends { type: string }>(payload: P, judge?: Judge) => Promise<Answer>
  /** Tells the app that a control outside of a submit has changed. */
  dispatch: (view: OpenView, action: Record<string, unknown>) => Promise<Answer>
}) => {
  const { modals, send } = deps
  /** What the app offered in the fields that ask it, by view, block and action. */
  const offered = new Map<string, Option[]>()

  const inputOf = (view: OpenView, label: string): InputBlock => {
    const inputs = inputsOf(view)
    const found = labelled(inputs, input => input.label.text, label)
    if (!found) {
      throw new Error(
        `no field begins with "${label}"; there is: ${inputs.map(one => one.label.text).join(', ')}`,
      )
    }
    return found
  }

  const inputAt = (view: OpenView, { block, action }: Ids): InputBlock => {
    const found = inputsOf(view).find(
      ({ block_id, element }) => block_id === block && element.action_id === action,
    )
    if (!found) throw new Error('This field is no longer there.')
    return found
  }

  const keyOf = (view: OpenView, { block_id, element }: InputBlock) =>
    `${view.id} ${block_id} ${element.action_id}`

  /** What the app offers for the typed words; nothing is asked below min_query_length (3 unless set). */
  const asked = async (view: OpenView, input: InputBlock, typed: string): Promise<Option[]> => {
    const { block_id, element } = input
    if (element.type !== 'external_select') throw new Error(`"${input.label.text}" is no external select`)
    if (typed.length < (element.min_query_length ?? 3)) return []
    let answered: Option[] = []
    await send(
      {
        type: 'block_suggestion',
        action_id: element.action_id,
        block_id,
        value: typed,
        container: { type: 'view', view_id: view.id },
        view: viewPayload(modals, view),
      },
      body => {
        answered = judge(suggestions, body).options
      },
    )
    const key = keyOf(view, input)
    offered.set(key, [...(offered.get(key) ?? []), ...answered])
    return answered
  }

  const options = (view: OpenView, label: string, typed: string): Promise<Option[]> =>
    asked(view, inputOf(view, label), typed)

  const meant = async (view: OpenView, input: InputBlock, words: string[]): Promise<unknown> => {
    const { element } = input
    const [word = ''] = words
    if (element.type !== 'external_select' || word === '') return choose(element, words, deps.workspace)
    return optionOf(await asked(view, input, word), word)
  }

  /** Types into fields by the first words of their labels; an empty string empties the field. */
  const fill = async (view: OpenView, words: Words): Promise<void> => {
    for (const [label, value] of Object.entries(words)) {
      const now = modals.current(view)
      const input = inputOf(now, label)
      const means = await meant(now, input, [value].flat())
      if (means === undefined) throw new Error(`"${label}" has no choice that begins with "${value}"`)
      modals.type(now, input, means)
      if (input.dispatch_action) await dispatch(now, input)
    }
  }

  /** Puts values into the field with these ids, as a browser has them. The app hears of it where it asked to. */
  const put = async (view: OpenView, ids: Ids, values: string[], by: By): Promise<void> => {
    const input = inputAt(view, ids)
    const { element } = input
    const before = held(element, modals.typedInto(view, input))
    const known = [...choicesOf(element), ...choicesIn(before), ...(offered.get(keyOf(view, input)) ?? [])]
    const means = enter(element, values, known)
    if (means === undefined) throw new Error(`“${input.label.text}” no longer offers this.`)
    modals.type(view, input, means)
    const isNew = JSON.stringify(means) !== JSON.stringify(before)
    if (isHeard(input, by) && (isNew || by === 'enter')) await dispatch(view, input)
  }

  const dispatch = (view: OpenView, { block_id, element: { type, action_id } }: InputBlock) => {
    const state = viewPayload(modals, view).state.values[block_id]?.[action_id]
    const said = typeof state === 'object' && state !== null ? state : {}
    return deps.dispatch(view, { ...said, type, action_id, block_id })
  }

  return {
    inputAt,
    options,
    /** What the app offers in the field with these ids. */
    optionsAt: (view: OpenView, ids: Ids, typed: string) => asked(view, inputAt(view, ids), typed),
    fill,
    put,
  }
}
