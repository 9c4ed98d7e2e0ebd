import { z } from 'zod'
import { type Reference, referenceSchema } from '../../core/args.ts'
import {
  newState,
  optionField,
  reason,
  selectInput,
  state,
  textField,
  textInput,
} from '../../core/common-fields.ts'
import type { Linked, Member as MemberContext } from '../../core/context.ts'
import {
  type Field,
  type FormValues,
  fitReference,
  issue,
  shortId,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import { offer, readName } from '../../core/reference-field.ts'
import { formatList, parseWord } from '../../language/names.ts'
import { parseJson } from '../../message/json.ts'
import { type Mrkdwn, mrkdwn, parseMention } from '../../message/mrkdwn.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { states } from '../../service/contract/endpoint.ts'
import { roles } from '../../service/contract/users.ts'

/** A person by e-mail; `user` is their Slack user ID, if known. */
export type Person = z.infer<typeof personSchema>
const personSchema = z.object({ email: z.string().min(1), user: z.string().optional() })

export type Member = Reference & { email: string; role: string; state: string }

/** A reference to a member; `user` is their Slack user ID, if known. */
export type MemberReference = z.infer<typeof memberSchema>
const memberSchema = referenceSchema.extend({ user: z.string().optional() })

/** Creates a reference with a short ID, since an e-mail can exceed the limit of an option's value. */
export const memberReference = ({ email, user }: Person): MemberReference => ({
  id: shortId(email),
  name: email,
  ...(user && { user }),
})

export async function membersOf(context: MemberContext): Promise<Member[]> {
  const { users } = await context.call('listUsers', { org_id: context.organization.id })
  return users.map(user => ({ ...user, id: shortId(user.email), name: user.email }))
}

const emailSchema = z.email({ pattern: z.regexes.unicodeEmail })

const NO_EMAIL =
  'Slack gives me no e-mail for this person: guests and apps may have none, and the app needs the scope users:read.email.'

/** The person to add: a Slack user or any e-mail. */
export const newcomer: Field<Person, Linked> = {
  schema: personSchema,
  inputs: [
    { key: 'person', label: 'Person', optional: true, reshapes: true, control: { kind: 'person' } },
    textInput('email', 'E-mail', {
      max: 254,
      optional: true,
      hint: 'Pick someone from this Slack, or type an e-mail: one of the two is enough.',
    }),
  ],
  read: async ({ person: user, email }, context) => {
    if (user === undefined && email === undefined)
      return issue('person', 'Say who: pick a person, or type an e-mail.')
    if (email?.startsWith('@'))
      return issue('email', `I do not know who “${email}” is in Slack. Pick the person, or type an e-mail.`)
    if (email !== undefined && !emailSchema.safeParse(email).success)
      return issue('email', `“${email}” is not an e-mail address, such as ana@example.com.`)
    if (user === undefined) return value({ email: email ?? '' })
    if (email !== undefined) return issue('email', 'Leave one of the two empty: the person, or the e-mail.')
    const profile = await context.profileOf(user)
    if (profile.email === undefined) return issue('person', `${NO_EMAIL} Type only the e-mail.`)
    return value({ email: profile.email, user })
  },
  format: ({ email, user }): FormValues => (user ? { person: user } : { email }),
  parseFrom: rest => {
    const { word, user, rest: remaining } = parsePerson(rest)
    return { values: withoutEmpty(user ? { person: user } : { email: word }), rest: remaining }
  },
  note: ({ email, user }) => (user ? mrkdwn`Their e-mail: ${email}` : undefined),
}

/** A member of the organization, by e-mail or Slack mention. */
export const member: Field<MemberReference, MemberContext> = {
  kind: 'member',
  schema: memberSchema,
  inputs: [selectInput('member', 'Person', { reshapes: true })],
  read: async ({ member: words }, context) => {
    const selected = memberSchema.safeParse(parseJson(words ?? '')).data
    if (selected) return value(selected)
    const user = parseMention(words)
    const email = user && (await context.profileOf(user)).email
    if (user && !email) return issue('member', `${NO_EMAIL} Pick the person from the list.`)
    const read = readName('member', email || words?.replace(/^@/, ''), await membersOf(context))
    return read.kind === 'value' && user ? value({ ...read.value, user }) : read
  },
  format: reference => ({ member: JSON.stringify(fitReference(reference)) }),
  parseFrom: rest => {
    const { word, user, rest: remaining } = parsePerson(rest)
    return { values: withoutEmpty({ member: user ? `<@${user}>` : word }), rest: remaining }
  },
  options: async (typed, context) => offer(typed, await membersOf(context)),
  note: (_, __, facts) => facts && mrkdwn`${String(facts.rights)}`,
}

function parsePerson(sentence: string): { word: string; user: string | undefined; rest: string } {
  const { word, isQuoted, rest } = parseWord(sentence)
  const words = isQuoted ? word : word.replace(/(?<=.)[,;:]$/, '')
  return { word: words, user: parseMention(words), rest }
}

/** A field for one of a few words in the middle of a sentence: `as admin`, `to inactive`. */
function wordField<F extends Field<unknown, never>>(field: F, key: string, words: readonly string[]): F {
  const word = `(${words.join('|')})(?=$|[\\s.,;])`
  const atStart = new RegExp(`^(?:(?:to|as|an?|the|${key})\\s+)*${word}[\\s.,;]*`, 'i')
  const anywhere = new RegExp(`(?<!\\S)${word}`, 'i')
  return {
    ...field,
    parseFrom: (rest: string) => {
      const [whole = '', word] = atStart.exec(rest) ?? []
      return { values: withoutEmpty({ [key]: word }), rest: rest.slice(whole.length) }
    },
    mayBeIn: (rest: string) => anywhere.test(rest),
  }
}

export const role = wordField(optionField('role', 'Role', roles), 'role', roles)

export const memberState = wordField(state, 'state', states)

export const newMemberState = wordField(newState, 'state', states)

/** The reason for removing a member, which the service requires. */
export const removalReason: typeof reason = {
  ...reason,
  ...textField('reason', 'Reason', { max: 500, multiline: true }),
}

/** Formats the permissions that need a second factor; undefined if the service names none. */
export function formatMfa(mfa: Answer<'listUsers'>['mfa']): Mrkdwn | undefined {
  const needed = MFA.flatMap(([permission, words]) => (mfa[permission] ? words : []))
  return needed.length > 0 ? mrkdwn`A second factor (MFA) is needed to ${formatList(needed)}.` : undefined
}

const MFA = [
  ['view', 'view'],
  ['create', 'create'],
  ['update', 'change'],
  ['delete', 'remove'],
  ['usersmgmt', 'manage members'],
] as const
