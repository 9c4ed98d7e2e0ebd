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
import { describePlan, type PlanReference, planArgs, planOfOneWord } from '../plans/plan-fields.ts'

/** A resource: `id` is a short ID, `resource_id` the service's. `details` is absent if it is not listed. */
export type PlanResource = Reference & { resource_id: string; details?: Resource }

/** Returns the resources of a plan in order; undefined if the service does not list them. */
export async function resourcesOf(plan: Reference, context: Member): Promise<PlanResource[] | undefined> {
  const { resources } = await describePlan(plan, context)
  return resources?.map(details => ({
    id: shortId(details.resource_id),
    name: details.resource_name?.trim() || details.resource_id,
    resource_id: details.resource_id,
    details,
  }))
}

/** Returns the current resource. @throws StaleError if it is gone */
export async function findResource(plan: Reference, resource: Reference, context: Member) {
  const resources = await resourcesOf(plan, context)
  return resources
    ? resolve('resource', resource, resources)
    : { ...referenceTo(resource), resource_id: resource.id }
}

export const resourceArgs = (plan: PlanReference, resource?: Reference): Args => ({
  ...planArgs(plan),
  ...(resource && { resource: referenceTo(resource) }),
})

const PLACES = ['region', 'group', 'none'] as const

/** A credential with the place that its kind implies: a region, a resource group, or none. */
export type ResourceCredential = z.infer<typeof resourceCredentialSchema>
const resourceCredentialSchema = referenceSchema.extend({ place: z.enum(PLACES) })

export function resourceCredentialOf({ id, name, type }: Credential, { kinds }: Guest): ResourceCredential {
  const place = PLACES[kinds.findIndex(kind => kind.toLowerCase() === type.toLowerCase())] ?? 'none'
  return fitReference({ id, name, place })
}

/** Returns the credentials, or none if the person may not see them: resources are shown anyway. */
export async function credentialsIfAllowed(context: Member): Promise<readonly Credential[]> {
  try {
    return await context.credentials()
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'forbidden') return []
    throw error
  }
}

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
  const factsText = facts.filter(Boolean).join(SEPARATOR)
  return lines(
    nameOf(resource),
    factsText ? mrkdwn`${factsText}${details?.reason ? ` – ${details.reason}` : ''}` : undefined,
  )
}

/** Returns the place of a resource under the service's key for the kind of its credential. */
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

/** Opens the form of a resource; without one, the form asks which. */
export const editResourceButton = (plan: PlanReference, resource?: Reference): Button =>
  formButton(resource ? 'Edit' : 'Edit resource', 'resource.edit', resourceArgs(plan, resource))

export const removeResourceButton = (plan: PlanReference, resource?: Reference): Button =>
  formButton(resource ? 'Remove' : 'Remove resource', 'resource.remove', resourceArgs(plan, resource))

/** A plan whose selection updates the resources in the form. */
export const planOfResources = reshaping(planOfOneWord)

/** Holds the plan, since Slack does not send other inputs with a select's options request. */
const factsSchema = z.object({ plan: referenceSchema, isListed: z.boolean(), isKnown: z.boolean() })

export const resourceFacts = (
  plan: Reference,
  resources: readonly PlanResource[] | undefined,
  resource: Reference | undefined,
): z.infer<typeof factsSchema> => ({
  plan: fitReference(referenceTo(plan)),
  isListed: resources !== undefined,
  isKnown: resource !== undefined || resources === undefined,
})

/** A resource of the plan, by name or ID; only by ID if the service does not list them. */
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
    const plan = await readPicked(planOfOneWord, values, context, facts)
    if (plan.kind !== 'value') return issue('resource', 'Choose a plan first.')
    const all = await resourcesOf(plan.value, context)
    const target = parseReference(values.resource)
    if (!all) {
      const id = values.id ?? target?.id ?? values.resource
      return id
        ? value(target?.id === id ? target : { id, name: id })
        : issue('id', 'Say which resource, by its id.')
    }
    const match = all.find(({ id, resource_id }) => id === target?.id || resource_id === values.resource)
    return match ? value(referenceTo(match)) : readName('resource', target?.name ?? values.resource, all)
  },
  format: ({ id, name }) => ({ resource: formatReference({ id, name }), id }),
  parseFrom: rest => parseWholeName('resource', rest),
  options: async (typed, context, facts) => {
    const plan = factsSchema.safeParse(facts).data?.plan
    return plan ? offer(typed, (await resourcesOf(plan, context)) ?? []) : { none: 'Choose a plan first.' }
  },
}

/** Makes a field editable and shows it once a resource is selected. */
export const whenKnown = <T, C>(field: Field<T, C>) => editable(field, ({ facts }) => facts?.isKnown === true)

const parseCredential = (words = '') => resourceCredentialSchema.safeParse(parseJson(words)).data

/** The credential for a resource; it decides which place the form asks for. */
export const resourceCredential: Field<ResourceCredential, Member> = {
  kind: 'credential',
  schema: resourceCredentialSchema,
  inputs: [selectInput('credential', 'Credential', { reshapes: true })],
  read: async ({ credential: words }, context) => {
    const selected = parseCredential(words)
    if (selected) return value(selected)
    const read = await credential.read({ credential: words ?? '' }, context, undefined)
    return read.kind === 'issue' ? read : issue('credential', 'Pick the credential.')
  },
  format: credential => ({ credential: JSON.stringify(credential) }),
  options: async (typed, context) => {
    const all = await context.credentials()
    const options = offerOr(NO_CREDENTIAL, typed, all)
    if ('none' in options) return options
    const credentials = new Map(all.map(each => [formatReference(each), resourceCredentialOf(each, context)]))
    return options.map(({ text, value }) => ({ text, value: JSON.stringify(credentials.get(value)) }))
  },
}

const hasPlace =
  (place: ResourceCredential['place']) =>
  ({ values }: FormContext): boolean =>
    parseCredential(values.credential)?.place === place

const MAX = { max: MAX_NAME_LENGTH }
export const region = textField('region', 'Region', { ...MAX, optional: true, when: hasPlace('region') })
export const group = textField('group', 'Resource group', { ...MAX, optional: true, when: hasPlace('group') })
export const resourceName = textField('name', 'Resource name', MAX)
export const resourceStatus = textField('status', 'Status', { ...MAX, placeholder: 'active …' })
export const instanceName = textField('instance', 'Instance name', { ...MAX, optional: true })
export const resourceType = textField('type', 'Type', { ...MAX, placeholder: 'instance …' })

/** The ID of a new resource: one word or quoted words. */
export const newResourceId: Field<string, Guest> = {
  ...textField('id', 'Resource id', { max: 500, placeholder: 'i-0123 …' }),
  parseFrom: rest => {
    const { word, isQuoted, rest: remaining } = parseWord(rest)
    return { values: { id: isQuoted ? word : withoutFormatting(word) }, rest: remaining }
  },
}

/** The name of a new resource: quoted words or the rest of a sentence. */
export const newResourceName: Field<string, Guest> = {
  ...resourceName,
  parseFrom: rest => parseWholeName('name', withoutFormatting(rest)),
}
