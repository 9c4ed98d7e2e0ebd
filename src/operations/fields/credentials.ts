import type { Guest, Kinds } from '../../core/context.ts'
import { type Field, type FormInput, issue, ok, PRIVATELY, type Taken } from '../../core/field.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { withoutLastGraces } from '../../language/graces.ts'
import { newName } from '../../language/marks.ts'
import { findNamed, readReference, sayReference, takeName, takeWord } from '../../language/names.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { LONGEST_NAME } from './inputs.ts'
import { credential } from './named.ts'
import { offered } from './offered.ts'
import { hidden, line } from './plain.ts'
import { filledIn, reshaping } from './variants.ts'

/** A provider kind: kind_a, kind_b or kind_c of the interface document, and what the service calls it. */
export type CredentialKind = { id: 'a' | 'b' | 'c'; name: string }

const kindsOf = ([a, b, c]: Kinds): CredentialKind[] => [
  { id: 'a', name: a },
  { id: 'b', name: b },
  { id: 'c', name: c },
]

/** The kind that a name means, as the service writes it, in any case. */
export const kindCalled = (name: string, kinds: Kinds): CredentialKind | undefined =>
  kindsOf(kinds).find(kind => kind.name.toLowerCase() === name.toLowerCase())

/** The provider kind of a credential. */
export const kind: Field<CredentialKind, Guest> = {
  inputs: [
    {
      key: 'kind',
      label: 'Kind',
      optional: false,
      reshapes: true,
      control: { kind: 'select', labelOf: words => readReference(words).name },
    },
  ],
  parse: (raw, { kinds }) => {
    const found = kindIn(raw, kinds)
    if (found) return ok(found)
    const said = raw.kind ? `“${readReference(raw.kind).name}” is not a kind.` : 'Say which kind.'
    return issue('kind', `${said} The kinds are ${kinds.join(', ')}.`)
  },
  take: (rest, { kinds }): Taken => {
    const taken = takeWord(rest)
    const called = kindCalled(taken.word, kinds)
    return called ? { raw: { kind: sayReference(called) }, rest: taken.rest } : { raw: {}, rest }
  },
  options: async (typed, { kinds }) => offered(typed, kindsOf(kinds)),
}

function kindIn({ kind: words }: Raw, kinds: Kinds): CredentialKind | undefined {
  const found = words ? findNamed(words, kindsOf(kinds)) : undefined
  return found?.kind === 'one' ? found.item : undefined
}

/** What a new credential is to be called: all that stands behind its kind, else before it. What is more may be secret. */
export const newCredentialName: Field<string, Guest> = {
  ...line('name', 'Name', { max: LONGEST_NAME }),
  take: (rest, { kinds }) => {
    const words = rest.match(/"[^"]+"|\S+/g) ?? []
    const at = words.findIndex(word => kindCalled(word, kinds))
    const name = (at > 0 ? words.slice(0, at) : words.slice(at + 1)).join(' ')
    const behind = at > 0 ? words.slice(at) : words.slice(0, at + 1)
    return {
      raw: filled({ name: takeName(name, [])?.words ?? newName(withoutLastGraces(name)) }),
      rest: behind.join(' '),
    }
  },
}

/** The longest comments that a form can hold beside the rest of it. */
export const LONGEST_COMMENTS = 1000

/** What is noted of a credential, or of its removal. */
export const comments: Field<string, Guest> = line('comments', 'Comments', {
  max: LONGEST_COMMENTS,
  optional: true,
  multiline: true,
})

/** The name and the comments of a credential that is known. */
export const heldName = filledIn(line('name', 'Name', { max: LONGEST_NAME }))
export const heldComments = filledIn(comments)

/** A credential whose form depends on which it is. */
export const credentialToEdit = reshaping(credential)

/** A credential that is to be removed: its form says what that is to. */
export const credentialToRemove: typeof credentialToEdit = {
  ...credentialToEdit,
  note: ({ type, resources }) =>
    resources === undefined
      ? mrkdwn`:warning: ${type}: the service does not say how many resources use it.`
      : resources === 0
        ? mrkdwn`${type}: no resource uses it.`
        : mrkdwn`:warning: ${type}: *${resources} ${resources === 1 ? 'resource uses' : 'resources use'} it.*`,
}

/** Which kind a form asks for access data of, where no kind is asked for: a, b or c. */
export const provider = hidden('provider')

/** Whether there is new access data to be typed elsewhere. */
export const privately: typeof provider = filledIn(hidden(PRIVATELY))

const providerIn = ({ kind, provider }: Raw): string | undefined =>
  (kind === undefined ? undefined : readReference(kind).id) ?? provider

/** What the service calls the access data, what people do, and whose kind it is. */
const SPECIFIC = {
  role: { label: 'Role arn', of: 'a' },
  tenant: { label: 'Tenant', of: 'b' },
  clientId: { label: 'Client id', of: 'b' },
  key: { label: 'Key', of: 'b' },
  project: { label: 'Project', of: 'c' },
} as const

type Key = keyof typeof SPECIFIC

/** In characters: the most that Slack takes. */
const LONGEST_SECRET = 3000

function secret(name: Key, about: Pick<FormInput, 'optional' | 'hint'>): FormInput {
  const { label, of } = SPECIFIC[name]
  const when = (raw: Raw) => providerIn(raw) === of
  return {
    key: name.toLowerCase(),
    label,
    ...about,
    when,
    control: { kind: 'secret', max: LONGEST_SECRET },
  }
}

/** A piece of the access data of a new credential; nothing where its kind has no such piece. */
function needed(name: Key): Field<string | undefined, Guest> {
  const input = secret(name, { optional: false })
  return {
    inputs: [input],
    parse: (raw, { kinds }) => {
      if (kindIn(raw, kinds)?.id !== SPECIFIC[name].of) return ok(undefined)
      return raw[input.key] ? ok(raw[input.key]) : issue(input.key, `${input.label} is missing.`)
    },
  }
}

/** A piece of the access data that may stay as it is: nothing then. All that a kind has is changed together. */
function renewed(name: Key, others: readonly Key[] = []): Field<string | undefined, Guest> {
  const input = secret(name, { optional: true, hint: 'Leave it empty to keep the current one.' })
  const together = others.map(other => SPECIFIC[other].label)
  return {
    inputs: [input],
    parse: raw => {
      const wanted = raw[PRIVATELY] === 'yes' || others.some(other => raw[other.toLowerCase()])
      if (raw[input.key] || !wanted || !input.when?.(raw)) return ok(raw[input.key])
      const why = together.length > 0 ? ` It is changed together with ${together.join(', ')}.` : ''
      return issue(input.key, `${input.label} is missing.${why}`)
    },
  }
}

/** The document's keys of `specific` on create. */
export const created = {
  role: needed('role'),
  tenant: needed('tenant'),
  clientId: needed('clientId'),
  key: needed('key'),
  project: needed('project'),
}

/** The document's keys of `specific` on update. */
export const updated = {
  role: renewed('role'),
  clientId: renewed('clientId', ['key']),
  key: renewed('key', ['clientId']),
  project: renewed('project'),
}
