import type { Actor, Plan } from '../../core/context.ts'
import type { Field } from '../../core/field.ts'
import type { Moment } from '../../core/locale.ts'
import { NO_PLAN } from './named.ts'
import { offeredOr } from './offered.ts'

/** Which plans a select offers first, in their order, and what says so before anything is chosen. */
type First = { placeholder: string; of(plans: readonly Plan[], at: Moment): readonly Plan[] }

/** The same field of plans, whose select offers some of them first. */
export const offeringFirst = <T>(field: Field<T, Actor>, { placeholder, of }: First): Field<T, Actor> => ({
  ...field,
  inputs: field.inputs.map(input => (input.control.kind === 'select' ? { ...input, placeholder } : input)),
  options: async (typed, me) => {
    const plans = await me.plans()
    return offeredOr(NO_PLAN, typed, plans, of(plans, me.at))
  },
})
