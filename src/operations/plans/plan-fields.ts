import { z } from 'zod'
import { type Args, type Reference, referenceSchema, referenceTo, uniqueById } from '../../core/args.ts'
import { optional, selectInput, textInput } from '../../core/common-fields.ts'
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
import { beginsWithDaysAbroad, findDays } from '../../language/dates.ts'
import { behindSeparator, findNamed, formatList, parseName, parseNames } from '../../language/names.ts'
import { withoutQuestionMarks } from '../../language/normalize.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { isSameName } from '../../service/contract/endpoint.ts'
import { activePausesOf } from '../pauses/active-pauses.ts'

/** A plan as a button carries it: its id belongs to an organization. */
export type PlanReference = Reference & Pick<Plan, 'organizationId'>

export const planArgs = (plan: PlanReference): Args => ({
  organizationId: plan.organizationId,
  plan: referenceTo(plan),
})

/** The plan as the service has it now. @throws StaleError where it is gone */
export const findPlan = async (plan: Reference, context: Member): Promise<Plan> =>
  resolve('plan', plan, await context.plans())

/** A plan as the service describes it; every field is optional. */
export type PlanDescription = Answer<'describePlan'>['plan']

export async function describePlan({ id }: Reference, context: Member): Promise<PlanDescription> {
  return (await context.call('describePlan', { org_id: context.organization.id, plan_id: id })).plan
}

const NO_PLAN = 'There is no plan yet: /plan create'

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

/** A field of plans of what is done at once: days behind it are left out. `why` says so, and what to say instead. */
export const withoutDays = <T>(
  field: Field<T, Member>,
  why: (days: string, plan: string) => string,
): Field<T, Member> => ({
  ...field,
  async explainRest(rest, context, values) {
    const explanation = await field.explainRest?.(rest, context, values)
    if (explanation || findDays(rest, { now: new Date(0), zone: 'UTC' })?.start !== 0) return explanation
    return `I left out “${rest}”: ${why(rest, parseReference(values.plan)?.name ?? values.plan ?? '')}`
  },
})

function parsePlan(sentence: string, plans: readonly Plan[], findEnd: () => number | undefined): ParseResult {
  const known = parseName(sentence, plans)
  if (known) {
    const name = known.item ? formatReference(known.item) : known.words
    return { values: { plan: name }, rest: known.rest }
  }
  const end = findEnd() ?? sentence.length
  const words = sentence.slice(0, end).trim()
  return { values: withoutEmpty({ plan: words }), rest: sentence.slice(end).trim() }
}

