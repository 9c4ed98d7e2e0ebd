import type { Next, Reference } from '../../core/args.ts'
import { MAX_NAME_LENGTH, reshaping, textField, textInput } from '../../core/common-fields.ts'
import type { Guest, Linked } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { nextButton } from '../../core/explain/attempt.ts'
import { type Field, formatReference, issue, type ParseResult, value } from '../../core/field.ts'
import type { Organization } from '../../core/person.ts'
import { parseWholeName, referenceField } from '../../core/reference-field.ts'
import { distinctNames, parseName } from '../../language/names.ts'
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

/**
 * The organizations of the person as the service tells them: with their `own` entry of the current one, whose
 * new name is kept where it was renamed elsewhere, and how to name each.
 */
export async function membershipsOf(context: Linked) {
  const listed = await context.call('listOrganizations', {})
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
  { operations }: Guest,
  ...buttons: readonly Button[]
): Reply {
  if (!next) return reply('me', text, ...buttons)
  const asked = lines(text, mrkdwn`You asked for this before:`)
  // A private page shows the text alone, without what leads to a button.
  return { text, blocks: [section(asked), ...actions(nextButton(next, operations), ...buttons)], to: 'me' }
}

export const organization: Field<Reference, Linked> = referenceField({
  key: 'organization',
  label: 'Organization',
  list: organizationsOf,
  none: 'You belong to no organization yet: /dayshift org create',
})

/** The organization as the service has it now. @throws Refused where the person does not belong to it */
export async function findOrganization({ id, name }: Reference, context: Linked): Promise<Organization> {
  const own = await organizationsOf(context)
  const found = own.find(each => each.id === id)
  if (found) return found
  throw new Refused(
    mrkdwn`You do not belong to an organization called *${name}*, so nothing was done. \`/dayshift org\` lists yours.`,
  )
}

/** What an organization is to be called: words in quotes, or all that is left of a sentence. */
export const organizationName: Field<string, Guest> = {
  ...textField('name', 'Name', { max: MAX_NAME_LENGTH }),
  parseFrom: rest => parseWholeName('name', withoutFormatting(rest.replace(/^(?:to|as)\s+(?=\S)/i, ''))),
}

/** An organization before its new name: `Acme Umbrella`, `Acme to Umbrella`. Other words are the new name. */
export const organizationToRename: Field<Reference, Linked> = {
  ...reshaping(organization),
  parseFrom: async (rest, context): Promise<ParseResult> => {
    const parsed = parseName(rest, await organizationsOf(context))
    if (parsed?.item) return { values: { organization: formatReference(parsed.item) }, rest: parsed.rest }
    const [, words = parsed?.words, behind = parsed?.rest] =
      /^(?!to\s)([^"]*?\S)\s+to\s+(?=\S)(.*)$/is.exec(rest) ?? []
    return words && behind ? { values: { organization: words }, rest: behind } : { values: {}, rest }
  },
}

/** An organization whose form says what to type; the name in a reference may be cut. */
export const organizationToRemove: Field<Reference, Linked> = {
  ...reshaping(organization),
  note: ({ name }, _, facts) => mrkdwn`To confirm, type the name below: *${String(facts?.name ?? name)}*`,
}

/** What is typed to confirm what cannot be undone. Only a form asks for it. */
export const confirmation: Field<string, Guest> = {
  ...textField('typed', 'Type the name', { max: 3000 }),
  inputs: [
    {
      ...textInput('typed', 'Type the name', { max: 3000, placeholder: 'The name of the organization' }),
      isConfirmation: true,
    },
  ],
  read: ({ typed }) => (typed ? value(typed) : issue('typed', 'Type the name, to confirm it.')),
}

/** @throws FieldIssue where another name was typed; case and space do not matter */
export function confirmName(typed: string, name: string): void {
  if (normalize(typed) !== normalize(name))
    throw new FieldIssue('typed', `That is a different name. To confirm, type: ${name}`)
}

const normalize = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim().toLowerCase()
