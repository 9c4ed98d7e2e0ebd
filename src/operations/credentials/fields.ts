import { z } from 'zod'
import { type Reference, referenceSchema } from '../../core/args.ts'
import { MAX_NAME_LENGTH, reshaping, selectInput, textField } from '../../core/common-fields.ts'
import type { Credential, Guest, Kinds, Member } from '../../core/context.ts'
import {
  type Field,
  type FormContext,
  type FormValues,
  formatReference,
  issue,
  type ParseResult,
  parseReference,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import { offer, referenceField, resolve } from '../../core/reference-field.ts'
import { parseName, parseWord } from '../../language/names.ts'
import { withoutFormatting } from '../../language/normalize.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'

export const NO_CREDENTIAL = 'There is no credential yet: /dayshift credential add'

export const credential: Field<Reference, Member> = referenceField<Member, Credential>({
  key: 'credential',
  label: 'Credential',
  list: context => context.credentials(),
  none: NO_CREDENTIAL,
  place: ({ organization }) => `in ${organization.name}`,
})

/** The credential as the service has it now. @throws StaleError where it is gone */
export const findCredential = async (reference: Reference, context: Member): Promise<Credential> =>
  resolve('credential', reference, await context.credentials())

/** A credential that is to be removed: the form says what uses it. */
export const credentialToRemove: typeof credential = {
  ...reshaping(credential),
  note: (_, __, facts) => {
    if (!facts) return undefined
    const { type, resources } = usesSchema.parse(facts)
    if (resources === undefined)
      return mrkdwn`:warning: ${type}: the service does not say how many resources use it.`
    if (resources === 0) return mrkdwn`${type}: no resource uses it.`
    return mrkdwn`:warning: ${type}: *${resources} ${resources === 1 ? 'resource uses' : 'resources use'} it.*`
  },
}

const usesSchema = z.object({ type: z.string(), resources: z.number().optional() })

const KIND_IDS = ['a', 'b', 'c'] as const

/** A provider kind: kind_a, kind_b or kind_c of the interface document, and the service's name of it. */
export type CredentialKind = { id: (typeof KIND_IDS)[number]; name: string }

const kindsOf = (kinds: Kinds): CredentialKind[] =>
  KIND_IDS.map((id, index) => ({ id, name: kinds[index] ?? id }))

/** The kind of a name, in any case. */
export const kindCalled = (name: string, kinds: Kinds): CredentialKind | undefined =>
  kindsOf(kinds).find(kind => kind.name.toLowerCase() === name.toLowerCase())

export const kind: Field<CredentialKind, Guest> = {
  schema: referenceSchema.extend({ id: z.enum(KIND_IDS) }),
  inputs: [selectInput('kind', 'Kind', { reshapes: true })],
  read: ({ kind: words = '' }, { kinds }) => {
    const picked = parseReference(words)
    const found = picked ? kindsOf(kinds).find(({ id }) => id === picked.id) : kindCalled(words, kinds)
    if (found) return value(found)
    const wrong = words ? `“${picked?.name ?? words}” is not a kind.` : 'Say which kind.'
    return issue('kind', `${wrong} The kinds are ${kinds.join(', ')}.`)
  },
  format: kind => ({ kind: formatReference(kind) }),
  parseFrom: (rest, { kinds }): ParseResult => {
    const parsed = parseWord(rest)
    const found = kindCalled(parsed.word, kinds)
    return found ? { values: { kind: formatReference(found) }, rest: parsed.rest } : { values: {}, rest }
  },
  options: async (typed, { kinds }) => offer(typed, kindsOf(kinds)),
}

/** The name of a new credential: what stands before its kind. More words may be a secret. */
export const newCredentialName: Field<string, Guest> = {
  ...textField('name', 'Name', { max: MAX_NAME_LENGTH }),
  parseFrom: (rest, { kinds }) => {
    const words = rest.match(/"[^"]+"|\S+/g) ?? []
    const at = words.findIndex(word => kindCalled(word, kinds))
    const name = (at < 0 ? words : words.slice(0, at)).join(' ')
    const called = parseName(name, [])?.words ?? withoutFormatting(name)
    return { values: withoutEmpty({ name: called }), rest: at < 0 ? '' : words.slice(at).join(' ') }
  },
}

/** What fits into a form beside the rest of it, in characters. */
export const MAX_COMMENTS_LENGTH = 1000

/** What is noted of a credential, or of its removal. */
export const comments = textField('comments', 'Comments', {
  max: MAX_COMMENTS_LENGTH,
  optional: true,
  multiline: true,
})

/** The service's keys of the access data: their labels, the kind that has them, and whether an update takes them. */
const SECRETS = {
  role: { label: 'Role arn', of: 'a', isRenewable: true },
  tenant: { label: 'Tenant', of: 'b', isRenewable: false },
  clientId: { label: 'Client id', of: 'b', isRenewable: true },
  key: { label: 'Key', of: 'b', isRenewable: true },
  project: { label: 'Project', of: 'c', isRenewable: true },
} as const

/**
 * The access data of a new credential, or new data of one that is edited: there it may stay as it is. A form
 * asks for what the kind has, and all of it is given together.
 */
function secretsField(isNew: boolean): Field<FormValues | undefined, Guest> {
  const secrets = Object.entries(SECRETS).filter(([, { isRenewable }]) => isNew || isRenewable)
  const texts = z.record(z.string(), z.string())
  const kindOf = ({ values, facts }: FormContext) => (isNew ? parseReference(values.kind)?.id : facts?.kind)
  return {
    schema: isNew ? texts : texts.optional(),
    inputs: secrets.map(([key, { label, of }]) => ({
      key,
      label,
      optional: !isNew,
      ...(!isNew && { hint: 'Leave it empty to keep the current one.' }),
      when: form => kindOf(form) === of,
      control: { kind: 'secret', max: 3000 },
    })),
    read: (values, _, facts) => {
      const asked = secrets.filter(([, { of }]) => of === kindOf({ values, facts }))
      const given = asked.filter(([key]) => values[key])
      const missing = asked.find(([key]) => !values[key])
      if (!isNew && given.length === 0) return value(undefined)
      if (!missing) return value(Object.fromEntries(given.map(([key]) => [key, values[key] ?? ''])))
      const together = given.map(([, { label }]) => label).join(', ')
      const why = isNew ? '' : ` It is changed together with ${together}.`
      return issue(missing[0], `${missing[1].label} is missing.${why}`)
    },
    format: (secrets = {}) => secrets,
  }
}

export const newSecrets = secretsField(true)
export const renewedSecrets = secretsField(false)