/** Where days or a stated reason begin in a sentence. */
const beginningOfDays: FindEnd = (sentence, { at: { now, zone = 'UTC', locale } }) => {
  const reason = beginningOfReason(sentence) ?? sentence.length
  const at = { now, zone, locale }
  const days = [...sentence.slice(0, reason).matchAll(/\S+/g).take(MAX_WORDS)].find(({ index }, words) => {
    const rest = withoutQuestionMarks(sentence.slice(index, index + MAX_LENGTH))
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
export const planField = planBefore((sentence, context) => beginningOfDays(sentence, context) || undefined)

/** A plan, or none in front of days. */
export const optionalPlan = optional(planBefore(beginningOfDays))

export const showButton = (plan: PlanReference): Button => runButton('Show plan', 'plan.show', planArgs(plan))

export const editPlanButton = (plan: PlanReference): Button =>
  formButton('Edit plan', 'plan.edit', planArgs(plan))

/** Turns on a plan that is off, and off one that is on or of which the service does not say. */
export const turnButton = (plan: PlanReference & Pick<Plan, 'state'>): Button =>
  plan.state === 'inactive'
    ? runButton('Turn on', 'plan.on', planArgs(plan))
    : runButton('Turn off', 'plan.off', planArgs(plan))

export const CREATE = formButton('Create plan', 'plan.create')

/** Plans by name, or all of the organization. */
export type PlanSelection = z.infer<typeof planSelectionSchema>

const planSelectionSchema = z.union([z.object({ all: z.literal(true) }), z.array(referenceSchema).min(1)])

export const ALL_PLANS: PlanSelection = { all: true }

/** The plans that are meant; those that are gone among others are marked so. @throws StaleError where there are no others */
export async function findPlans(selection: PlanSelection, context: Member): Promise<readonly Plan[]> {
  const known = await context.plans()
  if ('all' in selection) return known
  const { id: organizationId } = context.organization
  const plans = selection.map(
    ({ id, name }): Plan =>
      known.find(plan => plan.id === id) ?? { id, name, organizationId, pauses: [], isGone: true },
  )
  if (plans.every(({ isGone }) => isGone)) for (const plan of selection) resolve('plan', plan, known)
  return plans
}

/** Those of the plans that are meant which are there. */
export async function findExistingPlans(selection: PlanSelection, context: Member): Promise<readonly Plan[]> {
  const known = await context.plans()
  return 'all' in selection ? known : known.filter(({ id }) => selection.some(each => each.id === id))
}

export const plansArgs = (plans: readonly PlanReference[]): Args => ({
  organizationId: plans[0]?.organizationId,
  plans: plans.map(referenceTo),
})

/** The plans of steps, each once. */
export const plansIn = (steps: readonly { plan: Plan }[]): Plan[] => uniqueById(steps.map(({ plan }) => plan))

export const plansAsSubjects = (steps: readonly { plan: Plan }[]): Subject[] =>
  uniqueById(steps.map(({ plan }) => ({ ...referenceTo(plan), kind: 'plan' })))

/** Whether it is asked first that so many plans are meant. */
export const needsConfirmation = (count: number, isAll: boolean): boolean =>
  count > MAX_UNASKED || (isAll && count > 1)

const MAX_UNASKED = 5

const ALL = /^(?:all(?: of)?(?: the)? plans|all|everything)(?![^\s,])/i
const MAX_LIST_LENGTH = 3000

/** One plan in a select, and more by name in a line of text, or all; names that are not known end where days begin. */
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
    const known = await context.plans()
    const place = `in ${context.organization.name}`
    const several = values.plans === undefined ? undefined : readPlans(values.plans, known, place)
    if (several && values.plan === undefined) return several
    const one = mapRead(await planField.read(values, context, undefined), (plan): PlanSelection => [plan])
    return several ? readBoth(one, several) : one
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
  const known = await context.plans()
  const [all] = ALL.exec(rest) ?? []
  if (all !== undefined && isAll(all, rest, known)) {
    // What stands between `all` and the days may narrow it: `read` asks about it.
    const behind = rest.slice(all.length)
    const end = beginningOfDays(behind, context) ?? behind.length
    return { values: { plans: `${all}${behind.slice(0, end)}`.trim() }, rest: behind.slice(end) }
  }
  const first = parseName(rest, known)
  const behind = rest.slice(first?.length)
  if (first && behindSeparator(behind) === behind) return parsePlan(rest, known, () => undefined)
  const end = beginningOfDays(rest, context)
  const { names, rest: left } = parseNames(rest, known, end ?? rest.length, MAX_NAMES + 1)
  // Several words that are like no name are a reason behind a comma.
  const isList =
    names.length > 1 && !names.some(name => /\s/.test(name) && findNamed(name, known).kind === 'none')
  return isList ? { values: { plans: formatList(names) }, rest: left } : parsePlan(rest, known, () => end)
}

/** The plan of the select, and those of the line of text. */
function readBoth(one: ReadResult<PlanSelection>, several: ReadResult<PlanSelection>) {
  if (one.kind === 'issue') return one
  if (several.kind === 'issue') return several
  if (one.kind === 'value') return mapRead(several, plans => unitePlans(one.value, plans))
  if (several.kind === 'value') return mapRead(one, plans => unitePlans(plans, several.value))
  return issue('plans', formatChoice(several))
}

const unitePlans = (some: PlanSelection, others: PlanSelection): PlanSelection =>
  'all' in some || 'all' in others ? ALL_PLANS : uniqueById([...some, ...others])

/** A field of plans whose select offers those with pauses, where there are any: first those that are paused now. */
export const offeringPaused = <T>(field: Field<T, Member>): Field<T, Member> => ({
  ...field,
  inputs: field.inputs.map(input =>
    input.control.kind === 'select' ? { ...input, placeholder: 'Paused plans come first …' } : input,
  ),
  options: async (typed, context) => {
    const known = await context.plans()
    const paused = plansIn(activePausesOf(known, context.at))
    return offerOr(NO_PLAN, typed, paused.length > 0 ? paused : known)
  },
})

/** Whether `all` at the beginning of a sentence is no longer name of a plan. */
function isAll(all: string, sentence: string, known: readonly Plan[]): boolean {
  const name = parseName(sentence, known)
  return name === undefined || name.length <= all.length
}

const MAX_NAMES = 100

function readPlans(text: string, known: readonly Plan[], place: string): ReadResult<PlanSelection> {
  const [all] = ALL.exec(text) ?? []
  if (all === text)
    return known.length === 0 ? issue('plans', `There is no plan ${place} yet.`) : value(ALL_PLANS)
  if (all !== undefined && !known.some(({ name }) => isSameName(name, text)))
    return issue('plans', `I understand “all”, but not “${text}”. Name the plans, with commas between them.`)
  const { names } = parseNames(text, known, text.length, MAX_NAMES + 1)
  if (names.length > MAX_NAMES)
    return issue('plans', `Name at most ${MAX_NAMES} plans at once, or say “all”.`)
  const reads = names.map(name => readName('plan', name, known, place))
  const references = reads.flatMap(read => (read.kind === 'value' ? [read.value] : []))
  const unclear = reads.find(read => read.kind !== 'value')
  if (!unclear)
    return references.length > 0 ? value(uniqueById(references)) : issue('plans', 'Say which plans.')
  if (unclear.kind === 'issue') return issue('plans', unclear.text)
  if (references.length < reads.length - 1) return issue('plans', formatChoice(unclear))
  const index = reads.indexOf(unclear)
  const options = unclear.options.map(({ label, value }) => ({
    label,
    value: uniqueById(references.toSpliced(index, 0, value)),
  }))
  return { ...unclear, input: 'plans', options }
}
