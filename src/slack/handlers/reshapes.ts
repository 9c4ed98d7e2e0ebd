import type { BlockAction, BlockElementAction, types, webApi } from '@slack/bolt'
import { hasForm } from '../../core/operation.ts'
import type { Press } from '../../message/button-value.ts'
import { originOfForm } from '../origin.ts'
import { pickedDay } from '../views/controls.ts'
import { readForm } from '../views/form.ts'
import { changeView, doorOf } from './answering.ts'
import type { ListenerParts } from './listener.ts'

/** Builds a form anew when something in it changes what else it asks or says. */
export function createReshape(parts: ListenerParts) {
  const { operations, forms, people, clock } = parts
  /** What is under way for each form: its last change, and what was sent of it before. */
  const underWay = new Map<string, { action: BlockElementAction; sent: Promise<unknown> }>()

  /** Shows the views of a form one after the other, and those no more that a later change came before. */
  const inTurn = async (id: string, action: BlockElementAction, show: () => Promise<boolean>) => {
    const isLast = () => underWay.get(id)?.action === action
    await underWay.get(id)?.sent
    if (!isLast()) return false
    const sent = show()
    underWay.set(id, { action, sent })
    return sent
  }

  /** False where the change is none of a form of ours. A button's raw is put into the form's words. */
  return async (body: BlockAction, action: BlockElementAction, client: webApi.WebClient, press?: Press) => {
    const { view } = body
    const over = view && readForm(view)
    const operation = operations.get(over?.operation ?? '')
    if (!view || !over || !operation || !hasForm(operation)) return false
    if (action.type === 'button' && press?.how !== 'shape') return false
    underWay.set(view.id, { action, sent: underWay.get(view.id)?.sent ?? Promise.resolve() })
    try {
      const origin = await people.atHome(client, originOfForm(body, over.origin, clock()))
      const { caller, say, report } = doorOf(parts, { client, origin })
      const stay = (next: types.ModalView) =>
        inTurn(view.id, action, () => changeView(parts, client, view.id, next))
      const picked = action.type === 'datepicker' ? pickedDay(action) : press?.raw
      const raw = { ...over.raw, ...picked }
      const typing = action.type === 'plain_text_input'
      await forms.reshape({ caller, origin, say, report, over, stay }, operation, raw, typing)
    } finally {
      if (underWay.get(view.id)?.action === action) underWay.delete(view.id)
    }
    return true
  }
}
