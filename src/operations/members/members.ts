import type { Args } from '../../core/args.ts'
import { editable, page } from '../../core/common-fields.ts'
import type { Member as Context } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { resolve } from '../../core/reference-field.ts'
import { formatAny } from '../../language/wording.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { isSameName, states } from '../../service/contract/endpoint.ts'
import { roles } from '../../service/contract/users.ts'
import { changeVerb, checkConflicts, undoButton } from '../edit-conflicts.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import {
  formatMfa,
  type Member,
  type MemberReference,
  member,
  memberReference,
  memberState,
  membersOf,
  newcomer,
  newMemberState,
  type Person,
  removalReason,
  role,
} from './fields.ts'

const memberList = operation({
  id: 'member.list',
  command: { words: ['member', 'member list', 'members'] },
  summary: 'lists the members of your organization with their roles, visible to you alone',
  private: true,
  fields: { page },
  async execute({ page }, context) {
    const { users, mfa } = await context.call('listUsers', { org_id: context.organization.id })
    return { page: pageOf(users, page), mfa }
  },
  present({ page, mfa }, context) {
    const count = mrkdwn`*${context.organization.name}* has ${formatAny(page.total, 'member')}${formatPage(page)}.`
    const rows = page.items.map(item => ({
      text: mrkdwn`${item.email}: ${formatRights(item)}`,
      name: item.email,
      side: editButton(item),
    }))
    return listReply(
      lines(count, formatMfa(mfa)),
      rows,
      ...pageButtons('member.list', page),
      formButton('Add member', 'member.add'),
      formButton('Remove member', 'member.remove'),
    )
  },
})

const memberAdd = operation({
  id: 'member.add',
  command: {
    words: ['member add', 'member invite', 'invite member', 'invite user', 'invite'],
    usage: '<person> <role> [state]',
  },
  summary: 'adds a member, from your Slack or by e-mail, and tells the channel',
  examples: ['member add @ana admin', 'member add ana@example.com viewer'],
  effect: 'write',
  doing: 'adding the member',
  form: { title: 'Add a member', submit: 'Add member' },
  fields: { newcomer, role, state: newMemberState },
  async prepare({ newcomer }, context) {
    const existing = (await membersOf(context)).find(({ email }) => isSameName(email, newcomer.email))
    if (!existing) return undefined
    throw new Refused(
      mrkdwn`${formatPerson(newcomer)} is already a member of *${context.organization.name}*: ${formatRights(existing)}. Nothing was done.`,
      editButton(newcomer),
    )
  },
  async execute({ newcomer, role, state }, context) {
    await context.call('addUser', { org_id: context.organization.id, user_id: newcomer.email, role, state })
    return { ...newcomer, role, state }
  },
  present: (added, context) =>
    reply(
      'channel',
      mrkdwn`${mention(context.person.user)} added ${formatPerson(added)} to *${context.organization.name}*: ${formatRights(added)}`,
      editButton(added),
      formButton('Remove member', 'member.remove', memberArgs(added)),
    ),
  record: ({ role, state }) => [
    { field: 'role', after: role },
    { field: 'state', after: state },
  ],
  subjects: ({ newcomer }) => [{ ...memberReference(newcomer), kind: 'member' }],
})

type Rights = { role: string; state: string }

const memberEdit: Operation = operation({
  id: 'member.edit',
  command: { words: ['member edit'], usage: '<person> [role] [state]' },
  summary: 'changes the role or state of a member, and tells the channel',
  examples: ['member edit @ana admin', 'member edit @ana inactive'],
  effect: 'write',
  doing: 'changing the member',
  form: { title: 'Edit a member', submit: 'Save member' },
  fields: { member, role: editable(role), state: editable(memberState) },
  async load({ member }, context) {
    if (!member) return undefined
    const current = await findMember(member, context)
    return { args: rightsToSend(current), facts: { rights: formatRights(current) } }
  },
  async prepare({ member, expected, ...args }, context) {
    const current = await findMember(member, context)
    const [before, rights] = [rightsOf(current), rightsToSend(current)]
    const person = { email: current.email, user: member.user }
    const { changes } = checkConflicts({
      operation: memberEdit,
      what: formatPerson(person),
      desired: { role: args.role, state: args.state },
      current: before,
      expected,
      buttons: [editButton(person)],
    })
    // The service requires both.
    const { role = rights.role, state = rights.state } = args
    if (!role) throw new FieldIssue('role', 'Say the role: the present one cannot be kept.')
    if (!state) throw new FieldIssue('state', 'Say the state: the present one cannot be kept.')
    return { person, before, after: { role, state }, changes }
  },
  async execute(_, { call, organization }, { prepared }) {
    const { person, after } = prepared
    await call('updateUser', { org_id: organization.id, user_id: person.email, ...after })
    return prepared
  },
  present({ person, before, after, changes }, context) {
    const change = `${formatRights(after)} (was ${formatRights(before)})`
    const text = mrkdwn`${mention(context.person.user)} ${changeVerb(context)} ${formatPerson(person)} in *${context.organization.name}*: ${change}`
    const undo = undoButton(context, 'member.edit', memberArgs(person), changes)
    return reply('channel', text, ...undo, editButton(person))
  },
  record: ({ changes }) => changes,
})

const memberRemove = operation({
  id: 'member.remove',
  command: { words: ['member remove'], usage: '<person> <reason>' },
  summary: 'removes a member, once you confirm it, and tells the channel',
  examples: ['member remove @ana left the company'],
  effect: 'write',
  doing: 'removing the member',
  form: {
    title: 'Remove a member',
    submit: 'Remove member',
    warning: 'A removed member can do nothing in the organization until someone adds them again.',
  },
  fields: { member, reason: removalReason },
  load: async ({ member }, context) =>
    member && { args: {}, facts: { rights: formatRights(await findMember(member, context)) } },
  prepare: ({ member }, context) => findMember(member, context),
  async execute({ member, reason }, context, { prepared: current }) {
    const { email } = current
    await context.call('removeUser', { org_id: context.organization.id, user_id: email, reason })
    return { person: { email, user: member.user }, rights: rightsOf(current) }
  },
  present: ({ person, rights }, context) =>
    reply(
      'channel',
      mrkdwn`${mention(context.person.user)} removed ${formatPerson(person)} from *${context.organization.name}*`,
      runButton('Undo', 'member.add', { newcomer: person, ...rights }),
    ),
  record: ({ rights: { role, state } }) => [
    { field: 'role', before: role },
    { field: 'state', before: state },
  ],
})

/** Returns the current member. @throws StaleError if they are gone */
const findMember = async (reference: MemberReference, context: Context): Promise<Member> =>
  resolve('member', reference, await membersOf(context))

/** The rights that the service accepts back. */
const rightsToSend = ({ role, state }: Rights) => ({
  role: roles.find(each => each === role),
  state: states.find(each => each === state),
})

const rightsOf = ({ role, state }: Rights): Rights => ({ role, state })

const formatPerson = ({ email, user }: Person): Mrkdwn => (user ? mention(user) : mrkdwn`${email}`)

const formatRights = ({ role, state }: Rights): string =>
  [role, state].filter(Boolean).join(', ') || 'role unknown'

const memberArgs = (person: Person): Args => ({ member: memberReference(person) })

const editButton = (person: Person): Button => formButton('Edit member', 'member.edit', memberArgs(person))

export const memberOperations = [memberList, memberAdd, memberEdit, memberRemove]
