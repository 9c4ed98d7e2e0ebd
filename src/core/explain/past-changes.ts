import { formatFirst } from '../../language/wording.ts'
import { type Button, formButton, replaceButton, runButton } from '../../message/blocks.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { type Args, referenceTo } from '../args.ts'
import type { PastChange } from '../change.ts'
import type { Operation } from '../operation.ts'
import { type PersonKey, parsePersonKey } from '../person.ts'
import { formatAsked } from './attempt.ts'

const MAX_SUBJECTS = 3

const OUTCOMES: Record<PastChange['state'], string> = {
  accepted: '',
  waiting: ', and it waits for approval',
  done: ', and it is done',
  partly: ', and part of it is done',
  failed: ', and it failed',
  unknown: ', and it is not known whether it was done',
  declined: ', and it was declined',
  expired: ', and nobody approved it in time',
}

/** Answers a duplicate request with the outcome of the first, or that it is in progress. */
export function explainDuplicate(
  past: PastChange,
  operation: Operation,
  args: Args,
  reader: PersonKey,
): Reply {
  const who = past.actor === reader ? mrkdwn`You` : mention(parsePersonKey(past.actor).user)
  if (past.state === 'accepted')
    return {
      text: mrkdwn`:hourglass_flowing_sand: ${who} asked for this a moment ago, and it is under way. I will not do it twice.`,
      to: 'me',
    }
  const names = past.subjects.map(({ name }) => name)
  const about = names.length > 0 ? ` (${formatFirst(names, MAX_SUBJECTS)})` : ''
  const trace = past.state === 'unknown' ? mrkdwn` (Reference ${past.id})` : mrkdwn``
  const text = mrkdwn`${who} asked for this before${about}${OUTCOMES[past.state]}. I did not do it again.${trace}`
  const tryAgain = past.state === 'unknown' ? [replaceButton('Try again', operation.id, args)] : []
  const { organizationId } = args
  const takeBack =
    past.state === 'waiting' && past.actor === reader
      ? [runButton('Take it back', 'approval.decline', { organizationId, request: past.id })]
      : []
  return reply('me', text, ...tryAgain, ...takeBack, ...showPlan(past, args))
}

function showPlan({ subjects }: PastChange, { organizationId }: Args): Button[] {
  const [plan, another] = subjects.filter(({ kind }) => kind === 'plan')
  if (!plan || another) return []
  return [runButton('Show plan', 'plan.show', { organizationId, plan: referenceTo(plan) })]
}

/** For a change that recovery will finish. */
export const formatContinuing = (reference: string): Reply => ({
  text: mrkdwn`Your request is recorded, but I could not finish it just now. I will go on with it, and tell you here how it went. (Reference ${reference})`,
  to: 'me',
})

/** For a change whose outcome cannot be determined. */
export function formatUnknown(operation: Operation, args: Args, reference: string): Reply {
  const text = mrkdwn`This was interrupted, and it is not known whether it was done: please check before you try again. (Reference ${reference})`
  const makeButton = operation.form ? formButton : replaceButton
  return {
    ...reply('me', text, makeButton('Try again', operation.id, args)),
    requestText: formatAsked({ operation, args }),
  }
}
