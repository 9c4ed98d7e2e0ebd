import { optionField } from '../core/common-fields.ts'
import type { Guest } from '../core/context.ts'
import { type Field, value } from '../core/field.ts'
import { states } from '../service/contract/endpoint.ts'

export type State = (typeof states)[number]

/** Whether a plan is on, or a member may act, in the service's words. */
export const state: Field<State, Guest> = optionField('state', 'State', states)

/** The state of a new thing. */
export const newState: Field<State, Guest> = {
  ...optionField('state', 'State', states, { optional: true, hint: 'Active, unless you say otherwise.' }),
  schema: state.schema.default('active'),
  read: (values, context, facts) =>
    values.state === undefined ? value('active') : state.read(values, context, facts),
}
