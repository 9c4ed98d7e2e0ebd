import { z } from 'zod'
import { type Args, type Reference, referenceSchema, referenceTo } from '../../core/args.ts'
import { optional } from '../../core/common-fields.ts'
import type { Linked, Member, Plan } from '../../core/context.ts'
import { type Field, formatReference, type ParseResult, withoutEmpty } from '../../core/field.ts'
import { referenceField, resolve } from '../../core/reference-field.ts'
import { beginsWithDaysAbroad } from '../../language/any-language.ts'
import { beginningOfReason, beginsWithDays } from '../../language/dates/find.ts'
import { behindSeparator } from '../../language/lists.ts'
import { parseName } from '../../language/names.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import type { Answer } from '../../service/contract/contract.ts'

/** A plan as a button carries it: its id belongs to an organization. */
export type PlanReference = Reference & Pick<Plan, 'organizationId'>

/** The arguments of a button about a plan. */
export const planArgs = (plan: PlanReference): Args => ({
  organizationId: plan.organizationId,
  plan: referenceTo(plan),
})

/** The name of the plan among arguments. */
export const nameIn = ({ plan }: Args): string => referenceSchema.safeParse(plan).data?.name ?? ''

/** The plan as the service has it now. @throws StaleError where it is gone */
export const findPlan = async (plan: Reference, context: Member): Promise<Plan> =>
  resolve('plan', plan, await context.plans())

/** The service's description of a plan; every field is optional. */
export async function describePlan(
  { id }: Pick<Reference, 'id'>,
  context: Member,
): Promise<Answer<'describePlan'>['plan']> {
  return (await context.read('describePlan', { org_id: context.organization.id, plan_id: id })).plan
}

/** A plan as it was before a change, stored with it. */
export const planSchema = z.custom<Plan>(plan => referenceSchema.safeParse(plan).success)

export const NO_PLAN = 'There is no plan yet: /plan create'

/** Finds where something else than a name begins in a sentence. */
type FindEnd = (sentence: string, context: Linked) => number | undefined

/** A plan whose name begins a sentence; a name that is not known ends where `findEnd` says. */
export const planBefore = (findEnd: FindEnd): Field<Reference, Member> => ({
  ...referenceField<Member, Plan>({
    key: 'plan',
    label: 'Plan',
    list: context => context.plans(),
    none: NO_PLAN,
    place: ({ organization }) => `in ${organization.name}`,
  }),
  parseFrom: async (rest, context) => parsePlan(rest, await context.plans(), () => findEnd(rest, context)),
  explainRest: async (rest, context) => {
    const words = behindSeparator(rest)
    const other = parseName(words, await context.plans())?.item
    return other && `I left out “${words}”: this takes one plan at a time. Say it again for the other.`
  },
})

export function parsePlan(
  sentence: string,
  plans: readonly Plan[],
  findEnd: () => number | undefined,
): ParseResult {
  const known = parseName(sentence, plans)
  if (known) {
    const name = known.item ? formatReference(known.item) : known.words
    return { values: { plan: name }, rest: known.rest }
  }
  const end = findEnd() ?? sentence.length
  const words = sentence.slice(0, end).trim()
  return { values: withoutEmpty({ plan: words }), rest: sentence.slice(end).trim() }
}

/** Where days or a stated reason begin behind a name. */
const endOfName: FindEnd = (sentence, context) => beginningOfDays(sentence, context) || undefined

/** Where days or a stated reason begin in a sentence. */
export const beginningOfDays: FindEnd = (sentence, { at: { now, zone = 'UTC', locale } }) => {
  const reason = beginningOfReason(sentence) ?? sentence.length
  const at = { now, zone, locale }
  const days = [...sentence.slice(0, reason).matchAll(/\S+/g).take(MAX_WORDS)].find(({ index }, words) => {
    const rest = sentence.slice(index, index + MAX_LENGTH)
    return beginsWithDays(rest, at) || (words < MAX_WORDS_ABROAD && beginsWithDaysAbroad(rest, at))
  })
  return days?.index ?? (reason < sentence.length ? reason : undefined)
}

/** Words of a name in front of days, in which days are looked for. */
const MAX_WORDS = 20
/** Words of a name in front of days in another language: reading each takes time. */
const MAX_WORDS_ABROAD = 5
/** Of the days behind it, in characters. */
const MAX_LENGTH = 200

/** A plan. Words like days that stand alone are its name. */
export const plan = planBefore(endOfName)

/** A plan, or none in front of days. */
export const optionalPlan = optional(planBefore(beginningOfDays))

export const showButton = (plan: PlanReference): Button => runButton('Show plan', 'plan.show', planArgs(plan))

export const editButton = (plan: PlanReference): Button =>
  formButton('Edit plan', 'plan.edit', planArgs(plan))

/** Turns on a plan that is off, and off one that is on or of which the service does not say. */
export const turnButton = (plan: PlanReference & Pick<Plan, 'state'>): Button =>
  plan.state === 'inactive'
    ? runButton('Turn on', 'plan.on', planArgs(plan))
    : runButton('Turn off', 'plan.off', planArgs(plan))

export const CREATE = formButton('Create plan', 'plan.create')
