import { z } from 'zod'
import { type Args, type Reference, referenceSchema, referenceTo } from '../../core/args.ts'
import {
  editable,
  MAX_NAME_LENGTH,
  reshaping,
  selectInput,
  textField,
  textInput,
} from '../../core/common-fields.ts'
import type { Credential, Guest, Member, Resource } from '../../core/context.ts'
import {
  type Field,
  type FormContext,
  fitReference,
  formatReference,
  issue,
  parseReference,
  readPicked,
  shortId,
  value,
} from '../../core/field.ts'
import { offer, offerOr, parseWholeName, readName, resolve } from '../../core/reference-field.ts'
import { parseWord } from '../../language/names.ts'
import { withoutFormatting } from '../../language/normalize.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import { parseJson } from '../../message/json.ts'
import { lines, type Mrkdwn, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { credential, NO_CREDENTIAL } from '../credentials/fields.ts'
import { describePlan, type PlanReference, planArgs, planBefore } from '../plans/plan-fields.ts'

/** A resource of a plan; its `id` is short, `resource_id` the service's. One that is not listed has no `details`. */
export type PlanResource = Reference & { resource_id: string; details?: Resource }

/** The resources of a plan in their order; undefined where the service does not list them. */
export async function resourcesOf(plan: Reference, context: Member): Promise<PlanResource[] | undefined> {
  const { resources } = await describePlan(plan, context)
  return resources?.map(details => ({
    id: shortId(details.resource_id),
    name: details.resource_name?.trim() || details.resource_id,
    resource_id: details.resource_id,
    details,
  }))
}

/** The resource as the service has it now. @throws StaleError where it is gone */
export async function findResource(plan: Reference, resource: Reference, context: Member) {
  const listed = await resourcesOf(plan, context)
  return listed
    ? resolve('resource', resource, listed)
    : { ...referenceTo(resource), resource_id: resource.id }
}

export const resourceArgs = (plan: PlanReference, resource?: Reference): Args => ({
  ...planArgs(plan),
  ...(resource && { resource: referenceTo(resource) }),
})

const PLACES = ['region', 'group', 'none'] as const

/** A credential, and where its kind says that resources are: in a region, in a resource group, or neither. */
export type ResourceCredential = z.infer<typeof resourceCredentialSchema>
export const resourceCredentialSchema = referenceSchema.extend({ place: z.enum(PLACES) })

export function resourceCredentialOf({ id, name, type }: Credential, { kinds }: Guest): ResourceCredential {
  const place = PLACES[kinds.findIndex(kind => kind.toLowerCase() === type.toLowerCase())] ?? 'none'
  return fitReference({ id, name, place })
}

/** The credentials of the organization; none for a person who may not see them: that hides no resource. */
export async function credentialsIfAllowed(context: Member): Promise<readonly Credential[]> {
  try {
    return await context.credentials()
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'forbidden') return []
    throw error
  }
}

/** A resource by its name, and by its id where that is another. */
export const nameOf = ({ name, resource_id }: PlanResource): Mrkdwn =>
  name === resource_id ? mrkdwn`*${name}*` : mrkdwn`*${name}* (${resource_id})`

export function formatResource(resource: PlanResource, credentials: readonly Reference[]): Mrkdwn {
  const { details, name } = resource
  const credential = credentials.find(({ id }) => id === details?.credential)?.name ?? details?.credential
  const facts = [
    details?.type,
    details?.instanceName === name ? undefined : details?.instanceName,
    details?.region || details?.resource_group,
    details?.status,
    credential && `credential ${credential}`,
  ]
  const about = facts.filter(Boolean).join(SEPARATOR)
  return lines(
    nameOf(resource),
    about ? mrkdwn`${about}${details?.reason ? ` – ${details.reason}` : ''}` : undefined,
  )
}

/** Where a resource is, as the service calls it for the kind of its credential. */
export const placeOf = ({ place }: ResourceCredential, region?: string, group?: string) => ({
  ...(place === 'region' && region !== undefined && { region }),
  ...(place === 'group' && group !== undefined && { resource_group: group }),
})

export const resourcesButton = (plan: PlanReference): Button =>
  runButton('Resources', 'resource.list', planArgs(plan))

export const addResourceButton = (plan: PlanReference): Button =>
  formButton('Add resource', 'resource.add', planArgs(plan))

export const orderButton = (plan: PlanReference): Button =>
  formButton('Order', 'resource.order', planArgs(plan))

/** Opens the form of a resource, or asks which where none is given. */
export const editResourceButton = (plan: PlanReference, resource?: Reference): Button =>
  formButton(resource ? 'Edit' : 'Edit resource', 'resource.edit', resourceArgs(plan, resource))

export const removeResourceButton = (plan: PlanReference, resource?: Reference): Button =>
  formButton(resource ? 'Remove' : 'Remove resource', 'resource.remove', resourceArgs(plan, resource))

