import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'

type Log = Pick<Logger, 'warn'>

/** Replaces a view that was opened; false where the person has closed it. */
export type UpdateView = (view: types.ModalView) => Promise<boolean>

/** Opens a view; undefined where the trigger does not work any more. */
export async function openView(
  client: webApi.WebClient,
  trigger_id: string,
  view: types.ModalView,
  log: Log,
): Promise<UpdateView | undefined> {
  try {
    const opened = await client.views.open({ trigger_id, view })
    const id = opened.view?.id
    return id === undefined ? undefined : next => updateView(client, id, next, log)
  } catch (error) {
    log.warn({ reason: error }, 'a form could not be opened')
    return undefined
  }
}

/** Replaces a view; resolves to whether it was still open. */
export async function updateView(
  client: webApi.WebClient,
  view_id: string,
  view: types.ModalView,
  log: Log,
): Promise<boolean> {
  try {
    await client.views.update({ view_id, view })
    return true
  } catch (error) {
    log.warn({ reason: error }, 'a form is closed')
    return false
  }
}
