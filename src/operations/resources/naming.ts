import type { Args, Reference } from '../../core/args.ts'
import type { Credential } from '../../core/context.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { planArgs } from '../plans/plan-field.ts'
import { type PlanResource, type ResourceCredential, resourceArgs } from './fields.ts'

type Meant = Parameters<typeof planArgs>[0]

/** A resource by its name, and by its id where that is another. */
export const nameOf = ({ name, resource_id }: Pick<PlanResource, 'name' | 'resource_id'>): Mrkdwn =>
  name === resource_id ? mrkdwn`*${name}*` : mrkdwn`*${name}* (${resource_id})`

/** A resource with all that is known of it. */
export function formatResource(
  resource: PlanResource,
  credentials: readonly Pick<Credential, 'id' | 'name'>[],
): Mrkdwn {
  const { held, name } = resource
  const credential = credentials.find(({ id }) => id === held?.credential)?.name ?? held?.credential
  const facts = [
    held?.type,
    held?.instanceName === name ? undefined : held?.instanceName,
    held?.region || held?.resource_group,
    held?.status,
    credential && `credential ${credential}`,
  ]
  const about = facts.filter(Boolean).join('  ·  ')
  return lines(
    nameOf(resource),
    about ? mrkdwn`${about}${held?.reason ? ` – ${held.reason}` : ''}` : undefined,
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

export const resourcesButton = (plan: Meant): Button =>
  runButton('Resources', 'resource.list', planArgs(plan))

export const addButton = (plan: Meant): Button => formButton('Add resource', 'resource.add', planArgs(plan))

export const orderButton = (plan: Meant): Button => formButton('Order', 'resource.order', planArgs(plan))

/** Opens the form of a resource, or asks which where none is given. */
export const editButton = (plan: Meant, resource?: Reference): Button =>
  formButton(resource ? 'Edit' : 'Edit resource', 'resource.edit', resourceArgs(plan, resource))

export const removeButton = (plan: Meant, resource?: Reference): Button =>
  formButton(resource ? 'Remove' : 'Remove resource', 'resource.remove', resourceArgs(plan, resource))

/** A button of the order form that rebuilds it. */
export const reshapeButton = (text: string, args: Args): Button => ({
  text,
  operation: 'resource.order',
  args,
  how: 'reshape',
})