/** A plan in a sentence that goes on with a resource: an unknown name is one word. */
export const planBeforeResource = planBefore(sentence => /\s/.exec(sentence)?.index)

/** A plan in a form that goes on with its resources. */
export const planOfResources = reshaping(planBeforeResource)

/** What a form knows of its plan: Slack tells a select nothing of the other inputs. */
const factsSchema = z.object({ plan: referenceSchema, isListed: z.boolean(), isKnown: z.boolean() })

export const resourceFacts = (
  plan: Reference,
  listed: readonly PlanResource[] | undefined,
  resource: Reference | undefined,
): z.infer<typeof factsSchema> => ({
  plan: fitReference(referenceTo(plan)),
  isListed: listed !== undefined,
  isKnown: resource !== undefined || listed === undefined,
})

/** A resource of the plan, by its name or its id. */
export const resource: Field<Reference, Member> = {
  kind: 'resource',
  schema: referenceSchema,
  inputs: [
    selectInput('resource', 'Resource id or name', {
      reshapes: true,
      when: ({ facts }) => facts?.isListed !== false,
    }),
    textInput('id', 'Resource id', {
      max: 500,
      hint: 'The service does not list the resources of this plan.',
      when: ({ facts }) => facts?.isListed === false,
    }),
  ],
  read: async (values, context, facts) => {
    const plan = await readPicked(planBeforeResource, values, context, facts)
    if (plan.kind !== 'value') return issue('resource', 'Choose a plan first.')
    const listed = await resourcesOf(plan.value, context)
    const picked = parseReference(values.resource)
    if (!listed) {
      const id = values.id ?? picked?.id ?? values.resource
      return id
        ? value(picked?.id === id ? picked : { id, name: id })
        : issue('id', 'Say which resource, by its id.')
    }
    const found = listed.find(({ id, resource_id }) => id === picked?.id || resource_id === values.resource)
    return found ? value(referenceTo(found)) : readName('resource', picked?.name ?? values.resource, listed)
  },
  format: ({ id, name }) => ({ resource: formatReference({ id, name }), id }),
  parseFrom: rest => parseWholeName('resource', rest),
  options: async (typed, context, { facts }) => {
    const plan = factsSchema.safeParse(facts).data?.plan
    return plan ? offer(typed, (await resourcesOf(plan, context)) ?? []) : { lacks: 'Choose a plan first.' }
  },
}

/** A field of an edit form, shown once it is known which resource is meant. */
export const ofKnown = <T, C>(field: Field<T, C>) => editable(field, ({ facts }) => facts?.isKnown === true)

const parseCredential = (words = '') => resourceCredentialSchema.safeParse(parseJson(words)).data

/** The credential with which the service reaches a resource; it decides which place a form asks for. */
export const resourceCredential: Field<ResourceCredential, Member> = {
  kind: 'credential',
  schema: resourceCredentialSchema,
  inputs: [selectInput('credential', 'Credential', { reshapes: true })],
  read: async ({ credential: words }, context) => {
    const picked = parseCredential(words)
    if (picked) return value(picked)
    const read = await credential.read({ credential: words ?? '' }, context, undefined)
    return read.kind === 'issue' ? read : issue('credential', 'Pick the credential.')
  },
  format: picked => ({ credential: JSON.stringify(picked) }),
  options: async (typed, context) => {
    const all = await context.credentials()
    const offered = offerOr(NO_CREDENTIAL, typed, all)
    if ('lacks' in offered) return offered
    const picked = new Map(all.map(each => [formatReference(each), resourceCredentialOf(each, context)]))
    return offered.map(({ text, value }) => ({ text, value: JSON.stringify(picked.get(value)) }))
  },
}

const at =
  (place: ResourceCredential['place']) =>
  ({ values }: FormContext): boolean =>
    parseCredential(values.credential)?.place === place

const MAX = { max: MAX_NAME_LENGTH }
export const region = textField('region', 'Region', { ...MAX, optional: true, when: at('region') })
export const group = textField('group', 'Resource group', { ...MAX, optional: true, when: at('group') })
export const resourceName = textField('name', 'Resource name', MAX)
export const resourceStatus = textField('status', 'Status', { ...MAX, placeholder: 'active …' })
export const instanceName = textField('instance', 'Instance name', { ...MAX, optional: true })
export const resourceType = textField('type', 'Type', { ...MAX, placeholder: 'instance …' })

/** The id of a new resource: a word of a sentence, or words in quotes. */
export const newResourceId: Field<string, Guest> = {
  ...textField('id', 'Resource id', { max: 500, placeholder: 'i-0123 …' }),
  parseFrom: rest => {
    const { word, isQuoted, rest: behind } = parseWord(rest)
    return { values: { id: isQuoted ? word : withoutFormatting(word) }, rest: behind }
  },
}

/** The name of a new resource: words in quotes, or all that is left of a sentence. */
export const newResourceName: Field<string, Guest> = {
  ...resourceName,
  parseFrom: rest => parseWholeName('name', withoutFormatting(rest)),
}
