import type { Next, Reference } from '../../core/args.ts'
import { MAX_NAME_LENGTH, reshaping, textField } from '../../core/common-fields.ts'
import type { Guest, Linked } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { nextButton } from '../../core/explain/attempt.ts'
import { type Field, formatReference, issue, type ParseResult, value } from '../../core/field.ts'
import type { Organization } from '../../core/person.ts'
import { parseWholeName, referenceField } from '../../core/reference-field.ts'
import { parseName } from '../../language/names.ts'
import { withoutFormatting } from '../../language/normalize.ts'
import { actions, type Button, section } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'

export const organizationOf = ({ org_id, org_name }: { org_id: string; org_name: string }): Organization => ({
  id: org_id,
  name: org_name,
})

export async function organizationsOf(context: Linked): Promise<Organization[]> {
  const { organizations } = await context.call('listOrganizations', {})
  return organizations.map(organizationOf)
}

/** Loads the organizations and the `membership` in the current one; stores that one's name if it is new. */
export async function membershipsOf(context: Linked) {
  const answer = await context.call('listOrganizations', {})
  const stored = context.link.organization
  const membership = answer.organizations.find(({ org_id }) => org_id === stored?.id)
  const current = membership ? organizationOf(membership) : stored
  if (current && current.name !== stored?.name) await context.links.rename(current).catch(() => {})
  return { ...answer, membership, current }
}

/** `*Acme* · admin`. Without a role, the person no longer belongs to the organization. */
export const formatMembership = (name: string, role: string | undefined): Mrkdwn =>
  role === undefined
    ? mrkdwn`You use *${name}*, but you no longer belong to it.`
    : mrkdwn`*${name}*${role && ` · ${role}`}`

/** Replies with a button for the request that had to wait. */
export function replyWithNext(
  text: Mrkdwn,
  next: Next | undefined,
  { operations }: Guest,
  ...buttons: readonly Button[]
): Reply {
  if (!next) return reply('me', text, ...buttons)
  const nextText = lines(text, mrkdwn`You asked for this before:`)
  // A private page shows only the text, which must not announce a button.
  return { text, blocks: [section(nextText), ...actions(nextButton(next, operations), ...buttons)], to: 'me' }
}

export const organization: Field<Reference, Linked> = referenceField({
  key: 'organization',
  label: 'Organization',
  list: organizationsOf,
  none: 'You belong to no organization yet: /dayshift org create',
})

/** Returns the current organization. @throws Refused if the person does not belong to it */
export async function findOrganization({ id, name }: Reference, context: Linked): Promise<Organization> {
  const organizations = await organizationsOf(context)
  const organization = organizations.find(each => each.id === id)
  if (organization) return organization
  throw new Refused(
    mrkdwn`You do not belong to an organization called *${name}*, so nothing was done. \`/dayshift org\` lists yours.`,
  )
}

/** The name of an organization: quoted words or the rest of a sentence. */
export const organizationName: Field<string, Guest> = {
  ...textField('name', 'Name', { max: MAX_NAME_LENGTH }),
  parseFrom: rest => parseWholeName('name', withoutFormatting(rest.replace(/^(?:to|as)\s+(?=\S)/i, ''))),
}

/** An organization, followed by its new name: `Acme Umbrella`, `Acme to Umbrella`. */
export const organizationToRename: Field<Reference, Linked> = {
  ...reshaping(organization),
  parseFrom: async (rest, context): Promise<ParseResult> => {
    const parsed = parseName(rest, await organizationsOf(context))
    if (parsed?.item) return { values: { organization: formatReference(parsed.item) }, rest: parsed.rest }
    const [, words = parsed?.words, newName = parsed?.rest] =
      /^(?!to\s)([^"]*?\S)\s+to\s+(?=\S)(.*)$/is.exec(rest) ?? []
    return words && newName ? { values: { organization: words }, rest: newName } : { values: {}, rest }
  },
}

/** The organization to remove. The note shows the full name, since that of a reference may be truncated. */
export const organizationToRemove: Field<Reference, Linked> = {
  ...reshaping(organization),
  note: ({ name }, _, facts) => mrkdwn`To confirm, type the name below: *${String(facts?.name ?? name)}*`,
}

const typedName = textField('typed', 'Type the name', {
  max: 3000,
  placeholder: 'The name of the organization',
})

/** The name, typed in the form to confirm what cannot be undone. */
export const confirmation: Field<string, Guest> = {
  ...typedName,
  inputs: typedName.inputs.map(input => ({ ...input, isConfirmation: true })),
  read: ({ typed }) => (typed ? value(typed) : issue('typed', 'Type the name, to confirm it.')),
}

/** @throws FieldIssue if another name was typed, ignoring case and white space */
export function confirmName(typed: string, name: string): void {
  if (normalize(typed) !== normalize(name))
    throw new FieldIssue('typed', `That is a different name. To confirm, type: ${name}`)
}

const normalize = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim().toLowerCase()
