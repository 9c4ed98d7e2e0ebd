import { z } from 'zod'
import { homeView, modalView } from './blocks.ts'
import { limits } from './limits.ts'
import { type Method, method } from './method.ts'
import type { Modals, OpenView } from './modals.ts'
import type { createTriggers } from './passes.ts'
import { SlackRefusal } from './refusal.ts'
import type { Workspace } from './workspace.ts'

const mustFit = (view: object) => {
  if (JSON.stringify(view).length > limits.view.bytes) throw new SlackRefusal('view_too_large')
}

const shown = (view: OpenView) => ({ view: { ...view, state: { values: {} } } })

/** views.*; errors as in docs.slack.dev/reference/methods/views.open and its neighbours. */
export const viewMethods = ({
  workspace,
  modals,
  triggers,
}: {
  workspace: Workspace
  modals: Modals
  triggers: ReturnType<typeof createTriggers>
}): Record<string, Method> => {
  return {
    'views.open': method(
      z.strictObject({ trigger_id: z.string(), view: modalView }),
      ({ trigger_id, view }) => {
        mustFit(view)
        return shown(modals.open(triggers.exchange(trigger_id), view))
      },
    ),
    'views.update': method(z.strictObject({ view_id: z.string(), view: modalView }), ({ view_id, view }) => {
      mustFit(view)
      return shown(modals.update(view_id, view))
    }),
    'views.publish': method(z.strictObject({ user_id: z.string(), view: homeView }), ({ user_id, view }) => {
      if (!workspace.people.some(one => one.id === user_id)) throw new SlackRefusal('user_not_found')
      mustFit(view)
      return shown(modals.publish(user_id, view))
    }),
  }
}
