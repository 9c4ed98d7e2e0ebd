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
  const triggered = z.object({ trigger_id: z.string(), view: modalView })

  return {
    'views.open': method(triggered, ({ trigger_id, view }) => {
      mustFit(view)
      return shown(modals.open(triggers.exchange(trigger_id), view))
    }),
    'views.push': method(triggered, ({ trigger_id, view }) => {
      mustFit(view)
      return shown(modals.push(triggers.exchange(trigger_id), view))
    }),
    'views.update': method(
      z.object({
        view_id: z.string().optional(),
        external_id: z.string().optional(),
        hash: z.string().optional(),
        view: modalView,
      }),
      ({ view, ...which }) => {
        mustFit(view)
        return shown(modals.update(which, view))
      },
    ),
    'views.publish': method(
      z.object({ user_id: z.string(), view: homeView, hash: z.string().optional() }),
      ({ user_id, view, hash }) => {
        if (!workspace.people.some(one => one.id === user_id)) throw new SlackRefusal('user_not_found')
        mustFit(view)
        return shown(modals.publish(user_id, view, hash))
      },
    ),
  }
}
