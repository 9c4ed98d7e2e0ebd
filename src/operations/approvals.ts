import { z } from 'zod'
import { type Approval, type Decision, type Guard, STEPS, type Step } from '../core/approval.ts'
import { fingerprint, type OperationId, referenceTo } from '../core/args.ts'
import { hiddenField } from '../core/common-fields.ts'
import { isChannel, type Member } from '../core/context.ts'
import { Refused, StaleError } from '../core/errors.ts'
import { formatAction, type Operation, operation } from '../core/operation.ts'
import { isViewer, VIEWER } from '../core/permissions.ts'
import { parsePersonKey } from '../core/person.ts'
import { capitalize, formatFirst } from '../language/wording.ts'
import { primary, runButton } from '../message/blocks.ts'
import { formatInstant, lines, type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply } from '../message/reply.ts'
import { approversOf, formatApprovers } from './protection.ts'
import { queryOf, stepsOf } from './show-history.ts'

const APPROVAL_HOURS = 24

const mentionOf = (key: string): Mrkdwn => mention(parsePersonKey(key).user)

/** Lets a change of a protected plan, and one that a viewer asks for, wait for a second person. */
export const guard: Guard = {
  async check({ operation, args, approval }, { prepared }, auth) {
    const plans = operation.subjects(args, prepared).filter(({ kind }) => kind === 'plan')
    const isWanted = args.needsApproval === true || approval?.isAsMe === true
    if (plans.length === 0 || operation.writesTo || (operation.isReturn && !isWanted)) return undefined
    const member = await auth.member()
    const { approvals, organization, person, at } = member
    const ids = plans.map(({ id }) => id)
    const protections = await approvals.protections(organization.id, ids)
    if (!approval?.by && protections.length === 0 && !isWanted) return undefined
    const named = approversOf(protections)
    const preparedHash = fingerprint(prepared)
    if (approval?.by && (named?.includes(approval.by) ?? true) && approval.preparedHash === preparedHash)
      return undefined
    const { what, note, firstDayEnds } = await operation.describeForApproval(args, prepared, auth)
    const names = mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`
    const asker = approval?.asker ?? person.key
    const approvers = named?.filter(key => key !== asker)
    if (approvers?.length === 0)
      throw new Refused(
        mrkdwn`Nobody else can approve a change of ${names} at once, so nothing was changed. \`/dayshift protected\` shows who can approve what.`,
      )
    const isRead = isChannel(member.channel)
    const channel = isRead ? undefined : protections.find(each => each.channel)?.channel
    if (!isRead && channel === undefined)
      throw new Refused(
        mrkdwn`Somebody else has to approve this: ask in a channel that they read. Nothing was changed.`,
      )
    const latest = new Date(at.now.getTime() + APPROVAL_HOURS * 60 * 60_000)
    const until = firstDayEnds && firstDayEnds < latest ? firstDayEnds : latest
    return {
      channel,
      approval: {
        asker,
        approvers,
        preparedHash,
        until: until.toISOString(),
        text: lines(
          mrkdwn`${mentionOf(asker)} asks to ${operation.form?.asks ?? `${formatAction(operation)},`} ${names}${what.mrkdwn && ': '}${what}`,
          note,
        ),
        protected: plans.filter(({ id }) => protections.some(({ plan }) => plan.id === id)).map(referenceTo),
        isAsMe: approval?.isAsMe ?? (await isViewer(member)),
        ...(approval && { why: mrkdwn`Things have changed since this was approved, so it is asked again.` }),
      },
    }
  },

  question(approval, { id: request, organizationId }) {
    const { isAsMe, why, text, protected: plans, approvers, asker, preparedHash, until } = approval
    const names = formatFirst(plans.map(({ name }) => name))
    const needs = names && `${names} ${plans.length > 1 ? 'are' : 'is'} protected. `
    const who = mrkdwn`${formatApprovers(approvers, asker)} can approve until ${formatInstant(new Date(until), `${until.slice(0, 16).replace('T', ' ')} UTC`)}.`
    const how = isAsMe ? ' It is done with the access token of whoever approves.' : ''
    const buttonOf = (decision: Decision) =>
      runButton(DECISIONS[decision].button, DECISIONS[decision].id, {
        organizationId,
        request,
        preparedHash,
      })
    const approve = primary(buttonOf(isAsMe ? 'asMe' : 'approve'))
    return {
      ...reply('channel', lines(text, why, mrkdwn`${needs}${who}${how}`), approve, buttonOf('decline')),
      waitsUntil: until,
      askedOf: approvers?.map(key => parsePersonKey(key).user),
    }
  },
}

