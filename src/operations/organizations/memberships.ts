import type { Linked } from '../../core/context.ts'
import type { Answer } from '../../service/contract/contract.ts'
import type { Organization } from '../../storage/links.ts'

/** An organization of a list, as the bot names it. */
export const organizationOf = ({ org_id, org_name }: { org_id: string; org_name: string }): Organization => ({
  id: org_id,
  name: org_name,
})

/** The organizations that the person belongs to. */
export async function organizationsOf(context: Linked): Promise<Organization[]> {
  const { organizations } = await context.read('listOrganizations', {})
  return organizations.map(organizationOf)
}

/** The same as the service tells them, and the current one; its new name is kept where it was renamed elsewhere. */
export async function membershipsOf(
  context: Linked,
): Promise<Answer<'listOrganizations'> & { current: Organization | undefined }> {
  const listed = await context.read('listOrganizations', {})
  const known = context.link.organization
  const own = listed.organizations.find(({ org_id }) => org_id === known?.id)
  const current = own ? organizationOf(own) : known
  if (current && current.name !== known?.name) await context.links.rename(current).catch(() => {})
  return { ...listed, current }
}
