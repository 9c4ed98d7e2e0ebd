import { z } from 'zod'
import { type Args, type Reference, referenceSchema, referenceTo } from '../../core/args.ts'
import type { Credential, Guest, Member, Resource } from '../../core/context.ts'
import { fitReference, shortId } from '../../core/field.ts'
import { resolve } from '../../core/reference-field.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import { ServiceError } from '../../service/contract/failure.ts'
import { describePlan, type PlanReference, planArgs } from '../plans/plan-field.ts'

/** A resource of a plan; its `id` is short, `resource_id` the service's. One that is not listed has no `details`. */
export type PlanResource = Reference & { resource_id: string; details?: Resource }

/** A resource as it was before a change, stored with it. */
export const resourceSchema = z.custom<PlanResource>(resource => referenceSchema.safeParse(resource).success)

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
export async function findResource(
  plan: Reference,
  resource: Reference,
  context: Member,
): Promise<PlanResource> {
  const listed = await resourcesOf(plan, context)
  return listed
    ? resolve('resource', resource, listed)
    : { ...referenceTo(resource), resource_id: resource.id }
}

/** The arguments of a button about a resource. */
export const resourceArgs = (plan: PlanReference, resource?: Reference): Args => ({
  ...planArgs(plan),
  ...(resource && { resource: referenceTo(resource) }),
})

const PLACES = ['region', 'group', 'none'] as const

/** A credential, and where its kind says that resources are: in a region, in a resource group, or neither. */
export type ResourceCredential = z.infer<typeof resourceCredentialSchema>
export const resourceCredentialSchema = referenceSchema.extend({ place: z.enum(PLACES) })

export const resourceCredentialOf = (
  { id, name, type }: Pick<Credential, 'id' | 'name' | 'type'>,
  { kinds }: Guest,
): ResourceCredential => {
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
export const nameOf = ({ name, resource_id }: Pick<PlanResource, 'name' | 'resource_id'>): Mrkdwn =>
  name === resource_id ? mrkdwn`*${name}*` : mrkdwn`*${name}* (${resource_id})`

/** A resource with all that is known of it. */
export function formatResource(
  resource: PlanResource,
  credentials: readonly Pick<Credential, 'id' | 'name'>[],
): Mrkdwn {
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
export function placeOf(
  { place }: Pick<ResourceCredential, 'place'>,
  { region, group }: { region?: string | undefined; group?: string | undefined },
): { region?: string; resource_group?: string } {
  if (place === 'region' && region !== undefined) return { region }
  return place === 'group' && group !== undefined ? { resource_group: group } : {}
}

export const resourcesButton = (plan: PlanReference): Button =>
  runButton('Resources', 'resource.list', planArgs(plan))

export const addButton = (plan: PlanReference): Button =>
  formButton('Add resource', 'resource.add', planArgs(plan))

export const orderButton = (plan: PlanReference): Button =>
  formButton('Order', 'resource.order', planArgs(plan))

/** Opens the form of a resource, or asks which where none is given. */
export const editButton = (plan: PlanReference, resource?: Reference): Button =>
  formButton(resource ? 'Edit' : 'Edit resource', 'resource.edit', resourceArgs(plan, resource))

export const removeButton = (plan: PlanReference, resource?: Reference): Button =>
  formButton(resource ? 'Remove' : 'Remove resource', 'resource.remove', resourceArgs(plan, resource))
