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
import { formatAny } from '../../language/wording.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'

export const NO_CREDENTIAL = 'There is no credential yet: /dayshift credential add'

export const credential: Field<Reference, Member> = referenceField<Member, Credential>({
  key: 'credential',
  label: 'Credential',
  list: context => context.credentials(),
  none: NO_CREDENTIAL,
  place: ({ organization }) => `in ${organization.name}`,
})

/** Returns the current credential. @throws StaleError if it is gone */
export const findCredential = async (reference: Reference, context: Member): Promise<Credential> =>
  resolve('credential', reference, await context.credentials())

/** The credential to remove; the form shows how many resources use it. */
export const credentialToRemove: typeof credential = {
  ...reshaping(credential),
  note(_, __, facts) {
    const { resources } = facts ?? {}
    if (typeof resources === 'number') return mrkdwn`It is used by *${formatAny(resources, 'resource')}*.`
    return facts && mrkdwn`The service does not say how many resources use it.`
  },
}

const KIND_IDS = ['a', 'b', 'c'] as const

/** A provider kind: kind_a, kind_b or kind_c of the interface document, with its configured name. */
export type CredentialKind = { id: (typeof KIND_IDS)[number]; name: string }

const kindsOf = (kinds: Kinds): CredentialKind[] =>
  KIND_IDS.map((id, index) => ({ id, name: kinds[index] ?? id }))

export const findKind = (name: string, kinds: Kinds): CredentialKind | undefined =>
  kindsOf(kinds).find(kind => kind.name.toLowerCase() === name.toLowerCase())

export const kind: Field<CredentialKind, Guest> = {
  schema: referenceSchema.extend({ id: z.enum(KIND_IDS) }),
  inputs: [selectInput('kind', 'Kind', { reshapes: true })],
  read: ({ kind: words = '' }, { kinds }) => {
    const selected = parseReference(words)
    const kind = selected ? kindsOf(kinds).find(({ id }) => id === selected.id) : findKind(words, kinds)
    if (kind) return value(kind)
    const problem = words ? `“${selected?.name ?? words}” is not a kind.` : 'Say which kind.'
    return issue('kind', `${problem} The kinds are ${kinds.join(', ')}.`)
  },
  format: kind => ({ kind: formatReference(kind) }),
  parseFrom: (rest, { kinds }): ParseResult => {
    const parsed = parseWord(rest)
    const kind = findKind(parsed.word, kinds)
    return kind ? { values: { kind: formatReference(kind) }, rest: parsed.rest } : { values: {}, rest }
  },
  options: async (typed, { kinds }) => offer(typed, kindsOf(kinds)),
}

/** The name of a new credential, followed by its kind. Further words may be a secret and are not taken. */
export const newCredentialName: Field<string, Guest> = {
  ...textField('name', 'Name', { max: MAX_NAME_LENGTH }),
  parseFrom: (rest, { kinds }) => {
    const words = rest.match(/"[^"]+"|\S+/g) ?? []
    const index = words.findIndex(word => findKind(word, kinds))
    const name = (index < 0 ? words : words.slice(0, index)).join(' ')
    const plain = parseName(name, [])?.words ?? withoutFormatting(name)
    return { values: withoutEmpty({ name: plain }), rest: index < 0 ? '' : words.slice(index).join(' ') }
  },
}

/** In characters: leaves room for the rest of the form. */
export const MAX_COMMENTS_LENGTH = 1000

export const comments = textField('comments', 'Comments', {
  max: MAX_COMMENTS_LENGTH,
  optional: true,
  multiline: true,
})

/** The service's keys of access data: labels, the kind they belong to, and whether they can be updated. */
const SECRETS = {
  role: { label: 'Role arn', kind: 'a', isRenewable: true },
  tenant: { label: 'Tenant', kind: 'b', isRenewable: false },
  clientId: { label: 'Client id', kind: 'b', isRenewable: true },
  key: { label: 'Key', kind: 'b', isRenewable: true },
  project: { label: 'Project', kind: 'c', isRenewable: true },
} as const

/** The access data of a credential: all keys of its kind, or none to keep those of an existing one. */
function secretsField(isNew: boolean): Field<FormValues | undefined, Guest> {
  const secrets = Object.entries(SECRETS).filter(([, { isRenewable }]) => isNew || isRenewable)
  const texts = z.record(z.string(), z.string())
  const kindOf = ({ values, facts }: FormContext) => (isNew ? parseReference(values.kind)?.id : facts?.kind)
  return {
    schema: isNew ? texts : texts.optional(),
    inputs: secrets.map(([key, { label, kind }]) => ({
      key,
      label,
      optional: !isNew,
      ...(!isNew && { hint: 'Leave it empty to keep the current one.' }),
      when: form => kindOf(form) === kind,
      control: { kind: 'secret', max: 3000 },
    })),
    read: (values, _, facts) => {
      const required = secrets.filter(([, { kind }]) => kind === kindOf({ values, facts }))
      const filled = required.filter(([key]) => values[key])
      const missing = required.find(([key]) => !values[key])
      if (!isNew && filled.length === 0) return value(undefined)
      if (!missing) return value(Object.fromEntries(filled.map(([key]) => [key, values[key] ?? ''])))
      const others = filled.map(([, { label }]) => label).join(', ')
      const why = isNew ? '' : ` It is changed together with ${others}.`
      return issue(missing[0], `${missing[1].label} is missing.${why}`)
    },
    format: (secrets = {}) => secrets,
  }
}

export const newSecrets = secretsField(true)
export const updatedSecrets = secretsField(false)
