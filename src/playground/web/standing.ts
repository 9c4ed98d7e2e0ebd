import type { Driver } from '../driver.ts'
import type { OpenView } from '../modals.ts'
import type { Message, Workspace } from '../workspace.ts'

/** A view that somebody has before them, by its id: a modal or the Home. Throws where it is gone. */
export const viewOf = (driver: Driver, id: string): OpenView => {
  const view = [driver.view, driver.home].find(each => each?.id === id)
  if (!view) throw new Error('This form is no longer open.')
  return view
}

/** The view at a place, by `view:<id>`. Throws where that is none, or gone. */
export const viewAt = (workspace: Workspace, driver: Driver, at: string): OpenView => {
  const found = placeAt(workspace, driver, at)
  if ('ts' in found) throw new Error('Only a form takes this.')
  return found
}

/** What an element stands in, by `message:<channel>:<ts>` or `view:<id>`. */
export const placeAt = (workspace: Workspace, driver: Driver, at: string): OpenView | Message => {
  const [kind, first = '', second = ''] = at.split(':')
  if (kind === 'view') return viewOf(driver, first)
  const channel = workspace.channel(first)
  const message = channel && workspace.read(channel, driver.id).find(each => each.ts === second)
  if (kind !== 'message' || !message) throw new Error('This message is no longer there.')
  return message
}
