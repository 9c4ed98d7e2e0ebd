import type { Actor } from '../core/context.ts'
import { Refused } from '../core/errors.ts'
import { type Operation, operation } from '../core/operation.ts'
import { filled, type Raw } from '../core/raw.ts'
import { sayAny } from '../language/counts.ts'
import { sayReference } from '../language/names.ts'
import { within } from '../language/within.ts'
import { actions, type Button, context, opens, runs } from '../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'
import type { Answer } from '../service/contract/contract.ts'
import { differences, nothingDifferent, undoButton } from './edits.ts'
import {
  isSame,
  member,
  memberInSlack,
  memberState,
  membersOf,
  newcomer,
  newMemberState,
  removalReason,
  role,
  type Somebody,
  sayUser,
} from './fields/members.ts'
import { changed, page } from './fields/plain.ts'
import { filledIn } from './fields/variants.ts'
import { listReply, pageOf, sayPage, turnButtons } from './pages.ts'
import { sayUnread } from './unread.ts'

const memberList = operation({
  id: 'member.list',
  sentences: ['member', 'member list', 'members'],
  summary: 'lists the members of your organization with their roles, visible to you alone',
  examples: ['member'],
  access: 'actor',
  effect: 'read',
  private: true,
  fields: { page },
  async perform({ page }, me) {
    const { mfa, unread = 0 } = await me.read('listUsers', { org_id: me.organization.id })
    return { page: pageOf(await membersOf(me), page), mfa, unread }
  },
  reply({ page, mfa, unread }, me) {
    const total = page.total + unread
    const count = mrkdwn`*${me.organization.name}* has ${sayAny(total, 'member')}${sayPage(page)}.`
    const title = lines(count, sayUnread(unread, 'member'))
    const rows = page.shown.map(each => ({
      text: mrkdwn`${each.email}: ${rightsOf(each)}`,
      name: each.email,
      buttons: [editButton(each, me), removeButton(each, me)],
    }))
    const { text, blocks = [] } = listReply(title, rows)
    const ways = actions(...turnButtons('member.list', page), ADD)
    const told = sayMfa(mfa)
    return {
      text: lines(text, told),
      blocks: [...blocks, ...(told ? [context(told)] : []), ...ways],
      to: 'me',
    }
  },
})

const memberAdd = operation({
  id: 'member.add',
  sentences: ['member add', 'member invite', 'invite member', 'invite user', 'invite'],
  usage: '<person> <role> [state]',
  summary: 'adds a member, from your Slack or by e-mail, and tells the channel',
  examples: ['member add @ana admin', 'member add ana@example.com viewer'],
  access: 'actor',
  effect: 'change',
  doing: 'adding the member',
  form: { title: 'Add a member', submit: 'Add member' },
  fields: { newcomer, role, state: newMemberState },
  async perform({ newcomer, role, state }, me) {
    const there = (await membersOf(me)).find(({ email }) => isSame(email, newcomer.email))
    if (there)
      throw new Refused(
        mrkdwn`${who(newcomer)} is already a member of *${me.organization.name}*: ${rightsOf(there)}. Nothing was done.`,
        editButton(newcomer, me),
      )
    await me.call('addUser', { org_id: me.organization.id, user_id: newcomer.email, role, state })
    return { ...newcomer, role, state }
  },
  reply: (made, me) => ({
    ...reply(
      'channel',
      mrkdwn`${mention(me.person.user)} added ${who(made)} to *${me.organization.name}*: ${rightsOf(made)}`,
      editButton(made, me),
      removeButton(made, me),
    ),
    detail: rightsOf(made),
  }),
})

