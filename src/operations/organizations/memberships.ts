import type { Next } from '../../core/args.ts'
import type { Linked } from '../../core/context.ts'
import { nextButton } from '../../core/explain/attempt.ts'
import type { Operation } from '../../core/operation.ts'
import type { Organization } from '../../core/person.ts'
import { distinctNames } from '../../language/names.ts'
import { actions, type Button, section } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'

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

/**
 * The organizations of the person as the service tells them: with their `own` entry of the current one, whose new name is kept where it
 * was renamed elsewhere, and how to name each.
 */
export async function membershipsOf(context: Linked) {
  const listed = await context.read('listOrganizations', {})
  const known = context.link.organization
  const own = listed.organizations.find(({ org_id }) => org_id === known?.id)
  const current = own ? organizationOf(own) : known
  if (current && current.name !== known?.name) await context.links.rename(current).catch(() => {})
  return { ...listed, own, current, nameOf: distinctNames(listed.organizations.map(organizationOf)) }
}

/** `*Acme* · admin`; without a role the person does not belong to the organization. */
export const formatMembership = (name: string, role: string | undefined): Mrkdwn =>
  role === undefined
    ? mrkdwn`You use *${name}*, but you no longer belong to it.`
    : mrkdwn`*${name}*${role && ` · ${role}`}`

/** A reply with the button of the request that waited for it. */
export function goOn(
  text: Mrkdwn,
  next: Next | undefined,
  find: (id: string) => Operation | undefined,
  ...buttons: readonly Button[]
): Reply {
  if (!next) return reply('me', text, ...buttons)
  const asked = lines(text, mrkdwn`You asked for this before:`)
  // A private page shows the text alone, without what leads to a button.
  return { text, blocks: [section(asked), ...actions(nextButton(next, find), ...buttons)], to: 'me' }
}
