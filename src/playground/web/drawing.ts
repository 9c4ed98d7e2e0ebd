import { held } from '../controls.ts'
import type { OpenView } from '../modals.ts'
import { bot, type Person } from '../workspace.ts'
import type { Rendering } from './blocks/rendering.ts'
import type { Parts } from './parts.ts'

type Known = Pick<Parts, 'workspace' | 'modals' | 'driverOf'>

/** What the blocks at a place need to know of the workspace; of a view also what was put into it, and what is wrong there. */
export const renderingFor = (parts: Known, person: Person, at: string, view?: OpenView): Rendering => ({
  at,
  me: person.id,
  nameOf: id => (id === bot.user ? 'Dayshift' : parts.workspace.people.find(each => each.id === id)?.name),
  channelOf: id => parts.workspace.channels.find(each => each.id === id)?.name,
  held: input => held(input.element, view && parts.modals.typedInto(view, input)),
  hasFocus: input => view !== undefined && parts.modals.hasFocus(view, input),
  errors: view ? parts.driverOf(person).errors : {},
})
