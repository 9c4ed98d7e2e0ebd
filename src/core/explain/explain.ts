import { formatCount } from '../../language/wording.ts'
import { actions, type Button, section } from '../../message/blocks.ts'
import { formatInstant, join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Failure, Reply } from '../../message/reply.ts'
import { type FailureKind, ServiceError } from '../../service/contract/failure.ts'
import {
  AbandonedError,
  isExpected,
  NoOrganization,
  NotLinked,
  NotRecorded,
  Refused,
  StaleError,
} from '../errors.ts'
import { isSecret } from '../field.ts'
import { LinkUnreadable } from '../person.ts'
import {
  type Attempt,
  firstButton,
  formatAsked,
  LINK,
  nextOf,
  retryButtons,
  tryAgain,
  USE,
} from './attempt.ts'

const NOT_DONE = 'Nothing was changed.'
export const TRY_AGAIN = 'Nothing was changed: please try again in a moment.'
export const NOT_KNOWN =
  'What you asked for may or may not have been done: please check before you try again.'

/**
 * Explains an error in a private reply: what happened, what did not, what to do next, and its reference in
 * the log. `waitsBehind` is the text of the button that continues the request after another step.
 */
export function explainError(
  error: unknown,
  attempt: Attempt,
): { reply: Reply; waitsBehind: string | undefined } {
  const { happened, outcome, next, buttons, aboutButtons } = explain(error, attempt)
  const text = sentencesOf(error, attempt, happened, outcome, next)
  return {
    reply: {
      text,
      blocks: [section(join([text, aboutButtons], ' ')), ...actions(...buttons)],
      to: 'me',
      ...(error instanceof StaleError && { over: error.over }),
      ...(!isExpected(error) && !attempt.isRecovering && { requestText: formatAsked(attempt) }),
    },
    waitsBehind: buttons.find(({ args }) => args.next !== undefined || args.needsApproval)?.text,
  }
}

/** Whether nothing was done for certain. */
export function isCertain(error: unknown): boolean {
  if (error instanceof ServiceError) return error.outcome === 'not done'
  if (error instanceof AbandonedError || error instanceof NotRecorded) return error.isCertain
  return isExpected(error)
}

const STRANGER = mrkdwn`This Dayshift works for another organization: please ask someone there, or link an access token that they gave you.`

type Explanation = {
  happened: Mrkdwn
  outcome?: Mrkdwn | undefined
  next?: Mrkdwn
  buttons: readonly Button[]
  /** Omitted in forms, which have no buttons. */
  aboutButtons?: Mrkdwn
}

function explain(error: unknown, attempt: Attempt): Explanation {
  if (error instanceof Refused) return { happened: error.text, buttons: error.buttons }
  if (error instanceof NotLinked && error.isStranger)
    return { happened: STRANGER, buttons: [firstButton(attempt, LINK)] }
  if (error instanceof NotLinked)
    return {
      happened: mrkdwn`Link your account first: \`/dayshift link\`.`,
      aboutButtons: meanwhile(attempt),
      buttons: [firstButton(attempt, LINK)],
    }
  if (error instanceof LinkUnreadable)
    return {
      happened: mrkdwn`Your link can no longer be read, because its encryption key is gone. Nothing was done. Please link your account again: \`/dayshift link\`.`,
      buttons: [firstButton(attempt, LINK)],
    }
  if (error instanceof NoOrganization)
    return {
      happened: mrkdwn`Choose an organization first: \`/dayshift use\`.`,
      aboutButtons: meanwhile(attempt),
      buttons: [firstButton(attempt, USE)],
    }
  if (error instanceof ServiceError) {
    const buttons = retryButtons(error, attempt)
    return { buttons, ...FAILURES[error.kind](error, attempt), outcome: describeOutcome(error, attempt) }
  }
  if (error instanceof NotRecorded) {
    const happened = error.isCertain
      ? mrkdwn`I could not record your request, so nothing was done.`
      : mrkdwn`I could not confirm that your request was recorded. ${NOT_KNOWN}`
    return { happened, buttons: [tryAgain(attempt)] }
  }
  if (error instanceof AbandonedError)
    return { happened: explainAbandoned(error, attempt), buttons: [tryAgain(attempt)] }
  return {
    happened: mrkdwn`Something went wrong inside Dayshift. ${attempt.isUnsent ? TRY_AGAIN : NOT_KNOWN}`,
    buttons: [],
  }
}

/** Explains an error that concerns one of several plans. */
export function explainPart(error: unknown, attempt: Attempt): Failure {
  const { happened, outcome, next, buttons } = explain(error, attempt)
  const kind = error instanceof ServiceError ? error.kind : undefined
  // Others may be allowed to do it, but what is gone stays gone.
  const retryHelps = kind === 'forbidden' ? 'others' : kind === 'not found' ? 'no one' : 'anyone'
  const instead = retryHelps === 'anyone' ? undefined : next
  return {
    reason: sentencesOf(error, attempt, happened, outcome, instead),
    cause: sentencesOf(error, attempt, happened, instead),
    nextSteps: kind === undefined || kind === 'unauthorized' ? buttons : [],
    retryHelps,
    isCertain: isCertain(error),
  }
}

