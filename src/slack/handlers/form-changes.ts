import { createBounded } from '../../core/bounded.ts'
import { plainForm, withoutEmpty } from '../../core/field.ts'
import { hasForm, keptValues } from '../../core/operation.ts'
import type { ButtonValue } from '../../message/blocks.ts'
import { readForm } from '../views/form-view.ts'
import { pickedDay } from '../views/input-elements.ts'
import { updateView } from '../views/open-forms.ts'
import { findOrigin, type HandlerParts, type SlackRequest } from './exchange.ts'
import { callerOf } from './people.ts'
import type { Action, Press } from './presses.ts'

/** Rebuilds a form when a change in it changes what else it asks or says. */
export function createFormChanges(parts: HandlerParts) {
  const { operations, pipeline, forms, people, log } = parts
  /** By the id of a view, the latest change in it and the update that is being sent: an earlier one is not shown any more. */
  const latest = createBounded<{ action: Action; sent: Promise<unknown> | undefined }>()

  /** Resolves to false where a press is not a change within a form. What a `reshape` button carries fills the form. */
  return async (request: SlackRequest, press: Press, button: ButtonValue | undefined): Promise<boolean> => {
    const { body, client } = request
    const { action, view } = press
    const form = view && readForm(body.view)
    const operation = operations.get(form?.operation ?? '')
    if (!view || !form || !operation || !hasForm(operation)) return false
    if (action.type === 'button' && button?.how !== 'reshape') return false
    latest.set(view.id, { action, sent: latest.get(view.id)?.sent })
    const origin = await findOrigin(parts, request, form)
    const caller = callerOf(people, { client, origin })
    const picked = operation.formatArgs(button?.args ?? {})
    const values = withoutEmpty({ ...form.values, ...pickedDay(action), ...picked.values, ...button?.values })
    const { args: known, ...data } = form.data
    const args = { ...known, ...picked.data.args }
    const isTyping = action.type === 'plain_text_input'
    const outcome = await pipeline.form({ operation, args, values, data }, caller, isTyping)
    const replaced = form
    // What is typed half is not wrong yet: submitting tells.
    const next =
      outcome.kind === 'form'
        ? forms.build(operation, isTyping ? { ...outcome, issues: {} } : outcome, form.origin, { replaced })
        : forms.build(operation, plainForm(keptValues(operation, values), form.data), form.origin, {
            notice: outcome.reply.text,
            replaced,
          })
    await latest.get(view.id)?.sent
    if (latest.get(view.id)?.action !== action) return true
    const sent = updateView(client, view.id, next, log)
    latest.set(view.id, { action, sent })
    await sent
    return true
  }
}
