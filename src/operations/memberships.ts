import type { Linked } from '../core/context.ts'
import type { Answer } from '../service/contract/contract.ts'
import type { Organization } from '../storage/links.ts'
import { namedOf } from './fields/named.ts'

/**
 * The organizations that a person belongs to, and the one that they use, by the name that it has in the service now: one
 * that was renamed elsewhere is kept so for everybody who uses it. For what changes nothing in the service.
 */
export async function membershipsOf(
  me: Linked,
): Promise<Answer<'listOrganizations'> & { used: Organization | undefined }> {
  const listed = await me.call('listOrganizations', {})
  const known = me.link.organization
  const own = listed.organizations.find(({ org_id }) => org_id === known?.id)
  const used = own ? namedOf(own) : known
  // Where that cannot be kept just now, it is seen again the next time.
  if (used && used.name !== known?.name) await me.links.rename(used).catch(() => {})
  return { ...listed, used }
}
