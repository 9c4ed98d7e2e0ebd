import type { Actor, Guest, InSlack, Linked } from '../../core/context.ts'
import { type Field, issue, type Option, ok } from '../../core/field.ts'
import { filled } from '../../core/raw.ts'
import { type Named, readReference, takeWord } from '../../language/names.ts'
import { mrkdwn, userIn } from '../../message/mrkdwn.ts'
import { states } from '../../service/contract/endpoint.ts'
import { type Role, roles, userId } from '../../service/contract/users.ts'
import { select, text } from './inputs.ts'
import { named } from './named.ts'
import { offered } from './offered.ts'
import { hidden, line, oneOf, reason } from './plain.ts'
import { newState, state } from './state.ts'

/** Somebody who belongs to an organization, or is to: `user` is who they are in Slack, where that is known. */
export type Somebody = { email: string; user?: string | undefined }

/** A member of the person's organization; `you` are the one who asks. */
export type Member = Named & Somebody & { role: string; state: string; you: boolean }

/** Somebody in Slack, as words hold them. */
export const sayUser = (user: string): string => `<@${user}>`

/** Whether two e-mails are one and the same. */
export const isSame = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

const emailOf = async (user: string | undefined, me: Linked) => user && (await me.inSlack(user)).email

/** The members of the person's organization. */
export async function membersOf(me: Actor) {
  const { users } = await me.read('listUsers', { org_id: me.organization.id })
  return users.map(user => ({ ...user, id: user.email, name: user.email, within: me.organization.id }))
}

const LONGEST_EMAIL = 254

const NO_EMAIL =
  'Slack gives me no e-mail for this person: guests and apps may have none, and the app needs the scope users:read.email.'

/** Why somebody of whom Slack knows better is not added by a slip, and how they are all the same. */
const GONE = {
  deactivated:
    'This person is deactivated in Slack, and could do nothing from here. To add them anyway, type their e-mail.',
  app: 'This is an app, not a person who could act as a member. To add it anyway, type its e-mail.',
} satisfies Record<NonNullable<InSlack['gone']>, string>

/** Somebody who is to be a member: a person in Slack, or whoever has an e-mail. */
export const newcomer: Field<Somebody, Linked> = {
  inputs: [
    { key: 'person', label: 'Person', optional: true, reshapes: true, control: { kind: 'person' } },
    text('email', 'E-mail', {
      max: LONGEST_EMAIL,
      optional: true,
      hint: 'Pick somebody from this Slack, or type an e-mail: one of the two is enough.',
    }),
  ],
  parse: async ({ person, email }, me) => {
    const user = userIn(person)
    if (user === undefined && email === undefined)
      return issue('person', 'Say who: pick a person, or type an e-mail.')
    if (email?.startsWith('@'))
      return issue('email', `I do not know who “${email}” is in Slack. Pick the person, or type an e-mail.`)
    if (email !== undefined && !userId.safeParse(email).success)
      return issue('email', `“${email}” is not an e-mail address, such as ana@example.com.`)
    if (user === undefined) return ok({ email: email ?? '' })
    const { email: theirs, gone } = await me.inSlack(user)
    if (gone && email === undefined) return issue('person', GONE[gone])
    if (theirs === undefined) return issue('person', `${NO_EMAIL} Type only the e-mail.`)
    if (email !== undefined && !isSame(email, theirs))
      return issue('email', `The person above has a different e-mail, ${theirs}. Leave one of the two empty.`)
    return ok({ email: theirs, user })
  },
  take: rest => {
    const { word, rest: behind } = takeSomebody(rest)
    return { raw: { [userIn(word) ? 'person' : 'email']: word }, rest: behind }
  },
  note: ({ email, user }) => (user ? mrkdwn`Their e-mail: ${email}` : undefined),
}

/** Who a member is in Slack, where a button knows it beside the e-mail. */
export const memberInSlack = hidden('person')

/** A member of the person's organization: by e-mail, or as somebody in Slack. */
export const member: Field<Member, Actor> = {
  inputs: [
    {
      ...select('member', 'Person', { reshapes: true }),
      control: {
        kind: 'select',
        labelOf: words => (userIn(words) ? 'The person you named' : readReference(words).name),
      },
    },
  ],
  parse: async ({ member: words, person }, me) => {
    const mentioned = userIn(words)
    const [members, theirs, own] = await Promise.all([
      membersOf(me),
      emailOf(mentioned ?? userIn(person), me),
      emailOf(me.person.user, me),
    ])
    if (mentioned && !theirs) return issue('member', `${NO_EMAIL} Pick the person from the list.`)
    const found = named('member', (mentioned && theirs) || words?.replace(/^@/, ''), members)
    if (found.kind !== 'ok') return found
    const { email } = found.value
    const you = isSame(own, email)
    const user = you ? me.person.user : isSame(theirs, email) ? (mentioned ?? userIn(person)) : undefined
    const inSlack = mentioned && { person: sayUser(mentioned) }
    return ok({ ...found.value, you, user }, { ...found.words, ...inSlack })
  },
  take: rest => {
    const { word, rest: behind } = takeSomebody(rest)
    return { raw: { member: word }, rest: behind }
  },
  options: async (typed, me) => offered(typed, await membersOf(me)).map(whole),
  note: ({ role, state, you }) =>
    mrkdwn`${[role, state].filter(Boolean).join(', ')}${you ? ' – :warning: this is you' : ''}`,
}

/** A reference that had to be cut names nobody: a long e-mail stands for itself. */
const whole = ({ text, value }: Option): Option => ({
  text,
  value: readReference(value).id === text ? value : text,
})

function takeSomebody(sentence: string): { word: string; rest: string } {
  const { word, isQuoted, rest } = takeWord(sentence)
  const said = isQuoted ? word : word.replace(/(?<=.)[,;:]$/, '')
  const user = userIn(said)
  return { word: user === undefined ? said : sayUser(user), rest }
}

/** One of a few words, in a sentence that goes on behind it. */
function wordOf<T extends string>(field: Field<T, Guest>, key: string, values: readonly T[]): typeof field {
  const said = new RegExp(
    `^(?:(?:to|as|an?|the|${key})\\s+)*(${values.join('|')})(?=$|[\\s.,;])[\\s.,;]*`,
    'i',
  )
  const somewhere = new RegExp(`(?<!\\S)(${values.join('|')})(?=$|[\\s.,;])`, 'i')
  return {
    ...field,
    take: rest => {
      const [whole = '', word] = said.exec(rest) ?? []
      return { raw: filled({ [key]: word }), rest: rest.slice(whole.length) }
    },
    mayStandIn: rest => somewhere.test(rest),
  }
}

/** What a member may do. */
export const role: Field<Role, Guest> = wordOf(oneOf('role', 'Role', roles), 'role', roles)

/** Whether a member may act. */
export const memberState: typeof state = wordOf(state, 'state', states)

/** The same of a new member. */
export const newMemberState: typeof state = wordOf(newState, 'state', states)

/** Why somebody is removed, which has to be said. */
export const removalReason: Field<string, Guest> = {
  ...line('reason', 'Reason', { max: 500, multiline: true }),
  take: reason.take,
}
