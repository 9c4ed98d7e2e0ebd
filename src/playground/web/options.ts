import { elementAt, type Ids } from '../buttons.ts'
import { choicesOf } from '../controls.ts'
import type { Driver } from '../driver.ts'
import type { Choice, Control, Interactive } from '../elements.ts'
import { inputsOf } from '../modals.ts'
import type { Person, Workspace } from '../workspace.ts'
import { placesOf } from './places.ts'
import type { Parts } from './regions.ts'
import { placeAt } from './standing.ts'

/** One thing that a select offers. */
export type Option = { text: string; value: string; description?: string; group?: string }

/** What a select offers for the typed words, whatever kind of select it is; of an external one the app is asked. */
export const createOptions =
  ({ workspace, driverOf }: Parts) =>
  async (person: Person, at: string, ids: Ids, typed: string): Promise<Option[]> => {
    const driver = driverOf(person)
    const where = placeAt(workspace, driver, at)
    if ('hash' in where) {
      const input = inputsOf(where).find(
        each => each.block_id === ids.block && each.element.action_id === ids.action,
      )
      if (input?.element.type.endsWith('external_select'))
        return (await driver.optionsAt(where, ids, typed)).map(worded)
      if (input) return fitting(offeredBy(workspace, driver, input.element), typed)
    }
    return fitting(offeredBy(workspace, driver, elementAt(where.blocks, ids)), typed)
  }

const worded = ({ text, value, description }: Choice): Option => ({
  text: text.text,
  value,
  ...(description && { description: description.text }),
})

const offeredBy = (workspace: Workspace, driver: Driver, element: Control | Interactive): Option[] => {
  switch (element.type) {
    case 'users_select':
    case 'multi_users_select':
      return workspace.people.map(({ id, name }) => ({ text: name, value: id }))
    case 'channels_select':
    case 'conversations_select':
      return conversations(workspace, driver, element)
    default:
      return 'option_groups' in element && element.option_groups
        ? element.option_groups.flatMap(({ label, options }) =>
            options.map(each => ({ ...worded(each), group: label.text })),
          )
        : choicesOf(element).map(worded)
  }
}

/** Channels, and the DM with the bot unless bots are filtered out. */
const conversations = (workspace: Workspace, driver: Driver, element: Control | Interactive): Option[] => {
  const noBots = 'filter' in element && element.filter?.exclude_bot_users
  return placesOf(workspace, driver)
    .filter(
      ({ kind }) =>
        kind === 'channel' || (kind === 'dm' && element.type === 'conversations_select' && !noBots),
    )
    .map(({ title, channel }) => ({ text: title, value: channel.id }))
}

const fitting = (options: Option[], typed: string): Option[] =>
  options.filter(({ text }) => text.toLowerCase().includes(typed.trim().replace(/^[#@]/, '').toLowerCase()))