const memberEdit: Operation = operation({
  id: 'member.edit',
  sentences: ['member edit'],
  usage: '<person> [role] [state]',
  summary: 'changes the role or state of a member, and tells the channel',
  examples: ['member edit @ana admin', 'member edit ana@example.com inactive'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the member',
  form: { title: 'Edit a member', submit: 'Save member' },
  fields: { member, role: filledIn(role), state: filledIn(memberState), memberInSlack, changed },
  fill: async ({ member }) => (member ? filled({ role: member.role, state: member.state }) : {}),
  async perform({ member, role, state, changed }, me) {
    if (!role || !state) throw nothingDifferent()
    // Both are sent together: what was left alone has to be as it was, too.
    const seen = new Map(Object.entries({ role, state, ...Object.fromEntries(changed) }))
    differences(
      { wanted: { role, state }, held: rawOf(member), changed: seen },
      { what: who(member), inputs: memberEdit.inputs, buttons: [editButton(member, me)] },
    )
    await me.call('updateUser', { org_id: me.organization.id, user_id: member.email, role, state })
    return { was: member, now: { ...member, role, state } }
  },
  reply({ was, now }, me) {
    const detail = `${rightsOf(now)} (was ${rightsOf(was)})`
    const text = mrkdwn`${mention(me.person.user)} changed ${who(now)} in *${me.organization.name}*: ${detail}`
    const undo = undoButton('member.edit', about(now, me), rawOf(was), rawOf(now))
    return {
      ...reply('channel', lines(text, was.you ? OWN : undefined), ...undo, editButton(now, me)),
      detail,
    }
  },
})

const memberRemove = operation({
  id: 'member.remove',
  sentences: ['member remove'],
  usage: '<person> <reason>',
  summary: 'removes a member, once you confirm it, and tells the channel',
  examples: ['member remove @ana left the company'],
  access: 'actor',
  effect: 'change',
  doing: 'removing the member',
  form: {
    title: 'Remove a member',
    submit: 'Remove member',
    warning: 'A removed member can do nothing in the organization until somebody adds them again.',
  },
  fields: { member, reason: removalReason, memberInSlack },
  async perform({ member, reason }, me) {
    await me.call('removeUser', { org_id: me.organization.id, user_id: member.email, reason })
    return member
  },
  reply: (gone, me) =>
    reply(
      'channel',
      mrkdwn`${mention(me.person.user)} removed ${who(gone)} from *${me.organization.name}*`,
      runs(
        'Undo',
        'member.add',
        filled({
          email: gone.email,
          person: gone.user && sayUser(gone.user),
          ...rawOf(gone),
          ...within(me.organization),
        }),
      ),
    ),
})

/** Somebody as people know them: by their name in Slack, else by e-mail. */
const who = ({ email, user }: Somebody): Mrkdwn => (user ? mention(user) : mrkdwn`${email}`)

type Rights = { role?: string | undefined; state?: string | undefined }

/** Whoever gives themselves less may not be able to take that back. */
const OWN = mrkdwn`:warning: This is you: if you may no longer change members, somebody else has to press *Undo*.`

const rawOf = ({ role, state }: Rights): Raw => filled({ role, state })

const rightsOf = ({ role, state }: Rights): string =>
  [role, state].filter(Boolean).join(', ') || 'role unknown'

/** As the service tells them: when each is asked for its document does not say. */
function sayMfa(mfa: Answer<'listUsers'>['mfa']): Mrkdwn | undefined {
  const said = MFA.flatMap(([what, words]) => {
    const isOn = mfa[what]
    return isOn === undefined ? [] : `${words} ${isOn ? 'yes' : 'no'}`
  })
  return said.length > 0 ? mrkdwn`Second factor (MFA) to: ${said.join(' · ')}` : undefined
}

const MFA = [
  ['view', 'view'],
  ['create', 'create'],
  ['update', 'change'],
  ['delete', 'remove'],
  ['usersmgmt', 'manage members'],
] as const

const LONGEST_REFERENCE = 600

/** A member for good, in this organization and in no other. */
function about({ email, user }: Somebody, { organization }: Actor): Raw {
  const reference = { id: email, name: email, within: organization.id }
  return filled({ member: sayReference(reference, LONGEST_REFERENCE), person: user && sayUser(user) })
}

const editButton = (somebody: Somebody, me: Actor): Button =>
  opens('Edit member', 'member.edit', about(somebody, me))

const removeButton = (somebody: Somebody, me: Actor): Button =>
  opens('Remove member', 'member.remove', about(somebody, me))

const ADD = opens('Add member', 'member.add')

export const members: readonly Operation[] = [memberList, memberAdd, memberEdit, memberRemove]
