import { actions, type Button, section } from '../../message/blocks.ts'
import { cutMrkdwn, join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply, Trouble } from '../../message/reply.ts'
import { type FailureKind, ServiceError } from '../../service/contract/failure.ts'
import {
  AbandonedError,
  isExpected,
  NoOrganization,
  NotLinked,
  NotRecorded,
  OtherOrganization,
  Refused,
  StaleError,
} from '../errors.ts'
import { isSecret } from '../field.ts'
import { LinkUnreadable } from '../person.ts'
import {
  type Attempt,
  describeAsked,
  firstButton,
  LINK,
  nextOf,
  repeatableSentence,
  tryAgain,
  USE,
  useFirst,
} from './attempt.ts'
import { describeFailure, describeOutcome, NOT_DONE, NOT_KNOWN } from './service-failures.ts'

/**
 * An error as a private reply: what happened, what did not, what to do next, and its reference in the log; and the text of
 * the button behind which the request waits, where something has to come first.
 */
export function explainError(
  error: unknown,
  attempt: Attempt,
): { reply: Reply; waitsBehind: string | undefined } {
  const { text: explanation, buttons, aboutButtons } = explain(error, attempt)
  const text = isTraced(error) ? withReference(explanation, attempt) : explanation
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

/** `You asked: “pause web-prod tomorrow”`. */
export function formatAsked(attempt: Pick<Attempt, 'operation' | 'args' | 'sentence' | 'reference'>): Mrkdwn {
  const requestText = mrkdwn`${describeAsked({ ...attempt, sentence: repeatableSentence(attempt) })}`
  return mrkdwn`You asked: “${{ mrkdwn: cutMrkdwn(requestText, MAX_ASKED_LENGTH) }}”`
}

const MAX_ASKED_LENGTH = 150

/** Whether it is certain that nothing was done. */
export function isCertain(error: unknown): boolean {
  if (error instanceof ServiceError) return error.outcome === 'not done'
  if (error instanceof AbandonedError || error instanceof NotRecorded) return error.isCertain
  return isExpected(error)
}

const STRANGER = mrkdwn`This Dayshift works for another organization: please ask somebody there, or link an access token that they gave you.`

/** `aboutButtons` is left out where a form, which has no buttons, shows the text. */
type Explanation = { text: Mrkdwn; buttons: readonly Button[]; aboutButtons?: Mrkdwn }

function explain(error: unknown, attempt: Attempt): Explanation {
  if (error instanceof OtherOrganization && error.organization)
    return { text: error.text, buttons: [useFirst(attempt, error.organization)] }
  if (error instanceof Refused) return error
  if (error instanceof NotLinked && error.isStranger)
    return { text: STRANGER, buttons: [firstButton(attempt, LINK)] }
  if (error instanceof NotLinked)
    return {
      text: mrkdwn`Link your account first: \`/dayshift link\`.`,
      aboutButtons: meanwhile(attempt),
      buttons: [firstButton(attempt, LINK)],
    }
  if (error instanceof LinkUnreadable)
    return {
      text: mrkdwn`Your link can no longer be read, because the key that sealed it is gone. Nothing was done. Please link your account again: \`/dayshift link\`.`,
      buttons: [firstButton(attempt, LINK)],
    }
  if (error instanceof NoOrganization)
    return {
      text: mrkdwn`Choose an organization first: \`/dayshift use\`.`,
      aboutButtons: meanwhile(attempt),
      buttons: [firstButton(attempt, USE)],
    }
  if (error instanceof ServiceError) {
    const { happened, next, buttons } = describeFailure(error, attempt)
    const outcome = attempt.isRecovering ? keepsLooking(attempt) : describeOutcome(error, attempt)
    return { text: join([happened, outcome, next], ' '), buttons }
  }
  if (error instanceof NotRecorded) {
    const text = error.isCertain
      ? mrkdwn`I could not record your request, so nothing was done.`
      : mrkdwn`I could not confirm that your request was recorded. ${NOT_KNOWN}`
    return { text, buttons: [tryAgain(attempt)] }
  }
  if (error instanceof AbandonedError)
    return { text: explainAbandoned(error, attempt), buttons: [tryAgain(attempt)] }
  return {
    text: mrkdwn`Something went wrong inside Dayshift. ${attempt.isUnsent ? NOT_DONE : NOT_KNOWN}`,
    buttons: [],
  }
}

/** An error that stops one part among others. */
export function explainPart(error: unknown, attempt: Attempt): Trouble {
  const { text, buttons } = explain(error, attempt)
  if (!(error instanceof ServiceError)) {
    const isSure = isCertain(error)
    const why = isSure ? text : withReference(text, attempt)
    return { why, happened: why, first: buttons, retryHelps: 'anyone', isCertain: isSure }
  }
  const { happened, next } = describeFailure(error, attempt)
  const retryHelps = RETRY_HELPS[error.kind] ?? 'anyone'
  const instead = retryHelps === 'anyone' ? undefined : next
  const say = (...parts: (Mrkdwn | undefined)[]) => {
    const text = join([...parts, instead], ' ')
    return isTraced(error) ? withReference(text, attempt) : text
  }
  return {
    why: say(happened, describeOutcome(error, attempt)),
    happened: say(happened),
    first: error.kind === 'unauthorized' ? buttons : [],
    retryHelps,
    isCertain: error.outcome === 'not done',
  }
}

/** What is forbidden to one person others may do; what is gone is gone for all. */
const RETRY_HELPS: { [Kind in FailureKind]?: Trouble['retryHelps'] } = {
  forbidden: 'others',
  'not found': 'no one',
}

/** What becomes of the request while something else comes first. */
const meanwhile = (attempt: Attempt): Mrkdwn =>
  nextOf(attempt) ? mrkdwn`Then I’ll do what you asked.` : mrkdwn`Then ask again.`

/** Whether support has to find it in the log; what a person can mend or wait for needs no reference. */
const isTraced = (error: unknown): boolean =>
  error instanceof ServiceError ? TRACED.includes(error.kind) : !isExpected(error)

const TRACED: readonly FailureKind[] = ['timeout', 'unavailable', 'malformed answer', 'interrupted']

const withReference = (text: Mrkdwn, { reference }: Attempt) => mrkdwn`${text} (Reference ${reference})`

const keepsLooking = (attempt: Attempt): Mrkdwn =>
  mrkdwn`${formatAsked(attempt)}. That may or may not have been done: I will keep checking, and tell you here.`

function explainAbandoned({ reason, isCertain, omitted }: AbandonedError, { operation }: Attempt): Mrkdwn {
  const before = isCertain ? 'it was done' : 'I could see whether it worked'
  const check =
    reason === 'changed by others'
      ? mrkdwn`What you asked for may or may not have been done before that: please check before you try again.`
      : mrkdwn`What you asked for may or may not have been done: \`/dayshift whoami\` shows who you act as now, and where.`
  const inputs = operation.inputs.filter(isSecret)
  const secretInputs = inputs.filter(({ key }) => omitted.includes(key))
  const secrets = (secretInputs.length > 0 ? secretInputs : inputs).map(({ label }) => label)
  const reasons = {
    'not continued': undefined,
    'changed by others': mrkdwn`Somebody has changed the same thing since, so I left it as it is.`,
    'secrets are not stored': mrkdwn`Please type this again, since it is not kept: ${secrets.join(', ')}.`,
  }
  return join(
    [
      mrkdwn`This was interrupted before ${before}.`,
      reasons[reason],
      isCertain ? mrkdwn`${NOT_DONE}` : check,
    ],
    ' ',
  )
}
