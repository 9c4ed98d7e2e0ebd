import type { Guest } from '../../core/context.ts'
import { type Field, ok } from '../../core/field.ts'
import { states } from '../../service/contract/endpoint.ts'
import { oneOf } from './plain.ts'
import { asking } from './variants.ts'

type State = (typeof states)[number]

/** Whether a plan is on, or a member may act, in the service's words. */
export const state: Field<State, Guest> = oneOf('state', 'State', states)

/** The same of what is new, and active unless something else is said. */
export const newState: typeof state = {
  ...asking(state, { optional: true, hint: 'Active, unless you say otherwise.' }),
  parse: (raw, me) => (raw.state === undefined ? ok('active') : state.parse(raw, me)),
}
