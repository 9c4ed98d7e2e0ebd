import type { types } from '@slack/bolt'
import { withoutEmpty } from '../../core/field.ts'
import { plainForm } from '../../core/form-state.ts'
import { hasForm, keptValues } from '../../core/operation.ts'
import type { ButtonValue } from '../../message/blocks.ts'
import { readForm } from '../views/form-view.ts'
import { pickedDay } from '../views/input-elements.ts'
import { updateView } from '../views/open-view.ts'
import { callerOf, findOrigin, type HandlerParts, type SlackRequest } from './exchange.ts'
import type { Action, Press } from './presses.ts'

/** Rebuilds a form when a change in it changes what else it asks or says. */
export function createFormChanges(parts: HandlerParts) {
  const { operations, pipeline, forms, people, log } = parts
  /** By the id of a view: its latest change, and the update that is being sent. */
  const latest = new Map<string, { action: Action; sent: Promise<unknown> }>()

  /** Updates a view in order, and skips what a later change made obsolete. */
  async function updateInOrder(id: string, action: Action, update: () => Promise<boolean>): Promise<void> {
    const isLatest = () => latest.get(id)?.action === action
    await latest.get(id)?.sent
    if (!isLatest()) return
    const sent = update()
    latest.set(id, { action, sent })
    await sent
  }

  /** Resolves to false where a press is not a change within a form. What a `reshape` button carries fills the form. */
  return async (request: SlackRequest, press: Press, button: ButtonValue | undefined): Promise<boolean> => {
    const { body, client } = request
    const { action, view } = press
    const form = view && readForm(body.view)
    const operation = operations.get(form?.operation ?? '')
    if (!view || !form || !operation || !hasForm(operation)) return false
    if (action.type === 'button' && button?.how !== 'reshape') return false
    const show = (next: types.ModalView) =>
      updateInOrder(view.id, action, () => updateView(client, view.id, next, log))
    latest.set(view.id, { action, sent: latest.get(view.id)?.sent ?? Promise.resolve() })
    try {
      const origin = await findOrigin(parts, request, form)
      const caller = callerOf(people, { client, origin })
      const picked = operation.formatArgs(button?.args ?? {})
      const values = withoutEmpty({
        ...form.values,
        ...pickedDay(action),
        ...picked.values,
        ...button?.values,
      })
      const { args: known, ...data } = form.data
      const args = { ...known, ...picked.data.args }
      const isTyping = action.type === 'plain_text_input'
      const outcome = await pipeline.form({ operation, args, values, data }, caller, isTyping)
      const replaced = form
      // What is typed half is not wrong yet: submitting tells.
      await show(
        outcome.kind === 'form'
          ? forms.build(operation, isTyping ? { ...outcome, issues: {} } : outcome, form.origin, { replaced })
          : forms.build(operation, plainForm(keptValues(operation, values), form.data), form.origin, {
              notice: outcome.reply.text,
              replaced,
            }),
      )
    } finally {
      if (latest.get(view.id)?.action === action) latest.delete(view.id)
    }
    return true
  }
}