/** @throws Refused where the person may not decide; the asker can take it back */
async function refuseDecision(approval: Approval, decision: Decision, member: Member): Promise<void> {
  const { person, approvals, organization } = member
  if (person.key === approval.asker) {
    if (decision === 'decline') return
    throw new Refused(mrkdwn`You asked for this yourself, so somebody else has to approve it.`)
  }
  const ids = approval.protected.map(({ id }) => id)
  const protections = ids.length > 0 ? await approvals.protections(organization.id, ids) : []
  const named = approversOf(protections)
  if (named && !named.includes(person.key))
    throw new Refused(mrkdwn`Only ${formatApprovers(named, person.key)} can decide about this.`)
  // The service refuses those who do not belong to the organization any more.
  if (decision !== 'decline') await member.plans()
  if (!named && (await member.role()) === VIEWER) throw new Refused(mrkdwn`Viewers can’t decide about this.`)
  if (decision === 'approve' && approval.isAsMe)
    throw new Refused(mrkdwn`This is asked again: the latest message about it has *Do it as me*.`)
}

/** What became of a change that waits no more, and by whom. */
async function decided(id: string, member: Member) {
  const past = await member.history.find(queryOf(member), id)
  const [step, by] = (past && stepsOf(past).at(-1)) ?? []
  const isOver = past?.state === 'expired' || past?.state === 'waiting'
  const over = isOver
    ? mrkdwn`Nobody approved it in time.`
    : step && by && step !== 'asked'
      ? mrkdwn`It was ${STEPS[step]} ${mentionOf(by)}.`
      : mrkdwn`It waits no more.`
  return { step, by, why: new StaleError(mrkdwn`This can no longer be decided. ${over}`, over) }
}

const DECISIONS = {
  approve: { id: 'approval.approve', button: 'Approve', doing: 'approving', did: 'approved' },
  asMe: { id: 'approval.perform', button: 'Do it as me', doing: 'approving', did: 'approved' },
  decline: { id: 'approval.decline', button: 'Decline', doing: 'declining', did: 'declined' },
} as const satisfies Record<Decision, { id: OperationId; button: string; doing: string; did: Step }>

const deciding = (decision: Decision): Operation => {
  const { id, doing, did } = DECISIONS[decision]
  const [, word = ''] = id.split('.')
  return operation({
    id,
    effect: 'write',
    doing,
    writesTo: 'bot',
    command: { words: [`${word} a request`, word] },
    summary: 'decides about what waits for approval',
    isHidden: true,
    fields: { request: hiddenField(z.string()), preparedHash: hiddenField(z.string()) },
    async execute({ request, preparedHash }, member) {
      const { approvals, organization, person } = member
      if (!request) throw new Refused(mrkdwn`Press *Approve* or *Decline* below what waits for approval.`)
      const approval = await approvals.waiting(organization.id, request)
      if (!approval) {
        const { step, by, why } = await decided(request, member)
        // A press that is continued after an interruption may have decided before.
        if (step === did && by === person.key) return { isOwn: false }
        throw why
      }
      await refuseDecision(approval, decision, member)
      if (preparedHash !== undefined && preparedHash !== approval.preparedHash)
        throw new Refused(mrkdwn`This was asked again since: please decide below its latest message.`)
      const isOwn = person.key === approval.asker
      const refusal: Reply = {
        text: mrkdwn`${mention(person.user)} ${isOwn ? 'took this back' : 'declined this'}, so nothing was done.`,
        to: 'me',
        requestText: approval.text,
      }
      if (!(await approvals.decide(organization.id, request, decision, refusal)))
        throw (await decided(request, member)).why
      return { isOwn }
    },
    present: ({ isOwn }, { person }) => ({
      text: isOwn
        ? mrkdwn`You took this back.`
        : mrkdwn`You ${did} this.${decision === 'decline' ? '' : ' It is done within seconds.'}`,
      to: 'me',
      over: mrkdwn`${capitalize(did)} by ${mention(person.user)}.`,
    }),
  })
}

export const approvalOperations = (['approve', 'asMe', 'decline'] as const).map(deciding)
