import { z } from 'zod'
import { type Args, type Reference, referenceSchema, referenceTo, uniqueById } from '../../core/args.ts'
import { selectInput, textInput } from '../../core/common-fields.ts'
import type { Linked, Member, Plan } from '../../core/context.ts'
import {
  type Field,
  formatChoice,
  formatReference,
  issue,
  mapRead,
  type ParseResult,
  parseReference,
  type ReadResult,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import type { Subject } from '../../core/operation.ts'
import { offerOr, readName, referenceField, resolve } from '../../core/reference-field.ts'
import { beginningOfReason, beginsWithDays } from '../../language/dates/find.ts'
import { beginsWithForeignDays, findDays } from '../../language/dates.ts'
import { behindSeparator, findNamed, formatList, parseName, parseNames } from '../../language/names.ts'
import { withoutQuestionMarks } from '../../language/normalize.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { isSameName } from '../../service/contract/endpoint.ts'
import { activePausesOf } from '../pauses/active-pauses.ts'

/** A plan in button arguments: IDs are only unique within an organization. */
export type PlanReference = Reference & Pick<Plan, 'organizationId'>

export const planArgs = (plan: PlanReference): Args => ({
  organizationId: plan.organizationId,
  plan: referenceTo(plan),
})

/** Returns the current plan. @throws StaleError if it is gone */
export const findPlan = async (plan: Reference, context: Member): Promise<Plan> =>
  resolve('plan', plan, await context.plans())

/** The service's description of a plan; every field is optional. */
export type PlanDescription = Answer<'describePlan'>['plan']

export async function describePlan({ id }: Reference, context: Member): Promise<PlanDescription> {
  return (await context.call('describePlan', { org_id: context.organization.id, plan_id: id })).plan
}

const NO_PLAN = 'There is no plan yet: /plan create'

/** Returns the index at which a name ends in a sentence. */
type FindEnd = (sentence: string, context: Linked) => number | undefined

/** A field for a plan at the start of a sentence. `findEnd` finds the end of an unknown name. */
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

/** A plan before other words: an unknown name is one word. */
export const planOfOneWord = planBefore(sentence => /\s/.exec(sentence)?.index)

/** A plan field of an operation that takes effect at once. `why` days after it are ignored. */
export const withoutDays = <T>(field: Field<T, Member>, why: string): Field<T, Member> => ({
  ...field,
  async explainRest(rest, context) {
    const explanation = await field.explainRest?.(rest, context)
    if (explanation || findDays(rest, { now: new Date(0), zone: 'UTC' })?.start !== 0) return explanation
    return `I left out “${rest}”: ${why}`
  },
})

function parsePlan(sentence: string, plans: readonly Plan[], findEnd: () => number | undefined): ParseResult {
  const match = parseName(sentence, plans)
  if (match)
    return { values: { plan: match.item ? formatReference(match.item) : match.words }, rest: match.rest }
  const end = findEnd() ?? sentence.length
  return { values: withoutEmpty({ plan: sentence.slice(0, end).trim() }), rest: sentence.slice(end).trim() }
}

/** Returns the index at which days or a stated reason start in a sentence. */
const findDaysOrReason: FindEnd = (sentence, { at: { now, zone = 'UTC', locale } }) => {
  const reason = beginningOfReason(sentence) ?? sentence.length
  const at = { now, zone, locale }
  const days = [...sentence.slice(0, reason).matchAll(/\S+/g).take(MAX_WORDS)].find(({ index }, words) => {
    const rest = withoutQuestionMarks(sentence.slice(index, index + MAX_LENGTH))
    return beginsWithDays(rest, at) || (words < MAX_FOREIGN_WORDS && beginsWithForeignDays(rest, at))
  })
  return days?.index ?? (reason < sentence.length ? reason : undefined)
}

/** The maximum number of words before the days. */
const MAX_WORDS = 20
/** The maximum number of words before days in other languages, which are slow to parse. */
const MAX_FOREIGN_WORDS = 5
/** The maximum length of the days, in characters. */
const MAX_LENGTH = 200

/** A plan. Days alone are read as its name. */
export const planField = planBefore((sentence, context) => findDaysOrReason(sentence, context) || undefined)

export const showButton = (plan: PlanReference): Button => runButton('Show plan', 'plan.show', planArgs(plan))

export const editPlanButton = (plan: PlanReference): Button =>
  formButton('Edit plan', 'plan.edit', planArgs(plan))

/** Turns on a plan that is off. Turns off any other, even if its state is unknown. */
export const toggleButton = (plan: PlanReference & Pick<Plan, 'state'>): Button =>
  plan.state === 'inactive'
    ? runButton('Turn on', 'plan.on', planArgs(plan))
    : runButton('Turn off', 'plan.off', planArgs(plan))

export const CREATE_BUTTON = formButton('Create plan', 'plan.create')

export type PlanSelection = z.infer<typeof planSelectionSchema>

const planSelectionSchema = z.union([z.object({ all: z.literal(true) }), z.array(referenceSchema).min(1)])

export const ALL_PLANS: PlanSelection = { all: true }

/** Returns the selected plans; missing ones have `isGone`. @throws StaleError if all are missing */
export async function findPlans(selection: PlanSelection, context: Member): Promise<readonly Plan[]> {
  const existing = await context.plans()
  if ('all' in selection) return existing
  const { id: organizationId } = context.organization
  const plans = selection.map(
    ({ id, name }): Plan =>
      existing.find(plan => plan.id === id) ?? { id, name, organizationId, pauses: [], isGone: true },
  )
  if (plans.every(({ isGone }) => isGone)) for (const plan of selection) resolve('plan', plan, existing)
  return plans
}

export async function findExistingPlans(selection: PlanSelection, context: Member): Promise<readonly Plan[]> {
  const existing = await context.plans()
  return 'all' in selection ? existing : existing.filter(({ id }) => selection.some(each => each.id === id))
}

export const plansArgs = (plans: readonly PlanReference[]): Args => ({
  organizationId: plans[0]?.organizationId,
  plans: plans.map(referenceTo),
})

export const plansIn = (steps: readonly { plan: Plan }[]): Plan[] => uniqueById(steps.map(({ plan }) => plan))

export const plansAsSubjects = (steps: readonly { plan: Plan }[]): Subject[] =>
  uniqueById(steps.map(({ plan }) => ({ ...referenceTo(plan), kind: 'plan' })))

export const needsConfirmation = (count: number, isAll: boolean): boolean =>
  count > MAX_UNCONFIRMED || (isAll && count > 1)

const MAX_UNCONFIRMED = 5

const ALL = /^(?:all(?: of)?(?: the)? plans|all|everything)(?![^\s,])/i
const MAX_LIST_LENGTH = 3000

/** Plans: one in a select, more by name in a text input, or all. Unknown names end where days start. */
export const plansField: Field<PlanSelection, Member> = {
  kind: 'plan',
  schema: planSelectionSchema,
  inputs: [
    {
      ...selectInput('plan', 'Plan', { reshapes: true }),
      when: ({ values }) => values.plans === undefined || values.plan !== undefined,
    },
    textInput('plans', 'Plans', {
      max: MAX_LIST_LENGTH,
      optional: true,
      reshapes: true,
      hint: 'For several: names separated by commas, or “all”.',
    }),
  ],
  read: async (values, context) => {
    const plans = await context.plans()
    const place = `in ${context.organization.name}`
    if (values.plans === undefined)
      return mapRead(await planField.read(values, context, undefined), plan => [plan])
    const several = readPlans(values.plans, plans, place)
    const picked = parseReference(values.plan)
    return mapRead(several, all => (picked && !('all' in all) ? uniqueById([picked, ...all]) : all))
  },
  format: selection => {
    if ('all' in selection) return { plans: 'all' }
    const [first, second] = selection
    return first && !second
      ? planField.format(first)
      : { plans: formatList(selection.map(({ name }) => name)) }
  },
  parseFrom: parsePlans,
  explainRest: async (rest, context) => {
    const other = parseName(behindSeparator(rest), await context.plans())?.item
    return other && `I did not understand “${rest}”: name plans before the days, with commas between them.`
  },
  options: async (typed, context) => offerOr(NO_PLAN, typed, await context.plans()),
}

export async function parsePlans(rest: string, context: Member): Promise<ParseResult> {
  const plans = await context.plans()
  const first = parseName(rest, plans)
  const [all] = ALL.exec(rest) ?? []
  // The name of a plan may begin with `all`.
  if (all !== undefined && (first === undefined || first.length <= all.length)) {
    // Words between `all` and the days may narrow it: `read` asks about them.
    const tail = rest.slice(all.length)
    const end = findDaysOrReason(tail, context) ?? tail.length
    return { values: { plans: `${all}${tail.slice(0, end)}`.trim() }, rest: tail.slice(end) }
  }
  const { now, zone = 'UTC', locale } = context.at
  const at = { now, zone, locale }
  const tail = rest.slice(first?.length)
  // In `staging 2 dec`, but not before `until`, the number may belong to the name or to the days.
  const [number] = /(?<=\s)\d+$/.exec(rest.slice(0, first?.length ?? 0)) ?? []
  if (number && !/^\s+until\b/i.test(tail) && beginsWithDays(`${number}${tail.slice(0, MAX_LENGTH)}`, at))
    return { values: { plan: rest }, rest: '' }
  const days = first ? undefined : findDays(rest.slice(0, MAX_LENGTH), at)
  const behind = days?.start === 0 ? rest.slice(days.end).trim() : ''
  // The days come before the plan: `22/12 web-prod`.
  if (days && parseName(behind, plans)?.item) return parsePlans(`${behind} ${days.phrase}`, context)
  if (first && behindSeparator(tail) === tail) return parsePlan(rest, plans, () => undefined)
  const end = findDaysOrReason(rest, context)
  const { names, rest: remaining } = parseNames(rest, plans, end ?? rest.length, MAX_NAMES + 1)
  // Several words that resemble no name are a reason after a comma.
  const isList =
    names.length > 1 && !names.some(name => /\s/.test(name) && findNamed(name, plans).kind === 'none')
  return isList
    ? { values: { plans: formatList(names) }, rest: remaining }
    : parsePlan(rest, plans, () => end)
}

/** Limits the options of a plan field to paused plans, live pauses first, unless there are none. */
export const preferPaused = <T>(field: Field<T, Member>): Field<T, Member> => ({
  ...field,
  inputs: field.inputs.map(input =>
    input.control.kind === 'select' ? { ...input, placeholder: 'Paused plans come first …' } : input,
  ),
  options: async (typed, context) => {
    const plans = await context.plans()
    const paused = plansIn(activePausesOf(plans, context.at))
    return offerOr(NO_PLAN, typed, paused.length > 0 ? paused : plans)
  },
})

const MAX_NAMES = 100

function readPlans(text: string, plans: readonly Plan[], place: string): ReadResult<PlanSelection> {
  const [all] = ALL.exec(text) ?? []
  if (all === text)
    return plans.length === 0 ? issue('plans', `There is no plan ${place} yet.`) : value(ALL_PLANS)
  if (all !== undefined && !plans.some(({ name }) => isSameName(name, text)))
    return issue('plans', `I understand “all”, but not “${text}”. Name the plans, with commas between them.`)
  const { names } = parseNames(text, plans, text.length, MAX_NAMES + 1)
  if (names.length > MAX_NAMES)
    return issue('plans', `Name at most ${MAX_NAMES} plans at once, or say “all”.`)
  const reads = names.map(name => readName('plan', name, plans, place))
  const references = reads.flatMap(read => (read.kind === 'value' ? [read.value] : []))
  const unresolved = reads.find(read => read.kind !== 'value')
  if (!unresolved)
    return references.length > 0 ? value(uniqueById(references)) : issue('plans', 'Say which plans.')
  if (unresolved.kind === 'issue') return issue('plans', unresolved.text)
  if (references.length < reads.length - 1) return issue('plans', formatChoice(unresolved))
  const index = reads.indexOf(unresolved)
  const options = unresolved.options.map(({ label, value }) => ({
    label,
    value: uniqueById(references.toSpliced(index, 0, value)),
  }))
  return { ...unresolved, input: 'plans', options }
}
