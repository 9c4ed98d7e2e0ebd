import { z } from 'zod'
import { type Decision, STEPS, type WaitingChange } from '../core/approval.ts'
import { fingerprint, type OperationId } from '../core/args.ts'
import { hiddenField } from '../core/common-fields.ts'
import type { Member } from '../core/context.ts'
import { Refused, StaleError } from '../core/errors.ts'
import { type Operation, operation } from '../core/operation.ts'
import { isViewer } from '../core/permissions.ts'
import { readPersonKey } from '../core/person.ts'
import type { Guard } from '../core/pipeline.ts'
import { formatCount, formatFirst } from '../language/counts.ts'
import { type Button, runButton } from '../message/blocks.ts'
import { lines, type Mrkdwn, mention, moment, mrkdwn } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'
import { listReply } from './pages.ts'
import { formatApprovers, isChannel } from './protection.ts'
import { queryOf, stepsOf } from './show-history.ts'

const HOURS = 24

const mentionOf = (key: string): Mrkdwn => mention(readPersonKey(key).user)

/** Lets a change of a protected plan, and one that a viewer asks for, wait for a second person. */
export const guard: Guard = {
  async check({ operation, args, approval }, { prepared }, auth) {
    const plans = operation.subjects(args, prepared).filter(({ kind }) => kind === 'plan')
    const isWanted = args.needsApproval === true || approval !== undefined
    if (plans.length === 0 || (operation.isReturn && !isWanted)) return undefined
    const member = await auth.member()
    const { subscriptions, organization, person, at } = member
    const ids = plans.map(({ id }) => id)
    const protections = await subscriptions.protections(organization.id, ids)
    if (protections.length === 0 && !isWanted) return undefined
    const seen = fingerprint(prepared)
    if (approval?.by && approval.seen === seen) return undefined
    const { what, note, firstDayEnds } = await operation.describe(args, prepared, auth)
    const names = mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`
    const place = isChannel(member.channel) ? undefined : protections.find(each => each.channel)?.channel
    if (!place && !isChannel(member.channel))
      throw new Refused(
        mrkdwn`Somebody else has to approve this: ask in a channel that they read. Nothing was changed.`,
      )
    const asker = approval?.asker ?? person.key
    const latest = new Date(at.now.getTime() + HOURS * 60 * 60_000)
    const until = firstDayEnds && firstDayEnds < latest ? firstDayEnds : latest
    return {
      ...(place && { channel: place }),
      approval: {
        ...{ asker, seen, until: until.toISOString() },
        text: lines(
          mrkdwn`${mentionOf(asker)} asks to ${whatOf(operation, names)}${what.mrkdwn && ': '}${what}`,
          note,
        ),
        protected: protections.map(({ plan }) => plan),
        approvers: protections.flatMap(({ approvers }) => approvers),
        isAsMe: approval?.isAsMe ?? (await isViewer(member)),
        ...(approval && { why: mrkdwn`Things have changed since this was approved, so it is asked again.` }),
      },
    }
  },

  question(approval, { id, organizationId }) {
    const { isAsMe, why, text, protected: plans, approvers, asker, until } = approval
    const who = formatApprovers([{ approvers }], asker)
    const names = formatFirst(plans.map(({ name }) => name))
    const needs = names && `${names} ${plans.length > 1 ? 'are' : 'is'} protected. `
    const how = isAsMe ? ' It is done with the access token of whoever approves.' : ''
    return {
      ...reply(
        'channel',
        lines(why, text, mrkdwn`${needs}${who} can approve until ${moment(new Date(until))}.${how}`),
        ...decisionButtons({ id, approval }, organizationId),
      ),
      waitsUntil: until,
    }
  },
}

/** `pause web-prod`, from the title of the form. */
function whatOf({ form, command }: Operation, names: Mrkdwn): Mrkdwn {
  const title = form?.title ?? command.words[0]
  const verb = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
  return verb.endsWith(' a plan')
    ? mrkdwn`${verb.slice(0, -' a plan'.length)} ${names}`
    : mrkdwn`${verb} of ${names}`
}

function decisionButtons({ id, approval }: WaitingChange, organizationId: string | undefined): Button[] {
  const args = { organizationId, request: id }
  const approve = approval.isAsMe
    ? runButton('Do it as me', DECISIONS.asMe.id, args)
    : runButton('Approve', DECISIONS.approve.id, args)
  return [{ ...approve, style: 'primary' }, runButton('Decline', DECISIONS.decline.id, args)]
}

/** @throws Refused where the person may not decide; the asker can take it back. */
async function refuseDecision(
  { approval }: WaitingChange,
  decision: Decision,
  member: Member,
): Promise<void> {
  const { person, subscriptions, organization } = member
  if (person.key === approval.asker) {
    if (decision === 'decline') return
    throw new Refused(mrkdwn`You asked for this yourself, so somebody else has to approve it.`)
  }
  const ids = approval.protected.map(({ id }) => id)
  const protections = ids.length > 0 ? await subscriptions.protections(organization.id, ids) : []
  const named = protections.filter(({ approvers }) => approvers.length > 0)
  const lacking = named.filter(({ approvers }) => !approvers.includes(person.key))
  if (lacking.length > 0)
    throw new Refused(mrkdwn`Only ${formatApprovers(lacking, person.key)} can decide about this.`)
  if (named.length === 0 && (await isViewer(member)))
    throw new Refused(mrkdwn`Viewers can’t decide about this.`)
  if (decision === 'approve' && approval.isAsMe)
    throw new Refused(
      mrkdwn`This can only be done as you now: the latest message about it has *Do it as me*.`,
    )
}

/** What became of a change that waits no more. */
async function decided(id: string, member: Member): Promise<StaleError> {
  const past = await member.history.find(queryOf(member), id)
  const [step, by] = (past && stepsOf(past).at(-1)) ?? []
  const isOver = past?.state === 'expired' || past?.state === 'waiting'
  const over = isOver
    ? mrkdwn`Nobody approved it in time.`
    : step && by && step !== 'asked'
      ? mrkdwn`It was ${STEPS[step]} ${mentionOf(by)}.`
      : mrkdwn`It waits no more.`
  return new StaleError(mrkdwn`This can no longer be decided. ${over}`, over)
}

/** Each way to decide: what is said while it runs, to who decided, and where its button was. */
const DECISIONS: Record<Decision, { id: OperationId; doing: string; told: string; over: string }> = {
  approve: {
    ...{ id: 'approval.approve', doing: 'approving', over: 'Approved' },
    told: 'You approved this, and it is done in a moment.',
  },
  asMe: {
    ...{
      id: 'approval.perform',
      doing: 'approving',
      over: 'Approved, and done with their own access token,',
    },
    told: 'You approved this, and it is done in a moment, with your access token.',
  },
  decline: {
    ...{ id: 'approval.decline', doing: 'declining', over: 'Declined' },
    told: 'You declined this, and nothing was done.',
  },
}

const decisions = (Object.keys(DECISIONS) as Decision[]).map(decision => {
  const { id, doing, told, over } = DECISIONS[decision]
  const [, word = ''] = id.split('.')
  return operation({
    ...{ id, effect: 'write', doing, access: 'member' },
    command: { words: [word] },
    help: { summary: 'decides about what waits for approval', examples: [word], isHidden: true },
    fields: { request: hiddenField(z.string()) },
    async execute({ request = '' }, member) {
      const { subscriptions, organization, person } = member
      if (request === '') throw new Refused(mrkdwn`\`/dayshift approvals\` lists what waits for approval.`)
      const [waiting] = await subscriptions.waiting(organization.id, request)
      if (!waiting) throw await decided(request, member)
      await refuseDecision(waiting, decision, member)
      const refusal = {
        ...reply('me', mrkdwn`${mention(person.user)} declined this, so nothing was done.`),
        asked: waiting.approval.text,
      }
      if (!(await subscriptions.decide(organization.id, request, decision, refusal)))
        throw await decided(request, member)
    },
    present: (_, { person }) => ({
      ...{ text: mrkdwn`${told}`, to: 'me' },
      over: mrkdwn`${over} by ${mention(person.user)}.`,
    }),
  })
})

const approvalList = operation({
  id: 'approval.list',
  effect: 'read',
  access: 'member',
  private: true,
  command: { words: ['approvals', 'what waits for approval'] },
  help: { summary: 'lists what waits for a second person to approve it', examples: ['approvals'] },
  fields: {},
  async execute(_, { subscriptions, organization, plans }) {
    // A person who may no longer see the plans is told nothing of them.
    await plans()
    return subscriptions.waiting(organization.id)
  },
  present(waiting, { organization }) {
    if (waiting.length === 0) return { text: mrkdwn`Nothing waits for approval.`, to: 'me' }
    return listReply(
      mrkdwn`${formatCount(waiting.length, 'request')} ${waiting.length === 1 ? 'waits' : 'wait'} for approval.`,
      waiting.map(each => ({ text: each.approval.text, buttons: decisionButtons(each, organization.id) })),
    )
  },
})

export const approvalOperations: readonly Operation[] = [approvalList, ...decisions]
