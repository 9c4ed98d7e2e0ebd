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
import { historyQuery, stepsOf } from './show-history.ts'

const APPROVAL_HOURS = 24

const mentionOf = (key: string): Mrkdwn => mention(parsePersonKey(key).user)

/** Makes changes of protected plans, and those that viewers request, wait for a second person. */
export const guard: Guard = {
  async check({ operation, args, approval }, prepared, subjects, auth) {
    const plans = subjects.filter(({ kind }) => kind === 'plan')
    const isRequested = args.needsApproval === true || approval?.isAsMe === true
    if (plans.length === 0 || operation.writesTo || (operation.isReturn && !isRequested)) return undefined
    const member = await auth.member()
    const { approvals, organization, person, at } = member
    const ids = plans.map(({ id }) => id)
    const protections = await approvals.protections(organization.id, ids)
    if (!approval?.by && protections.length === 0 && !isRequested) return undefined
    const keys = approversOf(protections)
    const preparedHash = fingerprint(prepared)
    if (approval?.by && (keys?.includes(approval.by) ?? true) && approval.preparedHash === preparedHash)
      return undefined
    const { what, note, firstDayEnds } = await operation.describeForApproval(args, prepared, auth)
    const names = mrkdwn`*${formatFirst(plans.map(({ name }) => name))}*`
    const asker = approval?.asker ?? person.key
    const approvers = keys?.filter(key => key !== asker)
    if (approvers?.length === 0)
      throw new Refused(
        mrkdwn`Nobody else can approve a change to ${names}${plans.length > 1 ? ' together' : ''}, so nothing was changed. \`/dayshift protected\` shows who can approve what.`,
      )
    if (!isChannel(member.channel))
      throw new Refused(
        mrkdwn`Someone else has to approve this: ask in a channel that they read. Nothing was changed.`,
      )
    const latest = new Date(at.now.getTime() + APPROVAL_HOURS * 60 * 60_000)
    const until = firstDayEnds && firstDayEnds < latest ? firstDayEnds : latest
    return {
      asker,
      approvers,
      preparedHash,
      until: until.toISOString(),
      text: lines(
        mrkdwn`${mentionOf(asker)} asks to ${operation.form?.verb ?? `${formatAction(operation)},`} ${names}${what.mrkdwn && ': '}${what}`,
        note,
      ),
      protected: plans.filter(({ id }) => protections.some(({ plan }) => plan.id === id)).map(referenceTo),
      isAsMe: approval?.isAsMe ?? (await isViewer(member)),
      ...(approval && { why: mrkdwn`Something has changed since this was approved, so I am asking again.` }),
    }
  },

  question(approval, { id: request, organizationId }) {
    const { isAsMe, why, text, protected: plans, approvers, asker, preparedHash, until } = approval
    const names = formatFirst(plans.map(({ name }) => name))
    const intro = names && `${names} ${plans.length > 1 ? 'are' : 'is'} protected. `
    const rule = mrkdwn`${formatApprovers(approvers, asker)} can approve until ${formatInstant(new Date(until), `${until.slice(0, 16).replace('T', ' ')} UTC`)}.`
    const hint = isAsMe ? ' It will be done with the access token of whoever approves.' : ''
    const buttonOf = (decision: Decision) =>
      runButton(DECISIONS[decision].button, DECISIONS[decision].id, { organizationId, request, preparedHash })
    const approve = primary(buttonOf(isAsMe ? 'asMe' : 'approve'))
    return {
      ...reply('channel', lines(text, why, mrkdwn`${intro}${rule}${hint}`), approve, buttonOf('decline')),
      waitsUntil: until,
    }
  },
}

/** @throws Refused if the person may not decide. The requester may only withdraw the request. */
async function refuseDecision(approval: Approval, decision: Decision, member: Member): Promise<void> {
  const { person, approvals, organization } = member
  if (person.key === approval.asker) {
    if (decision === 'decline') return
    throw new Refused(mrkdwn`You asked for this yourself, so someone else has to approve it.`)
  }
  const ids = approval.protected.map(({ id }) => id)
  const protections = ids.length > 0 ? await approvals.protections(organization.id, ids) : []
  const keys = approversOf(protections)
  if (keys && !keys.includes(person.key))
    throw new Refused(mrkdwn`Only ${formatApprovers(keys, person.key)} can decide on this.`)
  // The service refuses people who no longer belong to the organization.
  if (decision !== 'decline') await member.plans()
  if (!keys && (await member.role()) === VIEWER) throw new Refused(mrkdwn`Viewers can’t decide on this.`)
  if (decision === 'approve' && approval.isAsMe)
    throw new Refused(mrkdwn`There is a newer message about this, with *Do it as me*.`)
}

/** Loads how and by whom a request was decided, with the error for a late decision. */
async function loadDecision(id: string, member: Member) {
  const change = await member.history.find(historyQuery(member), id)
  const [step, by] = (change && stepsOf(change).at(-1)) ?? []
  const isOver = change?.state === 'expired' || change?.state === 'waiting'
  const over = isOver
    ? mrkdwn`Nobody approved it in time.`
    : step && by && step !== 'asked'
      ? mrkdwn`It was ${STEPS[step]} ${mentionOf(by)}.`
      : mrkdwn`It waits no more.`
  return { step, by, error: new StaleError(mrkdwn`This can no longer be decided. ${over}`, over) }
}

const DECISIONS = {
  approve: { id: 'approval.approve', button: 'Approve', doing: 'approving', did: 'approved' },
  asMe: { id: 'approval.perform', button: 'Do it as me', doing: 'approving', did: 'approved' },
  decline: { id: 'approval.decline', button: 'Decline', doing: 'declining', did: 'declined' },
} as const satisfies Record<Decision, { id: OperationId; button: string; doing: string; did: Step }>

const createDecision = (decision: Decision): Operation => {
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
        const { step, by, error } = await loadDecision(request, member)
        // A recovered press may have decided before it was interrupted.
        if (step === did && by === person.key) return { isWithdrawal: false }
        throw error
      }
      await refuseDecision(approval, decision, member)
      if (preparedHash !== undefined && preparedHash !== approval.preparedHash)
        throw new Refused(mrkdwn`There is a newer message about this: please decide there.`)
      const isWithdrawal = person.key === approval.asker
      const refusal: Reply = {
        text: mrkdwn`${mention(person.user)} ${isWithdrawal ? 'took this back' : 'declined this'}, so nothing was done.`,
        to: 'me',
        requestText: approval.text,
      }
      if (!(await approvals.decide(member, organization.id, request, decision, refusal)))
        throw (await loadDecision(request, member)).error
      return { isWithdrawal }
    },
    present: ({ isWithdrawal }, { person }) => ({
      text: isWithdrawal
        ? mrkdwn`You took this back.`
        : mrkdwn`You ${did} this.${decision === 'decline' ? '' : ' It will be done within seconds.'}`,
      to: 'me',
      over: mrkdwn`${capitalize(did)} by ${mention(person.user)}.`,
    }),
  })
}

export const approvalOperations = (['approve', 'asMe', 'decline'] as const).map(createDecision)
