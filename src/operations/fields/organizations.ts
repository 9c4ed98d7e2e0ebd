import type { Guest, Linked } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { type Field, issue, ok, type Parsed, type Taken } from '../../core/field.ts'
import type { Raw } from '../../core/raw.ts'
import { withoutLastGraces } from '../../language/graces.ts'
import { newName } from '../../language/marks.ts'
import { type FoundNamed, findNamed, readReference, sayReference, takeName } from '../../language/names.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Organization } from '../../storage/links.ts'
import { LONGEST_NAME, select, text } from './inputs.ts'
import { named, organizationsOf, takeWhole } from './named.ts'
import { offeredOr } from './offered.ts'
import { hidden, line } from './plain.ts'
import { filledIn, reshaping } from './variants.ts'

/** An organization that the person belongs to. */
export const organization: Field<Organization, Linked> = {
  inputs: [select('organization', 'Organization')],
  parse: async (raw, me) => {
    const own = await organizationsOf(me)
    refuseStrange(raw.organization, own)
    return named('organization', raw.organization, own)
  },
  take: takeWhole('organization'),
  options: async (typed, me) =>
    offeredOr('You belong to no organization yet: /dayshift org create', typed, await organizationsOf(me)),
}

/** A button may be about an organization of others: what is called almost so is not meant. */
function refuseStrange(words = '', own: readonly Organization[]): void {
  const { id, name } = readReference(words)
  const said = [name, words].map(each => each.toLowerCase())
  const isOwn = own.some(each => each.id === id || said.includes(each.name.toLowerCase()))
  if (id !== undefined && !isOwn)
    throw new Refused(
      mrkdwn`You do not belong to an organization called *${name}*, so nothing was done. \`/dayshift org\` lists yours.`,
    )
}

/** What an organization is to be called: what stands in quotes, or else all that is left of a sentence. */
export const organizationName: Field<string, Guest> = {
  ...line('name', 'Name', { max: LONGEST_NAME }),
  take: rest => {
    const said = rest.replace(/^(?:to|as)\s+(?=\S)/i, '')
    const quoted = takeName(said, [])
    return { raw: { name: quoted?.words ?? newName(withoutLastGraces(said)) }, rest: quoted?.rest ?? '' }
  },
}

/** The new name of an organization, for which a form waits until it has the one that it is called by now. */
export const newOrganizationName: Field<string | undefined, Guest> = {
  ...filledIn(organizationName),
  mayStandIn: rest => rest !== '',
}

/** The words that stand directly before the new name, and may begin that as well as the name of an organization. */
const BESIDE = 'beside'

/** The organization that is to be renamed, in a sentence that goes on with its new name. */
export const organizationToRename: Field<Organization, Linked> = {
  ...organization,
  inputs: [...reshaping(organization).inputs, ...hidden(BESIDE).inputs],
  parse: async (raw, me) => {
    const parsed = await organization.parse(raw, me)
    if (raw[BESIDE] === undefined || raw.organization !== raw[BESIDE]) return parsed
    const here = (await organizationsOf(me)).find(({ id }) => id === me.link.organization?.id)
    return here ? askWhichName(parsed, here, raw) : parsed
  },
  take: async (rest, me): Promise<Taken> => {
    const all = await organizationsOf(me)
    const taken = takeName(rest, all)
    if (taken && (taken.rest !== '' || findNamed(taken.words, all).kind !== 'none'))
      return {
        raw: { organization: taken.item ? sayReference(taken.item) : taken.words },
        rest: taken.rest,
      }
    const [, former, name = ''] = BOTH_NAMES.exec(rest) ?? []
    if (former !== undefined) return { raw: { organization: former }, rest: name }
    const [, first = '', more] = FIRST_WORD.exec(rest) ?? []
    if (more === undefined || !BEGINS.has(findNamed(first, all).kind)) return { raw: {}, rest }
    return { raw: { organization: first, [BESIDE]: first }, rest: more }
  },
}

/** How words stand for organizations that they are the beginning of. */
const BEGINS = new Set<FoundNamed<Organization>['kind']>(['one', 'same', 'several'])

/** Which is meant where the beginning of a name stands before the rest: what begins so, or the organization in use. */
function askWhichName(parsed: Parsed<Organization>, here: Organization, raw: Raw): Parsed<Organization> {
  const { [BESIDE]: first = '', name = '' } = raw
  if (parsed.kind === 'issue' || name === '') return parsed
  const meant =
    parsed.kind === 'choice'
      ? parsed.options
      : [{ label: parsed.value.name, raw: { organization: sayReference(parsed.value) } }]
  const called = `${first} ${name}`
  return {
    kind: 'choice',
    key: 'organization',
    why: `“${first}” could be the beginning of an organization’s name, or of the new name. Which one should be renamed to what?`,
    options: [
      ...meant.map(({ label, raw }) => ({ label: `${label}, to “${name}”`, raw })),
      { label: `${here.name}, to “${called}”`, raw: { organization: sayReference(here), name: called } },
    ],
  }
}

/** A sentence with both names, also where nothing is called by the first: `Acme to Umbrella`. */
const BOTH_NAMES = /^(?!to\s)([^"]*?\S)\s+to\s+(?=\S)(.*)$/is
const FIRST_WORD = /^(?!(?:to|as)\s|["“„])(\S+)\s+(\S.*)$/is

/** The organization that is to be removed; a form tells what to type for it. */
export const organizationToRemove: Field<Organization, Linked> = {
  ...reshaping(organization),
  note: ({ name }) => mrkdwn`To confirm, type the name below: *${name}*`,
}

/** What is typed to confirm what cannot be undone. Only a form asks for it. */
export const typedName: Field<string, Guest> = {
  inputs: [
    {
      ...text('typed', 'Type the name', { max: 3000, placeholder: 'The name of the organization' }),
      anew: true,
    },
  ],
  parse: ({ typed }) => (typed ? ok(typed) : issue('typed', 'Type the name, to confirm it.')),
}

/** Throws an issue of `typedName` where it is another name, whatever its case and the space in and around it. */
export function confirmName(typed: string, name: string): void {
  if (folded(typed) !== folded(name))
    throw new FieldIssue('typed', `That is a different name. To confirm, type: ${name}`)
}

const folded = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim().toLowerCase()
