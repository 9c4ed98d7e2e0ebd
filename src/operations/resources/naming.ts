import type { Actor, Credential } from '../../core/context.ts'
import { sayCount } from '../../language/counts.ts'
import { sayReference } from '../../language/names.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { ServiceError } from '../../service/failure.ts'
import type { PlanResource, ResourcePlace } from '../fields/resources.ts'

export type Credentials = readonly Pick<Credential, 'id' | 'name' | 'type' | 'within'>[]

/** The credentials of the organization; none for somebody who may not see them, as that hides no resource. */
export async function credentialsIfAllowed(me: Actor): Promise<Credentials> {
  try {
    return await me.credentials()
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'forbidden') return []
    throw error
  }
}

/** The words that stand for a credential of which only the identifier is sure. */
export function sayCredential(id: string | undefined, credentials: Credentials, within: string): string {
  if (!id) return ''
  return sayReference(credentials.find(each => each.id === id) ?? { id, name: id, within })
}

/** A resource by its name, and by its identifier where that is another. */
export const nameOf = ({ name, resource_id }: PlanResource): Mrkdwn =>
  name === resource_id ? mrkdwn`*${name}*` : mrkdwn`*${name}* (${resource_id})`

/** A resource with all that is known of it. */
export function sayResource(resource: PlanResource, credentials: Credentials): Mrkdwn {
  const { held } = resource
  const instance = held?.instanceName === resource.name ? undefined : held?.instanceName
  const name = credentials.find(({ id }) => id === held?.credential)?.name ?? held?.credential
  const facts = [
    held?.type,
    instance,
    held?.region || held?.resource_group,
    held?.status,
    name && `credential ${name}`,
  ]
  const about = facts.filter(Boolean).join('  ·  ')
  const why = held?.reason && ` – ${held.reason}`
  return lines(nameOf(resource), about ? mrkdwn`${about}${why ?? ''}` : undefined)
}

/** Where a resource is, as the service calls it for the kind of its credential. */
export function placed(
  place: ResourcePlace,
  { region, group }: { region: string; group: string },
): { region?: string; resource_group?: string } {
  if (place === 'region' && region) return { region }
  return place === 'group' && group ? { resource_group: group } : {}
}

/** How many resources there are, where the service tells it in a way that can be read. */
export const countResources = (count: number | undefined): string =>
  count === undefined ? 'resources unknown' : sayCount(count, 'resource')
