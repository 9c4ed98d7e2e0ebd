import { z } from 'zod'
import type { Protection } from '../core/approval.ts'
import { type Reference, referenceTo } from '../core/args.ts'
import type { Guest, Member } from '../core/context.ts'
import { Refused } from '../core/errors.ts'
import { type Field, value, withoutEmpty } from '../core/field.ts'
import { operation } from '../core/operation.ts'
import { requireManager } from '../core/permissions.ts'
import { formatActor, type PersonKey, parsePersonKey } from '../core/person.ts'
import { formatCount, formatOr } from '../language/wording.ts'
import { type Button, runButton } from '../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn, USER_MENTION } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'
import { listReply } from './pages.ts'
import {
  findPlan,
  type PlanReference,
  planArgs,
  planBefore,
  planField,
  showButton,
} from './plans/plan-fields.ts'

/** Slack user IDs: several in a sentence, but one in a form. */
const approvers: Field<string[], Guest> = {
  schema: z.array(z.string()).default([]),
  inputs: [
    {
      key: 'approvers',
      label: 'Approver',
      optional: true,
      control: { kind: 'person' },
      hint: 'Without one, anyone else who may change plans can approve.',
    },
  ],
  read: ({ approvers = '' }) => value(approvers.split(' ').filter(Boolean)),
  format: users => withoutEmpty({ approvers: users.join(' ') }),
  parseFrom(rest) {
    const users = [...rest.matchAll(APPROVERS)].map(([, user]) => user)
    return { values: withoutEmpty({ approvers: users.join(' ') }), rest: rest.replace(APPROVERS, '').trim() }
  },
}

const APPROVERS = new RegExp(
  String.raw`(?:(?:approvers?|approved|by|with|and)\s+)*${USER_MENTION.source}[\s,;]*`,
  'g',
)

const unprotectButton = (plan: PlanReference): Button =>
  runButton('Unprotect', 'protection.remove', planArgs(plan))

/** Finds a plan for an owner or admin, and whether it is protected. */
async function prepareProtection({ plan: reference }: { plan: Reference }, context: Member) {
  await requireManager(context, 'protect plans')
  const { id, name, organizationId } = await findPlan(reference, context)
  const [before] = await context.approvals.protections(context.organization.id, [id])
  return { plan: { id, name, organizationId }, wasOn: before !== undefined }
}

const protectionSet = operation({
  id: 'protection.set',
  effect: 'write',
  doing: 'protecting',
  writesTo: 'bot',
  command: { words: ['protect', 'plan protect'], usage: '<plan> [approvers]' },
  summary: 'lets a plan be paused, turned off or changed only once a second person approves',
  examples: ['protect web-prod', 'protect web-prod @ana'],
  form: { title: 'Protect a plan', submit: 'Protect plan' },
  fields: { plan: planBefore(sentence => new RegExp(APPROVERS.source).exec(sentence)?.index), approvers },
  prepare: prepareProtection,
  async execute({ approvers: users }, context, { prepared: { plan, wasOn } }) {
    const { approvals, organization, person } = context
    const { owner } = parsePersonKey(person.key)
    const approvers = users.map(user => `${owner}:${user}` as const)
    await approvals.protect(context, organization.id, { plan: referenceTo(plan), approvers })
    return { plan, wasOn, approvers: approversOf([{ approvers }]) }
  },
  present({ plan, approvers }, { person }) {
    const text = lines(
      mrkdwn`${mention(person.user)} protected *${plan.name}*: pausing, turning off or changing it needs a second person.`,
      mrkdwn`${formatApprovers(approvers, person.key)} can approve.`,
    )
    return reply('channel', text, unprotectButton(plan), showButton(plan))
  },
  record: ({ wasOn }) => (wasOn ? [] : [{ field: 'protection', before: 'off', after: 'on' }]),
})

const protectionRemove = operation({
  id: 'protection.remove',
  effect: 'write',
  doing: 'unprotecting',
  writesTo: 'bot',
  command: { words: ['unprotect', 'plan unprotect'], usage: '<plan>' },
  summary: 'lets a plan be changed without approval again',
  examples: ['unprotect web-prod'],
  form: { title: 'Unprotect a plan', submit: 'Unprotect' },
  fields: { plan: planField },
  async prepare(args, context) {
    const { plan, wasOn } = await prepareProtection(args, context)
    if (!wasOn) throw new Refused(mrkdwn`*${plan.name}* was not protected.`)
    return plan
  },
  async execute(_, { approvals, organization }, { prepared: plan }) {
    await approvals.unprotect(organization.id, plan)
    return plan
  },
  present: (plan, { person }) =>
    reply(
      'channel',
      mrkdwn`${mention(person.user)} unprotected *${plan.name}*: it can be paused and changed without approval again.`,
      showButton(plan),
    ),
  record: () => [{ field: 'protection', before: 'on', after: 'off' }],
})

/** Returns the people who can approve changes of all these plans; undefined if none names approvers. */
export function approversOf(protections: readonly Pick<Protection, 'approvers'>[]): PersonKey[] | undefined {
  const [first, ...others] = protections.map(({ approvers }) => approvers).filter(({ length }) => length > 0)
  return first?.filter(key => others.every(keys => keys.includes(key)))
}

export function formatApprovers(approvers: readonly PersonKey[] | undefined, reader: string): Mrkdwn {
  const names = approvers?.map(key => formatActor(key, reader).mrkdwn)
  return names ? { mrkdwn: formatOr(names) } : mrkdwn`Anyone else who may change it`
}

const protectionList = operation({
  id: 'protection.list',
  private: true,
  command: { words: ['protected', 'protections', 'what is protected', 'plan protected'] },
  summary: 'lists the protected plans, and who can approve their changes',
  fields: {},
  async execute(_, context) {
    // Only plans that the person may see.
    const plans = await context.plans()
    const protections = await context.approvals.protections(context.organization.id)
    return plans.flatMap(plan => {
      const protection = protections.find(each => each.plan.id === plan.id)
      return protection ? [{ plan, protection }] : []
    })
  },
  present(protectedPlans, { person }) {
    if (protectedPlans.length === 0)
      return listReply(mrkdwn`No plan is protected. \`/dayshift protect web-prod\` protects one.`, [])
    const rows = protectedPlans.map(({ plan, protection }) => ({
      text: mrkdwn`*${plan.name}*: ${formatApprovers(approversOf([protection]), person.key)} can approve. Protected by ${formatActor(protection.by, person.key)}.`,
      name: plan.name,
      side: unprotectButton(plan),
    }))
    return listReply(mrkdwn`Changes to ${formatCount(rows.length, 'plan')} need a second person.`, rows)
  },
})

export const protectionOperations = [protectionSet, protectionRemove, protectionList]
