import type { Ids } from '../buttons.ts'
import type { Driver } from '../driver.ts'
import { type Control, choicesOf } from '../elements.ts'
import type { Person, Workspace } from '../workspace.ts'
import type { Chosen } from './blocks/chosen.ts'
import type { Parts } from './parts.ts'
import { placesOf } from './places.ts'
import { viewAt } from './standing.ts'

/** What a select offers for the typed words, whatever kind of select it is; of an external one the app is asked. */
export const createOptions =
  ({ workspace, driverOf }: Parts) =>
  async (person: Person, at: string, ids: Ids, typed: string): Promise<Chosen[]> => {
    const driver = driverOf(person)
    const view = viewAt(workspace, driver, at)
    const { element } = driver.inputAt(view, ids)
    if (element.type !== 'external_select') return fitting(offeredBy(workspace, driver, element), typed)
    const offered = await driver.optionsAt(view, ids, typed)
    return offered.map(({ text, value }) => ({ text: text.text, value }))
  }

const offeredBy = (workspace: Workspace, driver: Driver, control: Control): Chosen[] => {
  switch (control.type) {
    case 'users_select':
      return workspace.people.map(({ id, name }) => ({ text: name, value: id }))
    case 'conversations_select':
      return conversations(workspace, driver, control.filter?.exclude_bot_users === true)
    default:
      return choicesOf(control).map(({ text, value }) => ({ text: text.text, value }))
  }
}

/** Channels, and the DM with the bot unless bots are filtered out. */
const conversations = (workspace: Workspace, driver: Driver, noBots: boolean): Chosen[] =>
  placesOf(workspace, driver)
    .filter(({ kind }) => kind === 'channel' || (kind === 'dm' && !noBots))
    .map(({ title, channel }) => ({ text: title, value: channel.id }))

const fitting = (options: Chosen[], typed: string): Chosen[] =>
  options.filter(({ text }) => text.toLowerCase().includes(typed.trim().replace(/^[#@]/, '').toLowerCase()))
