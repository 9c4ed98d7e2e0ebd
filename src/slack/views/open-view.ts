import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { withoutAddresses } from '../without-addresses.ts'

type Log = Pick<Logger, 'warn'>

/** Replaces a view that was opened; false where the person has closed it. */
export type UpdateView = (view: types.ModalView) => Promise<boolean>

/** Opens a view; undefined where the trigger does not work any more. An update that would look the same is not sent. */
export async function openView(
  client: webApi.WebClient,
  trigger_id: string,
  view: types.ModalView,
  log: Log,
): Promise<UpdateView | undefined> {
  try {
    const opened = await client.views.open({ trigger_id, view })
    const id = opened.view?.id
    let shown = looksOf(view)
    if (id === undefined) return undefined
    return async next => {
      const wanted = looksOf(next)
      if (wanted === shown) return true
      const isOpen = await updateView(client, id, next, log)
      if (isOpen) shown = wanted
      return isOpen
    }
  } catch (error) {
    log.warn({ reason: withoutAddresses(error) }, 'a form could not be opened')
    return undefined
  }
}

/** A view as a person sees it; by now the focus is where they put it. */
const looksOf = (view: types.ModalView): string =>
  JSON.stringify(view, (key, value: unknown) => (key === 'focus_on_load' ? undefined : value))

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
    log.warn({ reason: withoutAddresses(error) }, 'a form is closed')
    return false
  }
}
