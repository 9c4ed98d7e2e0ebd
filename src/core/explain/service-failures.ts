import { formatCount } from '../../language/wording.ts'
import type { Button } from '../../message/blocks.ts'
import { formatInstant, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { FailureKind, ServiceError } from '../../service/contract/failure.ts'
import { type Attempt, firstButton, LINK, retryButtons } from './attempt.ts'

export const NOT_DONE = 'Nothing was changed.'
export const NOT_KNOWN =
  'What you asked for may or may not have been done: please check before you try again.'

/** Says whether a failed change may have taken effect; undefined for reads. */
export function describeOutcome({ outcome }: ServiceError, { operation }: Attempt): Mrkdwn | undefined {
  if (outcome === 'unknown') return mrkdwn`${NOT_KNOWN}`
  return operation.effect === 'write' ? mrkdwn`${NOT_DONE}` : undefined
}

/** Explains a failure of the service. Without `buttons`, the reply offers another try. */
type Failure = { happened: Mrkdwn; next?: Mrkdwn; buttons?: Button[] }

/** Explains a failure of the service, with buttons. */
export const describeFailure = (error: ServiceError, attempt: Attempt) => ({
  buttons: retryButtons(error, attempt),
  ...FAILURES[error.kind](error, attempt),
})

const FAILURES: Record<FailureKind, (error: ServiceError, attempt: Attempt) => Failure> = {
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

function refused(error: ServiceError): Failure {
  return { happened: mrkdwn`The scheduling service refused this${quoted(error)}.` }
}

const quoted = ({ serviceMessage }: ServiceError): Mrkdwn =>
  serviceMessage ? mrkdwn`: “${serviceMessage.replace(/\.$/, '')}”` : mrkdwn``