/** Says what becomes of the request after the other step. */
const meanwhile = (attempt: Attempt): Mrkdwn =>
  nextOf(attempt) ? mrkdwn`Then I’ll do what you asked.` : mrkdwn`Then ask again.`

/** Whether support has to find the error in the log; people need no reference for what they can resolve or wait for. */
const isTraced = (error: unknown): boolean =>
  error instanceof ServiceError ? TRACED.includes(error.kind) : !isExpected(error)

const TRACED: readonly FailureKind[] = ['timeout', 'unavailable', 'malformed answer', 'interrupted']

function sentencesOf(error: unknown, { reference }: Attempt, ...parts: (Mrkdwn | undefined)[]): Mrkdwn {
  const text = join(parts, ' ')
  return isTraced(error) ? mrkdwn`${text} (Reference ${reference})` : text
}

/** Says whether a failed change may have taken effect; undefined for reads. */
function describeOutcome({ outcome }: ServiceError, attempt: Attempt): Mrkdwn | undefined {
  if (attempt.isRecovering)
    return mrkdwn`${formatAsked(attempt)}. That may or may not have been done: I will keep checking, and tell you here.`
  if (outcome === 'unknown') return mrkdwn`${NOT_KNOWN}`
  return attempt.operation.effect === 'write' ? mrkdwn`${NOT_DONE}` : undefined
}

function explainAbandoned({ reason, omitted }: AbandonedError, { operation }: Attempt): Mrkdwn {
  const unseen = 'This was interrupted before I could see whether it worked.'
  switch (reason) {
    case 'not continued':
      return mrkdwn`${unseen} What you asked for may or may not have been done: \`/dayshift whoami\` shows who you act as now, and where.`
    case 'changed by others':
      return mrkdwn`${unseen} The same thing was changed since, so I left it as it is. It may or may not have been done before that: please check before you try again.`
    case 'secrets are not stored': {
      const secrets = operation.inputs.filter(input => isSecret(input) && omitted.includes(input.key))
      const labels = secrets.map(({ label }) => label).join(', ')
      return mrkdwn`This was interrupted before it was done. Please type this again, since it is not kept: ${labels}. ${NOT_DONE}`
    }
    default:
      return reason satisfies never
  }
}

/** Explains the failures of the service. Without `buttons`, the reply offers another try. */
const FAILURES: Record<
  FailureKind,
  (error: ServiceError, attempt: Attempt) => { happened: Mrkdwn; next?: Mrkdwn; buttons?: Button[] }
> = {
  unauthorized: (error, attempt) => ({
    happened: mrkdwn`The scheduling service no longer accepts your access token${quoted(error)}.`,
    next: mrkdwn`Link your account again with a fresh token: \`/dayshift link\`.`,
    buttons: [firstButton(attempt, LINK)],
  }),
  forbidden: (error, { ask }) => ({
    happened: mrkdwn`The scheduling service does not allow you to do this${quoted(error)}.`,
    next: ask ?? mrkdwn`Ask an owner of the organization to do it, or to give you a role that allows it.`,
    buttons: [],
  }),
  'not found': error => ({
    happened: mrkdwn`The scheduling service did not find it${quoted(error)}.`,
    next: mrkdwn`It may be gone, or belong to another of your organizations: \`/dayshift use\` switches to that one.`,
    buttons: [],
  }),
  conflict: refused,
  invalid: refused,
  limited: error => ({
    happened: mrkdwn`The scheduling service has had too many requests${quoted(error)}.`,
    next: mrkdwn`Try again ${formatWait(error.retryAfterSeconds)}.`,
  }),
  timeout: error => ({
    happened: mrkdwn`The scheduling service did not answer in time${quoted(error)}.`,
  }),
  unavailable: (error, attempt) => ({
    happened: error.since
      ? mrkdwn`The scheduling service has not answered since ${formatInstant(error.since)}.`
      : mrkdwn`The scheduling service is not available right now${quoted(error)}.`,
    ...(error.retryAfterSeconds !== undefined &&
      !attempt.isRecovering && { next: mrkdwn`Try again ${formatWait(error.retryAfterSeconds)}.` }),
  }),
  crowded: () => ({
    happened: mrkdwn`I already have too many requests open with the scheduling service.`,
  }),
  'malformed answer': () => ({
    happened: mrkdwn`The scheduling service gave an answer that I cannot read.`,
  }),
  interrupted: () => ({
    happened: mrkdwn`The scheduling service never answered this.`,
  }),
}

/** Says when to try again, from the service's Retry-After. */
function formatWait(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a minute'
  if (seconds === 0) return 'now'
  if (seconds > 7200) return 'later'
  return seconds < 120 ? `in ${formatCount(seconds, 'second')}` : `in ${Math.ceil(seconds / 60)} minutes`
}

function refused(error: ServiceError) {
  return { happened: mrkdwn`The scheduling service refused this${quoted(error)}.` }
}

const quoted = ({ serviceMessage }: ServiceError): Mrkdwn =>
  serviceMessage ? mrkdwn`: “${serviceMessage.replace(/\.$/, '')}”` : mrkdwn``
